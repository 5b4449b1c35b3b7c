# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode becomes the AI2-THOR actions that arrange a room for it."""

from typing import Any

from egoplan_ros.bench.alfred_episodes.arrangement import arrange, counterparts
from egoplan_ros.bench.alfred_episodes.episode import ObjectPose
from egoplan_ros.bench.alfred_episodes.reader import parse_episode


def thing(kind: str, name: str, x: float, **more: Any) -> dict[str, Any]:
    """Metadata of an object."""
    return {
        "objectType": kind,
        "name": name,
        "position": {"x": x, "y": 0.9, "z": 2.0},
        "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
        "pickupable": True,
        "moveable": False,
    } | more


def test_loose_things_stand_as_told_and_what_may_be_moved_stays(written: dict[str, Any]) -> None:
    chair = thing("Chair", "Chair_1", 4.0, pickupable=False, moveable=True)
    objects = [thing("Apple", "Apple_ff", 2.0), thing("Mug", "Mug_1", 0.0), chair]
    actions = arrange(parse_episode(written, ""), objects)
    assert [action["action"] for action in actions] == [
        "SetObjectStates",
        "SetObjectPoses",
        "TeleportFull",
    ]
    assert actions[0]["SetObjectStates"] == {
        "objectType": "DeskLamp",
        "stateChange": "toggleable",
        "isToggled": False,
    }
    poses = actions[1]["objectPoses"]
    # The mug is none of the episode's; an apple is copied; a chair would vanish, were it not named.
    assert [pose["objectName"] for pose in poses] == ["Chair_1", "Apple_ff", "Apple_ff"]
    assert poses[0]["position"] == chair["position"]
    assert [pose["position"]["x"] for pose in poses[1:]] == [1.0, 3.0]
    assert poses[1]["rotation"] == {"x": 0.0, "y": 90.0, "z": 0.0}
    assert actions[2] == {
        "action": "TeleportFull",
        "x": 1.0,
        "y": 0.9009992,
        "z": -0.5,
        "rotation": {"x": 0.0, "y": 90.0, "z": 0.0},
        "horizon": 30.0,
        "standing": True,
    }


def test_everything_is_dirty_and_empty_where_that_is_told(written: dict[str, Any]) -> None:
    written["scene"] |= {"dirty_and_empty": True, "object_toggles": []}
    states = [
        action["SetObjectStates"]
        for action in arrange(parse_episode(written, ""), [])
        if action["action"] == "SetObjectStates"
    ]
    assert states == [
        {"stateChange": "dirtyable", "isDirty": True},
        {"stateChange": "canFillWithLiquid", "isFilledWithLiquid": False},
    ]


def test_names_go_to_the_nearest_of_their_type_one_to_one() -> None:
    def pose(name: str, x: float) -> ObjectPose:
        return ObjectPose(name, (x, 0.9, 2.0), (0.0, 0.0, 0.0))

    poses = [pose("Pillow_a", 1.0), pose("Pillow_b", 1.4), pose("Glassbottle_c", 0.0)]
    pillows = [thing("Pillow", "Pillow_1", 1.3), thing("Pillow", "Pillow_2", 9.0)]
    bottle = thing("Bottle", "Bottle_1", 5.0)
    found = counterparts(poses, [*pillows, bottle])
    assert found == {"Pillow_a": "Pillow_1", "Pillow_b": "Pillow_2", "Glassbottle_c": "Bottle_1"}
    # More names than things: what is left over becomes a copy of the nearest.
    assert counterparts(poses[:2], pillows[:1]) == {"Pillow_a": "Pillow_1", "Pillow_b": "Pillow_1"}


def test_types_that_the_room_lacks_are_spawned_and_stay(written: dict[str, Any]) -> None:
    written["scene"] |= {"object_toggles": []}
    first, second, poses, _ = arrange(parse_episode(written, ""), [thing("Mug", "Mug_1", 0.0)])
    assert first["action"] == second["action"] == "SpawnAsset"
    assert (first["assetId"], first["generatedId"]) == ("Apple_1", "Apple|+01.00|+00.90|+02.00")
    assert second["position"] == {"x": 3.0, "y": 0.9, "z": 2.0}
    assert [pose["objectName"] for pose in poses["objectPoses"]] == [
        "Apple|+01.00|+00.90|+02.00",
        "Apple|+03.00|+00.90|+02.00",
    ]
