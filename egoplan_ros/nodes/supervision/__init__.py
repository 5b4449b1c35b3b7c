# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who lives, who hangs, who was started again; and that nothing ends a node by accident."""
