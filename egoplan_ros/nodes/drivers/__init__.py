# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's own drivers: what comes from its base, camera, arm and detector, and goes to them."""
