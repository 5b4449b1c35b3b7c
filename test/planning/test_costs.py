# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each cost is a setting that reaches what is planned by it."""

from dataclasses import fields, replace

import pytest
from planning_worlds import WorldBuilder

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.exploration import rank_again, rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import load_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.build import build_model
from egoplan_ros.planning.simulate import Step
from egoplan_ros.planning.tour_optimization import Tour, shorten
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
DOMAIN = load_domain().without(("Explore", "Inspect"))
LOOKS = (
    "stray_prior thin missed_thin missed_share reference_gain start_cost open_cost look_cost "
    "look_share"
)
EFFORTS = "avoided_effort failure_effort snug_effort"
TOURS = "loaded_cost ajar_cost least_saved tour_checks tour_changes longest_tour"


def test_the_tests_here_cover_all():
    assert sorted(f"{LOOKS} {EFFORTS} {TOURS}".split()) == sorted(f.name for f in fields(Costs))


def more(name: str) -> Costs:
    usual = getattr(Costs(), name)
    return replace(Costs(), **{name: 2 * usual})


def looks(costs: Costs) -> list[tuple[str, float]]:
    """Scores of all there is to look at, for a thin thing and for another one."""
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=1.0, y=0.0)
    world.add("Microwave", open=0.0, x=1.0, y=1.0)
    world.add("DiningTable", inspected=False, x=2.0, y=0.0)
    world.add("Cabinet", open=0.0, x=1.0, y=2.0, inspected=True)
    world.frontier("frontier_1", 6.0, 0.0, gain=0.5)
    facts = Facts(world.build(), ONTOLOGY)
    anchors = [
        anchor
        for missing in (["CreditCard"], ["Bowl"], ["Egg"], [])
        for anchor in rank_anchors(missing, facts, 2, costs) + rank_again(missing, facts, 2, costs)
    ]
    return [(anchor.id, anchor.score) for anchor in anchors]


@pytest.mark.parametrize("name", LOOKS.split())
def test_a_look_is_worth_what_is_set(name):
    costs = replace(Costs(), thin=0.0) if name == "thin" else more(name)
    assert looks(costs) != looks(Costs())


@pytest.mark.parametrize("name", EFFORTS.split())
def test_using_an_object_costs_what_is_set(name):
    world = WorldBuilder()
    world.add("Pan", x=1.0, y=0.0, unreachable=1)
    world.add("Pan", x=1.0, y=1.0, unreachable=3)
    world.add("Cabinet", open=0.0, x=1.0, y=2.0)
    state = world.build()
    tight = replace(state.objects["Cabinet_1"], size=(0.02, 0.5, 0.65))
    wide = {
        name: replace(state.objects[name], size=(0.4, 0.25, 0.05)) for name in ("Pan_1", "Pan_2")
    }
    facts = Facts(replace(state, objects={"Cabinet_1": tight, **wide}), ONTOLOGY)
    goal = parse_goal("(exists (?o - Pan ?r - Cabinet) (in ?o ?r))")
    names = sorted(facts.objects)
    usual, other = (
        build_model(DOMAIN, facts, goal, names, max_unreachable=2, efforts=costs).problem.costs
        for costs in (Costs(), more(name))
    )
    keys = [("effort", thing) for thing in ("pan_1", "pan_2", "cabinet_1")]
    extra = [other[key] - usual[key] for key in keys]
    unit = getattr(Costs(), name)
    assert (
        extra
        == {
            "failure_effort": [unit, 2 * unit, 0],
            "avoided_effort": [0, unit, 0],
            "snug_effort": [0, 0, unit],
        }[name]
    )


def home():
    """Mugs about, a bowl and a fridge; a plan that goes to and fro between them."""
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=2.0, y=0.0, inspected=True)
    world.add("Bowl", x=4.0, y=0.0)
    world.add("Mug", x=5.0, y=0.0)
    facts = Facts(world.build(), ONTOLOGY)
    goal = parse_goal("(exists (?m - Mug ?r - Fridge) (in ?m ?r))")
    names = sorted(facts.objects)
    return facts, build_model(DOMAIN, facts, goal, names, max_unreachable=2, efforts=Costs())


