# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The whole simulator through the unmodified client."""

import hashlib

import numpy as np
import pytest

FIELDS = """name position rotation visible isInteractable receptacle toggleable isToggled breakable
isBroken canFillWithLiquid isFilledWithLiquid fillLiquid dirtyable isDirty canBeUsedUp isUsedUp
cookable isCooked temperature isHeatSource isColdSource sliceable isSliced openable isOpen openness
pickupable moveable mass salientMaterials receptacleObjectIds distance objectType objectId assetId
parentReceptacles controlledObjects isMoving isPickedUp axisAlignedBoundingBox
objectOrientedBoundingBox""".split()


def test_images_have_size_type_and_content(controller):
    event = controller.step("Pass")
    assert event.frame.shape == (300, 300, 3)
    assert event.frame.dtype == np.uint8
    assert event.depth_frame.shape == (300, 300)
    assert event.depth_frame.dtype == np.float32
    assert 0.1 < event.depth_frame.min() < event.depth_frame.max() < 12
    assert event.frame.std() > 10


def test_instance_masks_agree_with_metadata(controller):
    event = controller.step("Pass")
    ids = {o["objectId"] for o in event.metadata["objects"]}
    seen = [name for name in event.instance_masks if name in ids]
    assert seen
    for name in seen:
        digest = hashlib.md5(name.encode()).digest()[:3]
        assert event.object_id_to_color[name] == tuple(digest)
        kind = name.rsplit("|", 1)[-1] if name.endswith("Basin") else name.split("|")[0]
        assert kind in {o["objectType"] for o in event.metadata["objects"]}
    assert "Wall" in event.class_masks or "Floor" in event.class_masks


def test_depth_is_along_the_optical_axis(controller):
    controller.step("TeleportFull", **_start(controller), horizon=0)
    event = controller.step("GetCoordinateFromRaycast", x=0.5, y=0.5)
    hit = event.metadata["actionReturn"]
    camera = event.metadata["cameraPosition"]
    reach = np.hypot(hit["x"] - camera["x"], hit["z"] - camera["z"])
    assert event.depth_frame[149:151, 149:151].mean() == pytest.approx(reach, abs=0.03)


def test_image_is_upright(controller):
    event = controller.step("TeleportFull", **_start(controller), horizon=0)
    masks = event.class_masks
    rows = {k: np.nonzero(masks[k])[0].mean() for k in ("Ceiling", "Floor") if k in masks}
    assert rows["Ceiling"] < 150 < rows["Floor"]


def test_every_object_field_is_there_with_its_type(controller):
    event = controller.step("Pass")
    for thing in event.metadata["objects"]:
        assert set(FIELDS) <= set(thing)
        assert isinstance(thing["visible"], bool)
        assert isinstance(thing["openness"], float)
        assert (thing["receptacleObjectIds"] is None) == (not thing["receptacle"])
        assert (thing["controlledObjects"] is None) == (not thing["toggleable"])
        assert not (thing["pickupable"] and thing["moveable"])
        assert len(thing["axisAlignedBoundingBox"]["cornerPoints"]) == 8
        loose = thing["pickupable"] or thing["moveable"]
        assert (thing["objectOrientedBoundingBox"] is not None) == loose
        head = f"{thing['objectType']}|"
        assert thing["objectId"].startswith(head) or thing["objectId"].endswith("Basin")


def test_containment_is_told_from_both_sides(controller):
    objects = {o["objectId"]: o for o in controller.step("Pass").metadata["objects"]}
    held = [o for o in objects.values() if o["parentReceptacles"]]
    assert len(held) > 15
    for thing in held:
        for parent in thing["parentReceptacles"]:
            assert thing["objectId"] in objects[parent]["receptacleObjectIds"]


def test_scenes_in_build(controller):
    names = controller.step("GetScenesInBuild").metadata["actionReturn"]
    assert len(names) == 120 + 75 + 1
    assert "FloorPlan430_physics" in names


def test_reset_changes_scene_and_size(controller):
    event = controller.reset("FloorPlan302", width=320, height=240, renderDepthImage=False)
    assert event.metadata["sceneName"] == "FloorPlan302_physics"
    assert event.frame.shape == (240, 320, 3)
    assert event.depth_frame is None
    event = controller.reset("FloorPlan28", width=300, height=300, renderDepthImage=True)
    assert event.depth_frame.shape == (300, 300)


@pytest.mark.parametrize(
    ("action", "word"),
    [
        ({"action": "Fly"}, "Invalid action"),
        ({"action": "MoveAhead", "turbo": 3}, "turbo"),
        ({"action": "GetInteractablePoses"}, "objectId"),
        ({"action": "MoveAhead", "moveMagnitude": {"a": 1}}, "Cannot convert"),
    ],
)
def test_malformed_actions_raise_value_errors(controller, action, word):
    with pytest.raises(ValueError, match=word):
        controller.step(**action)
    assert controller.step("Pass").metadata["lastActionSuccess"]


def test_third_party_camera_delivers_the_same_set(controller):
    view = controller.step("GetMapViewCameraProperties").metadata["actionReturn"]
    event = controller.step("AddThirdPartyCamera", **view)
    assert event.third_party_camera_frames[0].shape == (300, 300, 3)
    assert event.third_party_depth_frames[0].shape == (300, 300)
    assert event.third_party_instance_masks[0]
    event = controller.step("UpdateThirdPartyCamera", thirdPartyCameraId=0, position={"y": 1.5})
    assert event.metadata["thirdPartyCameras"][0]["position"]["y"] == pytest.approx(1.5)
    assert not controller.step("UpdateThirdPartyCamera", thirdPartyCameraId=7)
    assert controller.reset("FloorPlan28").metadata["thirdPartyCameras"] == []


def test_steps_per_second(controller, benchmark):
    controller.reset("FloorPlan28")
    actions = iter(["RotateRight", "MoveAhead", "LookDown", "LookUp"] * 100)
    event = benchmark.pedantic(lambda: controller.step(next(actions)), rounds=20, warmup_rounds=4)
    assert event.frame is not None


def _start(controller):
    agent = controller.last_event.metadata["agent"]
    return {"position": agent["position"], "rotation": agent["rotation"], "standing": True}
