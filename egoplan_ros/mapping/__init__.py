# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames and detections to the world model: voxel map, occupancy, frontiers, object memory."""
