# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How many threads the arithmetic libraries may use."""

import os

_NETWORKS = "EGOPLAN_NETWORK_THREADS"


def one_thread() -> None:
    """One each, unless the environment says otherwise; to be called before numpy is imported.

    Agent, simulator and eight nodes share the cores, and our matrices are small: more threads spend
    their time waiting for one another, many times that of the work when the machine is busy. Image
    networks are the exception (:func:`network_threads`); their threads sleep while they wait, so
    that they do not keep the cores from what they wait for.
    """
    told = os.environ.get("OMP_NUM_THREADS") or str(_cores())
    os.environ.setdefault(_NETWORKS, told)
    for library in ("OMP", "OPENBLAS"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")


def share_cores(processes: int) -> None:
    """This process is one of so many whose image networks share the cores."""
    os.environ[_NETWORKS] = str(max(1, network_threads() // processes))


def network_threads() -> int:
    """Threads of an image network: ``EGOPLAN_NETWORK_THREADS``, one a core by default."""
    told = os.environ.get(_NETWORKS, "")
    return max(1, int(told)) if told.isdigit() else _cores()


def _cores() -> int:
    return len(os.sched_getaffinity(0))
