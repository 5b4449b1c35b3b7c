# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's own episodes in recorded rooms: read, set up, replayed and judged."""
