# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each weight is a setting that reaches what is decided by it."""

from dataclasses import fields, replace

import pytest
import symbolic

from egoplan_ros.behavior import executive as executive_module
from egoplan_ros.behavior.conditions.blocking import PLAN, Blocking
from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.conditions.effects import load_effects
from egoplan_ros.behavior.conditions.roles import ROLES, Scene, look
from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.details.detailed_planner import make_detailed_planner
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.literals import Literals
from egoplan_ros.behavior.selection.selection import HeuristicEngine
from egoplan_ros.behavior.subtrees.goal import rivals
from egoplan_ros.behavior.surprise_monitor import Watch
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.language.goals.question import Question, QuestionKind
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import Frontier
from egoplan_ros.world.system.resources import config_path
from egoplan_ros.world.task import Instruction

MEANT = "meant_choices unseen_price metre_price failure_price kept_discount"
READINGS = "rival_share plausible search_share"
BLOCKS = "role_choices look_choices ajar_distance ample_room given_up_after"
OTHERS = "order_weight dead_ends startled_limit news_limit lost_limit"
EFFECTS = load_effects(config_path("effects.yaml"))
MUG = "(exists (?o - Mug) (holding ?o))"
COFFEE = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
BOWL = "(exists (?o - Bowl ?r - CounterTop) (in ?o ?r))"
BCR = {"pursuit": "resolve", "catalogue": "bcr_conditions.yaml"}


def test_the_tests_here_cover_all():
    names = f"{MEANT} {READINGS} {BLOCKS} {OTHERS}".split()
    assert sorted(names) == sorted(field.name for field in fields(Weights))


def mugs(*places: float, failed: int = 0):
    """Mugs so many metres away, of which the first has failed so often."""
    state = symbolic.kitchen().world()
    objects = {
        f"Mug_{k}": ObjectInstance(
            f"Mug_{k}", "Mug", (x, 0.0, 1.0), (0.1, 0.1, 0.1), 1.0, unreachable=0 if k else failed
        )
        for k, x in enumerate(places)
    }
    return Facts(replace(state, objects=objects), symbolic.ONTOLOGY)


def meant(facts: Facts, goal: str, kept: tuple[str, ...] = (), **weights: float) -> list[str]:
    chooser = Literals(facts, EFFECTS, Weights(**weights), kept)
    return [x.args[0] for x in chooser.of(parse_goal(goal)) if x.predicate != "="]


@pytest.mark.parametrize(
    ("weights", "first"),
    [
        ({}, "Mug_0"),
        ({"metre_price": 0.0}, "Mug_1"),
        ({"failure_price": 5.0}, "Mug_1"),
        ({"unseen_price": 0.0}, "Mug"),
    ],
)
def test_an_object_is_meant_by_its_price(weights, first):
    assert meant(mugs(0.0, 20.0, failed=1), MUG, **weights) == [first]


@pytest.mark.parametrize(("discount", "first"), [(0.5, "Mug_1"), (0.0, "Mug_0")])
def test_who_changes_their_mind_pays_the_discount(discount, first):
    assert meant(mugs(0.0, 5.0), MUG, ("Mug_1",), kept_discount=discount) == [first]


def test_no_more_objects_are_considered_than_set():
    both = "(exists (?a ?b - Mug) (and (not (= ?a ?b)) (holding ?a) (holding ?b)))"
    assert meant(mugs(0.0, 1.0), both) == ["Mug_0", "Mug_1"]
    assert sorted(meant(mugs(0.0, 1.0), both, meant_choices=1)) == ["Mug", "Mug_0"]


def tables(count: int):
    """A mug in the hand, so many tables to put it on, and as many places not seen yet."""
    home = symbolic.Home({"Mug_1": symbolic.Thing("Mug", held=True)}, seen=True)
    for k in range(count):
        home.things[f"DiningTable_{k}"] = symbolic.Thing("DiningTable")
    home.look()
    state = home.world()
    table = replace(state.objects["DiningTable_1"], size=(0.25, 0.25, 0.7))
    frontiers = tuple(Frontier(f"frontier_{k}", float(k), 0.0, 0.0, 1.0) for k in range(9))
    objects = {**state.objects, "DiningTable_1": table}
    return replace(state, objects=objects, frontiers=frontiers)


def scene(state, **weights) -> Scene:
    made = Weights(**weights)
    return Scene(PLAN, state, symbolic.ONTOLOGY, missing=("Egg",), weights=made)


