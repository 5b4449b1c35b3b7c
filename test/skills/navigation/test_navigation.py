# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from math import atan2, hypot, pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_home import K, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.door_clearance import swing_of
from egoplan_ros.skills.geometry.placing import free_spots, nearest_spot
from egoplan_ros.skills.geometry.stand_pose import pitch_for, stand_poses
from egoplan_ros.skills.navigation.navigation import drive_to, in_reach, look_at
from egoplan_ros.skills.paths.lattice import Lattice, Node, command, heading_of
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import View
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import Feedback
from egoplan_ros.world.state import Frontier

CONFIG = SkillConfig()


def lattice(home: ToyHome, margin: float = 0.05, blocked=frozenset()) -> Lattice:
    return Lattice(home.world(), CONFIG, margin, set(blocked))


def test_nodes_lie_on_the_robots_own_grid():
    home = ToyHome()
    home.base = Pose2D(0.1, -0.35, pi / 2)
    found = lattice(home)
    assert found.pose(found.start) == Pose2D(pytest.approx(0.1), pytest.approx(-0.35), pi / 2)
    node = found.node(0.62, -0.6)
    assert node is not None
    assert found.pose(node).x == pytest.approx(0.6)


def test_costs_count_steps_and_turns():
    found = lattice(ToyHome())
    start = found.start
    costs = found.costs()
    assert costs[start.row, start.col + 3, 0] == pytest.approx(3.0)
    assert costs[start.row + 2, start.col, 1] == pytest.approx(3.0)
    assert costs[start.row, start.col, 2] == pytest.approx(2.0)


def test_a_wall_with_a_gap_is_driven_through_the_gap():
    home = ToyHome(walls=[(0.6, -2.0, 0.7, 0.6), (0.6, 1.5, 0.7, 2.0)])
    found = lattice(home)
    goal = found.node(1.25, 0.0, 0)
    path = found.path(goal)
    assert path is not None
    through = [found.pose(node) for node in path]
    assert any(abs(pose.x - 0.75) < 0.2 and 0.6 < pose.y < 1.5 for pose in through)
    assert all(found.clearance[node.row, node.col] >= 0.25 for node in path)


@pytest.mark.parametrize(("width", "detour"), [(0.1, False), (0.9, True)])
def test_what_is_held_is_carried_round_a_narrow_place(width, detour):
    # Straight on lies a gap of 0.6 m, beside it one of 1.4 m.
    held = replace(thing("Box_1", (0, 0, 1), (width, width, 0.2)), held=True)
    home = ToyHome(held, walls=[(0.4, -2.0, 0.5, -0.3), (0.4, 0.3, 0.5, 0.4), (0.4, 1.8, 0.5, 2.0)])
    found = lattice(home)
    path = found.path(found.node(1.0, 0.75, 1))
    assert path is not None
    assert all(found.clearance[node.row, node.col] >= 0.45 for node in path) is detour


def test_what_is_held_is_carried_through_a_narrow_place_when_there_is_no_other():
    held = replace(thing("Box_1", (0, 0, 1), (0.9, 0.9, 0.2)), held=True)
    found = lattice(ToyHome(held, walls=[(0.4, -2.0, 0.5, -0.3), (0.4, 0.3, 0.5, 2.0)]))
    assert found.path(found.node(1.0, 0.0, 0)) is not None


def test_a_closed_wall_and_blocked_moves_make_it_unreachable():
    home = ToyHome(walls=[(0.6, -2.0, 0.7, 2.0)])
    found = lattice(home)
    assert found.path(found.node(1.25, 0.0, 0)) is None


def test_commands_follow_the_heading():
    assert command(Node(0, 0, 0), Node(1, 0, 0)) is K.MOVE_AHEAD
    assert command(Node(0, 0, 1), Node(1, 0, 1)) is K.MOVE_RIGHT
    assert command(Node(0, 0, 2), Node(1, 0, 2)) is K.MOVE_BACK
    assert command(Node(0, 0, 3), Node(0, 0, 0)) is K.ROTATE_LEFT
    assert heading_of(-pi / 2) == 3


