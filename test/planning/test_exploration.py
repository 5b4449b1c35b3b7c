# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import numpy as np
import pytest
from planning_usual import place_prior, rank_again, rank_anchors
from planning_worlds import WorldBuilder, kitchen

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()


def ranked(world: WorldBuilder, *missing: str, policy: str = "prior") -> list[str]:
    facts = Facts(world.build(), ONTOLOGY)
    return [anchor.id for anchor in rank_anchors(missing, facts, policy=policy)]


def test_usual_place_comes_before_a_far_frontier():
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=1.0, y=0.0)
    world.frontier("frontier_1", 6.0, 0.0, gain=1.0)
    assert ranked(world, "Egg")[0] == "Fridge_1"


def test_frontier_comes_first_for_what_is_seldom_in_containers():
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=2.0, y=0.0)
    world.frontier("frontier_1", 2.0, 0.0, gain=4.0)
    assert ranked(world, "Bread")[0] == "frontier_1"


def test_fixtures_are_not_looked_for_in_containers():
    world = WorldBuilder()
    world.add("Fridge", open=0.0)
    world.frontier("frontier_1", 9.0, 0.0, gain=0.1)
    assert ranked(world, "SinkBasin") == ["frontier_1"]


def test_containers_that_cannot_hold_it_are_left_out():
    world = WorldBuilder()
    world.add("Drawer", open=0.0)
    assert ranked(world, "Apple") == []


@pytest.mark.parametrize("extra", [{"inspected": True}, {"unreachable": 3}, {"held": True}])
def test_containers_without_news_are_left_out(extra):
    world = WorldBuilder()
    world.add("Cabinet", open=0.0, **extra)
    assert ranked(world, "Cup") == []


def test_looks_in_vain_make_the_last_of_many_no_likelier():
    for others, first in ((0, "Cabinet_1"), (9, "frontier_1")):
        world = WorldBuilder()
        world.add("Cabinet", open=0.0, x=1.0, y=0.0)
        for _ in range(others):
            world.add("Cabinet", open=1.0, inspected=True)
        world.frontier("frontier_1", 6.0, 0.0, gain=1.0)
        assert ranked(world, "Cup")[0] == first


def test_open_container_not_looked_into_counts():
    world = WorldBuilder()
    world.add("Cabinet", open=1.0)
    assert ranked(world, "Cup") == ["Cabinet_1"]


def test_policies_to_compare_with():
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=0.5, y=0.0)
    world.add("Drawer", open=0.0, x=0.4, y=0.0)
    world.frontier("frontier_1", 6.0, 0.0, gain=9.0)
    world.frontier("frontier_2", 5.0, 0.0, gain=0.1)
    assert ranked(world, "Egg")[0] == "Fridge_1"
    nearest = ["frontier_2", "frontier_1", "Drawer_1", "Fridge_1"]
    assert ranked(world, "Egg", policy="frontier") == nearest
    order = ranked(world, "Egg", policy="random")
    assert order == ranked(world, "Egg", policy="random")
    assert sorted(order) == sorted(nearest)


def test_surfaces_seen_from_afar_hide_little():
    world = WorldBuilder()
    world.add("CounterTop", inspected=False, x=1.0, y=0.0)
    world.add("Fridge", open=0.0, x=2.0, y=0.0)
    world.add("DiningTable", inspected=True)
    world.frontier("frontier_1", 9.0, 0.0, gain=0.01)
    assert ranked(world, "Egg") == ["Fridge_1", "CounterTop_1", "frontier_1"]
    assert ranked(world, "Bread")[0] == "CounterTop_1"
    assert ranked(world, "SinkBasin") == ["frontier_1"]
    assert ranked(world, "Egg", policy="frontier")[-1] == "CounterTop_1"


def test_what_little_is_unknown_of_a_room_hides_little():
    for known, first in ((0.0, "frontier_1"), (40.0, "Drawer_1")):
        world = WorldBuilder()
        world.add("Drawer", open=0.0, x=2.0, y=0.0)
        world.frontier("frontier_1", 2.0, 0.0, gain=2.0)
        state = world.build()
        cells = np.zeros((1, int(known / 0.01)), dtype=np.int8)
        state = replace(state, grid=OccupancyGrid(cells, 0.1, (0.0, 0.0)))
        anchors = rank_anchors(["Spoon"], Facts(state, ONTOLOGY))
        assert anchors[0].id == first


def test_a_usual_place_comes_before_one_that_is_merely_possible():
    world = WorldBuilder()
    world.add("Microwave", open=0.0, x=1.0, y=0.0)
    world.add("Cabinet", open=0.0, x=1.0, y=1.0)
    for _ in range(3):
        world.add("Cabinet", open=0.0, x=1.0, y=2.0)
    assert ranked(world, "Mug")[-1] == "Microwave_1"


def test_more_gain_and_less_travel_are_better():
    world = WorldBuilder()
    world.frontier("frontier_1", 5.0, 0.0, gain=3.0)
    world.frontier("frontier_2", 1.0, 0.0, gain=3.0)
    world.frontier("frontier_3", 1.0, 0.0, gain=1.5)
    assert ranked(world, "Bread")[0] == "frontier_2"
    assert ranked(world, "Bread")[1] == "frontier_3"