def test_roles_and_looks_offer_as_many_as_set():
    state = tables(9)
    for number in (3, 5):
        assert len(ROLES["$surface"](scene(state, role_choices=number))) == number
        assert len(look(scene(state, look_choices=number))) == number


def test_who_puts_something_down_for_a_while_wants_ample_room():
    state = tables(2)
    assert ROLES["$surface"](scene(state))[0] == "DiningTable_1"
    assert ROLES["$surface"](scene(state, ample_room=7.0))[0] == "DiningTable_0"


def test_what_a_detailed_planner_chooses_has_ample_room():
    state = tables(2)
    put = [
        make_detailed_planner("templated", symbolic.ONTOLOGY, Weights(ample_room=room))
        for room in (4.0, 7.0)
    ]
    egg = ObjectInstance("Egg_1", "Egg", (1.0, 0.0, 1.0), (0.05, 0.05, 0.05), 1.0)
    state = replace(state, objects={**state.objects, "Egg_1": egg})
    goal = parse_goal("(exists (?e - Egg) (holding ?e))")
    first = [next(a for a in one.plan(goal, state).actions if a.name == "Put") for one in put]
    assert [action.args[1] for action in first] == ["DiningTable_1", "DiningTable_0"]


def test_doors_farther_away_are_not_in_the_way():
    home = symbolic.kitchen(seen=True)
    home.things["Cabinet_1"].states["open"] = True
    home.look()
    state, action = home.world(), SymbolicAction("PickUp", ("Knife_1",))
    x, y, z = state.objects["Knife_1"].center
    beside = replace(state.objects["Cabinet_1"], center=(x + 0.9, y, z))
    state = replace(state, objects={**state.objects, "Cabinet_1": beside})
    for distance, found in ((1.2, ["Cabinet_1"]), (0.5, [])):
        made = Weights(ajar_distance=distance)
        assert ROLES["$ajar"](Scene(action, state, symbolic.ONTOLOGY, weights=made)) == found


@pytest.mark.parametrize(("after", "serves"), [(0, False), (2, True)])
def test_another_object_serves_while_it_is_not_given_up(after, serves):
    home = symbolic.kitchen(seen=True)
    home.marks["Mug_1"], home.marks["Mug_2"] = 3, 1
    action = SymbolicAction("PickUp", ("Mug_1",))
    condition = BlockingCondition(BlockingKind.OUT_OF_REACH, action)
    catalogue = load_catalogue(BehaviorConfig().catalogue_path)
    blocking = Blocking(catalogue, symbolic.ONTOLOGY, Weights(given_up_after=after))
    assert blocking.has_other(condition, home.world()) == serves


@pytest.mark.parametrize(("after", "looks"), [(0, False), (2, True)])
def test_a_question_leaves_out_what_is_given_up(after, looks):
    home = symbolic.kitchen()
    home.marks["SinkBasin_1"] = 1
    config = BehaviorConfig(weights=Weights(given_up_after=after))
    executive = TaskExecutive(home, symbolic.ONTOLOGY, config)
    executive.start(Question(QuestionKind.HOW_MANY, ("Mug",)).understood(Instruction("?")))
    symbolic.ended(executive, home)
    assert (SymbolicAction("Inspect", ("SinkBasin_1",)) in home.started) is looks


def test_what_is_given_up_fails_once_more_than_is_stood():
    assert [Weights(given_up_after=n).given_up for n in (0, 2, 5)] == [1, 3, 6]


def test_rivals_have_the_share_that_is_set():
    readings = symbolic.understanding(MUG, COFFEE, BOWL)  # 1, 1/2, 1/3
    assert [len(rivals(readings, share)) for share in (0.6, 0.4, 0.2)] == [1, 2, 3]


@pytest.mark.parametrize(("share", "most"), [(0.6, 1), (0.4, 2)])
def test_so_many_readings_compete_once_something_was_seen(share, most):
    asked = []

    def settle(task, types):
        asked.append(len(task.alternatives))
        return task

    config = BehaviorConfig(weights=Weights(rival_share=share))
    home = symbolic.kitchen()
    executive = TaskExecutive(home, symbolic.ONTOLOGY, config, settle=settle)
    executive.start(symbolic.understanding(MUG, COFFEE))
    symbolic.ended(executive, home)
    assert asked[0] == most


