# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Image textures made by code: wood, stone, cloth, print, food, dirt and what else a home shows."""
