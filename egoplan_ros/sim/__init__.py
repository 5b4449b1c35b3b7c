# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Embedded household simulator: a separate process that speaks AI2-THOR's wire protocol."""
