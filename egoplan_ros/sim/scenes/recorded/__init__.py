# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms recorded from AI2-THOR, rebuilt from the boxes of their objects."""
