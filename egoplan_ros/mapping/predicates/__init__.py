# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Models of predicates over things in the map, each with a probability (OGAMUS 3.1)."""
