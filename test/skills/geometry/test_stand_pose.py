# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import atan2, hypot, pi, radians

import pytest
from toy_home import ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.geometry.stand_pose import pitch_for, stand_poses
from egoplan_ros.skills.paths.lattice import Lattice
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.ontology import load_ontology

CONFIG = SkillConfig()


@pytest.mark.parametrize(
    ("size", "top", "degrees"),
    [
        ((0.1, 0.1, 1.2), 1.1, 30.0),  # its middle is 45 degrees below the horizon
        ((0.1, 0.1, 0.5), 0.95, 30.0),
        ((0.1, 2.0, 0.28), 0.9, 0.0),  # its top is 31 degrees below it
        ((0.1, 0.1, 0.28), 0.9, 0.0),
        ((0.1, 0.1, 0.28), 0.1, 30.0),
        ((0.1, 2.0, 0.28), 2.4, -30.0),  # above the eye
    ],
)
def test_the_middle_of_what_is_high_and_the_top_of_what_is_flat_is_looked_at(size, top, degrees):
    item = thing("Box_1", (1.0, 0.0, top - size[2] / 2.0), size)
    pitch = pitch_for(item, Pose2D(0.0, 0.0, 0.0), 1.5, 0.0, SkillConfig())
    assert pitch == pytest.approx(radians(degrees))


def extras(*things, walls=(), seen=(), **options) -> dict[tuple[float, float, int], float]:
    """What each place to use the first of some things from costs, without the way there."""
    item = replace(things[0], seen_from=tuple(Pose2D(x, y, h * pi / 2) for x, y, h in seen))
    world = ToyHome(item, *things[1:], walls=walls).world()
    lattice = Lattice(world, CONFIG, 0.0, set())
    found = stand_poses(item, world, lattice, CONFIG, load_ontology(), **options)
    assert [place.cost for place in found] == sorted(place.cost for place in found)
    return {(p.pose.x, p.pose.y, p.node.heading): p.penalty for p in found}


MUG = thing("Mug_1", (1.0, 0.0, 0.9))
PLACE = (0.25, 0.0, 0)


def test_places_are_within_reach_and_have_the_thing_in_view():
    for room in (0.2, 0.5):
        found = extras(MUG, room=room)
        assert len(found) > 10
        for x, y, heading in found:
            gap = hypot(max(abs(x - 1.0) - 0.05, 0.0), max(abs(y) - 0.05, 0.0))
            assert 0.15 < gap <= 1.5 - room + 1e-6
            off = wrap_angle(atan2(-y, 1.0 - x) - heading * pi / 2)
            assert abs(off) <= CONFIG.half_view + 0.06


def test_a_place_that_failed_is_left_out_and_those_beside_it_cost_more():
    before, after = extras(MUG), extras(MUG, tried=frozenset({PLACE}))
    assert PLACE in before
    assert PLACE not in after
    costs, told = CONFIG.costs, set()
    for x, y, heading in before.keys() & after.keys():
        near = max(abs(x - PLACE[0]), abs(y - PLACE[1])) < 0.3
        more = costs.tried_cost / 3.0 if near else 0.0
        if (x, y) == PLACE[:2]:
            more += costs.tried_cost
        told.add(round(more, 3))
        place = (x, y, heading)
        assert after[place] - before[place] == pytest.approx(more)
    assert {0.0, round(costs.tried_cost / 3.0, 3)} <= told


def test_a_place_it_was_seen_from_is_worth_more_the_more_places_failed():
    costs, other = CONFIG.costs, (1.0, -0.75, 1)
    before, seen = extras(MUG), extras(MUG, seen=[PLACE])
    assert before[PLACE] - seen[PLACE] == pytest.approx(costs.seen_bonus)
    same = (before.keys() & seen.keys()) - {PLACE}
    assert all(before[place] == pytest.approx(seen[place]) for place in same)
    failed = extras(MUG, seen=[PLACE], tried=frozenset({other}))
    assert before[PLACE] - failed[PLACE] == pytest.approx(costs.seen_bonus + costs.tried_bonus)


def test_nearer_than_045_and_farther_than_12_metres_each_metre_costs():
    """Straight before it nothing else differs but whole tilts; one aims 3 cm before its middle."""
    found = extras(MUG)
    line = {1.0 - x: cost for (x, y, heading), cost in found.items() if (y, heading) == (0.0, 0)}
    costs = CONFIG.costs.distance_cost
    assert line[1.0] == pytest.approx(0.0)
    assert line[1.25] == pytest.approx(costs * (1.22 - 1.2))
    assert line[0.75] == pytest.approx(1.0)
    tilts = line[0.25] - costs * (0.45 - 0.22)
    assert tilts == pytest.approx(round(tilts))
    assert round(tilts) in (1, 2)


def test_what_hides_it_costs_as_much_as_its_settings_tell():
    """A tall thing memory knows, a wall that nothing explains, and a wall that it explains."""
    costs = CONFIG.costs
    box = thing("Box_1", (0.6, 0.0, 0.7), (0.1, 0.3, 1.4))
    wall = [(0.55, -0.15, 0.65, 0.15)]
    clear = extras(MUG)
    for things, walls, more in (
        ((box,), (), costs.hidden_cost),
        ((), wall, costs.wall_cost),
        ((box,), wall, costs.hidden_cost),
        ((replace(box, held=True),), (), 0.0),
        ((replace(box, center=(0.6, 0.0, 2.3)),), (), 0.0),
    ):
        found = extras(MUG, *things, walls=walls, unknown=True)
        assert found[PLACE] - clear[PLACE] == pytest.approx(more)


def test_floor_that_was_not_seen_is_stood_on_only_when_that_is_wanted():
    home = ToyHome(MUG)
    home.data[:, 45:] = -1  # from x = 0.25 on
    world = home.world()
    lattice = Lattice(world, CONFIG, 0.0, set())
    for unknown in (False, True):
        found = stand_poses(MUG, world, lattice, CONFIG, load_ontology(), unknown=unknown)
        assert any(place.pose.x >= 0.25 for place in found) is unknown
