# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was hardly seen is looked at from near before the task ends."""

from dataclasses import replace

import pytest
import symbolic

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.exploration import rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.primitive import ErrorCode

kitchen, pursue, understanding = symbolic.kitchen, symbolic.pursue, symbolic.understanding


class FromAfar(symbolic.Home):
    """What mugs are in is believed wrongly until the robot goes there."""

    def __init__(self, things, believed):
        self.near, self.mistaken = False, believed
        super().__init__(things, seen=True)

    def look(self):
        super().look()
        if not self.near:
            self.believed["Mug_1"].parent = self.mistaken

    def world(self):
        world = super().world()
        pose = Pose2D(world.objects["Mug_1"].center[0] + (0.5 if self.near else 3.0), 0.0, 0.0)
        mug = replace(world.objects["Mug_1"], seen_from=(pose,))
        robot = replace(world.robot, base=pose)
        return replace(world, robot=robot, objects={**world.objects, "Mug_1": mug})

    def _effect(self, action):
        self.near |= action.name == "GoTo"
        return ErrorCode.NONE if action.name == "GoTo" else super()._effect(action)


@pytest.mark.parametrize("truth", ["SinkBasin_1", "CounterTop_1"])
def test_what_was_only_seen_from_afar_is_looked_at_before_the_task_ends(truth):
    things = {name: symbolic.Thing(name.split("_")[0]) for name in ("SinkBasin_1", "CounterTop_1")}
    home = FromAfar({**things, "Mug_1": symbolic.Thing("Mug", truth)}, "CounterTop_1")
    result = pursue(home, "(exists (?o - Mug ?r - CounterTop) (in ?o ?r))", look_around=False)
    assert result.success, result
    assert home.things["Mug_1"].parent == "CounterTop_1"
    assert result.actions[0] == ("GoTo(Mug_1)", "ok")
    assert (len(result.actions) == 1) == (truth == "CounterTop_1")


@pytest.mark.parametrize("shut", [True, False])
def test_what_was_shut_away_is_not_taken_out_to_be_looked_at(shut):
    cabinet = symbolic.Thing("Cabinet", states={"open": True})
    home = FromAfar(
        {"Cabinet_1": cabinet, "Mug_1": symbolic.Thing("Mug", "Cabinet_1")}, "Cabinet_1"
    )
    for known in (cabinet, home.believed["Cabinet_1"]):
        known.states["open"] = not shut
    home.look = lambda: None  # nothing is believed anew
    result = pursue(home, "(exists (?o - Mug ?r - Cabinet) (in ?o ?r))", look_around=False)
    assert result.success, result
    assert len(result.actions) == (0 if shut else 1)


def far_mug():
    things = {name: symbolic.Thing(name.split("_")[0]) for name in ("CounterTop_1", "Egg_1")}
    return FromAfar({**things, "Mug_1": symbolic.Thing("Mug", "CounterTop_1")}, "CounterTop_1")


def looking_once_more(home, goal, **settings):
    """The executive on its way to what it believes to be in place."""
    settings = BehaviorConfig(look_around=False, **settings)
    executive = TaskExecutive(home, symbolic.ONTOLOGY, settings)
    executive.start(understanding(goal))
    while not executive.status().action:
        executive.tick()
    assert executive.status().action == "GoTo(Mug_1)"
    return executive


ON_COUNTER = "(exists (?o - Mug ?r - CounterTop) (in ?o ?r))"


def test_a_budget_that_ends_while_what_is_done_is_looked_at_once_more_spoils_nothing():
    home = far_mug()
    executive = looking_once_more(home, ON_COUNTER, max_steps=10)
    home.step += 10
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success
    executive.close()


def test_a_budget_ends_the_last_look_too():
    home = far_mug()
    executive = looking_once_more(home, ON_COUNTER, max_steps=10)
    home.step += 10
    executive.tick()
    assert executive.result().success
    assert home.cancelled
    executive.close()


def test_after_a_new_goal_what_is_in_place_is_looked_at_anew():
    home = far_mug()
    executive = looking_once_more(home, ON_COUNTER)
    executive.new_goal(understanding(ON_COUNTER))
    while executive.tick().name == "RUNNING":
        pass
    assert [action for action, _ in executive.result().actions].count("GoTo(Mug_1)") == 2
    executive.close()


def test_what_cannot_be_looked_at_from_near_is_believed():
    things = {name: symbolic.Thing(name.split("_")[0]) for name in ("SinkBasin_1", "CounterTop_1")}
    home = FromAfar({**things, "Mug_1": symbolic.Thing("Mug", "CounterTop_1")}, "CounterTop_1")
    home.faults["GoTo(Mug_1)"] = [ErrorCode.PATH_BLOCKED]
    result = pursue(home, "(exists (?o - Mug ?r - CounterTop) (in ?o ?r))", look_around=False)
    assert result.success, result
    assert [action for action, _ in result.actions] == ["GoTo(Mug_1)"]


