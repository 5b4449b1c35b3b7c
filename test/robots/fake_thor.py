# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A minimal AI2-THOR backend over FIFOs: one room, one mug, a wall 0.4 m ahead; for driver tests.

The first argument says how it behaves: "good", "dies" at once, "mute" never opens its pipe,
"dies-early" after its first message, "hangs" on the action Pass. The camera of "frozen" always
shows the same; that of "freezes" shows the present at every third look.
"""

import json
import os
import signal
import struct
import sys

import msgpack
import numpy as np

SIZE = 300
METADATA, RGB, DEPTH, INSTANCES = 1, 4, 5, 9
MUG = "Mug|+00.00|+01.00|+01.00"
BASIN = "Sink|+01.00|+01.00|+01.00|SinkBasin"


def main() -> None:
    mode = sys.argv[1]
    if mode == "dies":
        sys.exit(3)
    while mode == "mute":
        signal.pause()
    out = open(os.environ["AI2THOR_FIFO_SERVER_PIPE_PATH"], "wb")  # noqa: SIM115
    world = {"z": 0.0, "yaw": 0.0, "horizon": 0.0, "held": False}
    send(out, world, {"action": "Start", "sequenceId": 0})
    if mode == "dies-early":
        sys.exit(3)
    inp = open(os.environ["AI2THOR_FIFO_CLIENT_PIPE_PATH"], "rb")  # noqa: SIM115
    while True:
        action = receive(inp)
        while mode == "hangs" and action["action"] == "Pass":
            signal.pause()
        send(out, world, action)


def receive(inp) -> dict:
    body = b""
    while True:
        header = inp.read(5)
        if len(header) < 5:
            sys.exit(0)
        kind, length = struct.unpack("!BI", header)
        if kind == 255:
            return json.loads(body)
        body = inp.read(length)


def apply(world: dict, action: dict) -> tuple[str, str | None, object]:
    name = action["action"]
    if name == "GetScenesInBuild":
        return "", None, ["FloorPlan1_physics", "FloorPlan2_physics", "FloorPlan28_physics"]
    if name == "Reset":
        world.update(z=0.0, yaw=0.0, horizon=0.0, held=False)
    if name == "MoveAhead":
        if world["z"] >= 0.25:
            return "Wall is blocking Agent 0 from moving by (0, 0, 0.25).", None, None
        world["z"] += action.get("moveMagnitude", 0.25)
    if name == "RotateRight":
        world["yaw"] = (world["yaw"] + action.get("degrees", 90.0)) % 360.0
    if name == "RotateLeft":
        world["yaw"] = (world["yaw"] - action.get("degrees", 90.0)) % 360.0
    if name == "LookUp":
        if world["horizon"] <= -30:
            return "can't look up beyond 30 degrees", "LookUpCantExceedMax", None
        world["horizon"] -= 30.0
    if name == "PickupObject":
        if world["held"]:
            return "Agent hand has something in it already! Can't pick up", None, None
        if action["x"] > 0.6:
            return "No SimObject found at (x: 0.9, y: 0.5)", None, None
        world["held"] = True
    if name == "OpenObject":
        return "unexpected argument x", "InvalidArgument", None
    return (
        "",
        None,
        {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0} if name == ("Initialize") else None,
    )


def item(name: str, kind: str, **fields: object) -> dict:
    place = {"x": 0.0, "y": 1.0, "z": 1.0}
    return {
        "objectId": name, "objectType": kind, "visible": True, "position": place,
        "axisAlignedBoundingBox": {"center": place}, "parentReceptacles": None, **fields,
    }  # fmt: skip


def send(out, world: dict, action: dict) -> None:
    error, code, value = apply(world, action)
    mug = item(
        MUG, "Mug", pickupable=True, dirtyable=True, isDirty=True, canFillWithLiquid=True,
        isFilledWithLiquid=False, temperature="Hot", isPickedUp=world["held"],
    )  # fmt: skip
    place = {"x": 0.5, "y": 0.901, "z": world["z"]}
    metadata = {
        "objects": [mug, item(BASIN, "SinkBasin"), item("Floor|+0|+0|+0", "Floor")],
        "agent": {
            "position": place, "rotation": {"x": 0.0, "y": world["yaw"], "z": 0.0},
            "cameraHorizon": world["horizon"], "isStanding": True,
        },
        "cameraPosition": {**place, "y": 1.576},
        "inventoryObjects": [{"objectId": MUG, "objectType": "Mug"}] if world["held"] else [],
        "thirdPartyCameras": [], "sceneName": "FloorPlan1_physics", "agentId": 0,
        "lastAction": action["action"], "errorMessage": error, "errorCode": code,
        "lastActionSuccess": not error, "actionReturn": value, "currentTime": 0.0,
        "screenWidth": SIZE, "screenHeight": SIZE, "depthFormat": "Meters",
        "colors": [
            {"name": MUG, "color": [1, 2, 3]}, {"name": "Mug", "color": [9, 9, 9]},
            {"name": BASIN, "color": [4, 5, 6]}, {"name": "Floor|+0|+0|+0", "color": [7, 7, 7]},
        ],
    }  # fmt: skip
    ids = np.zeros((SIZE, SIZE, 4), dtype=np.uint8)
    ids[..., 3] = 255
    ids[200:, :, :3] = (7, 7, 7)
    ids[100:141, 50:91, :3] = (1, 2, 3)
    ids[10:30, 10:30, :3] = (4, 5, 6)
    depth = np.full((SIZE, SIZE), 2.0, dtype="<f4")
    rgb = np.zeros((SIZE, SIZE, 3), dtype=np.uint8)
    # Where it looks, and whether it holds something, shows in the corner unless it is frozen.
    world["looks"] = world.get("looks", 0) + 1
    if sys.argv[1] != "frozen" and not (sys.argv[1] == "freezes" and world["looks"] % 3):
        world["shown"] = (world["z"] * 100 + world["held"], world["yaw"] / 2, world["horizon"] + 90)
    rgb[0, 0] = world.get("shown", (0, 0, 0))
    envelope = {
        "agents": [metadata], "thirdPartyCameras": [], "activeAgentId": 0,
        "sequenceId": action["sequenceId"],
    }  # fmt: skip
    fields = (
        (METADATA, msgpack.packb(envelope)),
        (RGB, rgb[::-1].tobytes()),
        (DEPTH, depth[::-1].tobytes()),
        (INSTANCES, ids[::-1].tobytes()),
    )
    for number, data in fields:
        out.write(struct.pack("!BI", number, len(data)) + data)
    out.write(struct.pack("!BI", 255, 0))
    out.flush()


if __name__ == "__main__":
    main()
