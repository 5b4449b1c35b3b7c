# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""AI2-THOR's protocol through its unmodified client, over pipes and over HTTP alike."""

import numpy as np
import pytest
from ai2thor.fifo_server import FifoServer
from ai2thor.server import MultiAgentEvent

AGENT_FIELDS = {
    "objects": list, "isSceneAtRest": bool, "agent": dict, "heldObjectPose": dict,
    "arm": type(None),
    "fov": float, "cameraPosition": dict, "cameraOrthSize": float, "thirdPartyCameras": list,
    "collided": bool, "collidedObjects": list, "inventoryObjects": list, "sceneName": str,
    "lastAction": str, "errorMessage": str, "lastActionSuccess": bool, "screenWidth": int,
    "screenHeight": int, "agentId": int, "depthFormat": str, "flatSurfacesOnGrid": list,
    "distances": list, "normals": list, "isOpenableGrid": list, "segmentedObjectIds": list,
    "objectIdsInBox": list, "actionStringsReturn": list, "actionFloatsReturn": list,
    "actionVector3sReturn": list, "actionIntReturn": int, "actionFloatReturn": float,
    "currentTime": float, "sceneBounds": dict,
}  # fmt: skip
NULLABLE = ("errorCode", "actionReturn", "colors", "colorBounds", "visibleRange")


def fresh(client, **init):
    """The scene as loaded; returns the event."""
    return client.reset("FloorPlan12", agentCount=1, agentMode="default", **init)


def first(client, kind):
    """The first object of a type."""
    found = client.last_event.metadata["objects"]
    return next(o for o in found if o["objectType"] == kind)


def test_start_takes_the_scene_and_answers_in_step(client):
    event = fresh(client)
    assert event.metadata["sceneName"] == "FloorPlan12_physics"
    assert event.metadata["lastAction"] == "Initialize"
    assert event.metadata["actionReturn"] == {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}
    before = client.server.sequence_id
    client.step("Pass")
    assert client.server.sequence_id == before + 1


def test_every_field_of_an_agent_has_its_type(client):
    metadata = fresh(client).metadata
    for name, kind in AGENT_FIELDS.items():
        assert type(metadata[name]) is kind, name
    assert set(NULLABLE) <= set(metadata)
    assert "hand" not in client.server.last_event.metadata or metadata["heldObjectPose"]
    assert metadata["depthFormat"] == "Meters"
    corners = np.array(metadata["sceneBounds"]["cornerPoints"])
    assert corners.shape == (8, 3)


def test_boxes_list_their_corners_in_order(client):
    box = fresh(client).metadata["objects"][0]["axisAlignedBoundingBox"]
    corners = np.array(box["cornerPoints"])
    centre = np.array([box["center"][k] for k in "xyz"])
    signs = np.sign(corners - centre)
    expected = [[x, y, z] for x in (1, -1) for y in (1, -1) for z in (1, -1)]
    np.testing.assert_array_equal(signs, expected)


def test_all_image_kinds_arrive_with_their_types(client):
    event = fresh(client)
    assert event.frame.shape == (300, 300, 3)
    assert event.depth_frame.dtype == np.float32
    assert event.instance_segmentation_frame.shape == (300, 300, 3)
    assert event.semantic_segmentation_frame.shape == (300, 300, 3)
    assert event.normals_frame.shape == (300, 300, 3)
    assert event.class_masks
    assert event.instance_detections2D
    assert client.step("Pass", renderImage=False).frame is None


def test_one_step_may_ask_for_more_images(client):
    fresh(client, renderDepthImage=False, renderInstanceSegmentation=False)
    assert client.step("Pass").depth_frame is None
    assert client.step("Pass", renderDepthImage=True).depth_frame is not None
    assert client.step("Pass", renderInstanceSegmentation=True).instance_masks
    assert client.step("Pass").depth_frame is None
    fresh(client, renderDepthImage=True, renderInstanceSegmentation=True)


def test_several_resets_and_sizes(client):
    for scene, width, height in (("FloorPlan205", 320, 200), ("FloorPlan305", 64, 48)):
        event = client.reset(scene, width=width, height=height)
        assert event.frame.shape == (height, width, 3)
        assert event.metadata["sceneName"] == f"{scene}_physics"
        assert (event.metadata["screenWidth"], event.metadata["screenHeight"]) == (width, height)
    assert client.reset("FloorPlan12", width=300, height=300).frame.shape == (300, 300, 3)
    with pytest.raises(ValueError, match="not contained in build"):
        client.reset("FloorPlan999")


def test_reset_drops_everything_set_before(client):
    fresh(client, gridSize=0.1)
    client.step(
        "AddThirdPartyCamera", position={"x": 0, "y": 1, "z": 0}, rotation={"x": 0, "y": 0, "z": 0}
    )
    client.step("SetObjectFilter", objectIds=[])
    client.step("RandomizeMaterials")
    event = fresh(client, gridSize=0.25)
    assert event.metadata["thirdPartyCameras"] == []
    assert len(event.metadata["objects"]) > 50


