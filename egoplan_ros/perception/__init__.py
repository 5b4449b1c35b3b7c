# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frame to detections: masks, types and physical states, by back ends chosen by name."""
