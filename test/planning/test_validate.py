"""Our plan checker against unified-planning's, and every plan against both."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from planning_worlds import WorldBuilder, bedroom, kitchen

from egoplan_ros.planning.build import build_model
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.fast_downward import solve
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.relevance import relevant_objects
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.planning.unified import is_valid, to_unified
from egoplan_ros.planning.validate import validate
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import Formula, parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
PLANNER = Planner(ONTOLOGY)

GOALS = [
    "(exists (?a - Apple ?t - DiningTable) (and (sliced ?a) (hot ?a) (in ?a ?t)))",
    "(exists (?b - Bowl ?p - Plate) (and (clean ?b) (holding ?b) (not (dirty ?p))))",
    "(exists (?s - Spoon ?b - Bowl ?f - Fridge) (and (in ?s ?b) (in ?b ?f) (not (open ?f))))",
]


def solved(world: WorldBuilder, goal: Formula):
    facts = Facts(world.build(), ONTOLOGY)
    objects = relevant_objects(goal, PLANNER.domain, facts)
    model = build_model(PLANNER.domain, facts, goal, sorted(objects))
    answer = solve(
        PLANNER.domain,
        model.problem,
        searches=PLANNER.config.searches,
        timeout_s=20.0,
        memory_bytes=2 << 30,
    )
    assert answer.status is PlanStatus.SOLVED
    return model.problem, answer.steps


@pytest.mark.parametrize(
    "text", [GOALS[0], *(pytest.param(text, marks=pytest.mark.slow) for text in GOALS[1:])]
)
def test_same_verdict_as_unified_planning(text):
    problem, steps = solved(kitchen(), parse_goal(text))
    unified = to_unified(PLANNER.domain, problem)
    variants = [
        steps,
        steps[:-1],
        steps[1:],
        steps[:2] + steps[3:],
        steps[::-1],
        (*steps, steps[0]),
    ]
    verdicts = [not validate(PLANNER.domain, problem, variant).problem for variant in variants]
    assert verdicts[0]
    assert not all(verdicts)
    assert verdicts == [is_valid(unified, variant) for variant in variants]


def test_wrong_arguments_are_told():
    problem, steps = solved(kitchen(), parse_goal(GOALS[0]))
    action = steps[0].action
    assert "arguments" in validate(PLANNER.domain, problem, [Step(action, ())]).problem
    slicing = next(step.action for step in steps if step.action.name == "Slice")
    report = validate(PLANNER.domain, problem, [Step(slicing, ("diningtable_1",))])
    assert "is not a item" in report.problem


MOVABLES = ["Mug", "Apple", "Potato", "Knife", "Plate", "Bowl", "Spoon", "Tomato", "SaltShaker"]
PLACES = ["CounterTop", "DiningTable", "Fridge", "Cabinet", "Drawer", "Microwave", "SinkBasin"]
STATES = ["clean", "hot", "cold", "holding", "sliced"]


@st.composite
def worlds(draw) -> WorldBuilder:
    world = WorldBuilder()
    places = [
        world.add(kind, open=float(draw(st.booleans())))
        for kind in ["CounterTop", *draw(st.lists(st.sampled_from(PLACES), max_size=6))]
    ]
    if draw(st.booleans()):
        world.add("Faucet")
    hand_free = True
    for kind in draw(st.lists(st.sampled_from(MOVABLES), min_size=1, max_size=7)):
        held = hand_free and draw(st.integers(0, 5)) == 0
        hand_free &= not held
        fitting = [p for p in places if ONTOLOGY.fits(kind, world.objects[p].type)]
        parent = draw(st.sampled_from([None, *fitting]))
        dirty = draw(st.floats(0, 1))
        world.add(kind, None if held else parent, held=held, dirty=dirty)
    return world


@st.composite
def goals(draw) -> Formula:
    def literal(item: str) -> str:
        kind = draw(st.integers(0, 2))
        if kind == 0:
            return f"(exists (?r - {draw(st.sampled_from(PLACES))}) (in {item} ?r))"
        text = f"({draw(st.sampled_from(STATES))} {item})"
        return text if kind == 1 else f"(not {text})"

    kind = draw(st.sampled_from(MOVABLES))
    parts = " ".join(literal("?o") for _ in range(draw(st.integers(1, 3))))
    word = draw(st.sampled_from(["and", "and", "or"]))
    quantifier = draw(st.sampled_from(["exists", "exists", "forall"]))
    return parse_goal(f"({quantifier} (?o - {kind}) ({word} {parts}))")


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(world=worlds(), goal=goals())
def test_every_plan_is_valid_and_reaches_the_goal(world, goal):
    planner = Planner(ONTOLOGY, PlannerConfig(timeout_s=5.0, widen_s=0.3))
    state = world.build()
    plan = planner.plan(goal, state)
    assert plan.status is not PlanStatus.CRASH, plan.message
    assert plan.status is not PlanStatus.UNSUPPORTED, plan.message
    facts = Facts(state, ONTOLOGY)
    assert (plan.status is PlanStatus.SATISFIED) <= facts.holds(goal)
    if plan.status is not PlanStatus.SOLVED:
        return
    # Executed on all that is known, not only on what the planner thought relevant.
    model = build_model(planner.domain, facts, goal, sorted(facts.objects))
    names = {original: name for name, original in model.ids.items()}
    simulator = Simulator(planner.domain, model.problem)
    for action in plan.actions:
        step = Step(planner.domain.actions[action.name], tuple(names[a] for a in action.args))
        assert simulator.apply(step) == ""
    assert simulator.holds(model.problem.goal)


@pytest.mark.slow
def test_look_at_in_light_is_valid_for_unified_planning():
    goal = parse_goal("(exists (?b - Book ?l - DeskLamp) (and (holding ?b) (toggled ?l)))")
    problem, steps = solved(bedroom(), goal)
    assert is_valid(to_unified(PLANNER.domain, problem), steps)
