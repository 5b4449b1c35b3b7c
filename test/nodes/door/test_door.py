# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is malformed does not come in, and what comes in can be used."""

import math
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from egoplan_ros.action import ExecutePrimitive, ExecuteSkill, ExecuteTask
from egoplan_ros.msg import (
    BlockingCondition,
    Detections,
    Goal,
    Instruction,
    ObjectArray,
    Plan,
    RobotState,
    SkillStatus,
)
from egoplan_ros.srv import PlanTask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from malformed import malformed, messages
from nav_msgs.msg import OccupancyGrid as OccupancyGridMsg
from nav_msgs.msg import Odometry
from rclpy.node import NodeNameNonExistentError
from rosgraph_msgs.msg import Clock

from egoplan_ros.nodes.convert.objects import from_grid, from_objects, to_grid, to_objects
from egoplan_ros.nodes.convert.plan import from_blocking, from_plan, from_skill_status
from egoplan_ros.nodes.convert.robot import from_robot_state, to_robot_state
from egoplan_ros.nodes.convert.task import from_goal, from_instruction
from egoplan_ros.nodes.door.continuity import Continuity
from egoplan_ros.nodes.door.door import Door, clients
from egoplan_ros.world.frame import RobotState as Robot
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance, Source, View
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.state import Frontier, WorldState

MUG = ObjectInstance(
    "Mug_1",
    "Mug",
    (1.0, 2.0, 0.9),
    (0.1, 0.1, 0.12),
    states={"dirty": Belief(0.9, Source.OBSERVED, 3.0)},
    view=View((0.5, 0.4), 120, 1.2, 1.1),
    seen_from=(Pose2D(0.0, 1.0, 0.5),),
    candidates=(("Mug", 0.8), ("Cup", 0.1)),
)
ROBOT = Robot(4.0, 7, 3, Pose2D(0.5, 0.5, 1.0), 0.3, 1.5, False)
GRID = OccupancyGrid(np.zeros((6, 5), dtype=np.int8), 0.05, (0.0, 0.0))
WORLD = WorldState(
    4.0, ROBOT, {"Mug_1": MUG}, GRID, (Frontier("frontier_1", 1.0, 1.0, 0.0, 2.0),), version=3
)


def door(kind, told=None):
    told = [] if told is None else told
    return Door(kind, "topic", lambda line, new: told.append(line) if new else None)


def spoiled(message, path, value):
    message = deepcopy(message)
    *way, last = path.split(".")
    at = message
    for name in way:
        at = at[int(name)] if name.isdigit() else getattr(at, name)
    setattr(at, last, value)
    return message


def test_the_world_model_passes():
    assert door(ObjectArray).problem(to_objects(WORLD)) == ""
    assert door(OccupancyGridMsg).problem(to_grid(GRID, 4.0)) == ""
    assert door(RobotState).problem(to_robot_state(ROBOT)) == ""


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("objects.0.states.0.source", "gossip", "source 'gossip' is unknown"),
        ("objects.0.states.0.probability", 1.5, "must be from 0 to 1"),
        ("objects.0.center.x", math.nan, "objects[0].center.x is nan"),
        ("objects.0.size.z", -1.0, "negative size"),
        ("objects.0.type", "Unicorn", "'Unicorn' is not in config/objects.yaml"),
        ("objects.0.id", "", "has no id"),
        ("objects.0.candidates", ["Mug"], "another number of candidates"),
        ("objects.0.first_seen", Time(sec=-1), "objects[0].first_seen.sec is no time"),
        ("objects.0.seen_from.0.position.x", math.inf, "seen_from[0].position.x is inf"),
        ("frontiers.0.gain", math.nan, "frontiers[0].gain is nan"),
        ("header.frame_id", "moon", "frame_id is 'moon'"),
        ("robot.base.y", 1e9, "robot.base.y is 1e+09"),
        ("robot.radius", -1.0, "radius -1 m"),
    ],
)
def test_a_false_world_model_is_refused_and_its_field_is_named(path, value, told):
    assert told in door(ObjectArray).problem(spoiled(to_objects(WORLD), path, value))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("info.width", 999, "999x6 cells need as many values, got 30"),
        ("info.resolution", 0.0, "resolution is 0 m"),
        ("info.origin.position.x", math.nan, "info.origin.position.x is nan"),
        ("data", [101] * 30, "cells that are not from -1 to 100"),
    ],
)
def test_a_false_map_is_refused(path, value, told):
    assert told in door(OccupancyGridMsg).problem(spoiled(to_grid(GRID, 4.0), path, value))


def test_two_objects_of_one_id_are_refused():
    message = to_objects(WORLD)
    message.objects.append(message.objects[0])
    assert "one id" in door(ObjectArray).problem(message)


