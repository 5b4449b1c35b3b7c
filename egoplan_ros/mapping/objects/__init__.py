# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the robot believes of things: rows fused over views, their states and relations."""
