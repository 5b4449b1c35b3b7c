# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""CAPEAM's detailed planners: a sub-goal as a sequence of actions, by templates or by networks."""
