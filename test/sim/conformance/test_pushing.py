# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pushed things move what they run into, as far as their masses let them."""

import itertools

import numpy as np
import pytest

SCENE = "FloorPlan30"
FORCED = {"forceAction": True}


def fresh(client):
    return client.reset(
        SCENE, width=64, height=64, agentCount=1,
        renderDepthImage=False, renderInstanceSegmentation=False,
        renderSemanticSegmentation=False, renderNormalsImage=False,
    )  # fmt: skip


def first(client, kind):
    found = client.last_event.metadata["objects"]
    return next(o for o in found if o["objectType"] == kind)


def place(client, kind):
    position = first(client, kind)["position"]
    return np.array([position["x"], position["z"]])


def do(client, action, **parameters):
    metadata = client.step(action, **parameters).metadata
    assert metadata["lastActionSuccess"], (action, metadata["errorMessage"])
    return metadata


def open_floor(client):
    """The agent looks along +z, away from a place with 50 cm of free floor to every side."""
    do(client, "RotateLook", rotation=0, horizon=0)
    cells = do(client, "GetReachablePositions")["actionReturn"]
    have = {(round(c["x"] * 4), round(c["z"] * 4)) for c in cells}
    agent = client.last_event.metadata["agent"]["position"]
    here = np.array([agent["x"], agent["z"]]) * 4
    around = [(i, j) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)]
    return next(
        np.array([x, z]) / 4
        for x, z in sorted(have)
        if all((x + i, z + j) in have for i, j in around) and np.abs(here - (x, z)).max() > 3
    )


def lay(client, kind, at):
    position = {"x": float(at[0]), "y": 0.3, "z": float(at[1])}
    do(client, "TeleportObject", objectId=first(client, kind)["objectId"], position=position,
       forceAction=True)  # fmt: skip


def push(client, kind, newtons, **more):
    return do(
        client, "DirectionalPush", objectId=first(client, kind)["objectId"],
        moveMagnitude=newtons, **more, **FORCED,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("angle", "axis", "sign"),
    [(0, 1, 1), (90, 0, 1), (180, 1, -1), (270, 0, -1), (-1, 1, 1), (-90, 0, -1), (450, 0, 1)],
)
def test_a_push_of_25_newtons_moves_a_tomato_in_any_direction(client, angle, axis, sign):
    fresh(client)
    lay(client, "Tomato", open_floor(client))
    before = place(client, "Tomato")
    push(client, "Tomato", 25, pushAngle=angle)
    assert sign * (place(client, "Tomato") - before)[axis] > 0.2


@pytest.mark.parametrize("action", ["DirectionalPush", "PushObject", "ApplyForceObject"])
def test_what_is_hit_moves_on(client, action):
    fresh(client)
    spot = open_floor(client) - (0, 0.3)
    lay(client, "Apple", spot)
    lay(client, "Tomato", spot + np.array([0, 0.3]))
    start = place(client, "Apple"), place(client, "Tomato")
    do(client, action, objectId=first(client, "Apple")["objectId"], moveMagnitude=12, **FORCED)
    apple, tomato = place(client, "Apple") - start[0], place(client, "Tomato") - start[1]
    assert tomato[1] > 0.04
    assert apple[1] > tomato[1]
    assert np.abs([apple[0], tomato[0]]).max() < 1e-6
    gap = place(client, "Tomato") - place(client, "Apple")
    sizes = [
        first(client, kind)["axisAlignedBoundingBox"]["size"]["z"] for kind in ("Apple", "Tomato")
    ]
    assert gap[1] > sum(sizes) / 2 - 0.01
    # Alone it would have gone further.
    lay(client, "Tomato", spot + np.array([0.4, 0.0]))
    lay(client, "Apple", spot)
    do(client, action, objectId=first(client, "Apple")["objectId"], moveMagnitude=12, **FORCED)
    assert (place(client, "Apple") - start[0])[1] > apple[1] + 0.02


