# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each cost is a setting that reaches what is chosen by it."""

from dataclasses import fields, replace
from math import pi

import numpy as np
import pytest
from toy_home import ToyHome, thing

from egoplan_ros.settings import checked_settings
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.costs import Costs
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.skills.geometry.door_clearance import swing_of
from egoplan_ros.skills.geometry.stand_pose import stand_poses
from egoplan_ros.skills.paths.lattice import Lattice, edge_key
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
WAYS = "unknown_cost tight_cost roomy collision_cost carried_cost sideways_cost backwards_cost"
STANDS = (
    "distance_cost bearing_cost door_cost swing_cost front_cost inside_cost hidden_cost wall_cost "
    "tried_cost line_cost vain_line_cost seen_bonus tried_bonus inside_bonus"
)
CHOICES = "narrow_way_cost detour look_worth look_share"


def test_the_tests_here_cover_all():
    assert sorted(f"{WAYS} {STANDS} {CHOICES}".split()) == sorted(f.name for f in fields(Costs))


def test_it_is_set_as_other_settings_are():
    assert checked_settings(["skills.hidden_cost=3"]) == {"skills": {"hidden_cost": 3.0}}
    with pytest.raises(InputError, match="look_share"):
        checked_settings(["skills.look_share=2"])
    with pytest.raises(InputError, match="nearest: hidden_cost"):
        checked_settings(["skills.hiden_cost=2"])


def twice(name: str) -> SkillConfig:
    return SkillConfig(costs=replace(Costs(), **{name: 2.0 * getattr(Costs(), name)}))


def lattice(home: ToyHome, config: SkillConfig) -> Lattice:
    return Lattice(home.world(), config, 0.0, {edge_key(0.5, 0.0, 0)})


@pytest.mark.parametrize("name", WAYS.split())
def test_a_way_costs_what_is_set(name):
    broom = replace(thing("Plunger_1", (0.0, 0.0, 1.0), (0.9, 0.9, 0.1)), held=True)
    home = ToyHome(broom, walls=[(0.5, 0.6, 1.0, 1.0)])
    home.data[:20] = -1
    usual, other = (lattice(home, config).costs() for config in (SkillConfig(), twice(name)))
    both = np.isfinite(usual)
    assert np.all(other[both] >= usual[both] - 1e-9)
    assert np.any(other[both] > usual[both])


def scenes():
    """Object, home, and what else is told of it."""
    cabinet = thing("Cabinet_1", (1.4, 0.0, 0.6), (0.5, 0.8, 0.8), open=1)
    seen = (Pose2D(0.5, 0.0, 0.0), Pose2D(0.5, 0.5, 0.0))
    inside = replace(thing("Cup_1", (1.3, 0.0, 0.5), parent="Cabinet_1"), seen_from=seen)
    box = thing("GarbageCan_1", (0.9, -0.3, 0.5), (0.3, 0.3, 1.4))
    failed = frozenset({(0.5, 0.5, 0), (0.25, 0.25, 0)})
    told = {"tried": failed, "unseen": failed, "front": (cabinet, 2)}
    yield inside, ToyHome(cabinet, inside, box), told
    alone = replace(inside, parent=None)
    yield alone, ToyHome(alone, box, walls=[(0.7, 0.2, 0.8, 0.9)]), {"tried": failed}
    fridge = thing("Fridge_1", (1.4, 0.0, 0.9), (0.7, 0.7, 1.8), open=0)
    told = {"door": swing_of(fridge, ONTOLOGY, 2), "front": (fridge, 2)}
    yield fridge, ToyHome(fridge), told


def judged(config: SkillConfig) -> list[list[tuple[float, float, float, float]]]:
    return [
        [
            (stand.pose.x, stand.pose.y, stand.pose.yaw % (2 * pi), stand.cost)
            for stand in stand_poses(
                item, home.world(), Lattice(home.world(), config, 0.0, ()), config, ONTOLOGY, **told
            )
        ]
        for item, home, told in scenes()
    ]


@pytest.fixture(scope="module")
def usual():
    return judged(SkillConfig())


@pytest.mark.parametrize("name", STANDS.split())
def test_a_place_to_stand_costs_what_is_set(name, usual):
    assert judged(twice(name)) != usual


def primitives(home: ToyHome, action: str, **costs: float) -> int:
    """How many an action on the only object takes."""
    config = SkillConfig(costs=replace(Costs(), **costs))
    run = SkillRun(SymbolicAction(action, tuple(home.things)), home.world(), ONTOLOGY, config)
    while run.primitive is not None:
        run.feed(home.execute(run.primitive), home.world())
    assert run.result.success
    return len(home.log)


def tight_gap() -> ToyHome:
    """The short way leads through a gap that is too narrow by less than a cell on either side."""
    walls = [(0.5, -1.2, 0.6, -0.15), (0.5, 0.15, 0.6, 2.0)]
    walls += [(0.6, -1.2, 1.45, -1.1), (0.6, -0.5, 1.95, -0.4)]
    home = ToyHome(thing("Mug_1", (1.9, 0.0, 0.9)), walls=walls)
    home.truth[1:-1, 1:-1] = False
    return home


def shut_door() -> ToyHome:
    """The way to the place to stand turns out to be shut; there is another far away."""
    home = ToyHome(
        thing("Mug_1", (0.3, 1.4, 0.9)),
        walls=[(-2.0, 0.4, -1.3, 0.5), (-0.7, 0.4, 1.2, 0.5)],
        hidden_walls=[(-1.3, 0.4, -0.7, 0.5)],
    )
    home.base = Pose2D(-1.0, -1.0, pi / 2)
    return home


def table() -> ToyHome:
    """It was looked at from one side already."""
    top = thing("DiningTable_1", (0.9, 0.9, 0.7), (1.4, 1.4, 0.1))
    seen = replace(top, inspected=True, seen_from=(Pose2D(0.0, 0.0, 0.0),))
    return ToyHome(seen, walls=[(0.2, 0.2, 1.6, 1.6)])


@pytest.mark.parametrize(
    ("home", "action", "name", "value", "longer"),
    [
        (tight_gap, "GoTo", "narrow_way_cost", 1000.0, True),
        (shut_door, "GoTo", "detour", 1000.0, True),
        (table, "Inspect", "look_worth", 500.0, True),
        (table, "Inspect", "look_share", 0.8, False),
    ],
)
def test_a_way_is_gone_for_what_is_set(home, action, name, value, longer):
    usual, other = primitives(home(), action), primitives(home(), action, **{name: value})
    assert (other > usual) if longer else (other < usual)