def test_a_query_is_answered_by_a_patch_over_pipes(client):
    before = fresh(client).metadata["objects"]
    after = client.step("GetReachablePositions").metadata
    patched = isinstance(client.server, FifoServer)
    assert (after["objects"] is before) == patched
    assert after["lastAction"] == "GetReachablePositions"
    assert len(after["actionReturn"]) > 20
    assert after["reachablePositions"] == after["actionReturn"]
    fresh(client, fastActionEmit=False)
    before = client.last_event.metadata["objects"]
    assert client.step("GetReachablePositions").metadata["objects"] is not before
    fresh(client, fastActionEmit=True)


def test_a_failed_query_is_patched_too(client):
    fresh(client)
    event = client.step("GetCoordinateFromRaycast", x=2, y=0.5)
    assert not event.metadata["lastActionSuccess"]
    assert "[0:1]" in event.metadata["errorMessage"]
    with pytest.raises(ValueError, match="objectId"):
        client.step("GetInteractablePoses")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ({"action": "Nonsense"}, ValueError),
        ({"action": "moveahead"}, ValueError),
        ({"action": "OpenObject", "openness": "wide", "objectId": "x"}, ValueError),
        ({"action": "Teleport", "position": 3}, RuntimeError),
        ({"action": "PickupObject", "objectId": "Mug|0|0|0"}, RuntimeError),
        ({"action": "LookDown", "degrees": 200}, RuntimeError),
    ],
)
def test_failures_raise_as_the_client_expects(client, call, error):
    fresh(client)
    with pytest.raises(error):
        client.step(**call, raise_for_failure=True)
    assert client.step("Pass").metadata["lastActionSuccess"]


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"gridSize": -1}, "grid size"),
        ({"gridSize": 6}, "grid size"),
        ({"fieldOfView": 180}, "fov"),
        ({"rotateStepDegrees": 0}, "rotateStepDegrees"),
        ({"cameraNearPlane": 0}, "cameraNearPlane"),
        ({"agentMode": "submarine"}, "agentMode"),
        ({"agentCount": 0}, "agentCount"),
        ({"visibilityDistance": 0}, "visibilityDistance"),
    ],
)
def test_bad_initialisations_are_refused(client, parameters, word):
    event = client.step("Initialize", **parameters)
    assert not event.metadata["lastActionSuccess"]
    assert word in event.metadata["errorMessage"]
    fresh(client)


def test_two_agents_make_a_multi_agent_event(client):
    fresh(client)
    event = client.reset("FloorPlan12", agentCount=2)
    assert isinstance(event, MultiAgentEvent)
    assert len(event.events) == 2
    event = client.step("RotateRight", agentId=1)
    assert event.metadata["agentId"] == 1
    assert all(e.instance_masks for e in event.events)
    fresh(client)


def test_third_party_cameras_have_all_images(client):
    fresh(client)
    view = client.step("GetMapViewCameraProperties").metadata["actionReturn"]
    event = client.step("AddThirdPartyCamera", **view)
    assert event.third_party_camera_frames[0].shape == (300, 300, 3)
    assert event.third_party_depth_frames[0].dtype == np.float32
    assert event.third_party_semantic_segmentation_frames[0].shape == (300, 300, 3)
    assert event.third_party_normals_frames[0].shape == (300, 300, 3)
    assert "Ceiling" not in event.third_party_class_masks[0]
    bad = {"position": {"x": 0, "y": 1, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0}}
    assert not client.step("AddThirdPartyCamera", **bad, fieldOfView=180)
    assert not client.step("AddThirdPartyCamera", **bad, orthographicSize=2.0)
    fresh(client)


def test_locobot_navigates_as_in_robothor(client):
    event = client.reset(
        "FloorPlan_Train1_1",
        agentMode="locobot",
        gridSize=0.25,
        snapToGrid=False,
        rotateStepDegrees=30,
        visibilityDistance=1.0,
        fieldOfView=63.453048374758716,
        width=320,
        height=240,
    )
    assert event.metadata["agent"]["isStanding"] is None
    assert event.metadata["fov"] == pytest.approx(63.453048374758716)
    cells = client.step("GetReachablePositions").metadata["actionReturn"]
    laptop = first(client, "Laptop")
    path = client.step("GetShortestPath", objectId=laptop["objectId"]).metadata["actionReturn"]
    assert path["status"] == "PathComplete"
    goal = path["corners"][-1]
    place = {**goal, "y": client.last_event.metadata["agent"]["position"]["y"]}
    event = client.step("TeleportFull", **place, rotation=0, horizon=0)
    assert event.metadata["lastActionSuccess"], event.metadata["errorMessage"]
    assert len(cells) > 300
    assert client.step("Stop").metadata["lastActionSuccess"]
    client.reset("FloorPlan12", width=300, height=300, fieldOfView=90, rotateStepDegrees=90,
                 snapToGrid=True, visibilityDistance=1.5, agentMode="default")  # fmt: skip


