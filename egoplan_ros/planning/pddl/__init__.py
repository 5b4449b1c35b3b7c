# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""PDDL domains as data, and what is wrong with them."""