@pytest.mark.parametrize("code", [ErrorCode.SERVER_LOST, ErrorCode.CANCELLED])
def test_a_look_that_never_came_about_proves_nothing(code):
    """Who was to look died, or was called off: that the mug is on the counter is as doubtful."""
    things = {name: symbolic.Thing(name.split("_")[0]) for name in ("SinkBasin_1", "CounterTop_1")}
    home = FromAfar({**things, "Mug_1": symbolic.Thing("Mug", "SinkBasin_1")}, "CounterTop_1")
    home.faults["GoTo(Mug_1)"] = [code]
    result = pursue(home, ON_COUNTER, look_around=False)
    assert result.success, result
    assert home.things["Mug_1"].parent == "CounterTop_1"


def test_who_takes_a_task_over_looks_at_what_the_one_before_had_not_looked_at():
    things = {name: symbolic.Thing(name.split("_")[0]) for name in ("SinkBasin_1", "CounterTop_1")}
    home = FromAfar({**things, "Mug_1": symbolic.Thing("Mug", "SinkBasin_1")}, "CounterTop_1")
    first = looking_once_more(home, ON_COUNTER)
    kept = first.checkpoint()
    first.close()
    second = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(look_around=False))
    second.start(understanding(ON_COUNTER), kept)
    while second.tick().name == "RUNNING":
        pass
    assert second.result().success
    assert home.things["Mug_1"].parent == "CounterTop_1"
    second.close()


def test_a_planner_that_crashed_is_no_reason_to_believe_what_was_seen_from_afar():
    """The mug comes into view while its silence is recovered from, and seems to be elsewhere."""
    things = {name: symbolic.Thing(name.split("_")[0]) for name in ("SinkBasin_1", "CounterTop_1")}
    home = FromAfar({**things, "Mug_1": symbolic.Thing("Mug", "SinkBasin_1")}, "SinkBasin_1")
    home.planner_faults = [PlanStatus.CRASH]
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(look_around=False))
    executive.start(understanding(ON_COUNTER))
    while not home.said:
        executive.tick()
    home.mistaken = "CounterTop_1"
    home.look()
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success
    assert home.things["Mug_1"].parent == "CounterTop_1"
    executive.close()


def test_a_robot_that_is_out_of_order_has_looked_at_nothing():
    home = far_mug()
    home.faults["GoTo(Mug_1)"] = [ErrorCode.ROBOT_FAULT] * 99
    home.faults["LookAround"] = [ErrorCode.ROBOT_FAULT] * 99
    result = pursue(home, ON_COUNTER, look_around=False)
    assert not result.success


@pytest.mark.parametrize(("size", "looks"), [((0.007, 0.02, 0.001), 1), ((0.09, 0.09, 0.1), 0)])
def test_a_thing_of_which_only_a_sliver_showed_is_looked_at_before_the_task_ends(size, looks):
    """A rim hid the rest: it may as well lie behind it as on the counter."""
    home = far_mug()
    home.near = True
    world = home.world

    def sliver():
        state = world()
        mug = replace(state.objects["Mug_1"], size=size)
        return replace(state, objects={**state.objects, "Mug_1": mug})

    home.world = sliver
    result = pursue(home, ON_COUNTER, look_around=False)
    assert result.success
    assert len(result.actions) == looks


class Unclear(symbolic.Home):
    """A counter that nobody can tell from a sink, however near it is looked at."""

    def world(self):
        world = super().world()
        item = replace(world.objects["CounterTop_2"], doubtful=True, confidence=0.4, inspected=True)
        return replace(world, objects={**world.objects, item.id: item})

    def _explore(self, world):
        anchors = rank_anchors(("CounterTop",), Facts(world, symbolic.ONTOLOGY), 2, USUAL)
        if not anchors:
            return super()._explore(world)
        look = SymbolicAction(anchors[0].action, (anchors[0].id,))
        return Plan(PlanStatus.EXPLORE, (look,), 1.0)


def test_what_stays_doubtful_from_near_is_not_looked_at_again():
    names = ("SinkBasin_1", "CounterTop_2", "Mug_1")
    home = Unclear({name: symbolic.Thing(name.split("_")[0]) for name in names}, seen=True)
    result = pursue(home, ON_COUNTER, look_around=False)
    looks = [action for action, _ in result.actions].count("Inspect(CounterTop_2)")
    assert looks == 1, result.actions
    assert not result.success
    assert result.failed_actions == 0