def test_states_change_as_told(client):
    """Every state action of the table, on an object that allows it, then the one that refuses."""
    fresh(client)
    for action, kind, field, value, more in (
        ("DirtyObject", "Plate", "isDirty", True, {}),
        ("CleanObject", "Plate", "isDirty", False, {}),
        ("FillObjectWithLiquid", "Mug", "fillLiquid", "coffee", {"fillLiquid": "Coffee"}),
        ("EmptyLiquidFromObject", "Mug", "isFilledWithLiquid", False, {}),
        ("CookObject", "Potato", "isCooked", True, {}),
        ("OpenObject", "Fridge", "openness", 0.5, {"openness": 0.5}),
        ("CloseObject", "Fridge", "isOpen", False, {}),
        ("ToggleObjectOn", "Faucet", "isToggled", True, {}),
        ("ToggleObjectOff", "Faucet", "isToggled", False, {}),
        ("SliceObject", "Apple", "isSliced", True, {}),
        ("BreakObject", "Plate", "isBroken", True, {}),
    ):
        thing = first(client, kind)
        if action == "CleanObject" and not thing["isDirty"]:
            client.step("DirtyObject", objectId=thing["objectId"], forceAction=True)
        if action == "DirtyObject" and thing["isDirty"]:
            client.step("CleanObject", objectId=thing["objectId"], forceAction=True)
        if action == "FillObjectWithLiquid" and thing["isFilledWithLiquid"]:
            client.step("EmptyLiquidFromObject", objectId=thing["objectId"], forceAction=True)
        event = client.step(action, objectId=thing["objectId"], forceAction=True, **more)
        assert event.metadata["lastActionSuccess"], (action, event.metadata["errorMessage"])
        same = next(o for o in event.metadata["objects"] if o["objectId"] == thing["objectId"])
        assert same[field] == value, action
    floor = first(client, "Floor")["objectId"]
    for action in ("DirtyObject", "CookObject", "OpenObject", "ToggleObjectOn", "BreakObject"):
        assert not client.step(action, objectId=floor, forceAction=True)


def test_a_thing_is_carried_and_set_down(client):
    fresh(client)
    apple = first(client, "Apple")["objectId"]
    event = client.step("PickupObject", objectId=apple, forceAction=True)
    assert event.metadata["actionReturn"] == apple
    assert event.metadata["inventoryObjects"] == [{"objectId": apple, "objectType": "Apple"}]
    assert first(client, "Apple")["parentReceptacles"] is None
    assert client.step("MoveHeldObject", ahead=0.05, up=0.02)
    local = client.last_event.metadata["heldObjectPose"]["localPosition"]
    assert local["y"] == pytest.approx(-0.14)
    assert local["z"] == pytest.approx(0.43)
    assert client.step("RotateHeldObject", yaw=90)
    fridge = first(client, "Fridge")["objectId"]
    assert (
        "CLOSED"
        in client.step("PutObject", objectId=fridge, forceAction=True).metadata["errorMessage"]
    )
    assert client.step("OpenObject", objectId=fridge, forceAction=True)
    assert client.step("PutObject", objectId=fridge, forceAction=True)
    assert first(client, "Apple")["parentReceptacles"] == [fridge]
    assert client.step("Sleep", seconds=1)
    assert first(client, "Apple")["temperature"] == "Cold"
    assert "drop" in client.step("DropHandObject").metadata["errorMessage"]


def test_scene_level_actions(client):
    fresh(client)
    assert client.step("ChangeFOV", fieldOfView=60).metadata["fov"] == 60
    assert not client.step("ChangeFOV", fieldOfView=0)
    assert client.step("ChangeQuality", quality="Low")
    assert not client.step("ChangeQuality", quality="Superb")
    assert not client.step("ChangeTimeScale", timeScale=0)
    assert client.step("SetRandomSeed", seed=3)
    apple = first(client, "Apple")["objectId"]
    assert client.step("ObjectTypeToObjectIds", objectType="Apple").metadata["actionReturn"] == [
        apple
    ]
    assert (
        client.step("SetObjectFilter", objectIds=[apple]).metadata["objects"][0]["objectId"]
        == apple
    )
    assert len(client.step("ResetObjectFilter").metadata["objects"]) > 50
    assert client.step("RemoveFromScene", objectId=apple)
    assert apple not in {o["objectId"] for o in client.last_event.metadata["objects"]}
    assert not client.step("RemoveFromScene", objectId=apple)
    seconds = client.last_event.metadata["currentTime"]
    assert client.step("AdvancePhysicsStep", timeStep=0.05).metadata["currentTime"] > seconds
    assert not client.step("AdvancePhysicsStep", timeStep=0.5)
    assert client.step("InitialRandomSpawn", randomSeed=3)
    assert client.step("RandomizeLighting", brightness=[0.5, 0.6])
    assert client.step("ResetLighting")
    for name in ("Pass", "Done", "NoOp", "PausePhysicsAutoSim", "UnpausePhysicsAutoSim"):
        assert client.step(name)
