# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes on a Ray cluster are what they are in one process; how the run ends is told alike."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import psutil
import pytest

from egoplan_ros.bench import ray_cluster
from egoplan_ros.bench.executor import ProcessLost
from egoplan_ros.bench.in_turn import InTurn
from egoplan_ros.bench.process_pool import ProcessPool
from egoplan_ros.bench.runner import BenchConfig, executor_of, run_suite, specs
from egoplan_ros.cli import main
from egoplan_ros.world.errors import InputError


def test_without_ray_there_is_one_process_or_a_pool():
    assert isinstance(executor_of(BenchConfig()), InTurn)
    assert isinstance(executor_of(BenchConfig(jobs=1)), InTurn)
    assert isinstance(executor_of(BenchConfig(jobs=2)), ProcessPool)


def test_the_missing_package_is_told_before_the_first_episode(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["bench", "alfred", "--ray", "--out", str(tmp_path / "out")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "not installed; pip install -r requirements/optional/ray.txt" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("there", [True, False])
def test_a_machine_with_other_files_runs_no_episode(tmp_path, there):
    """It would be another episode than the one asked for; or its rooms cannot be read there."""
    room = tmp_path / "FloorPlan1.json"
    room.write_text("[1]", encoding="utf-8")
    config = BenchConfig(episodes=1, scenes=("FloorPlan1",), rooms=str(room))
    (spec,) = specs(config)
    key = spec.key
    room.write_text("[2]", encoding="utf-8")
    if not there:
        room.unlink()
    with pytest.raises(InputError, match="the same files at the same paths") as told:
        ray_cluster.run_on_worker(spec, key)
    assert ("are others there" if there else f"{room}: cannot be read") in str(told.value)


class ToyRay:
    """Ray's interface as far as it is used; a task is run when it is waited for."""

    class exceptions:
        RayError = type("RayError", (Exception,), {})

        class RayTaskError(RayError):
            def __init__(self, cause):
                self.cause = cause

    def __init__(self, outcome):
        self.outcome, self.most, self.cancelled, self.up = outcome, 0, [], False

    def init(self, *_, **__):
        self.up = True
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def shutdown(self):
        self.up = False

    def remote(self, **_):
        return lambda _: SimpleNamespace(remote=lambda spec, key: spec)

    def wait(self, running, num_returns=1, timeout=None):
        self.most = max(self.most, len(running))
        return running[:num_returns], running[num_returns:]

    def get(self, spec):
        print("Ray talks")
        return self.outcome(spec)

    def cancel(self, spec):
        self.cancelled.append(spec.index)


@pytest.fixture
def toy(monkeypatch):
    """A toy cluster of which each episode is that number."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    found = ToyRay(lambda spec: {"index": spec.index})
    monkeypatch.setitem(sys.modules, "ray", found)
    return found


SPECS = tuple(specs(BenchConfig(episodes=7)))


@pytest.mark.parametrize(("jobs", "most"), [(None, 7), (3, 3), (9, 7)])
def test_as_many_at_a_time_as_jobs_says_else_what_there_is(toy, capsys, jobs, most):
    before = signal.getsignal(signal.SIGTERM)
    episodes = ray_cluster.RayCluster(jobs=jobs).run(SPECS)
    assert [episode["index"] for episode in episodes] == list(range(7))
    assert (toy.most, toy.cancelled, toy.up) == (most, [], False)
    assert signal.getsignal(signal.SIGTERM) == before
    assert capsys.readouterr().out == ""  # which is for the report alone


def test_what_is_under_way_is_called_off_when_nobody_wants_it(toy):
    with closing(ray_cluster.RayCluster(jobs=3).run(SPECS)) as episodes:
        next(episodes)
    assert (toy.cancelled, toy.up) == ([1, 2, 3], False)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ToyRay.exceptions.RayError("the worker died"), ProcessLost),
        (ToyRay.exceptions.RayTaskError(InputError("no such room")), InputError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_a_lost_worker_bad_input_and_ctrl_c_end_it(toy, error, told):
    def outcome(spec):
        raise error

    toy.outcome = outcome
    with pytest.raises(told):
        list(ray_cluster.RayCluster(jobs=3).run(SPECS))
    assert (toy.cancelled, toy.up) == ([1, 2], False)


def test_nothing_is_started_for_episodes_that_are_all_done(toy):
    toy.init = None
    assert list(ray_cluster.RayCluster().run(())) == []


def test_an_address_at_which_nobody_answers_is_told(toy, monkeypatch):
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(InputError, match=f"--ray {address}: no Ray cluster to be had"):
            list(ray_cluster.RayCluster(address).run(SPECS))
        monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(InputError, match=f"--ray {address}: no Ray cluster to be had"):
            list(ray_cluster.RayCluster().run(SPECS))
    assert not toy.up


@pytest.fixture
def ray(monkeypatch):
    """Ray itself."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return pytest.importorskip("ray")


def test_episodes_are_as_in_one_process_and_none_is_run_twice(ray, tmp_path):
    same = {"suite": "ogamus", "split": "train", "seed": 3}
    here = run_suite(BenchConfig(**same, episodes=6, out=tmp_path / "here"))["episodes"]
    out = tmp_path / "there"
    run_suite(BenchConfig(**same, episodes=2, ray="local", jobs=1, out=out))
    told = []
    rest = BenchConfig(**same, episodes=6, ray="local", out=out)
    there = run_suite(rest, lambda *progress: told.append(progress))["episodes"]
    assert len(told) == 4
    assert any(item["success"] for item in here)
    assert [without_times(item) for item in there] == [without_times(item) for item in here]


def without_times(episode: dict) -> dict:
    return {k: v for k, v in episode.items() if k not in ("seconds", "task_seconds")}


@pytest.fixture
def bench(ray, tmp_path):
    """A suite of forty episodes on a cluster of its own, of which the first is done."""
    words = ["ogamus", "--split", "train", "--seed", "3", "--episodes", "40", "--ray", "local"]
    process = subprocess.Popen(
        [sys.executable, "-m", "egoplan_ros.cli", "bench", *words, "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    lines = iter(process.stderr.readline, "")
    assert any("[1/40]" in line for line in lines)
    below = psutil.Process(process.pid).children(recursive=True)
    assert any("egoplan_ros.sim" in " ".join(child.cmdline()) for child in below)
    yield process
    left = psutil.wait_procs(below, timeout=30.0)[1]
    for child in left:
        child.kill()
    assert not left


def test_ctrl_c_ends_the_cluster_and_tells_what_was_done(bench, tmp_path):
    os.killpg(bench.pid, signal.SIGINT)  # as a terminal does
    err = bench.communicate(timeout=90)[1]
    assert bench.returncode == 130
    done = len((tmp_path / "episodes.jsonl").read_text().splitlines())
    line = f"egoplan: interrupted after {done} of 40 episodes; the same command goes on from"
    assert line in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_worker_that_is_killed_is_told(bench, tmp_path):
    working = [
        child
        for child in psutil.Process(bench.pid).children(recursive=True)
        if "run_on_worker" in "".join(child.cmdline()[:1])
    ]
    working[0].kill()
    out, err = bench.communicate(timeout=90)
    assert bench.returncode == 1
    done = len((tmp_path / "episodes.jsonl").read_text().splitlines())
    line = f"a process that ran an episode was killed after {done} of 40 episodes"
    assert line in err.splitlines()[-1]
    assert out.startswith("task type")
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["interrupted"]
    assert len(report["episodes"]) == done
