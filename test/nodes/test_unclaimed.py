# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node that nobody brings up again, or that hears nobody, ends, to be started afresh."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from egoplan_ros.nodes import main

START = (
    "import sys\n"
    "from egoplan_ros.nodes import main\n"
    "main.CLAIM_SECONDS = 0.5\n"
    "sys.exit(main.main('planner', ['planner', '--ros-args']))\n"
)


def start(restarts: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "EGOPLAN_RESTARTS": str(restarts), "ROS_DOMAIN_ID": "98"},
    )


def test_a_node_started_again_ends_and_one_started_by_hand_waits():
    by_hand, again = start(0), start(1)
    try:
        line = again.communicate(timeout=60.0)[1].splitlines()[-1]
        assert again.returncode == main.UNCLAIMED
        assert line == "planner: nobody brings this node up: it ends"
        assert by_hand.poll() is None
    finally:
        for process in (by_hand, again):
            process.kill()
            process.communicate()


@pytest.mark.parametrize(
    ("state", "faults", "ends"),
    [
        ("unconfigured", {}, True),
        ("unconfigured", {"transition": "mapping: no such file"}, False),
        ("inactive", {}, False),
        ("active", {}, False),
    ],
)
def test_only_who_waits_in_vain_ends(state, faults, ends):
    timers = []

    def create_timer(seconds, callback, clock):
        timers.append((seconds, callback))
        return SimpleNamespace(cancel=lambda: None)

    main._end_unless_claimed(
        SimpleNamespace(
            state=state, monitor=SimpleNamespace(faults=faults), create_timer=create_timer
        )
    )
    [(seconds, look)] = timers
    assert seconds == main.CLAIM_SECONDS
    if ends:
        with pytest.raises(main._Useless) as ended:
            look()
        assert ended.value.code == main.UNCLAIMED
    else:
        look()


def test_who_hears_none_of_the_others_ends():
    timers, heart = [], SimpleNamespace(unheard=0.0)
    node = SimpleNamespace(
        heart=heart, create_timer=lambda seconds, look, clock: timers.append(look)
    )
    main._end_when_deaf(node)
    timers[0]()
    heart.unheard = main.DEAF_SECONDS
    with pytest.raises(main._Useless) as ended:
        timers[0]()
    assert ended.value.code == main.DEAF
