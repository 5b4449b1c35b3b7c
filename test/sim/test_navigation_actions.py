# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Moving and looking in a simulated home."""

import numpy as np
import pytest

HEADINGS = {"MoveAhead": 0, "MoveRight": 90, "MoveBack": 180, "MoveLeft": 270}


def test_free_moves_go_one_grid_cell(home):
    place = home("FloorPlan3")
    body = place.sim.world.body
    place.do("GetReachablePositions")
    cells = {(round(p["x"], 2), round(p["z"], 2)) for p in place.returned}
    moved = 0
    for action, degrees in HEADINGS.items():
        goal = np.array([body.x, body.z]) + 0.25 * place.sim.heading(degrees)
        if (round(goal[0], 2), round(goal[1], 2)) in cells:
            assert place.do(action), place.error
            assert (body.x, body.z) == pytest.approx(tuple(goal))
            moved += 1
    assert moved > 0


def test_walls_stop_the_agent_and_are_named(home):
    place = home("FloorPlan3")
    body = place.sim.world.body
    for _ in range(60):
        before = (body.x, body.z)
        if not place.do("MoveAhead"):
            break
    assert "is blocking Agent 0 from moving by" in place.error
    assert (body.x, body.z) == before
    assert body.collided
    assert body.collided_with


def test_every_reachable_position_can_be_teleported_to(home):
    place = home("FloorPlan7")
    place.do("GetReachablePositions")
    cells = place.returned
    body = place.sim.world.body
    assert (cells[0]["x"], cells[0]["z"]) == (body.x, body.z)
    assert len(cells) > 40
    assert all(place.do("Teleport", position=cell) for cell in cells)


def test_teleport_into_furniture_is_refused_and_changes_nothing(home):
    place = home("FloorPlan7")
    body = place.sim.world.body
    before = (body.x, body.z, body.yaw, body.horizon)
    fridge = place.one("Fridge")
    spot = np.round(fridge.position / 0.25) * 0.25
    position = {"x": float(spot[0]), "y": body.y, "z": float(spot[2])}
    assert not place.do("Teleport", position=position, horizon=30)
    assert (body.x, body.z, body.yaw, body.horizon) == before
    assert not place.do("Teleport", position={"x": 99.0, "y": body.y, "z": 0.0})
    assert "bounds" in place.error
    assert not place.do("Teleport", position={"x": body.x + 0.1, "y": body.y, "z": body.z})


def test_look_limits_have_their_codes(home):
    place = home("FloorPlan301")
    assert place.do("LookDown", degrees=60)
    assert not place.do("LookDown", degrees=15)
    assert place.code == "LookDownCantExceedMin"
    assert place.do("LookUp", degrees=90)
    assert not place.do("LookUp")
    assert place.code == "LookUpCantExceedMax"
    assert place.sim.world.body.horizon == -30


def test_rotation_stays_on_quarters(home):
    place = home("FloorPlan301")
    body = place.sim.world.body
    start = body.yaw
    for k in range(1, 6):
        assert place.do("RotateRight")
        assert body.yaw == (start + 90 * k) % 360
    assert place.do("RotateLeft", degrees=30)
    assert body.yaw == (start + 90 * 5 - 30) % 360
    assert not place.do("RotateLeft", degrees=0)


def test_crouching_lowers_the_eye(home):
    place = home("FloorPlan301")
    body = place.sim.world.body
    high = body.eye()[1]
    assert place.do("Crouch")
    assert body.eye()[1] == pytest.approx(high - 0.675)
    assert not place.do("Crouch")
    assert place.do("Stand")


def test_shortest_path_leads_to_a_view_of_the_object(home):
    place = home("FloorPlan5")
    assert place.do("GetShortestPath", objectType="Fridge"), place.error
    corners = place.returned["corners"]
    body = place.sim.world.body
    assert (corners[0]["x"], corners[0]["z"]) == (body.x, body.z)
    assert not place.do("GetShortestPath", objectType="Cabinet")
    assert not place.do("GetShortestPathToPoint", target={"x": 50.0, "y": 0.0, "z": 0.0})


def test_fine_grids_stay_within_memory_and_absurd_ones_are_refused(home):
    place = home("FloorPlan401")
    assert place.do("GetReachablePositions", gridSize=0.05)
    assert len(place.returned) > 1000
    assert not place.do("GetReachablePositions", gridSize=0.011)
    assert "grid size" in place.error
    house = home("FloorPlan_Train1_1")
    assert not house.do("GetReachablePositions", gridSize=0.02)
    assert "too many steps" in house.error


def test_absurdly_fine_turns_are_no_list_of_poses(home):
    place = home("FloorPlan401")
    assert place.do("Initialize", rotateStepDegrees=1e-9)
    name = next(t.object_id for t in place.sim.world.objects())
    assert not place.do("GetInteractablePoses", objectId=name)
    assert "rotateStepDegrees" in place.error
    assert place.do("GetInteractablePoses", objectId=name, rotations=[0.0, 90.0])


@pytest.mark.parametrize("grid", [0.1, 0.2, 0.15])
def test_the_start_is_on_the_grid(home, grid):
    place = home("FloorPlan1")
    body = place.sim.world.body
    before = body.x, body.z
    assert place.do("Initialize", gridSize=grid), place.error
    for value, old in zip((body.x, body.z), before, strict=True):
        assert value / grid == pytest.approx(round(value / grid), abs=1e-6)
        assert abs(value - old) < 2 * grid
    assert place.do("GetReachablePositions")
    assert place.do("Teleport", position=place.returned[-1]), place.error


def test_a_start_on_the_grid_or_without_one_stays(home):
    place = home("FloorPlan1")
    body = place.sim.world.body
    before = body.x, body.z
    assert place.do("Initialize", gridSize=0.25)
    assert (body.x, body.z) == before
    assert place.do("Initialize", gridSize=0.1, snapToGrid=False)
    assert (body.x, body.z) == before