def test_stand_poses_face_the_object_within_reach():
    table = thing("DiningTable_1", (1.2, 0.0, 0.4), (0.8, 0.8, 0.8))
    home = ToyHome(table, thing("Mug_1", (1.2, 0.0, 0.85)), walls=[(0.8, -0.4, 1.6, 0.4)])
    world = home.world()
    found = stand_poses(world.objects["Mug_1"], world, lattice(home), CONFIG, load_ontology())
    assert found
    for stand in found:
        assert abs(stand.pose.bearing_to(1.2, 0.0)) <= CONFIG.half_view + 1e-6
        assert stand.pose.distance_to(1.2, 0.0) <= CONFIG.reach
        assert home.world().grid.value(stand.pose.x, stand.pose.y) == 0


def test_what_was_not_seen_is_looked_at_along_the_lines_it_was_seen_along():
    """A card under a table top: from above nothing of it shows, from afar it did."""
    card = thing("CreditCard_1", (1.2, 0.0, 0.54), (0.09, 0.06, 0.005))
    card = replace(card, seen_from=(Pose2D(-1.5, 1.5, 0.0),))
    home = ToyHome(card, walls=[(1.0, -0.5, 1.6, 0.5)])
    home.base = Pose2D(0.5, 0.0)

    def steep(unseen):
        best = stand_poses(
            card, home.world(), lattice(home), CONFIG, load_ontology(), unseen=unseen
        )[0].pose
        return best.distance_to(1.2, 0.0), best.y

    near, far = steep(frozenset()), steep(frozenset({(0.75, 0.0, 0), (0.5, 0.0, 0)}))
    assert far[0] > near[0] + 0.2
    assert far[1] > 0.0  # and from the side it was seen from


def test_what_does_not_show_from_near_is_looked_at_from_the_end_of_the_reach():
    card = thing("CreditCard_1", (1.2, 0.0, 0.54), (0.09, 0.06, 0.005))
    card = replace(card, seen_from=(Pose2D(-1.9, 0.0, 0.0),))
    home = ToyHome(card, walls=[(1.0, -0.5, 1.6, 0.5)])
    home.base = Pose2D(0.5, 0.0)
    home.hidden = {"CreditCard_1"}
    assert home.run("GoTo", "CreditCard_1").error is ErrorCode.NOT_VISIBLE
    stood = [Pose2D(0.5, 0.0)]
    for primitive in home.log:
        if primitive.kind in (K.MOVE_BACK, K.MOVE_AHEAD):
            sign = 1.0 if primitive.kind is K.MOVE_AHEAD else -1.0
            stood.append(Pose2D(stood[-1].x + sign * 0.25, 0.0))
    assert min(pose.x for pose in stood) < -0.1


def test_doors_are_opened_from_farther_away():
    fridge = thing("Fridge_1", (1.5, 0.0, 0.9), (0.7, 0.7, 1.8), open=0)
    home = ToyHome(fridge, walls=[(1.15, -0.35, 1.85, 0.35)])
    world = home.world()
    near = stand_poses(fridge, world, lattice(home), CONFIG, load_ontology())[0]
    far = stand_poses(
        fridge,
        world,
        lattice(home),
        CONFIG,
        load_ontology(),
        door=swing_of(fridge, load_ontology(), None),
    )[0]
    gap = fridge.planar_distance
    assert gap(far.pose.x, far.pose.y) >= 0.5
    assert gap(far.pose.x, far.pose.y) >= gap(near.pose.x, near.pose.y)