def test_a_heavy_thing_hardly_moves_for_a_light_one(client):
    fresh(client)
    spot, moved = open_floor(client) - (0, 0.45), {}
    for kind in ("Toaster", "Egg"):
        lay(client, "Apple", spot)
        lengths = [first(client, k)["axisAlignedBoundingBox"]["size"]["z"] for k in ("Apple", kind)]
        lay(client, kind, spot + np.array([0, 0.1 + sum(lengths) / 2]))
        before = place(client, kind)
        push(client, "Apple", 12)
        moved[kind] = (place(client, kind) - before)[1]
        lay(client, kind, spot + np.array([0.5, 0.0]))
    assert first(client, "Toaster")["mass"] > 2 * first(client, "Egg")["mass"]
    assert 0 < moved["Toaster"] < 0.8 * moved["Egg"]


def test_a_row_is_pushed_one_by_the_other(client):
    fresh(client)
    kinds = ("Apple", "Tomato", "Potato")
    spot = open_floor(client) - (0, 0.45)
    for number, kind in enumerate(kinds):
        lay(client, kind, spot + np.array([0, 0.13 * number]))
    before = [place(client, kind)[1] for kind in kinds]
    push(client, "Apple", 25)
    after = [place(client, kind)[1] for kind in kinds]
    assert min(np.subtract(after, before)) > 0.05
    assert after == sorted(after)


def test_what_lies_in_a_vessel_takes_it_along(home):
    here = home(SCENE)
    pan, potato = here.one("Pan"), here.one("Potato")
    here.take(pan)
    here.put_on_any(pan, "CounterTop")
    here.take(potato)
    here.put(pan)
    before, inside = pan.position.copy(), potato.position - pan.position
    for angle in (0, 90, 180, 270):
        assert here.do("DirectionalPush", objectId=potato.object_id, pushAngle=angle,
                       moveMagnitude=15, forceAction=True), here.error  # fmt: skip
    assert np.linalg.norm(pan.position - before) > 0.02
    assert np.allclose(potato.position - pan.position, inside)
    assert potato.parent is pan


def test_walls_and_what_is_fixed_stop_it(home):
    here = home(SCENE)
    for thing in [t for t in here.sim.world.objects() if t.can("pick") and not t.out_of_sight]:
        for angle in (0, 90, 180, 270):
            assert here.do("DirectionalPush", objectId=thing.object_id, pushAngle=angle,
                           moveMagnitude=200, forceAction=True), here.error  # fmt: skip
    world = here.sim.world
    boxes, owners = world.boxes()
    fixed = np.array([not world.things[k].dynamic for k in owners])
    for thing in world.objects():
        if thing.can("pick") and not thing.hidden and not here.closed_away(thing):
            box = thing.bounds()
            overlap = np.minimum(box[3:], boxes[fixed, 3:]) - np.maximum(box[:3], boxes[fixed, :3])
            assert overlap.min(1).max() < 0.03 + 1e-9, thing.object_id
            # The body of a stove between its burners carries things, but is no receptacle.
            under = np.abs(boxes[fixed, 4] - box[1]) < 0.02
            under &= (boxes[fixed][:, [0, 2]] < box[[3, 5]]).all(1)
            under &= (boxes[fixed][:, [3, 5]] > box[[0, 2]]).all(1)
            assert thing.parent is not None or under.any()


def test_a_plate_pushed_off_its_table_breaks(home):
    fallen = 0
    for number, angle in itertools.product(range(3), (0, 90, 180, 270)):
        here = home(SCENE)
        plate, tops = here.one("Plate"), here.all("CounterTop") + here.all("DiningTable")
        if number >= len(tops):
            continue
        here.take(plate)
        if not here.do("PutObject", objectId=tops[number].object_id, forceAction=True):
            continue
        height = plate.bounds()[1]
        assert here.do("DirectionalPush", objectId=plate.object_id, pushAngle=angle,
                       moveMagnitude=100, forceAction=True), here.error  # fmt: skip
        assert plate.broken == (height - plate.bounds()[1] > 0.6)
        fallen += plate.broken
    assert fallen


def test_what_is_held_is_neither_pushed_nor_hit(home):
    here = home(SCENE)
    apple = here.one("Apple")
    here.take(apple)
    where = apple.position.copy()
    assert not here.do("PushObject", objectId=apple.object_id, forceAction=True)
    assert "held" in here.error
    for thing in [t for t in here.sim.world.objects() if t.can("pick") and t is not apple][:12]:
        here.do("PullObject", objectId=thing.object_id, moveMagnitude=100, forceAction=True)
        assert np.array_equal(apple.position, where)
