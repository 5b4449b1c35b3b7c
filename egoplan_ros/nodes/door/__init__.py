# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What comes in from other nodes is checked here, before anybody uses it."""
