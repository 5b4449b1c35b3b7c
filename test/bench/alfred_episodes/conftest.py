# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode in ALFRED's form about a few things, made by hand."""

from typing import Any

import pytest


@pytest.fixture
def written() -> dict[str, Any]:
    """A line of a file of episodes: an apple is to be put on the counter."""
    return {
        "task_id": "trial_1",
        "task_type": "pick_and_place_simple",
        "pddl_params": {
            "mrecep_target": "",
            "object_sliced": False,
            "object_target": "Apple",
            "parent_target": "CounterTop",
            "toggle_target": "",
        },
        "scene": {
            "floor_plan": "FloorPlan5",
            "init_action": {
                "action": "TeleportFull",
                "x": 1.0,
                "y": 0.9009992,
                "z": -0.5,
                "rotation": 90,
                "horizon": 30,
                "rotateOnTeleport": True,
            },
            "object_poses": [_pose("Apple_0a", 1.0, 0.9, 2.0), _pose("Apple_0a", 3.0, 0.9, 2.0)],
            "object_toggles": [{"objectType": "DeskLamp", "isOn": False}],
            "dirty_and_empty": False,
        },
        "turk_annotations": {
            "anns": [{"task_desc": "Put an apple on the counter.", "high_descs": ["Go.", "Put."]}]
        },
        "expert": [
            {"action": "LookDown", "forceAction": True},
            {"action": "PickupObject", "objectId": "Apple|+01.00|+00.90|+02.00"},
        ],
    }


def _pose(name: str, x: float, y: float, z: float) -> dict[str, Any]:
    return {
        "objectName": name,
        "position": {"x": x, "y": y, "z": z},
        "rotation": {"x": 0.0, "y": 90.0, "z": 0.0},
    }
