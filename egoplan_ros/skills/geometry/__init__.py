# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to stand, what to point at, and what doors and places leave room for."""
