# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Row by row what the action tables of AI2-THOR's protocol say of failures and lesser actions."""

import math

import pytest

SCENE = "FloorPlan28"
ORIGIN = {"x": 0.0, "y": 0.0, "z": 0.0}


def fresh(client):
    return client.reset(
        SCENE,
        width=64,
        height=64,
        agentCount=1,
        renderDepthImage=False,
        renderInstanceSegmentation=False,
        renderSemanticSegmentation=False,
        renderNormalsImage=False,
    )


def first(client, kind):
    found = client.last_event.metadata["objects"]
    return next(o for o in found if o["objectType"] == kind)


def resolved(client, parameters):
    """`@Type` stands for the id of the first object of a type."""
    return {
        name: first(client, value[1:])["objectId"]
        if isinstance(value, str) and value.startswith("@")
        else value
        for name, value in parameters.items()
    }


def ask(client, action, **parameters):
    return client.step(action, **resolved(client, parameters)).metadata


def do(client, action, **parameters):
    metadata = ask(client, action, **parameters)
    assert metadata["lastActionSuccess"], (action, metadata["errorMessage"])
    return metadata


def state(client, kind):
    """Everything a failed action must leave as it is."""
    agent = dict(client.last_event.metadata["agent"])
    return agent, {k: v for k, v in first(client, kind).items() if k != "visible"}


