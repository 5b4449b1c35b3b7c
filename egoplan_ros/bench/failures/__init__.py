# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why episodes fail: the causes of the papers' taxonomies, by rule from each episode's record."""
