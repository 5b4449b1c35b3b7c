# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The running graph does what docs/interfaces.md says."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from egoplan_ros.action import ExecutePrimitive, ExecuteSkill
from egoplan_ros.msg import SkillStatus
from egoplan_ros.srv import PlanTask, QueryObjects, Reset, SaveMap
from lifecycle_msgs.msg import State
from rclpy.action import ActionClient
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import PointCloud2
from std_msgs.msg import Bool
from std_srvs.srv import SetBool, Trigger
from visualization_msgs.msg import MarkerArray

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.nodes.node_table import NODES
from egoplan_ros.nodes.qos import LATCHED
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.formats.state_file import read_state
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

INTERFACES = Path(__file__).resolve().parents[2] / "docs" / "interfaces.md"
TASK = "put a clean mug in the coffee machine"
GOAL = "(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))"
OCCASIONAL = {
    "human/request",
    "objects/unreachable",
    "objects/explored",
    "blocking_condition",
    "question",
    "told",
    "restarts",
    "stop/relayed",
}
ALWAYS_BEST_EFFORT = {"/clock", "heartbeat"}


def documented() -> list[tuple[str, str, str, str]]:
    """(topic, type, QoS, publisher) of the table of published topics."""
    text = INTERFACES.read_text(encoding="utf-8").split("### Topics the graph listens to")[0]
    rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]
    return [
        (row[1].strip("`"), row[2], row[3], row[4])
        for row in rows
        if len(row) > 5 and row[1].startswith("`")
    ]


def message_class(kind: str) -> type:
    package, _, name = kind.split("/")
    found: type = getattr(import_module(f"{package}.msg"), name)
    return found


def test_the_table_is_not_empty() -> None:
    assert len(documented()) >= 25


def test_all_nodes_are_active(graph: Any) -> None:
    states = {entry.name: graph.probe.state(entry.name) for entry in NODES}
    assert len(states) == 8
    assert set(states.values()) == {State.PRIMARY_STATE_ACTIVE}, states
    assert graph.processes.alive()


@pytest.mark.parametrize("row", documented(), ids=lambda row: row[0])
def test_topic_has_the_stated_type_and_qos(graph: Any, row: tuple[str, str, str, str]) -> None:
    topic, kind, qos, publisher = row
    probe = graph.probe
    names = {entry.name for entry in NODES}
    wanted = names if publisher == "every node" else {publisher}

    def offers() -> list[Any]:
        return probe.node.get_publishers_info_by_topic(topic)

    probe.until(lambda: wanted <= {o.node_name for o in offers()}, 20.0, f"publishers of {topic}")
    for offer in offers():
        assert offer.topic_type == kind
        if offer.node_name not in names:
            continue
        latched = qos == "latched"
        durability = DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE
        assert offer.qos_profile.durability == durability
        loose = topic in ALWAYS_BEST_EFFORT
        reliability = ReliabilityPolicy.BEST_EFFORT if loose else ReliabilityPolicy.RELIABLE
        assert offer.qos_profile.reliability == reliability


def test_a_task_succeeds_with_feedback_and_every_topic_speaks(graph: Any) -> None:
    probe = graph.probe
    heard: dict[str, int] = {}
    subscriptions = []
    for topic, kind, qos, _ in documented():
        profile = QoSProfile(depth=20, reliability=ReliabilityPolicy.BEST_EFFORT)
        if qos == "latched":
            profile.reliability = ReliabilityPolicy.RELIABLE
            profile.durability = DurabilityPolicy.TRANSIENT_LOCAL

        def hear(_: Any, topic: str = topic) -> None:
            heard[topic] = heard.get(topic, 0) + 1

        subscriptions.append(
            probe.node.create_subscription(message_class(kind), topic, hear, profile)
        )
    try:
        told: list[Any] = []
        status, result = probe.outcome(probe.send(TASK, told.append))
        assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
        assert result.success
        assert result.steps > 0
        assert len(result.actions) == len(result.outcomes) > 1
        assert [item.steps for item in told] == sorted(item.steps for item in told)
        assert any(item.plan and 0 <= item.step_of_plan < len(item.plan) for item in told)
        assert told[-1].elapsed.sec + told[-1].elapsed.nanosec > 0
        assert probe.call(Trigger, "publish_voxels").success
        wanted = {row[0] for row in documented()} - OCCASIONAL
        probe.until(lambda: wanted <= set(heard), 20.0, f"heard of {wanted - set(heard)}")
    finally:
        for subscription in subscriptions:
            probe.node.destroy_subscription(subscription)
    truth = json.loads(probe.call(Trigger, "ground_truth").message)
    machine = [item for item in truth["objects"] if item["objectType"] == "CoffeeMachine"]
    inside = {name for item in machine for name in item["receptacleObjectIds"] or ()}
    assert any(name.startswith("Mug") for name in inside)


