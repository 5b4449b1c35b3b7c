# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Language: instruction, steps or PDDL to goal, subgoals, context and ranked alternatives."""
