# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Topics of a robot's drivers: what the launch files listen to, and what usual cameras call it."""

DEVICE = {
    "device/color/image_raw": "/camera/color/image_raw",
    "device/color/camera_info": "/camera/color/camera_info",
    "device/depth/image_raw": "/camera/aligned_depth_to_color/image_raw",
    "device/odom": "/odom",
    "device/bumped": "/bumped",
    "device/stalled": "/stalled",
    "device/emergency_stop": "/emergency_stop",
    "device/camera_tilt": "/camera_tilt",
    "device/goal_pose": "/goal_pose",
    "device/cancel_navigation": "/navigate_to_pose/_action/cancel_goal",
    "cmd_vel": "/cmd_vel",
    "/tf": "/tf",
    "/tf_static": "/tf_static",
    "detections/raw": "detections/raw",
}
"""The robot's topic for each of ``robot_bridge`` and ``perception``, unless an argument says so."""

CAMERAS: dict[str, dict[str, str]] = {
    "realsense": {  # realsense2_camera with align_depth.enable:=true
        "device/color/image_raw": "/camera/camera/color/image_raw",
        "device/color/camera_info": "/camera/camera/color/camera_info",
        "device/depth/image_raw": "/camera/camera/aligned_depth_to_color/image_raw",
    },
    "orbbec": {  # orbbec_camera with depth_registration:=true
        "device/color/image_raw": "/camera/color/image_raw",
        "device/color/camera_info": "/camera/color/camera_info",
        "device/depth/image_raw": "/camera/depth/image_raw",
    },
    "oak": {  # depthai_ros_driver, pipeline RGBD
        "device/color/image_raw": "/oak/rgb/image_raw",
        "device/color/camera_info": "/oak/rgb/camera_info",
        "device/depth/image_raw": "/oak/stereo/image_raw",
    },
    "kinect": {  # azure_kinect_ros_driver
        "device/color/image_raw": "/rgb/image_raw",
        "device/color/camera_info": "/rgb/camera_info",
        "device/depth/image_raw": "/depth_to_rgb/image_raw",
    },
}
"""By the launch argument ``camera``; all with depth aligned to colour."""
