# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ALFRED's experts did in recorded rooms works in the rebuilt ones.

Of the episodes of EGOPLAN_EPISODES every tenth, in the rooms of EGOPLAN_ROOMS.
"""

import os
from pathlib import Path

import pytest

from egoplan_ros.bench.alfred_episodes.reader import read_episodes
from egoplan_ros.bench.alfred_episodes.replays import replay_all
from egoplan_ros.bench.alfred_episodes.report import report, table

ROOMS, EPISODES = (os.environ.get(name, "") for name in ("EGOPLAN_ROOMS", "EGOPLAN_EPISODES"))


@pytest.mark.skipif(not (ROOMS and EPISODES), reason="EGOPLAN_ROOMS and EGOPLAN_EPISODES not set")
def test_experts_get_through_and_meet_their_goals() -> None:
    episodes = read_episodes(Path(EPISODES))[::10]
    told = report(replay_all(episodes, ROOMS, os.cpu_count() or 1))
    print(table(told))
    assert told["all"]["ran_through"]["rate"] >= 0.75
    assert told["all"]["goal_met"]["rate"] >= 0.65
