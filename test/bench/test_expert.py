# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The expert tells feasible tasks from impossible ones in the simulator itself."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from egoplan_ros.bench import expert
from egoplan_ros.bench.expert import _courses, draw_feasible, put_down, within_reach
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import BenchTask, draw_task
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import Ontology, load_ontology

SCENE = "FloorPlan5"
EMPTY_MACHINE = "FloorPlan3"
"""A kitchen in which no mug stands in the coffee machine."""


@pytest.fixture(scope="module")
def robot() -> Iterator[Any]:
    robot = make_robot("thor", scene=SCENE, oracle=False)
    robot.reset()
    yield robot
    robot.close()


@pytest.mark.parametrize("kind", ["pick_two_obj_and_place", "pick_and_place_with_movable_recep"])
def test_drawn_tasks_can_be_done_and_leave_the_room_untouched(robot: Any, kind: str) -> None:
    suite, ontology = load_suite("alfred"), load_ontology()
    task = draw_feasible(robot, suite, kind, SCENE, ontology, 0, None)
    assert task is not None
    things = robot.truth()["objects"]
    needed = 2 if kind == "pick_two_obj_and_place" else 1
    assert sum(item["objectType"] == task.slots["target"] for item in things) >= needed
    assert not any(item["isPickedUp"] or item["isOpen"] for item in things if item["openable"])
    robot.setup = ""
    robot.reset(SCENE)
    assert task == draw_feasible(robot, suite, kind, SCENE, ontology, 0, None)


@pytest.mark.parametrize(
    ("suite", "kind"),
    [("alfred", "pick_heat_then_place_in_recep"), ("novel", "place_two_different_objects")],
)
def test_tasks_with_chores_and_second_things_can_be_done(robot: Any, suite: str, kind: str) -> None:
    robot.setup = ""
    robot.reset(SCENE)
    task = draw_feasible(robot, load_suite(suite), kind, SCENE, load_ontology(), 0, None)
    assert task is not None
    assert task.slots["destination"]


def test_every_course_is_tried_once_and_in_an_order_that_can_work() -> None:
    alike = [("in", ("?o", "?r")), ("in", ("?p", "?r"))]
    cups = ["c1", "c2", "c3", "c4"]
    courses = list(_courses(alike, ["?o", "?p", "?r"], [cups, cups, ["sink"]], {}))
    assert len(courses) == len(set(courses)) == 4 * 3
    carried = [("in", ("?o", "?p")), ("in", ("?p", "?r")), ("hot", ("?o",))]
    options = [["egg"], ["plate"], ["table"]]
    courses = list(_courses(carried, ["?o", "?p", "?r"], options, {"hot": "oven", "cold": "ice"}))
    assert courses == [(("egg", "oven"), ("egg", "plate"), ("plate", "table"))]


def test_ways_known_to_fail_do_not_use_up_the_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the apples cannot be put there; the two that can are the last pair."""
    apples = [f"Apple|{k}" for k in range(expert._PLACES)]
    robot = SimpleNamespace(reset=lambda *_: None, truth=lambda: {"objects": []}, setup="")
    monkeypatch.setattr(expert, "within_reach", lambda *_: True)
    monkeypatch.setattr(expert, "_ids", lambda _, kind: apples if kind == "Apple" else [kind])
    good, tried = set(apples[-2:]), []

    def place(_: Any, item: str, where: str) -> bool:
        tried.append((item, where))
        return item in good

    monkeypatch.setattr(expert, "_place", place)
    monkeypatch.setattr(expert, "_COURSES", 4)
    goal = parse_goal(
        "(exists (?o ?p - Apple ?r - Bowl) (and (not (= ?o ?p)) (in ?o ?r) (in ?p ?r)))"
    )
    task = BenchTask(SCENE, "two", 0, "-", goal, {"target": "Apple", "destination": "Bowl"})
    assert expert._try(robot, task, 0, SCENE, None, set(), load_ontology())
    assert len(tried) <= 4


@pytest.mark.parametrize("reached", [True, False])
def test_what_is_switched_on_must_be_within_reach(
    reached: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = SimpleNamespace(reset=lambda *_: None, truth=lambda: {"objects": []}, setup="")
    monkeypatch.setattr(expert, "_ids", lambda _, kind: [kind])
    monkeypatch.setattr(expert, "within_reach", lambda _, name: reached or name != "DeskLamp")
    goal = parse_goal("(exists (?o - Book ?l - DeskLamp) (and (holding ?o) (toggled ?l)))")
    task = BenchTask(SCENE, "light", 0, "-", goal, {"target": "Book"})
    assert expert._try(robot, task, 0, SCENE, None, set(), load_ontology()) is reached


IMPOSSIBLE = {
    "two mugs": {
        "goal": "(exists (?o ?p - {target} ?r - {destination}) "
        "(and (not (= ?o ?p)) (in ?o ?r) (in ?p ?r)))",
        "target": ["Mug"],
    },
    "a second thing": {
        "goal": "(exists (?o - {target} ?q - {second} ?r - {destination}) "
        "(and (in ?o ?r) (in ?q ?r)))",
        "target": ["Mug"],
        "second": ["Cup"],
    },
    "a stop on the way": {
        "goal": "(exists (?o - {target} ?r - {destination}) (and (hot ?o) (in ?o ?r)))",
        "target": ["Mug"],
    },
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_fit_is_not_asked(
    robot: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No coffee machine holds two mugs or a cup, even where the ontology forgets to say so; and
    nothing is heated in what heats nothing."""
    types = load_ontology().types
    machine = replace(types["CoffeeMachine"], capacity=None)
    cup = replace(types["Cup"], fits=types["Mug"].fits)
    ontology = Ontology({**types, "CoffeeMachine": machine, "Cup": cup})
    suite = load_suite("alfred")
    rule = {**IMPOSSIBLE[name], "sentences": ["-"]}
    suite = replace(suite, kinds={name: rule}, destinations=("CoffeeMachine",))
    # Whatever is to be warmed cannot be put there, as a plate into a small microwave.
    monkeypatch.setitem(expert.CHORES, "hot", (("toaster", 1),))
    monkeypatch.setattr(expert, "ATTEMPTS", 4)
    robot.setup = ""
    robot.reset(EMPTY_MACHINE)
    objects = robot.truth()["objects"]
    assert draw_task(suite, name, EMPTY_MACHINE, objects, ontology, 0) is not None
    assert draw_feasible(robot, suite, name, EMPTY_MACHINE, ontology, 0, None) is None