HOLD = ("PickupObject", {"objectId": "@Apple", "forceAction": True})
FORCED = {"forceAction": True}
# (what is done before, action, parameters, words of the message, error code)
REFUSALS = [
    # 3.2
    ([], "PickupObject", {"objectId": "Apple|1|2|3"}, "is not the objectId on any object", None),
    ([], "OpenObject", {"x": 1.5, "y": 0.5}, "x/y must be in [0:1]", None),
    ([], "PickupObject", {"objectId": "@Egg"}, "not found within the specified visibility", None),
    # 3.3
    ([], "ChangeFOV", {"fieldOfView": 180}, "fov must be in (0, 180)", None),
    ([], "ChangeTimeScale", {"timeScale": -1}, "timeScale", None),
    # 3.6
    ([], "MoveAhead", {"moveMagnitude": -1}, "moveMagnitude must be > 0", None),
    ([], "MoveAhead", {"moveMagnitude": 30}, "", None),
    ([], "RotateRight", {"degrees": 0}, "degrees", None),
    ([], "LookUp", {"degrees": 80}, "can't look up beyond 30 degrees", "LookUpCantExceedMax"),
    ([], "LookDown", {"degrees": 80}, "can't look down beyond 60", "LookDownCantExceedMin"),
    ([], "LookUp", {"degrees": -5}, "positive", None),
    ([], "Stand", {}, "Already standing", None),
    ([("Crouch", {})], "Crouch", {}, "Already crouching", None),
    ([], "Teleport", {"rotation": {"x": 5, "y": 0, "z": 0}}, "rotation", None),
    ([], "Teleport", {"horizon": 80}, "Each horizon must be in [-30:60]", None),
    ([], "Teleport", {"position": {"x": 90, "y": 0.9, "z": 0}}, "bounds", None),
    ([], "Teleport", {"position": {"x": 0.11, "y": 0.9, "z": 0}}, "is not on the grid", None),
    ([], "GetInteractablePoses", {"objectId": "@Apple", "maxPoses": 0}, "maxPoses", None),
    ([], "GetInteractablePoses", {"objectId": "@Apple", "horizons": [99]}, "horizon", None),
    ([], "GetShortestPath", {"objectType": "Cabinet"}, "objects of type Cabinet", None),
    # 3.7
    ([], "PickupObject", {"objectId": "@Fridge", **FORCED}, "CanPickup", None),
    ([HOLD], "PickupObject", {"objectId": "@Mug", **FORCED}, "hand has something in it", None),
    ([], "PutObject", {"objectId": "@CounterTop"}, "isn't holding anything", None),
    ([HOLD], "PutObject", {"objectId": "@Faucet", **FORCED}, "NOT a receptacle", None),
    ([HOLD], "PutObject", {"objectId": "@Fridge", **FORCED}, "is CLOSED", None),
    ([HOLD], "PutObject", {"objectId": "@Toaster", **FORCED}, "not a valid Object Type", None),
    ([], "DropHandObject", {}, "Nothing is in the agent's hand", None),
    ([], "DropHeldObjectAhead", {}, "Nothing is in the agent's hand", None),
    ([], "ThrowObject", {"moveMagnitude": 10}, "Nothing in Hand to Throw", None),
    ([], "MoveHeldObjectUp", {"moveMagnitude": 0.1}, "only move hand if holding", None),
    ([], "RotateHeldObject", {"yaw": 10}, "holding an item", None),
    ([HOLD], "MoveHeldObject", {"ahead": 3.0}, "out of reach", None),
    # 3.8
    ([], "OpenObject", {"objectId": "@Fridge", "openness": 2, **FORCED}, "in [0:1]", None),
    ([], "OpenObject", {"objectId": "@Apple", **FORCED}, "not an Openable", None),
    (
        [("ToggleObjectOn", {"objectId": "@Microwave", **FORCED})],
        "OpenObject",
        {"objectId": "@Microwave", **FORCED},
        "must be OFF to open",
        None,
    ),
    (
        [("OpenObject", {"objectId": "@Microwave", **FORCED})],
        "ToggleObjectOn",
        {"objectId": "@Microwave", **FORCED},
        "must be closed to Toggle On",
        None,
    ),
    ([], "ToggleObjectOn", {"objectId": "@Apple", **FORCED}, "not toggleable", None),
    ([], "ToggleObjectOn", {"objectId": "@StoveBurner", **FORCED}, "controlled by another", None),
    ([], "ToggleObjectOff", {"objectId": "@Faucet", **FORCED}, "already off", None),
    ([HOLD], "SliceObject", {"objectId": "@Apple", **FORCED}, "agent's hand", None),
    ([], "SliceObject", {"objectId": "@Mug", **FORCED}, "CanBeSliced", None),
    ([], "CookObject", {"objectId": "@Mug", **FORCED}, "not cookable", None),
    ([], "DirtyObject", {"objectId": "@Apple", **FORCED}, "dirtyable", None),
    ([], "FillObjectWithLiquid", {"objectId": "@Mug", **FORCED}, "Missing Liquid", None),
    (
        [],
        "FillObjectWithLiquid",
        {"objectId": "@Mug", "fillLiquid": "lava", **FORCED},
        "not a valid Liquid",
        None,
    ),
    ([], "EmptyLiquidFromObject", {"objectId": "@Mug", **FORCED}, "empty", None),
    ([], "BreakObject", {"objectId": "@Apple", **FORCED}, "CanBreak", None),
    ([], "DirectionalPush", {"objectId": "@Fridge", "moveMagnitude": 9, **FORCED}, "not m", None),
    ([HOLD], "PushObject", {"objectId": "@Apple", "moveMagnitude": 9, **FORCED}, "held", None),
    ([], "TeleportObject", {"objectId": "@Apple", "position": {"x": 99}}, "", None),
    ([], "RemoveFromScene", {"objectId": "Apple|1|2|3"}, "is not the objectId", None),
    ([], "SetObjectPoses", {}, "objectPoses is missing", None),
    ([], "AdvancePhysicsStep", {"timeStep": 0.2}, "timeStep", None),
    # 3.9
    ([], "GetObjectInFrame", {"x": -0.1, "y": 0.5}, "[0:1]", None),
    ([], "GetCoordinateFromRaycast", {"x": 0.5, "y": 2}, "[0:1]", None),
    (
        [],
        "Get2DSemanticHulls",
        {"objectTypes": ["Mug"], "objectIds": ["@Mug"]},
        "",
        None,
    ),
    (
        [],
        "AddThirdPartyCamera",
        {"position": ORIGIN, "rotation": ORIGIN, "fieldOfView": 0},
        "fov must be set to (0, 180)",
        None,
    ),
    (
        [],
        "AddThirdPartyCamera",
        {"position": ORIGIN, "rotation": ORIGIN, "orthographicSize": 1.0},
        "orthographic",
        None,
    ),
    ([], "UpdateThirdPartyCamera", {"thirdPartyCameraId": 7}, "", None),
    ([], "RandomizeMaterials", {"useTestMaterials": False}, "", None),
    ([], "RandomizeMaterials", {"inRoomTypes": ["Bathroom"]}, "", None),
]


