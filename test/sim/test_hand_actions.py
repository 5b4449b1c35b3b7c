# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Picking up, putting down, and what must not change when that fails."""

import numpy as np
import pytest

from egoplan_ros.sim.metadata import Report


def snapshot(place):
    report = Report(place.sim.world)
    eye = place.sim.world.body.eye()
    return [report.thing(t, False, False, eye) for t in place.sim.world.objects()]


def test_pick_and_put_keep_the_books(home):
    place = home("FloorPlan7")
    apple = next(t for t in place.sim.world.objects() if t.can("pick") and not place.closed_away(t))
    old = apple.parent
    assert place.anywhere(apple, "PickupObject") == ""
    assert apple.parent is None
    assert apple.picked_up
    assert apple not in old.children
    table = place.one("CounterTop")
    assert place.anywhere(table, "PutObject") == ""
    assert apple.parent is table
    assert apple in table.children
    bounds, top = apple.bounds(), table.bounds()
    assert abs(bounds[1] - top[4]) < 0.01


def test_pointing_picks_and_puts(home):
    place = home("FloorPlan3")
    mug = place.one("Mug")
    done = False
    for pose in place.poses(mug, 12):
        place.do("TeleportFull", **pose)
        body = place.sim.world.body
        for point in mug.view_points():
            local = (point - body.eye()) @ body.gaze()
            x, y = 0.5 + local[0] / local[2] / 2, 0.5 - local[1] / local[2] / 2
            if (
                local[2] > 0
                and place.do("GetObjectInFrame", x=x, y=y)
                and (place.returned == mug.object_id)
            ):
                done = place.do("PickupObject", x=x, y=y)
                break
        if done:
            break
    assert done
    assert place.do("PutObject", x=x, y=y), place.error
    assert mug.parent is not None


def test_refusals_leave_the_world_alone(home):
    place = home("FloorPlan7")
    before = snapshot(place)
    fridge = place.one("Fridge")
    assert not place.do("PutObject", objectId=fridge.object_id)
    assert "isn't holding anything" in place.error
    assert not place.do("PickupObject", objectId=fridge.object_id, forceAction=True)
    assert "CanPickup" in place.error
    assert not place.do("PickupObject", objectId="Nothing|1|2|3")
    assert "is not the objectId on any object" in place.error
    assert not place.do("DropHandObject")
    assert not place.do("PickupObject", x=1.5, y=0.2)
    assert "[0:1]" in place.error
    assert snapshot(place) == before


def test_hand_holds_one_thing(home):
    place = home("FloorPlan7")
    place.take(place.one("Apple"))
    before = snapshot(place)
    assert not place.do("PickupObject", objectId=place.one("Egg").object_id, forceAction=True)
    assert "already" in place.error
    assert snapshot(place) == before


def test_closed_receptacle_takes_nothing(home):
    place = home("FloorPlan7")
    place.take(place.one("Apple"))
    fridge = place.one("Fridge")
    assert not place.do("PutObject", objectId=fridge.object_id, forceAction=True)
    assert "CLOSED" in place.error
    assert place.do("OpenObject", objectId=fridge.object_id, forceAction=True)
    place.put(fridge)


def test_type_table_holds_unless_forced(home):
    place = home("FloorPlan7")
    place.take(place.one("Spatula"))
    bin_ = place.one("GarbageCan")
    place.face(bin_)
    assert not place.do("PutObject", objectId=bin_.object_id)
    assert "cannot be placed in" in place.error
    assert place.do("PutObject", objectId=bin_.object_id, forceAction=True)


def test_receptacles_fill_up(home):
    place = home("FloorPlan2")
    sink = place.one("SinkBasin")
    kinds = ["Pot", "Pan", "Bowl", "Plate", "Lettuce", "Mug", "Cup", "Apple", "Tomato", "Potato"]
    full = False
    for kind in kinds * 2:
        for thing in place.all(kind):
            if thing.parent is sink:
                continue
            place.take(thing)
            if not place.do("PutObject", objectId=sink.object_id, forceAction=True):
                assert "No valid positions" in place.error
                full = True
            place.sim.world.body.held = None
            thing.picked_up = False
    assert full
    boxes = [t.bounds() for t in sink.children]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            overlap = np.minimum(a[3:], b[3:]) - np.maximum(a[:3], b[:3])
            assert overlap.min() < 0.012