def test_pitch_looks_down_on_low_things_and_up_at_high_ones():
    low = thing("Mug_1", (0.6, 0.0, 0.1))
    high = thing("Cabinet_1", (0.8, 0.0, 2.1), (0.3, 0.3, 0.6))
    assert pitch_for(low, Pose2D(), 1.5, 0.0, CONFIG) == pytest.approx(pi / 3)
    assert pitch_for(high, Pose2D(), 1.5, 0.0, CONFIG) == pytest.approx(-pi / 6)


@given(
    x=st.floats(0.3, 2.0),
    z=st.floats(0.05, 2.2),
    now=st.sampled_from([-1, 0, 1, 2]),
)
def test_no_fewer_tilts_have_a_thing_well_in_view(x, z, now):
    now = now * CONFIG.tilt
    angle = atan2(1.5 - z, x)  # a thing this small is looked at in its middle
    pitch = pitch_for(thing("Mug_1", (x, 0.0, z), (0.0, 0.0, 0.0)), Pose2D(), 1.5, now, CONFIG)
    levels = [k * CONFIG.tilt for k in (-1, 0, 1, 2)]
    well = [level for level in levels if abs(angle - level) <= CONFIG.half_height - 1e-6]
    assert min(abs(pitch - level) for level in levels) < 1e-6
    if well:
        assert abs(angle - pitch) <= CONFIG.half_height + 1e-6
        assert abs(pitch - now) <= min(abs(level - now) for level in well) + 1e-6


def test_go_to_has_the_object_in_view_and_reach():
    home = ToyHome(thing("Mug_1", (-1.5, 1.2, 0.9)))
    result = home.run("GoTo", "Mug_1")
    assert result.success
    mug = home.world().objects["Mug_1"]
    assert mug.view is not None
    assert mug.planar_distance(home.base.x, home.base.y) <= 1.45
    assert result.primitives == len(home.log)
    assert result.failures == 0


def test_no_step_is_taken_once_the_object_is_in_reach():
    home = ToyHome(thing("Mug_1", (1.9, 0.0, 1.2)))
    home.base = Pose2D(-1.0, 0.0, 0.0)
    assert home.run("GoTo", "Mug_1").success
    gap = home.world().objects["Mug_1"].planar_distance(home.base.x, home.base.y)
    assert CONFIG.reach - 0.05 - CONFIG.step < gap <= CONFIG.reach - 0.05


def test_a_container_is_gone_nearer_to_than_its_door():
    """Its open door is in reach long before the container itself is."""
    home = ToyHome(thing("Microwave_1", (1.7, 0.0, 1.2), (0.4, 0.5, 0.3), open=1, toggled=0))
    home.data[30:50, 77:80] = 100  # the wall it stands at, which tells where its front is
    home.base = Pose2D(-1.0, 0.0, 0.0)
    assert home.run("GoTo", "Microwave_1").success
    assert home.base.distance_to(1.7, 0.0) <= CONFIG.reach - 0.3


@pytest.mark.parametrize("holding", [False, True])
def test_who_holds_something_goes_on_until_the_hand_reaches_a_free_place(holding):
    """The middle of a table is in reach, and what stands there, before the free place behind it."""
    table = thing("SideTable_1", (1.7, 0.0, 0.7), (0.8, 0.4, 0.05))
    box = thing("Box_1", (1.5, 0.0, 0.85), (0.4, 0.4, 0.2), parent="SideTable_1")
    mug = replace(thing("Mug_1", (0.0, 0.0, 0.9)), held=holding)
    home = ToyHome(table, box, mug, walls=[(1.3, -0.2, 1.95, 0.2)])
    home.base = Pose2D(-1.0, 0.0, 0.0)
    assert home.run("GoTo", "SideTable_1").success
    free = free_spots(table, home.world().held, home.world(), load_ontology())
    x, y, _ = nearest_spot(free, home.base.x, home.base.y)
    assert (home.base.distance_to(x, y) <= CONFIG.reach - 0.2) is holding
    assert home.base.distance_to(1.7, 0.0) <= CONFIG.reach - 0.05


