# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is visible: some part of the body within reach, and any point in view."""

import numpy as np


def visible(place) -> set[str]:
    """Ids of what the agent sees."""
    things = place.sim.world.things
    return {things[number].object_id for number in place.sim.eyes.look(1.0).visible}


def test_the_floor_is_visible_wherever_it_is_seen(home):
    place = home("FloorPlan301")
    floor, body = place.one("Floor"), place.sim.world.body
    body.horizon = 0.0
    seen = []
    for yaw in (0.0, 90.0, 180.0, 270.0):
        body.yaw = yaw
        points = floor.view_points()
        ahead = points[place.sim.eyes.in_frame(body.eye(), body.gaze(), 1.0, points)]
        # Level, with a field of view of 90 degrees, nothing nearer than the eye is high is in view.
        assert (np.hypot(*(ahead - body.eye())[:, [0, 2]].T) > 1.5).all()
        seen.append(floor.object_id in visible(place))
    assert any(seen)


def test_what_is_out_of_reach_is_not_visible(home):
    place = home("FloorPlan301")
    place.do("GetReachablePositions")
    cells, bed = place.returned, place.one("Bed")
    eye = place.sim.world.body.eye()
    boxes = bed.boxes()

    def away(cell) -> float:
        at = np.array([cell["x"], eye[1], cell["z"]])
        off = np.maximum(np.maximum(boxes[:, :3] - at, at - boxes[:, 3:]), 0.0)
        return float(np.hypot(off[:, 0], off[:, 2]).min())

    far = max(cells, key=away)
    assert away(far) > 1.5
    body = place.sim.world.body
    body.x, body.z, body.horizon = far["x"], far["z"], 30.0
    for yaw in (0.0, 90.0, 180.0, 270.0):
        body.yaw = yaw
        assert bed.object_id not in visible(place)


def test_cabinets_and_drawers_are_looked_at_by_their_fronts(home):
    place = home("FloorPlan8")
    for thing in (*place.all("Cabinet"), *place.all("Drawer")):
        local = (thing.view_points() - thing.position) @ thing.matrix
        assert len(local) > 0
        assert (local[:, 2] > thing.shape.half[2] - 0.1).all(), thing.object_id
