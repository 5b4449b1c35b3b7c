# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Between the world's dataclasses and ROS messages, both ways, without loss."""