def test_a_negative_time_is_refused():
    assert "is no time" in door(Clock).problem(Clock(clock=Time(sec=-5)))
    assert door(Clock).problem(Clock(clock=Time(sec=5))) == ""


def test_what_a_driver_does_not_know_is_no_reason():
    message = Odometry()
    message.pose.covariance[:] = math.nan
    message.twist.twist.linear.x = math.nan
    assert door(Odometry).problem(message) == ""
    message.pose.pose.position.x = math.nan
    assert "pose.pose.position.x" in door(Odometry).problem(message)


def state(episode, step, stamp):
    return to_robot_state(replace(ROBOT, episode=episode, step=step, stamp=stamp))


def test_a_single_message_of_another_episode_is_doubted():
    here = door(RobotState)
    assert here.problem(state(5, 9, 10.0)) == ""
    assert "episode 99" in here.problem(state(99, 40, 10.1))
    assert here.problem(state(5, 10, 10.2)) == ""
    assert "episode 99" in here.problem(state(99, 41, 10.3))
    assert "episode 99" in here.problem(state(99, 41, 10.3)), "the same, sent again"
    assert here.problem(state(99, 42, 10.4)) == "", "it goes on"


def test_another_episode_that_is_told_for_a_while_is_believed():
    now = [100.0]
    here = Continuity(RobotState, lambda: now[0])
    assert here.problem(state(5, 9, 10.0)) == ""
    for _ in range(400):
        assert here.problem(state(4, 30, 7.0))
    now[0] += 4.0
    assert here.problem(state(4, 30, 7.0)) == ""


def test_an_episode_that_begins_counts_at_once():
    here = door(RobotState)
    assert here.problem(state(5, 9, 10.0)) == ""
    assert here.problem(state(6, 0, 0.0)) == ""


def test_a_leap_in_time_is_doubted():
    here = door(RobotState)
    assert here.problem(state(5, 9, 10.0)) == ""
    assert "leaps" in here.problem(state(5, 10, 1e6))
    assert here.problem(state(5, 10, 10.5)) == ""


def test_the_same_complaint_is_told_once_with_its_sender():
    told = []
    here = door(ObjectArray, told)
    for value in (math.nan, 1e7, math.inf):
        wrong = spoiled(to_objects(WORLD), "objects.0.center.x", value)
        assert not here.passes(wrong, lambda: "/probe")
    assert len(told) == 1
    assert "it came from /probe" in told[0]
    assert here.refused == 3
    assert here.passes(to_objects(WORLD), lambda: "/probe")


KINDS = {
    ObjectArray: lambda m: from_objects(m, GRID),
    OccupancyGridMsg: from_grid,
    RobotState: from_robot_state,
    Plan: from_plan,
    Goal: from_goal,
    Instruction: from_instruction,
    SkillStatus: from_skill_status,
    BlockingCondition: from_blocking,
    Detections: None,
    ExecuteSkill.Goal: None,
    ExecutePrimitive.Goal: None,
    ExecuteTask.Goal: None,
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_comes_is_refused_or_can_be_converted(kind, data):
    message = data.draw(messages(kind))
    if door(kind).problem(message) == "" and KINDS[kind] is not None:
        KINDS[kind](message)


@pytest.mark.parametrize(
    "good", [to_objects(WORLD), to_robot_state(ROBOT), to_grid(GRID, 4.0)], ids=lambda m: type(m)
)
def test_each_number_that_is_none_is_refused(good):
    cases = list(malformed(good))
    assert len(cases) >= 8
    for path, wrong in cases:
        assert door(type(good)).problem(wrong), path


class Room:
    """Nodes, and what each may ask."""

    def get_node_names_and_namespaces(self):
        return [("behavior", "/home"), ("stranger", "/"), ("gone", "/")]

    def get_client_names_and_types_by_node(self, name, space):
        if name == "gone":
            raise NodeNameNonExistentError(name)
        return [("/home/plan_task", ["egoplan_ros/srv/PlanTask"])] if name != "behavior" else []


def test_who_may_have_asked_is_told():
    assert clients(Room(), "/home/plan_task") == "/stranger"
    assert clients(Room(), "/home/reset") == "a node that has gone"


def test_what_is_refused_is_told_once_with_its_fate():
    told = []
    plan_task = door(PlanTask.Request, told)
    for sec in (-1, -2):
        problem = plan_task.problem(PlanTask.Request(not_before=Time(sec=sec)))
        plan_task.refuse(problem, lambda: "refused, it came from /stranger")
    assert told == ["topic: not_before.sec is no time (-1); refused, it came from /stranger"]
    assert plan_task.refused == 2
