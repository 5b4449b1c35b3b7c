# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Opening by a part where not all of it is possible, and further when more is needed."""

from dataclasses import replace

import pytest
from toy_home import K, ToyHome, thing

from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode

CAN = thing("GarbageCan_1", (1.0, 0.0, 0.25), (0.1, 0.6, 0.5))


def home_with(*others: ObjectInstance, kind: str = "Cabinet", **grid) -> ToyHome:
    """A cupboard or drawer, 40 cm wide, at the wall that the robot looks at; its front at 1.4 m."""
    shut = thing(f"{kind}_1", (1.7, 0.0, 0.4), (0.6, 0.4, 0.7), open=0)
    home = ToyHome(shut, *others, **grid)
    home.data[25:55, 78:80] = 100  # which tells where its front is
    return home


def opened(home: ToyHome) -> list[float]:
    """How far each command told to open."""
    return [p.openness for p in home.log if p.kind is K.OPEN]


def test_what_nothing_is_before_is_opened_all_the_way():
    home = home_with()
    assert home.run("Open", "Cabinet_1").success
    assert opened(home) == [1.0]
    assert not home.things["Cabinet_1"].ajar


def test_a_door_that_would_hit_furniture_is_opened_as_far_as_that_lets_it():
    home = home_with(CAN)
    home.stops["Cabinet_1"] = 0.7  # the tip of the leaf is at the can then
    result = home.run("Open", "Cabinet_1")
    assert (result.success, result.failures) == (True, 0)
    (share,) = opened(home)
    assert 0.5 <= share <= 0.7
    assert home.things["Cabinet_1"].ajar


def test_a_drawer_with_little_room_before_it_comes_out_by_that():
    home = home_with(replace(CAN, center=(1.15, 0.0, 0.25)), kind="Drawer")
    home.stops["Drawer_1"] = 0.5
    result = home.run("Open", "Drawer_1")
    assert (result.success, result.failures) == (True, 0)
    assert 0.4 <= opened(home)[0] <= 0.5


def test_where_too_little_would_come_out_all_is_tried():
    """What stands there may be elsewhere by now, or be no obstacle."""
    home = home_with(replace(CAN, center=(1.3, 0.0, 0.25)), kind="Drawer")
    assert home.run("Open", "Drawer_1").success
    assert opened(home) == [1.0]


def test_before_a_wall_the_robot_opens_a_drawer_as_far_as_it_leaves_room_itself():
    home = home_with(kind="Drawer", walls=[(0.55, -2.0, 0.75, 2.0)])
    home.base = Pose2D(1.0, -1.0, 0.0)
    result = home.run("Open", "Drawer_1")
    assert (result.success, result.failures) == (True, 0)
    gap = home.things["Drawer_1"].planar_distance(home.base.x, home.base.y)
    assert 0.3 <= opened(home)[0] <= (gap - 0.1) / 0.4


def test_what_jammed_at_something_light_is_opened_less_on_the_spot():
    home = home_with(thing("WineBottle_1", (1.03, 0.0, 0.3), (0.1, 0.1, 0.3)))
    home.stops["Cabinet_1"] = 0.7
    result = home.run("Open", "Cabinet_1")
    assert (result.success, result.failures) == (True, 1)
    assert [p.kind for p in home.log[-2:]] == [K.OPEN, K.OPEN]
    first, second = opened(home)
    assert first == 1.0
    assert 0.5 <= second <= 0.7


def test_what_jams_for_unknown_reasons_is_opened_less_once_it_was_not_the_robot():
    home = home_with()
    home.stops["Cabinet_1"] = 0.7
    result = home.run("Open", "Cabinet_1")
    assert (result.success, result.failures) == (True, 2)
    assert opened(home) == [1.0, 1.0, 0.6]


def test_how_far_a_door_went_is_known_when_it_is_opened_again():
    home = home_with()
    home.stops["Cabinet_1"] = 0.7
    home.run("Open", "Cabinet_1")
    assert home.run("Close", "Cabinet_1").success
    assert home.things["Cabinet_1"].openness == 1.0
    home.log.clear()
    assert home.run("Open", "Cabinet_1").success
    assert opened(home) == [0.6]


