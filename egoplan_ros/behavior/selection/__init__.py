# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which candidate action to try next: BCR's graph, heuristic and language model."""
