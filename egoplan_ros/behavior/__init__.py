# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Executes a goal: plans, acts, notices what blocks, recovers, and stops honestly."""
