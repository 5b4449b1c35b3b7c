# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames and photographs with truth, training and scores of the perception back ends."""
