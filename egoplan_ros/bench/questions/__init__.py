# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about rooms: drawn from what a room contains, answers judged by its true state."""