def test_contents_travel_with_their_container(home):
    place = home("FloorPlan6")
    pot, potato = place.one("Pot"), place.one("Potato")
    counter = place.one("CounterTop")
    place.take(potato)
    place.put(pot)
    place.take(pot)
    held = [t.kind for t in place.sim.world.carried()]
    assert held == ["Pot", "Potato"]
    offset = potato.position - pot.position
    assert np.linalg.norm(offset[[0, 2]]) < 0.12
    place.put(counter)
    assert potato.parent is pot
    assert np.linalg.norm((potato.position - pot.position)[[0, 2]]) < 0.12


def test_dropped_things_rest_on_something(home):
    place = home("FloorPlan301")
    pillow = place.one("Pillow")
    place.take(pillow)
    assert place.do("DropHandObject", forceAction=True)
    assert pillow.parent is not None
    assert pillow.bounds()[1] > -0.001


def test_held_things_follow(home):
    place = home("FloorPlan6")
    apple = place.one("Apple")
    place.take(apple)
    for action in ("RotateRight", "LookDown", "RotateLeft"):
        assert place.do(action)
        assert np.allclose(apple.position, place.sim.world.body.hand_position())
    assert place.do("MoveHeldObject", up=0.05)
    assert np.allclose(apple.position, place.sim.world.body.hand_position())
    assert not place.do("MoveHeldObject", ahead=9.0)


def test_running_water_does_not_keep_things_out_of_the_basin(home):
    place = home("FloorPlan1")
    mug, faucet, basin = (place.one(kind) for kind in ("Mug", "Faucet", "SinkBasin"))

    poses = place.poses(basin, spread=12)

    def successes():
        count = 0
        for pose in poses:
            assert place.do("PickupObject", objectId=mug.object_id, forceAction=True)
            assert place.do("TeleportFull", **pose)
            count += place.do("PutObject", objectId=basin.object_id)
            place.do("DropHandObject", forceAction=True)
        return count

    dry = successes()
    assert dry
    assert place.do("ToggleObjectOn", objectId=faucet.object_id, forceAction=True)
    assert successes() == dry


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("DropHandObject", {}),
        ("DropHandObject", {"forceAction": True}),
        ("DropHeldObjectAhead", {"forceAction": True}),
        ("ThrowObject", {"moveMagnitude": 1.0}),
        ("BreakObject", {}),
    ],
)
def test_nothing_is_let_go_beyond_a_wall(home, action, more):
    place = home("FloorPlan201")
    thing = next(t for t in place.sim.world.objects() if t.can("break") and t.can("pick"))
    assert place.do("GetReachablePositions")
    here = min(place.returned, key=lambda p: p["x"])
    assert place.do("TeleportFull", **here, rotation=270, horizon=0, standing=True), place.error
    place.take(thing)
    low = place.sim.world.low
    assert thing.position[0] < low[0]  # the hand reaches through the wall
    more = {"objectId": thing.object_id} if action == "BreakObject" else more
    assert place.do(action, **more), place.error
    assert thing.bounds()[0] > low[0] - 0.01
    assert thing.parent is not None
    assert place.sim.world.body.held is None
    assert place.do("GetInteractablePoses", objectId=thing.object_id)
    assert place.returned


def test_what_is_let_go_off_the_walls_falls_where_it_was(home):
    place = home("FloorPlan201")
    thing = place.one("KeyChain")
    assert place.do("GetReachablePositions")
    low, high = place.sim.world.low, place.sim.world.high
    inner = [p for p in place.returned if min(p["x"] - low[0], high[0] - p["x"]) > 0.8]
    here = next(p for p in inner if min(p["z"] - low[2], high[2] - p["z"]) > 0.8)
    for yaw in (0, 90, 180):
        assert place.do("TeleportFull", **here, rotation=yaw, horizon=0, standing=True)
        place.take(thing)
        where = thing.position.copy()
        assert place.do("DropHandObject", forceAction=True)
        assert np.array_equal(thing.position[[0, 2]], where[[0, 2]])


def test_slices_stand_on_edge_where_there_is_no_room_to_lie(home):
    """A salad goes onto one plate; its slices do not lie side by side there."""
    place = home("FloorPlan6")
    plate, food = place.one("Plate"), []
    for kind in ("Lettuce", "Tomato", "Potato"):
        source = place.one(kind)
        assert place.do("SliceObject", objectId=source.object_id, forceAction=True), place.error
        food.append(place.all(f"{kind}Sliced")[0])
    for piece in food:
        place.take(piece)
        assert place.do("PutObject", objectId=plate.object_id, forceAction=True), place.error
    assert plate.children == food
    lying = [bool(np.ptp(piece.bounds().reshape(2, 3)[:, 1]) < 0.03) for piece in food]
    assert lying[0]  # as long as there is room
    assert not all(lying)