def test_a_table_in_reach_will_do_when_the_way_on_to_a_free_place_is_blocked():
    table = thing("SideTable_1", (1.7, 0.0, 0.7), (0.8, 0.4, 0.05))
    box = thing("Box_1", (1.5, 0.0, 0.85), (0.4, 0.4, 0.2), parent="SideTable_1")
    mug = replace(thing("Mug_1", (0.0, 0.0, 0.9)), held=True)
    home = ToyHome(
        *(table, box, mug),
        walls=[(1.3, -0.2, 1.95, 0.2)],
        hidden_walls=[(0.6, -2.0, 0.7, 2.0)],
    )
    home.base = Pose2D(-1.0, 0.0, 0.0)
    result = home.run("GoTo", "SideTable_1")
    assert result.failures > 0  # it tried
    assert result.success, result


def test_reach_is_measured_to_the_point_one_would_touch_not_to_the_box():
    """Of a bin one sees the inside, far below its rim."""
    home = ToyHome(thing("GarbageCan_1", (1.2, 0.2, 0.35), (0.4, 0.4, 0.7)))
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    for planar, reached in ((1.42, True), (1.48, False)):
        view = View((0.5, 0.5), 200, hypot(planar, 1.3), planar)
        assert in_reach(ctx, replace(home.things["GarbageCan_1"], view=view)) is reached


def test_the_camera_is_not_tilted_at_what_is_wholly_in_view_and_out_of_reach():
    home = ToyHome(thing("Mug_1", (1.7, 0.0, 0.9)))
    home.pitch = pi / 6
    looking = look_at(SkillContext(home.world(), load_ontology(), CONFIG), "Mug_1")
    with pytest.raises(StopIteration) as end:
        next(looking)
    assert end.value.value.id == "Mug_1"


def test_a_tight_gap_is_taken_where_the_way_round_is_long():
    """On the map the gap is too narrow by less than a cell on either side."""
    walls = [(0.5, -1.2, 0.6, -0.15), (0.5, 0.15, 0.6, 2.0)]
    walls += [(0.6, -1.2, 1.45, -1.1), (0.6, -0.5, 1.95, -0.4)]
    home = ToyHome(thing("Mug_1", (1.9, 0.0, 0.9)), walls=walls)
    home.truth[1:-1, 1:-1] = False
    result = home.run("GoTo", "Mug_1")
    assert result.success
    assert result.primitives < 5


def test_another_place_is_chosen_when_the_way_to_the_first_becomes_long():
    home = ToyHome(
        walls=[(-2.0, 0.4, -1.3, 0.5), (-0.7, 0.4, 1.2, 0.5)],
        hidden_walls=[(-1.3, 0.4, -0.7, 0.5)],
    )
    home.base = Pose2D(-1.0, -1.0, pi / 2)
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    arrived = []

    def way():
        arrived.append((yield from drive_to(ctx, -1.0, 1.0, pi / 2, detour=8.0)))

    steps = way()
    primitive = next(steps)
    with suppress(StopIteration):
        while True:
            home.execute(primitive)
            if home.base.y > -0.6:  # it sees the door that was shut
                home.data[home.truth] = 100
            primitive = steps.send(Feedback(home.last, home.world()))
    assert arrived == [False]
    assert len(home.log) < 5


@pytest.mark.parametrize("grows", [False, True])
def test_who_goes_to_and_fro_gives_up_though_the_map_grows(grows):
    """Of two gaps the one that is farther away seems open, whichever that is."""
    home = ToyHome(walls=[(-2.0, 0.4, 2.0, 0.5)])
    home.base = Pose2D(-0.5, 0.0, 0.0)
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    arrived = []

    def world():
        open_gap = 70 if home.base.x < 0.0 else 10
        home.data[48:50] = 100
        home.data[48:50, open_gap - 9 : open_gap + 9] = 0
        seen, more = home.world(), 3 * len(home.log) * grows
        data = np.pad(seen.grid.data, ((0, 0), (more, 0)), constant_values=-1)
        grid = replace(seen.grid, data=data, origin=(-2.0 - 0.05 * more, -2.0))
        return replace(seen, grid=grid)

    def way():
        arrived.append((yield from drive_to(ctx, 0.0, 1.5, 0.0)))

    ctx.world = world()
    steps = way()
    primitive = next(steps)
    with suppress(StopIteration):
        while True:
            home.execute(primitive)
            primitive = steps.send(Feedback(home.last, world()))
    assert arrived == [False]
    assert len(home.log) < 120


