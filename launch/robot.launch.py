"""The graph on a real robot: name its topics with color_image_raw_topic:=… and so on.

Its own namespace keeps the frames the graph works on apart from the camera driver's stream.
"""

from egoplan_ros.nodes.launching import DETECTOR, INSTRUCTION, PERCEPTION, STRATEGY, graph
from launch import LaunchDescription

DEVICE = {
    "device/color/image_raw": "/camera/color/image_raw",
    "device/color/camera_info": "/camera/color/camera_info",
    "device/depth/image_raw": "/camera/aligned_depth_to_color/image_raw",
    "device/odom": "/odom",
    "device/camera_tilt": "/camera_tilt",
    "device/goal_pose": "/goal_pose",
    "device/cancel_navigation": "/navigate_to_pose/_action/cancel_goal",
    "cmd_vel": "/cmd_vel",
    "detections/raw": "detections/raw",
}


def generate_launch_description() -> LaunchDescription:
    return graph(
        "robot", (INSTRUCTION, STRATEGY, PERCEPTION, *DETECTOR), DEVICE, namespace="egoplan"
    )
