# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Print what a running graph knows of its home; ROS_DOMAIN_ID names the graph."""

import egoplan_ros.nodes  # noqa: F401 # isort: skip # a checkout's code and its built messages
import rclpy
from egoplan_ros.msg import ObjectArray
from rclpy.wait_for_message import wait_for_message

from egoplan_ros.nodes.qos import LATCHED

rclpy.init()
node = rclpy.create_node("watcher")
found, world = wait_for_message(ObjectArray, node, "objects", qos_profile=LATCHED, time_to_wait=60)
for item in world.objects if found else ():
    print(item.id, f"({item.center.x:.2f}, {item.center.y:.2f}, {item.center.z:.2f}) m in map")
node.destroy_node()
rclpy.shutdown()