def test_what_could_not_be_used_from_there_is_gone_nearer_to():
    home = ToyHome(thing("Mug_1", (1.9, 0.0, 1.2)))
    home.base = Pose2D(-1.0, 0.0, 0.0)
    home.fail = {K.PICK: [ErrorCode.OUT_OF_REACH]}
    assert home.run("PickUp", "Mug_1").success
    places = [p for p in home.log if p.kind in (K.MOVE_AHEAD, K.PICK)]
    failed = next(i for i, p in enumerate(places) if p.kind is K.PICK)
    assert any(p.kind is K.MOVE_AHEAD for p in places[failed:])


def test_an_unseen_obstacle_is_driven_around_after_one_collision():
    home = ToyHome(thing("Mug_1", (1.9, 0.0, 0.9)), hidden_walls=[(0.5, -0.15, 0.6, 0.15)])
    result = home.run("GoTo", "Mug_1")
    assert result.success
    assert 1 <= result.failures <= 3


def test_an_object_behind_a_closed_wall_is_reported_as_such():
    home = ToyHome(thing("Mug_1", (1.9, 0.0, 0.9)), walls=[(0.2, -2.0, 0.3, 2.0)])
    result = home.run("GoTo", "Mug_1")
    assert not result.success
    assert result.error in (ErrorCode.OUT_OF_REACH, ErrorCode.PATH_BLOCKED)
    assert result.objects == ("Mug_1",)


def test_an_object_that_was_forgotten_is_not_found():
    home = ToyHome(thing("Mug_1", (1.5, 0.0, 0.9)))
    result = home.run("GoTo", "Cup_7")
    assert (result.success, result.error) == (False, ErrorCode.NOT_FOUND)


def test_explore_goes_to_the_frontier_and_looks():
    home = ToyHome(frontiers=[Frontier("frontier_1", 1.0, 0.5, pi / 2, 2.0)])
    result = home.run("Explore", "frontier_1")
    assert result.success
    assert home.base.distance_to(1.0, 0.5) < 0.2
    assert heading_of(home.base.yaw) == 1


def test_exploring_a_place_that_is_known_by_now_is_done_at_once():
    result = ToyHome().run("Explore", "frontier_9")
    assert (result.success, result.primitives) == (True, 0)


def test_known_ground_is_crossed_sideways_and_the_unexplored_face_first():
    home = ToyHome()

    def turns(watchful):
        grid = Lattice(home.world(), SkillConfig(), 0.0, set(), watchful)
        path = [grid.start, *(grid.path(grid.node(0.0, 1.0, 0)) or [])]
        return sum(a.heading != b.heading for a, b in pairwise(path))

    assert turns(watchful=False) == 0
    assert turns(watchful=True) == 2


def test_a_roomy_way_is_worth_a_small_detour():
    """Along the wall nothing is hit, but a step beside it there is more room."""
    home = ToyHome(walls=[(0.2, -0.3, 0.8, -0.2)])
    grid = Lattice(home.world(), SkillConfig(), 0.0, set())
    tight = grid.node(0.5, 0.0)
    assert 0.2 <= grid.clearance[tight.row, tight.col] < 0.3
    ways = {(n.col, n.row) for n in grid.path(grid.node(1.0, 0.0))}
    assert (tight.col, tight.row) not in ways


