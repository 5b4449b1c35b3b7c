# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Threads of arithmetic libraries and of networks."""

import os
import subprocess
import sys

import pytest

from egoplan_ros.world.system.threads import network_threads, one_thread, share_cores

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_WAIT_POLICY", "EGOPLAN_NETWORK_THREADS")


@pytest.fixture(autouse=True)
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


def test_matrices_have_one_thread_and_networks_one_a_core() -> None:
    one_thread()
    assert os.environ["OMP_NUM_THREADS"] == "1"
    assert network_threads() == len(os.sched_getaffinity(0))


def test_what_the_user_says_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    one_thread()
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert network_threads() == 3


@pytest.mark.parametrize(("cores", "jobs", "each"), [(8, 2, 4), (2, 2, 1), (1, 4, 1), (7, 2, 3)])
def test_processes_share_the_cores(
    monkeypatch: pytest.MonkeyPatch, cores: int, jobs: int, each: int
) -> None:
    monkeypatch.setenv("EGOPLAN_NETWORK_THREADS", str(cores))
    share_cores(jobs)
    assert network_threads() == each


@pytest.mark.parametrize("told", ["", "none", "0", "-2"])
def test_no_number_of_threads_is_none_below_one(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setenv("EGOPLAN_NETWORK_THREADS", told)
    assert network_threads() >= 1


def test_a_back_end_takes_its_share() -> None:
    code = (
        "from egoplan_ros.world.system.threads import one_thread; one_thread();"
        "from egoplan_ros.perception.learned.backend import LearnedBackend; LearnedBackend();"
        "import torch; print(torch.get_num_threads())"
    )
    env = {**os.environ, "EGOPLAN_NETWORK_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "2"
