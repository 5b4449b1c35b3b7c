# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Listeners of a running graph, and who gives it tasks."""
