# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``learned``: class-agnostic proposals, then one look at each crop (torch, RGB-D)."""
