# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small named subtrees (idioms) the task tree is composed of."""