def test_the_floor_under_an_open_drawer_is_kept_out_of():
    home = ToyHome()
    free = Lattice(home.world(), SkillConfig(), 0.0, set())
    kept = Lattice(home.world(), SkillConfig(), 0.0, set(), keep_out=[(0.4, -0.2, 0.8, 0.2)])
    node = free.node(0.5, 0.0)
    assert free.costs()[node.row, node.col, 0] == 2.0
    assert not (kept.costs()[node.row, node.col] < float("inf")).any()


def test_no_tilt_is_tried_for_what_is_hidden_in_the_middle_of_the_image():
    mug = thing("Mug_1", (0.9, 0.0, 0.6))
    home = ToyHome(mug)
    home.pitch, home.hidden = radians(30), {"Mug_1"}
    result = home.run("GoTo", "Mug_1")
    assert result.error is ErrorCode.NOT_VISIBLE
    tilts = sum(p.kind in (K.LOOK_UP, K.LOOK_DOWN) for p in home.log)
    assert tilts <= 4  # eight places were tried


def test_the_arm_is_stretched_where_there_is_no_nearer_place():
    mug = thing("Mug_1", (1.9, 0.0, 0.95))
    home = ToyHome(mug, walls=[(0.85, -1.9, 1.9, 1.9)])
    assert home.run("PickUp", "Mug_1").success
    assert mug.planar_distance(home.base.x, home.base.y) > 1.25


def test_floor_that_was_not_seen_yet_is_hoped_for():
    """Far off, only what stands on the floor may have been in view: one goes there and sees."""
    fridge = thing("Fridge_1", (1.7, 0.0, 0.9), (0.5, 0.6, 1.8), open=0)
    home = ToyHome(fridge, walls=[(1.4, -0.3, 1.95, 0.3)])
    home.base = Pose2D(-1.5, 0.0, 0.0)
    home.data[:, 40:] = -1
    assert home.run("GoTo", "Fridge_1").success
    near = ToyHome(thing("Mug_1", (1.3, 0.0, 0.9)))
    near.base = Pose2D(0.0, 0.0, pi)
    near.data[:, :] = -1
    assert near.run("GoTo", "Mug_1").error is ErrorCode.OUT_OF_REACH


def test_who_only_looks_for_something_tries_fewer_places():
    def steps(action):
        home = ToyHome(thing("Shelf_1", (1.2, 0.0, 0.9), (0.3, 0.3, 0.02)))
        home.hidden = {"Shelf_1"}
        assert home.run(action, "Shelf_1").error is ErrorCode.NOT_VISIBLE
        return home.step

    assert steps("Inspect") < 0.7 * steps("GoTo")


def test_what_is_within_a_counters_box_is_not_the_counter():
    """The box of an L-shaped counter holds half the room, and the robot, too."""
    counter = thing("CounterTop_1", (0.0, 0.0, 0.9), (3.6, 3.6, 0.05))
    home = ToyHome(counter, walls=[(-1.8, 1.3, 1.8, 1.8), (1.3, -1.8, 1.8, 1.8)])
    arm = thing("CounterTop_1", (1.5, -1.2, 0.9), (0.4, 0.8, 0.05))
    home._view = lambda item: ToyHome._view(home, arm)
    home.base = Pose2D(-1.25, -0.75, 0.0)
    assert home.run("GoTo", "CounterTop_1").success
    assert home.base.distance_to(1.5, -1.2) <= CONFIG.reach - 0.05
    mug = thing("Mug_1", (0.0, 0.0, 1.2))
    spots = free_spots(counter, mug, home.world(), load_ontology())
    assert len(spots) > 50
    assert ((spots[:, 0] > 1.3) | (spots[:, 1] > 1.3)).all()
    empty = ToyHome(counter)  # nothing of it is on the map
    assert len(free_spots(counter, mug, empty.world(), load_ontology())) > len(spots)
