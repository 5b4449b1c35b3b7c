# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From words to goals: learned readers and what tells which is asked."""
