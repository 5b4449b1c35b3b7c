# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Beliefs and a goal as a planning problem: what matters, and nothing else."""
