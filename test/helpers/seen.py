# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages as the world model sends them."""

from egoplan_ros.msg import ObjectArray, ObjectInstance


def objects(*types: str) -> ObjectArray:
    """One thing of each type."""
    message = ObjectArray(objects=[ObjectInstance(id=f"{kind}_1", type=kind) for kind in types])
    message.header.frame_id = message.robot.header.frame_id = "map"
    return message
