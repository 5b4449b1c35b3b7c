# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from math import hypot, pi

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from toy_home import K, ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.navigation.navigation import drive_to
from egoplan_ros.skills.paths.lattice import Lattice, Node
from egoplan_ros.skills.paths.path_segments import next_leg
from egoplan_ros.skills.viewing.survey import survey
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import Feedback

CONFIG = SkillConfig()


def drive(home: ToyHome, goal: Pose2D) -> bool:
    """Drive there, whatever it takes; the robot's places stand in the home's ``way``."""
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    steps = drive_to(ctx, goal.x, goal.y, goal.yaw)
    home.way = [home.base]
    try:
        primitive = next(steps)
        while True:
            result = home.execute(primitive)
            home.way.append(home.base)
            primitive = steps.send(Feedback(result, home.world()))
    except StopIteration as end:
        return bool(end.value)


def room(home: ToyHome, way: list[Pose2D]) -> float:
    """The smallest gap in metres between the middle of the robot and what stands there."""
    rows, cols = np.nonzero(home.truth)
    least = 10.0
    for one, two in pairwise(way):
        for share in np.linspace(0.0, 1.0, 40):
            x, y = one.x + share * (two.x - one.x), one.y + share * (two.y - one.y)
            gap = np.hypot(cols * 0.05 - 1.975 - x, rows * 0.05 - 1.975 - y).min()
            least = min(least, float(gap))
    return least


def steering(*walls, stride: float = 1.5) -> ToyHome:
    home = ToyHome(walls=walls)
    home.holonomic, home.stride = False, stride
    return home


def test_a_base_that_turns_freely_drives_straight_lines():
    home = steering()
    assert drive(home, Pose2D(1.0, 0.75, pi / 2))
    assert [p.kind for p in home.log] == [K.ROTATE_LEFT, K.MOVE_AHEAD, K.ROTATE_LEFT]
    assert home.log[1].magnitude == hypot(1.0, 0.75)
    assert (home.base.x, home.base.y) == (1.0, 0.75)
    assert abs(home.base.yaw - pi / 2) < 1e-6


def test_no_line_is_longer_than_the_stride():
    home = steering(stride=0.6)
    assert drive(home, Pose2D(1.5, 0.0, 0.0))
    lengths = [p.magnitude for p in home.log]
    assert {p.kind for p in home.log} == {K.MOVE_AHEAD}
    assert max(lengths) <= 0.6
    assert len(lengths) == 3


def test_a_base_on_a_grid_takes_steps():
    home = ToyHome()
    assert drive(home, Pose2D(1.0, 0.0, 0.0))
    assert [p.magnitude for p in home.log] == [0.25] * 4


def test_unknown_floor_is_entered_step_by_step():
    home = steering()
    home.data[:, 52:] = -1  # from x = 0.6 on
    assert drive(home, Pose2D(1.25, 0.0, 0.0))
    assert home.log[0].magnitude == 0.5
    assert [p.magnitude for p in home.log[1:]] == [0.25] * 3


def test_who_stands_askew_turns_to_where_it_shall_look():
    home = steering()
    home.base = Pose2D(0.0, 0.0, 0.6)
    assert drive(home, Pose2D(0.0, 0.0, 0.0))
    assert abs(home.base.yaw) < 1e-6
    assert [p.kind for p in home.log] == [K.ROTATE_RIGHT]


def test_a_wide_thing_in_the_hand_is_carried_round_a_narrow_place():
    held = thing("Box_1", (0, 0, 1), (0.9, 0.9, 0.2))
    gap = [(0.4, -2.0, 0.5, -0.3), (0.4, 0.3, 0.5, 0.4), (0.4, 1.8, 0.5, 2.0)]
    for held_now in (False, True):
        home = steering(*gap)
        if held_now:
            home.things = {"Box_1": replace(held, held=True)}
        assert drive(home, Pose2D(1.0, 0.75, pi / 2))
        assert (room(home, home.way) >= 0.42) is held_now


