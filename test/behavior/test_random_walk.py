# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The baseline that does whatever can be done."""

import symbolic

from egoplan_ros.behavior.applicable import applicable, choices
from egoplan_ros.world.skill import SIGNATURES

HOLD = "(exists (?o - Mug) (holding ?o))"


def walk(actions, goal=HOLD):
    home = symbolic.kitchen()
    return symbolic.pursue(
        home, goal, pursuit="random", look_around=False, max_actions=actions, max_steps=10_000
    )


def test_what_can_be_done_are_skills_with_objects_that_are_known():
    home = symbolic.kitchen(seen=True)
    world = home.world()
    found = choices(world, symbolic.ONTOLOGY)
    assert len(found) == len(set(found)) <= sum(1 for _ in applicable(world, symbolic.ONTOLOGY))
    for action in found:
        assert len(action.args) == SIGNATURES.get(action.name)
        assert set(action.args) <= world.objects.keys()
    assert {"GoTo(Mug_1)", "Inspect(Fridge_1)"} <= set(map(str, found))


def test_chance_decides_and_the_same_chance_in_the_same_episode():
    first, second = walk(30), walk(30)
    names = [name for name, _ in first.actions]
    assert first.actions == second.actions
    assert len({name.partition("(")[0] for name in names}) > 2
    assert first.plans == 0


def test_it_ends_with_its_budget_or_when_the_goal_happens_to_hold():
    result = walk(10, "(exists (?o - Apple ?r - Microwave) (in ?o ?r))")
    assert not result.success
    assert "10 actions" in result.reason
    assert walk(2000, "(exists (?o - Fridge) (open ?o))").success
