# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shared vocabulary of every room: poses, frames, objects, facts, goals, actions. ROS-free."""