@pytest.mark.parametrize("stop", [0.0, 0.2])
def test_a_door_that_does_not_open_at_all_is_given_up_as_before(stop):
    home = home_with()
    home.stops["Cabinet_1"] = stop
    tries = []
    for _ in range(4):
        home.log.clear()
        assert home.run("Open", "Cabinet_1").error is ErrorCode.COLLISION
        tries.append(len(opened(home)))
    assert tries == [3, 1, 1, 1]


def ajar(stop: float, *others: ObjectInstance, kind: str = "Cabinet", by: float = 0.6) -> ToyHome:
    """It stands open by a part; further than ``stop`` it does not open."""
    home = home_with(*others, kind=kind)
    shut = home.things[f"{kind}_1"]
    home.things[shut.id] = replace(
        thing(shut.id, shut.center, shut.size, open=1), openness=by, closed_box=None
    )
    home.stops[shut.id] = stop
    return home


def test_what_stands_open_by_a_part_is_open():
    home = ajar(1.0)
    assert home.run("Open", "Cabinet_1").primitives == 0


def test_what_shows_too_little_inside_is_opened_further_for_a_second_look():
    home = ajar(1.0)
    assert home.run("Inspect", "Cabinet_1").success
    assert opened(home) == [1.0]
    kinds = [p.kind for p in home.log]
    assert any(k in (K.LOOK_DOWN, K.LOOK_UP) for k in kinds[: kinds.index(K.OPEN)])


def test_what_was_seen_enough_is_not_opened_further():
    home = ajar(1.0)
    home.things["Cabinet_1"] = replace(home.things["Cabinet_1"], inspected=True)
    home.run("Inspect", "Cabinet_1")
    assert opened(home) == []


def test_opening_further_comes_to_an_end():
    home = ajar(0.6)
    for _ in range(6):
        home.run("Inspect", "Cabinet_1")
    assert opened(home) == [1.0, 0.8]
    home = ajar(0.85)
    for _ in range(6):
        home.run("Inspect", "Cabinet_1")
    assert opened(home) == [1.0, 0.8]
    assert home.things["Cabinet_1"].openness == 0.8


def test_furniture_in_the_way_is_not_run_into_again():
    home = ajar(0.7, CAN)
    home.run("Inspect", "Cabinet_1")
    assert opened(home) == []
    del home.things["GarbageCan_1"]
    home.stops.clear()
    home.run("Inspect", "Cabinet_1")
    assert opened(home) == [1.0]


def test_a_drawer_is_opened_further_for_what_would_not_fit_into_it():
    plate = thing("Plate_1", (1.5, 1.0, 0.9), (0.25, 0.25, 0.02))
    home = ajar(1.0, plate, kind="Drawer", by=0.5)
    assert home.run("PickUp", "Plate_1").success
    assert home.run("Put", "Plate_1", "Drawer_1").success
    assert [p.kind for p in home.log if p.kind.is_interaction][-2:] == [K.OPEN, K.PUT]
    spoon = replace(thing("Spoon_1", (1.5, 1.0, 0.9), (0.15, 0.02, 0.02)), held=True)
    home = ajar(1.0, spoon, kind="Drawer", by=0.5)
    assert home.run("Put", "Spoon_1", "Drawer_1").success
    assert opened(home) == []


@pytest.mark.parametrize("act", [K.PICK, K.PUT])
def test_what_fails_in_a_cupboard_that_is_open_by_a_part_is_tried_once_it_is_open(act):
    apple = thing("Apple_1", (1.6, 0.0, 0.4), (0.07, 0.07, 0.07), parent="Cabinet_1")
    home = ajar(1.0, apple if act is K.PICK else replace(apple, held=True, parent=None))
    home.fail[act] = [ErrorCode.RECEPTACLE_FULL if act is K.PUT else ErrorCode.OCCLUDED] * 5
    args = ("Apple_1",) if act is K.PICK else ("Apple_1", "Cabinet_1")
    result = home.run("PickUp" if act is K.PICK else "Put", *args)
    assert opened(home) == [1.0]
    done = [p.kind for p in home.log if p.kind.is_interaction]
    assert done[-1] is act
    assert result.success is (not home.fail[act])