@pytest.mark.parametrize(
    ("boxes", "y"),
    [
        ([(0.9, -0.3, 1.1, -0.1), (0.7, 0.5, 0.8, 0.7)], -0.5),
        ([(0.4, 0.0, 0.7, 0.3), (1.0, -0.2, 1.3, 0.0)], 0.75),
        ([(0.6, 0.3, 0.9, 0.5), (0.5, -0.2, 0.6, 0.0)], -0.75),
    ],
)
def test_from_a_tight_place_the_first_step_leads_out(boxes, y):
    """The whole line was let be as tight as where it began, past what the map shows."""
    home = steering((-0.2, 0.15, 0.15, 0.3), *boxes)
    assert drive(home, Pose2D(1.25, y, 0.0))
    assert all(result.success for result in home.results)


def test_back_and_aside_it_goes_no_farther_than_a_step():
    home = ToyHome(walls=[(0.3, -2.0, 0.4, 2.0)])
    home.stride = 1.5
    drive(home, Pose2D(-1.0, 0.0, 0.0))
    blind = [p.magnitude for p in home.log if p.kind in (K.MOVE_BACK, K.MOVE_LEFT, K.MOVE_RIGHT)]
    assert all(length <= 0.25 + 1e-6 for length in blind)


def test_a_long_way_back_is_driven_ahead():
    home = steering()
    assert drive(home, Pose2D(-1.5, 0.0, 0.0))
    assert [p.kind for p in home.log if p.kind.is_translation] == [K.MOVE_AHEAD]


def test_a_halt_for_what_crosses_the_way_is_no_failed_action():
    home = steering()
    home.fail[K.MOVE_AHEAD] = [ErrorCode.PATH_BLOCKED]
    home.frontiers = ()
    home.things = {"Mug_1": thing("Mug_1", (1.9, 0.0, 0.6))}
    result = home.run("GoTo", "Mug_1")
    assert result.success, result
    assert result.failures == 0
    assert any(not done.success for done in home.results)


def test_who_stands_askew_looks_into_all_directions():
    home = steering()
    home.base = Pose2D(0.0, 0.0, pi / 4)
    looked = []
    ctx = SkillContext(home.world(), load_ontology(), CONFIG)
    steps = survey(ctx)
    with suppress(StopIteration):
        primitive = next(steps)
        while True:
            result = home.execute(primitive)
            looked.append(round(home.base.yaw / (pi / 2)) % 4)
            primitive = steps.send(Feedback(result, home.world()))
    assert set(looked) == {0, 1, 2, 3}


def test_a_collision_is_remembered_where_it_happened():
    home = steering()
    home.truth[30:50, 60] = True  # a glass door at x = 1 that the map does not show
    assert drive(home, Pose2D(1.5, 0.0, 0.0))
    hits = [p for p, q in zip(home.log, home.results, strict=True) if not q.success]
    assert 1 <= len(hits) <= 3
    assert room(home, home.way) >= 0.15


def test_who_is_halted_for_what_came_into_the_way_looks_and_goes_on():
    home = steering()
    home.fail[K.MOVE_AHEAD] = [ErrorCode.PATH_BLOCKED]
    assert drive(home, Pose2D(1.5, 0.0, 0.0))
    assert [p.kind for p in home.log] == [K.MOVE_AHEAD, K.MOVE_AHEAD]


cells = st.tuples(st.integers(-6, 5), st.integers(-6, 5), st.integers(1, 4), st.integers(1, 4))


@settings(max_examples=60)
@given(
    st.lists(cells, max_size=5),
    st.integers(-7, 7),
    st.integers(-7, 7),
    st.integers(0, 3),
    st.floats(-pi, pi),
    st.booleans(),
)
def test_lines_lead_where_steps_lead_and_hit_nothing(boxes, col, row, heading, yaw, sideways):
    walls = [(x * 0.25, y * 0.25, (x + w) * 0.25, (y + h) * 0.25) for x, y, w, h in boxes]
    goal = Pose2D(col * 0.25, row * 0.25, heading * pi / 2)
    homes = []
    for stride in (0.0, 1.5):
        home = ToyHome(walls=walls)
        home.stride, home.holonomic = stride, sideways
        home.base = Pose2D(0.0, 0.0, yaw if stride else round(yaw / (pi / 2)) * pi / 2)
        homes.append(home)
    grid = Lattice(homes[0].world(), CONFIG, 0.0, set())
    assume(grid.clearance[grid.start.row, grid.start.col] >= 0.2)
    reached = [drive(home, goal) for home in homes]
    assert reached[0] == reached[1]
    stepping, free = homes
    assert all(result.success for result in free.results) or not reached[1]
    # One more turn, for who stood askew.
    assert len(free.log) <= len(stepping.log) + 1
    if reached[1]:
        assert room(free, free.way) > 0.15
        assert hypot(free.base.x - goal.x, free.base.y - goal.y) < 0.1
        assert abs(wrap_angle(free.base.yaw - goal.yaw)) < 0.1
    if not sideways:
        assert not {p.kind for p in free.log} & {K.MOVE_LEFT, K.MOVE_RIGHT}