@pytest.mark.parametrize(
    ("weights", "goal"),
    [
        ({}, MUG),
        ({"search_share": 0.01}, BOWL),
        ({"search_share": 0.01, "plausible": 0.5}, MUG),
    ],
)
def test_a_reading_has_its_turn_by_its_chance(weights, goal):
    """No plan is found to a mug at first; that a bowl was meant is unlikely."""
    home = symbolic.kitchen(seen=True)
    plan, tried = home._plan, []

    def late(wanted):
        tried.append(wanted)
        first = wanted == parse_goal(MUG) and tried.count(wanted) < 2
        return Plan(PlanStatus.UNSOLVABLE) if first else plan(wanted)

    home._plan = late
    first, second = symbolic.understanding(MUG, BOWL).alternatives
    readings = (replace(first, probability=0.9), replace(second, probability=0.1))
    ontology = symbolic.ONTOLOGY
    executive = TaskExecutive(home, ontology, BehaviorConfig(weights=Weights(**weights)))
    executive.start(replace(symbolic.understanding(MUG, BOWL), alternatives=readings))
    assert symbolic.ended(executive, home).goal == to_pddl(parse_goal(goal))


def test_a_root_that_runs_out_of_remedies_is_tried_again_as_often_as_set():
    puts = []
    for most in (1, 4):
        home = symbolic.kitchen(seen=True)
        home.faults["Put"] = [ErrorCode.LIMIT] * 200
        settings = {**BCR, "max_failed_primitives": 200, "max_actions": 200}
        symbolic.pursue(home, COFFEE, 9000, **settings, weights=Weights(dead_ends=most))
        puts.append([action.name for action in home.started].count("Put"))
    assert puts[1] == puts[0] + 3


class Listening(HeuristicEngine):
    """Remembers what it was to choose from at first."""

    ranks = None

    def select(self, candidates, context):
        self.ranks = self.ranks or {c.action.name: c.rank for c in candidates}
        return super().select(candidates, context)


@pytest.mark.parametrize("weight", [0, 8, 20])
def test_what_is_to_be_done_later_falls_back_as_far_as_set(weight, monkeypatch):
    home, engine = symbolic.kitchen(seen=True), Listening()
    monkeypatch.setattr(executive_module, "make_engine", lambda config: engine)
    config = BehaviorConfig(**BCR, look_around=False, weights=Weights(order_weight=weight))
    executive = TaskExecutive(home, symbolic.ONTOLOGY, config)
    executive.start(symbolic.understanding(COFFEE))
    symbolic.ended(executive, home)
    assert engine.ranks == {"Clean": 0, "Put": weight}


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_a_thing_that_moves_interrupts_as_often_as_set(limit):
    home = symbolic.kitchen(seen=True)
    watch = Watch(symbolic.ONTOLOGY, weights=Weights(startled_limit=limit))
    watch.begin(SymbolicAction("GoTo", ("Mug_1",)), home.world())
    state = home.world()
    far = replace(state.objects["Mug_1"], center=(9.0, 9.0, 1.0))
    state = replace(state, objects={**state.objects, "Mug_1": far})
    assert [bool(watch.disturbed(state)) for _ in range(5)].count(True) == limit


@pytest.mark.parametrize("limit", [1, 3])
def test_one_more_of_a_type_is_news_up_to_the_limit(limit):
    watch = Watch(symbolic.ONTOLOGY, weights=Weights(news_limit=limit))
    watch.aim(parse_goal(MUG), mugs().world)
    found = [watch.discovery(mugs(*range(count)).world) for count in range(1, 6)]
    assert found == ["Mug"] * limit + [""] * (5 - limit)


class Dying(symbolic.Home):
    """Whoever runs a skill dies over it."""

    def start_skill(self, action):
        self.started.append(action)
        lost = SkillResult(action, False, ErrorCode.SERVER_LOST, "skill_executor died")
        return symbolic.Job(self, 1, lambda: lost)


@pytest.mark.parametrize("limit", [0, 3])
def test_an_action_is_begun_anew_as_often_as_set(limit):
    home = symbolic.kitchen(seen=True)
    home.__class__ = Dying
    weights = Weights(lost_limit=limit)
    symbolic.pursue(home, MUG, max_actions=1, weights=weights)
    assert [action.name for action in home.started].count("LookAround") == limit + 1
