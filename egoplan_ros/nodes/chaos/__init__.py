# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Faults that are put upon a running graph on purpose, to see what it makes of them."""