@settings(max_examples=40)
@given(st.lists(cells, max_size=5), st.integers(-7, 7), st.integers(-7, 7), st.floats(-0.7, 0.7))
def test_a_line_ends_at_a_node_of_the_way(boxes, col, row, yaw):
    walls = [(x * 0.25, y * 0.25, (x + w) * 0.25, (y + h) * 0.25) for x, y, w, h in boxes]
    home = steering(*walls)
    home.base = Pose2D(0.0, 0.0, yaw)
    world = home.world()
    grid = Lattice(world, CONFIG, 0.0, set())
    goal = grid.node(col * 0.25, row * 0.25)
    path = goal and grid.path(goal)
    assume(path)
    nodes = [grid.start, *path]
    leg = next_leg(grid, nodes, world.robot, CONFIG)
    end = grid.pose(nodes[leg.count])
    angle, x, y = yaw, 0.0, 0.0
    for kind, amount in leg.moves:
        if kind in (K.ROTATE_LEFT, K.ROTATE_RIGHT):
            angle += amount if kind is K.ROTATE_LEFT else -amount
        else:
            sign = {K.MOVE_AHEAD: 1.0, K.MOVE_BACK: -1.0}[kind]
            x, y = x + sign * amount * np.cos(angle), y + sign * amount * np.sin(angle)
    assert hypot(x - end.x, y - end.y) < 0.03 + 0.05 * hypot(end.x, end.y)


@settings(max_examples=60)
@given(st.integers(1, 6), st.floats(-0.2, 0.2))
def test_a_line_is_aimed_at_as_well_as_a_base_can_be_turned(steps, yaw):
    """What is left leads 3 cm aside, or 25 milliradians, which no base is turned by for certain."""
    home = steering()
    home.base = Pose2D(0.0, 0.0, yaw)
    grid = Lattice(home.world(), CONFIG, 0.0, set())
    nodes = [Node(grid.start.col + step, grid.start.row, 0) for step in range(steps + 1)]
    leg = next_leg(grid, nodes, home.world().robot, CONFIG)
    assert leg.count == steps
    assert leg.moves[-1] == (K.MOVE_AHEAD, pytest.approx(steps * 0.25))
    aside = abs(yaw) * steps * 0.25
    if len(leg.moves) == 1:
        assert aside <= 0.03 or abs(yaw) <= 0.025
        assert abs(yaw) <= 0.05
    else:
        turn = K.ROTATE_RIGHT if yaw > 0 else K.ROTATE_LEFT
        assert leg.moves[0] == (turn, pytest.approx(abs(yaw)))
        assert abs(yaw) >= 0.025
        assert aside >= 0.03 or abs(yaw) >= 0.05


def test_one_step_back_is_taken_backwards():
    home = steering()
    assert drive(home, Pose2D(-0.25, 0.0, 0.0))
    assert [(p.kind, p.magnitude) for p in home.log] == [(K.MOVE_BACK, pytest.approx(0.25))]


def test_a_turn_on_the_spot_is_taken_as_one():
    home = steering()
    grid = Lattice(home.world(), CONFIG, 0.0, set())
    nodes = [Node(grid.start.col, grid.start.row, heading) for heading in (0, 1, 2)]
    leg = next_leg(grid, nodes, home.world().robot, CONFIG)
    assert leg.count == 2
    assert [amount for _, amount in leg.moves] == [pytest.approx(pi)]