def steps_of(text: str) -> tuple[Step, ...]:
    words = (line.split() for line in text.split(";"))
    return tuple(Step(DOMAIN.actions[name], tuple(args)) for name, *args in words)


PLAN = (
    "GoTo bowl_1; GoTo fridge_1; Open fridge_1; GoTo mug_1; PickUp mug_1; GoTo fridge_1; "
    "Put mug_1 fridge_1"
)
LOADED = "GoTo bowl_1; PickUp bowl_1; GoTo fridge_1; Put bowl_1 fridge_1; Put mug_1 bowl_1"


def test_a_tour_costs_what_is_set():
    facts, model = home()

    def cost(plan: str, costs: Costs) -> float:
        return Tour(DOMAIN, model, facts, costs).cost(steps_of(plan))

    assert cost(PLAN, more("ajar_cost")) - cost(PLAN, Costs()) == Costs().ajar_cost
    assert cost(LOADED, more("loaded_cost")) - cost(LOADED, Costs()) == Costs().loaded_cost


@pytest.mark.parametrize(
    "limit",
    [{"longest_tour": 5}, {"tour_checks": 0}, {"least_saved": 100.0}, {"tour_changes": 1}],
)
def test_a_tour_is_shortened_as_long_as_is_set(limit):
    facts, model = home()
    plan = steps_of(PLAN)[1:]
    shorter = shorten(plan, DOMAIN, model, facts, Costs())
    kept = shorten(plan, DOMAIN, model, facts, replace(Costs(), **limit))
    tour = Tour(DOMAIN, model, facts, Costs())
    assert tour.cost(shorter) < tour.cost(kept)


def test_the_planner_has_its_costs_and_its_reach():
    world = WorldBuilder()
    world.add("Fridge", open=0.0, x=1.0, y=0.0)
    world.frontier("frontier_1", 6.0, 0.0, gain=1.0)
    goal = parse_goal("(exists (?e - Egg) (holding ?e))")
    far = PlannerConfig.from_mapping({"open_cost": 1000.0})
    first = [
        Planner(ONTOLOGY, config).plan(goal, world.build()).actions[-1].args
        for config in (PlannerConfig(), far)
    ]
    assert first == [("Fridge_1",), ("frontier_1",)]
    near = [
        Planner(ONTOLOGY, config)._facts(goal, world.build()).reach
        for config in (PlannerConfig(), PlannerConfig.from_mapping({"reach": 0.8}))
    ]
    assert near == [1.5, 0.8]


def test_what_failed_costs_by_the_planners_own_patience():
    def planner(patience: int) -> Planner:
        return Planner(ONTOLOGY, PlannerConfig(max_unreachable=patience))

    def text(patience: int) -> str:
        world = WorldBuilder()
        world.add("Pan", x=1.0, y=0.0, unreachable=3)
        goal = parse_goal("(exists (?p - Pan) (holding ?p))")
        return planner(patience).pddl(goal, world.build())[1]

    def look(failures: int) -> float:
        world = WorldBuilder()
        world.add("Fridge", open=0.0, x=1.0, y=0.0, unreachable=failures)
        plan = planner(5).plan(parse_goal("(exists (?e - Egg) (holding ?e))"), world.build())
        assert plan.actions[-1].args == ("Fridge_1",)
        return plan.cost

    avoided, used = (
        int(text(patience).partition("(effort pan_1) ")[2].partition(")")[0]) for patience in (2, 5)
    )
    assert avoided - used == Costs().avoided_effort - Costs().failure_effort
    assert look(3) - look(0) == 3 * Costs().failure_effort


def test_an_object_is_near_within_reach():
    world = WorldBuilder()
    world.add("Mug", x=1.0, y=0.0)
    state = world.build()
    seen = replace(state.objects["Mug_1"], view=state.robot.base)
    state = replace(state, objects={"Mug_1": seen})
    assert Facts(state, ONTOLOGY).near(seen)
    assert not Facts(state, ONTOLOGY, reach=0.5).near(seen)
