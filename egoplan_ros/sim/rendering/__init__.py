# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a simulated home looks: geometry, light, surfaces and states, drawn on the CPU."""