@pytest.mark.parametrize("kind", ["slices", "cooked_slices", "salad", "plate_of_toast"])
def test_what_is_served_is_sliced_first(robot: Any, kind: str) -> None:
    robot.setup = ""
    robot.reset(SCENE)
    task = draw_feasible(robot, load_suite("teach"), kind, SCENE, load_ontology(), 0, None)
    assert task is not None
    assert not any(item["isSliced"] for item in robot.truth()["objects"])


def test_nothing_is_sliced_without_a_knife_within_reach(
    robot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.setup = ""
    robot.reset(SCENE)
    reach = expert.within_reach
    monkeypatch.setattr(
        expert, "within_reach", lambda r, name: "Knife" not in name and reach(r, name)
    )
    monkeypatch.setattr(expert, "ATTEMPTS", 2)
    suite, ontology = load_suite("teach"), load_ontology()
    assert draw_feasible(robot, suite, "slices", SCENE, ontology, 0, None) is None


def test_what_is_washed_without_a_destination_goes_into_the_sink_by_itself(
    robot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.setup = ""
    robot.reset(SCENE)
    suite, ontology = load_suite("teach"), load_ontology()
    task = draw_feasible(robot, suite, "clean_all", SCENE, ontology, 0, None)
    assert task is not None
    things = robot.truth()["objects"]
    assert all(item["isDirty"] for item in things if item["objectType"] == task.slots["target"])
    monkeypatch.setattr(expert, "_place", lambda _, name, place: "Sink" not in place)
    monkeypatch.setattr(expert, "ATTEMPTS", 2)
    robot.setup = ""
    robot.reset(SCENE)
    assert draw_feasible(robot, suite, "clean_all", SCENE, ontology, 0, None) is None


class Crouching:
    """A simulator that shows an object to whoever crouches, and to those who stand if it may."""

    def __init__(self, standing: bool) -> None:
        self.setup, self.controller, self._standing = "", self, standing

    def reset(self, scene: str | None = None, seed: int | None = None) -> None:
        """Nothing to do."""

    def truth(self) -> dict[str, Any]:
        return {"objects": [{"objectId": "Cup|1", "parentReceptacles": None}]}

    def step(self, action: str, **words: Any) -> Any:
        assert action == "GetInteractablePoses"
        stances = words.get("standings", [True, False])
        poses = [{"standing": stance} for stance in stances if self._standing or not stance]
        return SimpleNamespace(metadata={"actionReturn": poses})


@pytest.mark.parametrize("standing", [True, False])
def test_the_expert_stands_as_the_robot_does(standing: bool) -> None:
    """A cupboard's depths hide things from whoever does not crouch."""
    assert within_reach(Crouching(standing), "Cup|1") is standing


class Basin:
    """A simulator with a basin for which some poses will do, and force always."""

    def __init__(self, *good: float) -> None:
        self.setup, self.controller, self._good, self._at = "", self, good, 0.0

    def reset(self, scene: str | None = None, seed: int | None = None) -> None:
        """Nothing to do."""

    def truth(self) -> dict[str, Any]:
        return {"objects": []}

    def step(self, action: str, **words: Any) -> Any:
        zero = {"x": 0.0, "y": 0.9, "z": 0.0}
        things = [{"objectId": "SinkBasin|1", "axisAlignedBoundingBox": {"center": zero}}]
        poses = [{**zero, "x": x, "rotation": 0.0, "horizon": 30.0} for x in (1.25, 0.75, 1.0)]
        if action == "Teleport":
            self._at = words["position"]["x"]
        done = action != "PutObject" or words.get("forceAction") or self._at in self._good
        metadata = {"objects": things, "actionReturn": poses, "lastActionSuccess": done}
        return SimpleNamespace(metadata=metadata)


@pytest.mark.parametrize("good", [(), (1.25,), (0.75, 1.0)])
def test_the_expert_puts_nothing_by_force(good: tuple[float, ...]) -> None:
    """No robot can reach the floor of a deep basin that is in view from nowhere."""
    assert put_down(Basin(*good), "SinkBasin|1") is bool(good)
