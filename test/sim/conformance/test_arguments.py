# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How arguments are taken: spelling, numbers for truth values, strange ones."""

import pytest

SCENE = "FloorPlan12"


def fresh(client, **init):
    return client.reset(SCENE, agentCount=1, agentMode="default", **init)


def first(client, kind):
    found = client.last_event.metadata["objects"]
    return next(o for o in found if o["objectType"] == kind)


def done(event):
    assert event.metadata["lastActionSuccess"], event.metadata["errorMessage"]
    return event


def facing(client, kind):
    """Stand where the middle of the image shows a thing of a type within reach."""
    poses = client.step("GetInteractablePoses", objectId=first(client, kind)["objectId"])
    for pose in poses.metadata["actionReturn"]:
        client.step("TeleportFull", **pose)
        seen = client.step("GetObjectInFrame", x=0.5, y=0.6, checkVisible=True)
        if seen and seen.metadata["actionReturn"].startswith(f"{kind}|"):
            return seen.metadata["actionReturn"]
    raise AssertionError(f"no {kind} can be pointed at")


def test_a_thing_is_put_near_an_image_point_under_the_argument_s_own_spelling(client):
    fresh(client)
    apple = first(client, "Apple")["objectId"]
    counter = facing(client, "CounterTop")
    point = client.step("GetCoordinateFromRaycast", x=0.5, y=0.6).metadata["actionReturn"]
    done(client.step("PickupObject", objectId=apple, forceAction=True))
    done(client.step("PutObject", x=0.5, y=0.6, putNearXY=True, placeStationary=True))
    put = first(client, "Apple")
    assert counter in put["parentReceptacles"]
    assert abs(put["position"]["x"] - point["x"]) < 0.3
    assert abs(put["position"]["z"] - point["z"]) < 0.3


@pytest.mark.parametrize(("on", "off"), [(1, 0), (1.0, 0.0), ("true", "False")])
def test_numbers_and_words_stand_for_truth_values_at_initialisation(client, on, off):
    event = fresh(client, renderDepthImage=on, renderInstanceSegmentation=off, snapToGrid=off)
    assert event.depth_frame is not None
    assert event.instance_segmentation_frame is None
    done(client.step("MoveAhead" if client.step("MoveAhead") else "MoveBack", moveMagnitude=0.07))
    assert client.step("Pass", renderInstanceSegmentation=on).instance_masks
    assert client.step("Pass", renderImage=off).frame is None
    fresh(client, renderDepthImage=True, renderInstanceSegmentation=True, snapToGrid=True)


def test_numbers_stand_for_truth_values_in_actions(client):
    fresh(client)
    apple, fridge = first(client, "Apple")["objectId"], first(client, "Fridge")["objectId"]
    assert not client.step("PickupObject", objectId=fridge, forceAction=0)
    assert "visib" in client.last_event.metadata["errorMessage"]
    done(client.step("PickupObject", objectId=apple, forceAction=1, manualInteract=0))
    done(client.step("OpenObject", objectId=fridge, forceAction="true"))
    done(client.step("PutObject", objectId=fridge, forceAction=1, placeStationary=1))
    words = {"objectType": "Cabinet", "stateChange": "openable", "isOpen": 1}
    done(client.step("SetObjectStates", SetObjectStates=words))
    assert first(client, "Cabinet")["isOpen"]


def test_truth_values_stand_for_numbers(client):
    fresh(client)
    before = client.last_event.metadata["agent"]["rotation"]["y"]
    done(client.step("RotateRight", degrees=True))
    assert client.last_event.metadata["agent"]["rotation"]["y"] == pytest.approx(before + 1)


@pytest.mark.parametrize(
    "call",
    [
        {"action": "PickupObject", "objectId": "x", "forceAction": "perhaps"},
        {"action": "PickupObject", "objectId": "x", "forceAction": {"x": 1}},
        {"action": "RotateRight", "degrees": "far"},
        {"action": "ChangeResolution", "x": 0.5, "y": 300},
    ],
)
def test_what_is_no_number_and_no_truth_value_is_refused(client, call):
    fresh(client)
    with pytest.raises(ValueError, match="Cannot convert"):
        client.step(**call)
    assert client.last_event.metadata["errorCode"] == "InvalidArgument"


def test_the_two_ids_of_older_put_calls_are_refused(client):
    """The receptacle is `objectId`; what is put down is what the hand holds."""
    fresh(client)
    apple, counter = (first(client, kind)["objectId"] for kind in ("Apple", "CounterTop"))
    done(client.step("PickupObject", objectId=apple, forceAction=True))
    with pytest.raises(ValueError, match="receptacleObjectId"):
        client.step(
            "PutObject", objectId=apple, receptacleObjectId=counter, forceAction=True,
            placeStationary=True,
        )  # fmt: skip
    assert client.last_event.metadata["errorCode"] == "InvalidArgument"
    assert client.last_event.metadata["inventoryObjects"]
    done(client.step("PutObject", objectId=counter, forceAction=True, placeStationary=True))
    assert counter in first(client, "Apple")["parentReceptacles"]