def test_what_was_seen_can_be_asked_planned_and_saved(graph: Any) -> None:
    probe = graph.probe
    found = probe.call(QueryObjects, "query_objects", QueryObjects.Request(type="Mug"))
    assert found.success
    assert {item.type for item in found.objects.objects} == {"Mug"}
    plan = probe.call(PlanTask, "plan_task", PlanTask.Request(goal=GOAL, explore=True)).plan
    assert plan.status == "satisfied"
    saved = [
        probe.call(SaveMap, "save_map", SaveMap.Request(name=f"kitchen/home{ending}"))
        for ending in (".npz", ".json")
    ]
    assert all(answer.success for answer in saved), saved
    path, readable = (Path(answer.message) for answer in saved)
    assert read_state(readable, load_ontology()).objects
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("watcher", range(4))
def test_who_begins_to_look_while_the_robot_rests_is_shown_what_is_known(
    graph: Any, watcher: int
) -> None:
    probe = graph.probe
    # At once after the one before has gone.
    turned = primitive(probe, "rotate_left" if watcher % 2 else "rotate_right")
    assert turned.result.success
    shown = dict[str, tuple[int, int]]()
    drawn = ("objects", "frontiers", "frontiers3d", "graph")
    kinds = {f"{name}/markers": MarkerArray for name in drawn} | {"voxels/full": PointCloud2}
    profile = QoSProfile(depth=5, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    subscriptions = []
    for topic, kind in kinds.items():

        def show(message: Any, topic: str = topic) -> None:
            stamp = (message.markers[0] if topic != "voxels/full" else message).header.stamp
            shown[topic] = (stamp.sec, stamp.nanosec)

        subscriptions.append(probe.node.create_subscription(kind, topic, show, profile))
    stamp = turned.state.header.stamp
    now = stamp.sec, stamp.nanosec
    try:
        probe.until(lambda: shown == dict.fromkeys(kinds, now), 20.0, f"all of {now}")
    except AssertionError:
        assert shown == dict.fromkeys(kinds, now)
        raise
    finally:
        for subscription in subscriptions:
            probe.node.destroy_subscription(subscription)


def test_a_task_can_be_cancelled_in_mid_plan(graph: Any) -> None:
    probe = graph.probe
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    told: list[Any] = []
    handle = probe.send(TASK, told.append)
    probe.during(
        handle,
        lambda: told and told[-1].plan and told[-1].phase == "executing" and told[-1].steps > 1,
        120.0,
        "a plan under way",
    )
    handle.cancel_goal_async()
    status, result = probe.outcome(handle, 30.0)
    assert status == GoalStatus.STATUS_CANCELED
    assert not result.success
    assert "cancelled" in result.reason


def test_stop_always_wins(graph: Any) -> None:
    probe = graph.probe
    stop = probe.node.create_publisher(Bool, "stop", 10)
    # Two readers of each of three nodes.
    probe.until(lambda: stop.get_subscription_count() >= 6, 20.0, "listeners to stop")
    told: list[Any] = []
    handle = probe.send(TASK, told.append)
    probe.during(handle, lambda: told and told[-1].steps > 0, 120.0, "a first step")
    stop.publish(Bool(data=True))
    _, result = probe.outcome(handle, 30.0)
    assert not result.success
    assert "stopped" in result.reason
    probe.complains("robot_bridge", "stopped")
    assert not primitive(probe, "rotate_left").result.success
    _, refused = probe.outcome(probe.send(TASK), 30.0)
    assert "publish false on stop" in refused.reason
    stop.publish(Bool(data=False))
    probe.until(
        lambda: primitive(probe, "rotate_left").result.success, 20.0, "motion after the stop"
    )
    probe.node.destroy_publisher(stop)


def test_one_message_to_whichever_node_stops_all(graph: Any) -> None:
    """As ``ros2 topic pub --once`` sends it, which waits for one listener."""
    probe = graph.probe
    stopped: list[bool] = []
    listener = probe.node.create_subscription(
        Bool, "stopped", lambda message: stopped.append(message.data), LATCHED
    )

    def once(value: bool) -> None:
        publisher = probe.node.create_publisher(Bool, "stop", 10)
        probe.until(publisher.get_subscription_count, 20.0, "a listener to stop")
        publisher.publish(Bool(data=value))
        probe.until(lambda: stopped and stopped[-1] is value, 5.0, f"stopped: {value}")
        probe.node.destroy_publisher(publisher)

    for _ in range(5):
        once(True)
        _, refused = probe.outcome(probe.send(TASK), 30.0)
        assert "publish false on stop" in refused.reason
        once(False)
    probe.node.destroy_subscription(listener)


def test_the_service_answers_when_the_robot_is_at_rest(graph: Any) -> None:
    probe = graph.probe
    answer = probe.call(SetBool, "stop", SetBool.Request(data=True))
    assert answer.success, answer.message
    assert "at rest" in answer.message
    assert not primitive(probe, "rotate_left").result.success
    assert probe.call(SetBool, "stop", SetBool.Request(data=False)).success
    probe.until(
        lambda: primitive(probe, "rotate_left").result.success, 20.0, "motion after the stop"
    )


def test_a_pause_holds_the_task_until_it_is_over_or_the_task_is_cancelled(graph: Any) -> None:
    probe = graph.probe
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    button = probe.node.create_publisher(Bool, "pause", 10)
    heard: list[Any] = []
    listener = probe.node.create_subscription(SkillStatus, "skill/status", heard.append, 50)
    probe.until(button.get_subscription_count, 20.0, "a listener to pause")

    def held(times: int) -> bool:
        return len(heard) >= times and all(item.message == "paused" for item in heard[-times:])

    told: list[Any] = []
    handle = probe.send(TASK, told.append)
    probe.during(handle, lambda: told and told[-1].steps > 0, 120.0, "a first step")
    button.publish(Bool(data=True))
    probe.until(lambda: held(1), 20.0, "the pause")
    steps = probe.call(QueryObjects, "query_objects").objects.robot.step
    probe.until(lambda: held(3), 20.0, "its lasting")
    assert probe.call(QueryObjects, "query_objects").objects.robot.step == steps
    probe.complains("skill_executor", "paused")
    button.publish(Bool(data=False))
    status, result = probe.outcome(handle)
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason

    button.publish(Bool(data=True))
    handle = probe.send("open the fridge")
    probe.until(lambda: held(1), 20.0, "the pause")
    handle.cancel_goal_async()
    status, result = probe.outcome(handle, 30.0)
    assert status == GoalStatus.STATUS_CANCELED
    probe.until(lambda: heard[-1].state == "cancelled", 20.0, "the end of the skill")
    # Only what was told can be seen to end; without this the button may be gone before it is heard.
    probe.complains("skill_executor", "paused")
    button.publish(Bool(data=False))
    told_by = probe.diagnostics
    probe.until(lambda: "paused" not in told_by["skill_executor"].message, 20.0, "no pause")
    probe.node.destroy_subscription(listener)
    probe.node.destroy_publisher(button)


def test_a_skill_can_be_cancelled(graph: Any) -> None:
    probe = graph.probe
    client = ActionClient(probe.node, ExecuteSkill, "execute_skill")
    heard: list[Any] = []
    probe.until(client.server_is_ready, 20.0, "execute_skill")
    goal = ExecuteSkill.Goal()
    goal.action.name = "LookAround"
    sent = client.send_goal_async(goal, feedback_callback=heard.append)
    probe.until(lambda: heard, 30.0, "feedback")
    sent.result().cancel_goal_async()
    ending = sent.result().get_result_async()
    probe.until(ending.done, 30.0, "end of the skill")
    assert ending.result().status == GoalStatus.STATUS_CANCELED
    assert ending.result().result.state == "cancelled"
    client.destroy()


def primitive(probe: Any, kind: str) -> Any:
    """Outcome of one robot command."""
    client = ActionClient(probe.node, ExecutePrimitive, "execute_primitive")
    try:
        probe.until(client.server_is_ready, 20.0, "execute_primitive")
        goal = ExecutePrimitive.Goal()
        goal.primitive.kind = kind
        sent = client.send_goal_async(goal)
        probe.until(sent.done, 20.0, "acceptance")
        ending = sent.result().get_result_async()
        probe.until(ending.done, 60.0, "end of the primitive")
        return ending.result().result
    finally:
        client.destroy()


@pytest.mark.parametrize("text", ["", "put the flurb into the wibble", "a" * 10_000])
def test_a_bad_instruction_is_refused_in_the_language_rooms_words(graph: Any, text: str) -> None:
    with pytest.raises(InputError) as caught:
        LanguageModel.load().understand(Instruction(text))
    status, result = graph.probe.do(text)
    assert status == GoalStatus.STATUS_ABORTED
    assert not result.success
    assert result.reason == str(caught.value)
    assert "\n" not in result.reason


def test_a_bad_goal_is_told(graph: Any) -> None:
    plan = graph.probe.call(PlanTask, "plan_task", PlanTask.Request(goal="(in ?x")).plan
    assert plan.status == "unsupported"
    assert "parenthesis" in plan.message


def test_a_primitive_of_unknown_kind_is_refused(graph: Any) -> None:
    outcome = primitive(graph.probe, "fly").result
    assert not outcome.success
    assert "'fly' is unknown" in outcome.message


def test_an_unknown_scene_leaves_the_graph_usable(graph: Any) -> None:
    probe = graph.probe
    answer = probe.call(Reset, "reset", Reset.Request(scene="FloorPlan9999", seed=-1), seconds=60.0)
    assert not answer.success
    assert "FloorPlan9999" in answer.message
    assert "\n" not in answer.message
    probe.complaint("robot_bridge", "FloorPlan9999")
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    probe.until(lambda: probe.level("robot_bridge") < 2, 20.0, "robot_bridge without complaint")


def test_an_unknown_type_is_told_with_near_ones(graph: Any) -> None:
    answer = graph.probe.call(QueryObjects, "query_objects", QueryObjects.Request(type="Mugg"))
    assert not answer.success
    assert "Mug" in answer.message


def test_documented_services_and_actions_exist(graph: Any) -> None:
    text = INTERFACES.read_text(encoding="utf-8")
    actions = re.findall(r"^\| `(\w+)` \| (\S+/action/\S+) \|", text, re.MULTILINE)
    services = re.findall(r"^\| `(\w+)` \| (\S+/srv/\S+) \|", text, re.MULTILINE)
    assert len(actions) == 3
    assert len(services) >= 9
    offered = dict(graph.probe.node.get_service_names_and_types())
    for name, kind in services:
        assert offered.get(f"/{name}") == [kind]
    for name, kind in actions:
        package, _, action = kind.split("/")
        assert offered[f"/{name}/_action/send_goal"] == [f"{package}/action/{action}_SendGoal"]