def name_of(row):
    return f"{row[1]}-{'-'.join(row[2])}"


def check_refusal(client, action, parameters, words, code):
    kept = state(client, "Apple")
    metadata = ask(client, action, **parameters)
    assert metadata["lastActionSuccess"] is False
    assert words.lower() in metadata["errorMessage"].lower()
    assert metadata["errorMessage"]
    assert metadata["errorCode"] == code
    assert metadata["actionReturn"] is None
    assert state(client, "Apple") == kept


@pytest.fixture(scope="module")
def untouched(client):
    fresh(client)
    return client


@pytest.mark.parametrize("row", [r for r in REFUSALS if not r[0]], ids=name_of)
def test_a_failure_has_its_words_and_changes_nothing(untouched, row):
    check_refusal(untouched, *row[1:])


@pytest.mark.parametrize("row", [r for r in REFUSALS if r[0]], ids=name_of)
def test_a_failure_after_other_actions(client, row):
    fresh(client)
    for earlier, more in row[0]:
        do(client, earlier, **more)
    check_refusal(client, *row[1:])


def test_lesser_ways_of_moving_the_hand(client):
    fresh(client)
    do(client, "RotateLook", rotation=90, horizon=31)
    agent = client.last_event.metadata["agent"]
    assert (agent["rotation"]["y"], agent["cameraHorizon"]) == (90, 31)
    do(client, "RotateLook", rotation=0, horizon=0)
    do(client, *HOLD[:1], **HOLD[1])
    local = dict(client.last_event.metadata["heldObjectPose"]["localPosition"])
    for way, axis, sign in (
        ("Ahead", "z", 1),
        ("Back", "z", -1),
        ("Left", "x", -1),
        ("Right", "x", 1),
        ("Up", "y", 1),
        ("Down", "y", -1),
    ):
        for name in (f"MoveHeldObject{way}", f"MoveHand{way}"):
            held = do(client, name, moveMagnitude=0.02)["heldObjectPose"]["localPosition"]
            assert held[axis] - local[axis] == pytest.approx(sign * 0.02, abs=1e-5), name
            local = dict(held)
    held = do(client, "MoveHandDelta", up=0.03)["heldObjectPose"]["localPosition"]
    assert held["y"] - local["y"] == pytest.approx(0.03, abs=1e-5)
    do(client, "RotateHand", rotation={"x": 0, "y": 90, "z": 0})
    do(client, "RotateHeldObject", roll=90)
    assert client.last_event.metadata["heldObjectPose"]["localRotation"]["z"] == pytest.approx(270)


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("DropHeldObject", {}),
        ("DropHeldObjectAhead", {}),
        ("ThrowObject", {"moveMagnitude": 100.0}),
    ],
)
def test_ways_of_letting_go(client, action, more):
    fresh(client)
    do(client, *HOLD[:1], **HOLD[1])
    height = first(client, "Apple")["position"]["y"]
    metadata = do(client, action, forceAction=True, **more)
    assert metadata["inventoryObjects"] == []
    assert first(client, "Apple")["position"]["y"] < height
    assert first(client, "Apple")["isPickedUp"] is False


@pytest.mark.parametrize("action", ["PushObject", "PullObject", "ApplyForceObject"])
def test_pushed_things_slide_along_the_agents_heading(client, action):
    fresh(client)
    spot = open_floor(client)
    do(client, "TeleportObject", objectId="@Apple", position=spot, forceAction=True)
    apple = first(client, "Apple")
    do(client, action, objectId="@Apple", moveMagnitude=5.0, forceAction=True)
    moved = first(client, "Apple")["position"]["z"] - apple["position"]["z"]
    assert moved < 0 if action == "PullObject" else moved > 0


def test_a_push_has_an_angle(client):
    fresh(client)
    do(client, "TeleportObject", objectId="@Apple", position=open_floor(client), forceAction=True)
    apple = first(client, "Apple")["position"]
    do(client, "DirectionalPush", objectId="@Apple", pushAngle=90, moveMagnitude=5.0, **FORCED)
    there = first(client, "Apple")["position"]
    assert there["x"] - apple["x"] > 0.01
    assert there["z"] == pytest.approx(apple["z"], abs=1e-6)


