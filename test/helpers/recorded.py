# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small recording of a task, as `egoplan run` leaves it."""

from array import array
from pathlib import Path

import numpy as np


def messages():
    """(seconds, topic, message) of a task in which a mug is found and picked up."""
    from builtin_interfaces.msg import Time
    from egoplan_ros.msg import (
        AgentStatus,
        BehaviorNode,
        BehaviorTree,
        BlockingCondition,
        Detection,
        Detections,
        EpisodeResult,
        HumanRequest,
        ObjectArray,
        ObjectInstance,
        RobotState,
        SymbolicAction,
    )
    from geometry_msgs.msg import Point, Pose2D, Vector3
    from nav_msgs.msg import OccupancyGrid
    from sensor_msgs.msg import Image
    from std_msgs.msg import Header

    from egoplan_ros.nodes.convert.cloud import to_cloud

    plan = [
        SymbolicAction(name="GoTo", args=["Mug_1"]),
        SymbolicAction(name="PickUp", args=["Mug_1"]),
    ]
    found = []
    for step in range(4):
        header = Header(stamp=Time(sec=100 + step))
        labels = np.zeros((20, 30), np.uint16)
        labels[5:15, 4 + step : 12 + step] = 1
        picture = Image(height=20, width=30, step=90, encoding="rgb8", header=header)
        picture.data = array("B", np.full((20, 30, 3), 60 * step, np.uint8).tobytes())
        mask = Image(height=20, width=30, step=60, encoding="16UC1", header=header)
        mask.data = array("B", labels.tobytes())
        mug = ObjectInstance(
            id="Mug_1", type="Mug", center=Point(x=1.0, y=0.5, z=0.9), held=step == 3
        )
        mug.size = Vector3(x=0.1, y=0.1, z=0.12)
        objects = ObjectArray(header=header, objects=[mug])
        objects.robot = RobotState(base=Pose2D(x=0.25 * step), camera_height=1.5, radius=0.2)
        state = RobotState(header=header, step=step, base=objects.robot.base, has_last=step > 0)
        state.last.primitive.kind = "move_ahead"
        grid = OccupancyGrid(header=header, data=array("b", [0, 100, -1, 0, 0, 0]))
        grid.info.width, grid.info.height, grid.info.resolution = 3, 2, 0.5
        cloud = to_cloud(np.array([[0.1, 0.1, 0.5 + step]]), np.array([0]), ["Wall"], 100.0 + step)
        status = AgentStatus(
            state="running", phase="executing", instruction="pick up a mug", goal="(holding mug)",
            plan=plan, step_of_plan=min(step // 2, 1), action=plan[step // 2], steps=step,
            blocking="path_blocked: a chair" if step == 1 else "",
        )  # fmt: skip
        tree = BehaviorTree(header=header)
        tree.nodes = [
            BehaviorNode(name="task", kind="sequence", parent=-1, status="running"),
            BehaviorNode(name="act", kind="leaf", parent=0, status="running", feedback="GoTo"),
        ]
        found += [
            (step, "robot_state", state),
            (step, "camera/color/image_raw", picture),
            (step, "detections", Detections(
                header=header, label_image=mask, detections=[Detection(type="Mug", label=1)])),
            (step, "objects", objects),
            (step, "map", grid),
            (step, "voxels", cloud),
            (step, "status", status),
            (step, "behavior/tree", tree),
        ]  # fmt: skip
    blocked = BlockingCondition(kind="path_blocked", message="a chair", action=plan[0])
    done = AgentStatus(state="succeeded", instruction="pick up a mug")
    found += [
        (1, "blocking_condition", blocked),
        (2, "human/request", HumanRequest(id="a", text="please move the chair")),
        (3.5, "status", done),
        (3.5, "result", EpisodeResult(success=True, reason="the goal holds", steps=4)),
    ]
    return sorted(found, key=lambda item: item[0])


def record(folder: Path, namespace: str = "") -> None:
    """Write them as a rosbag2 folder (MCAP)."""
    from rclpy.serialization import serialize_message
    from rosbags.rosbag2 import StoragePlugin, Writer

    from egoplan_ros.nodes.clients.recorder import typestore

    store = typestore()
    with Writer(folder, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        connections = {}
        for seconds, topic, message in messages():
            kind = f"{type(message).__module__.split('.')[0]}/msg/{type(message).__name__}"
            if topic not in connections:
                connections[topic] = writer.add_connection(
                    f"{namespace}/{topic}", kind, typestore=store
                )
            stamp = int((1000 + seconds) * 1e9)
            writer.write(connections[topic], stamp, bytes(serialize_message(message)))