def test_slices_are_looked_for_where_the_whole_is():
    assert place_prior("AppleSliced", "Fridge", ONTOLOGY) == place_prior(
        "Apple", "Fridge", ONTOLOGY
    )


def test_each_anchor_is_visited_once_until_the_object_is_found():
    """The loop of Algorithm 1 on a symbolic world: containers are looked into one by one."""
    planner = Planner(ONTOLOGY)
    goal = parse_goal("(exists (?c - Cup) (holding ?c))")
    world = kitchen()
    for name, item in list(world.objects.items()):
        if item.type in ("Cabinet", "Fridge", "Microwave"):
            world.objects[name] = type(item)(
                **{field: getattr(item, field) for field in item.__slots__} | {"inspected": False}
            )
    world.frontier("frontier_1", 3.0, 3.0)
    visited = []
    for _ in range(20):
        plan = planner.plan(goal, world.build())
        if plan.status is not PlanStatus.EXPLORE:
            break
        anchor = plan.actions[-1].args[0]
        visited.append(anchor)
        if anchor in world.objects:
            item = world.objects[anchor]
            world.objects[anchor] = type(item)(
                **{field: getattr(item, field) for field in item.__slots__} | {"inspected": True}
            )
            if anchor == "Cabinet_3":
                world.add("Cup", "Cabinet_3")
        else:
            world.explored.add(anchor)
    assert plan.status is PlanStatus.SOLVED
    assert len(visited) == len(set(visited))
    assert visited[-1] == "Cabinet_3"


def test_what_was_given_up_comes_after_all_else_and_only_when_asked_for():
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=1.0, y=0.0, unreachable=3)
    world.add("Cabinet", open=0.0, x=1.0, y=0.0)
    world.frontier("frontier_1", 6.0, 0.0, gain=0.1)
    state = replace(world.build(), explored=frozenset({"Cabinet_1"}))
    facts = Facts(state, ONTOLOGY)
    assert [anchor.id for anchor in rank_anchors(["Bowl"], facts)] == ["frontier_1"]
    late = [anchor.id for anchor in rank_anchors(["Bowl"], facts, given_up=True)]
    assert late == ["frontier_1", "Cabinet_1", "Fridge_1"]


def test_second_looks_go_to_the_likeliest_place_first():
    world = WorldBuilder()
    world.add("Cabinet", open=0.0, x=0.5, y=0.0, inspected=True, unreachable=3)
    world.add("Cabinet", open=0.0, x=1.0, y=0.0, inspected=True)
    world.add("Fridge", open=0.0, x=1.0, y=0.0, inspected=True)
    world.add("Drawer", open=0.0, x=0.2, y=0.0, inspected=True)
    world.add("Cabinet", open=0.0, x=0.1, y=0.0)
    order = [anchor.id for anchor in rank_again(["Cup"], Facts(world.build(), ONTOLOGY))]
    assert order == ["Cabinet_2", "Fridge_1", "Cabinet_1"]


def test_a_fixture_is_looked_for_anywhere_new_after_all_else():
    world = WorldBuilder()
    world.add("Cabinet", open=0.0, x=1.0, y=0.0)
    world.add("CounterTop", inspected=False, x=2.0, y=0.0)
    facts = Facts(world.build(), ONTOLOGY)
    assert rank_anchors(["SinkBasin"], facts) == []
    anywhere = {anchor.id for anchor in rank_anchors(["SinkBasin"], facts, given_up=True)}
    assert anywhere == {"Cabinet_1", "CounterTop_1"}
    assert rank_anchors(["Apple"], facts, given_up=True)[0].id == "CounterTop_1"
    world.frontier("frontier_1", 5.0, 0.0, gain=1.0)
    facts = Facts(world.build(), ONTOLOGY)
    left = [anchor.id for anchor in rank_anchors(["SinkBasin"], facts, given_up=True)]
    assert left[0] == "frontier_1"
    assert sorted(left[1:]) == ["Cabinet_1", "CounterTop_1"]


def test_going_anywhere_needs_no_anchor_and_never_comes_to_an_end():
    world = kitchen()
    goal = parse_goal("(exists (?o - Kettle) (holding ?o))")
    found = Planner(ONTOLOGY, PlannerConfig(exploration="anywhere")).plan(goal, world.build())
    assert found.status is PlanStatus.EXPLORE
    assert [str(action) for action in found.actions] == ["Roam()"]


def test_with_locations_for_anchors_containers_are_never_looked_into():
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=1.0, y=0.0)
    goal = parse_goal("(exists (?o - Egg) (holding ?o))")
    planner = Planner(ONTOLOGY, PlannerConfig(anchors="locations"))
    assert planner.plan(goal, world.build()).status is PlanStatus.UNSOLVABLE
    assert Planner(ONTOLOGY).plan(goal, world.build()).actions[0].name == "Inspect"
    world.frontier("frontier_1", 6.0, 0.0, gain=1.0)
    assert planner.plan(goal, world.build()).actions[0].args == ("frontier_1",)
    with pytest.raises(InputError, match="locations"):
        PlannerConfig(anchors="walls")
