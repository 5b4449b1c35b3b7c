# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From goal and beliefs to a validated plan: PDDL, pruning, Fast Downward, exploration."""
