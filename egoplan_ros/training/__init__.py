# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Everything that only makes weights; imported by commands and tests alone."""
