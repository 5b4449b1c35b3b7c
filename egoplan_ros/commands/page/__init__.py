# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page in a browser that shows a running graph or a recording, and talks to it."""
