# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode begins on its start, or beside it where the body does not fit there."""

from typing import Any

import pytest

from egoplan_ros.bench.alfred_episodes.start import Start, beside, stand
from egoplan_ros.world.errors import InputError

START = {"action": "TeleportFull", "x": 1.0, "y": 0.9, "z": 2.0, "horizon": 30.0}
FAR, NEAR = {"x": 1.5, "y": 0.9, "z": 2.0}, {"x": 1.0, "y": 0.92, "z": 2.25}


class Room:
    """Lets the agent stand on some places."""

    def __init__(self, *places: dict[str, float]) -> None:
        self.places, self.done = places, []

    def __call__(self, action: dict[str, Any]) -> tuple[Any, str]:
        self.done.append(action["action"])
        if action["action"] == "GetReachablePositions":
            return list(self.places), ""
        fits = any(all(action[axis] == place[axis] for axis in "xyz") for place in self.places)
        return None, "" if fits and action["horizon"] <= 60.0 else "Collided with: Wall."


def test_it_is_on_the_next_place_and_no_farther() -> None:
    assert beside(START, [FAR, NEAR]) == START | NEAR
    assert beside(START, [FAR]) is None
    assert beside(START, []) is None


def test_a_start_that_has_room_stays() -> None:
    room = Room(NEAR, {axis: START[axis] for axis in "xyz"})
    assert stand(START, room) == Start(START, 0.0)
    assert room.done == ["TeleportFull"]


def test_how_far_it_is_moved_is_told() -> None:
    assert stand(START, Room(FAR, NEAR)) == Start(START | NEAR, 0.25)
    with pytest.raises(InputError, match=r"TeleportFull failed: Collided with: Wall\."):
        stand(START, Room(FAR))


@pytest.mark.parametrize("wrong", [{"y": 1.12}, {"horizon": 80.0}])
def test_what_is_refused_for_another_reason_is_not_moved(wrong: dict[str, float]) -> None:
    room = Room(NEAR, {axis: START[axis] for axis in "xyz"})
    with pytest.raises(InputError, match="TeleportFull failed"):
        stand(START | wrong, room)
    assert room.done == ["TeleportFull", "GetReachablePositions"]