def open_floor(client):
    """The agent looks along +z; a place on the floor to its side with free floor all around."""
    do(client, "RotateLook", rotation=0, horizon=0)
    cells = do(client, "GetReachablePositions")["actionReturn"]
    have = {(round(c["x"] * 4), round(c["z"] * 4)) for c in cells}
    agent = client.last_event.metadata["agent"]["position"]
    here = round(agent["x"] * 4), round(agent["z"] * 4)
    x, z = next(
        (x, z)
        for x, z in sorted(have)
        if all((x + i, z + j) in have for i in (-1, 0, 1) for j in (-1, 0, 1))
        and abs(x - here[0]) + abs(z - here[1]) > 3
    )
    return {"x": x / 4, "y": 0.3, "z": z / 4}


def test_objects_are_set_hidden_and_shown(client):
    fresh(client)
    do(client, "PlaceObjectAtPoint", objectId="@Apple", position=open_floor(client), **FORCED)
    assert first(client, "Apple")["position"]["y"] < 0.1
    apple = first(client, "Apple")["objectId"]
    do(client, "DisableObject", objectId=apple)
    assert apple not in {o["objectId"] for o in client.last_event.metadata["objects"]}
    do(client, "EnableObject", objectId=apple)
    assert apple in {o["objectId"] for o in client.last_event.metadata["objects"]}
    points = do(client, "GetSpawnCoordinatesAboveReceptacle", objectId="@CounterTop")
    top = first(client, "CounterTop")["axisAlignedBoundingBox"]
    for point in points["actionReturn"]:
        assert abs(point["x"] - top["center"]["x"]) <= top["size"]["x"] / 2 + 1e-6
        assert abs(point["z"] - top["center"]["z"]) <= top["size"]["z"] / 2 + 1e-6
    assert points["actionReturn"]


def test_one_state_for_all_of_a_type(client):
    fresh(client)
    words = {"objectType": "Cabinet", "stateChange": "openable", "isOpen": True}
    metadata = do(client, "SetObjectStates", SetObjectStates=words)
    cabinets = [o for o in metadata["objects"] if o["objectType"] == "Cabinet"]
    assert cabinets
    assert all(o["isOpen"] for o in cabinets)


def test_how_long_things_stay_hot_can_be_told(client):
    def fill_with_coffee():
        fresh(client)
        if first(client, "Mug")["isFilledWithLiquid"]:
            do(client, "EmptyLiquidFromObject", objectId="@Mug", **FORCED)

    def hot():
        do(client, "FillObjectWithLiquid", objectId="@Mug", fillLiquid="coffee", **FORCED)
        return first(client, "Mug")["temperature"] == "Hot"

    def after(seconds):
        for _ in range(math.ceil(seconds / 0.05)):
            do(client, "AdvancePhysicsStep", timeStep=0.05)
        return first(client, "Mug")["temperature"]

    fill_with_coffee()
    do(client, "SetTemperatureDecayTime", TimeUntilRoomTemp=0.5)
    assert hot()
    assert after(1.0) == "RoomTemp"
    fill_with_coffee()
    do(client, "SetRoomTempDecayTimeForType", objectType="Mug", TimeUntilRoomTemp=0.5)
    assert hot()
    assert after(1.0) == "RoomTemp"
    fill_with_coffee()
    do(client, "SetTemperatureDecayTime", TimeUntilRoomTemp=0.5)
    do(client, "DisableTemperatureDecay")
    assert hot()
    assert after(1.0) == "Hot"
    do(client, "EnableTemperatureDecay")
    assert after(1.0) == "RoomTemp"


def test_getters_and_what_is_accepted(client):
    fresh(client)
    bounds = do(client, "GetSceneBounds")["actionReturn"]
    assert len(bounds["cornerPoints"]) == 8
    metadata = do(client, "GetVisibleObjects")
    seen = {o["objectId"] for o in metadata["objects"] if o["visible"]}
    assert set(metadata["actionReturn"]) == seen
    do(client, "SetDecayTemperatureBool", allowDecayTemperature=False)
    for action in ("MakeAllObjectsMoveable", "MakeAllObjectsStationary"):
        do(client, action)
    before = client.last_event.frame.copy()
    assert (do(client, "RandomizeColors") and client.last_event.frame != before).any()
    do(client, "ResetColors")
    assert (client.last_event.frame == before).all()
