# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is wanted: forms of goals, composition, consistency, progress."""
