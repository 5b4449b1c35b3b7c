# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot to try the graph on: the stand-in's body, on the topics that real drivers have."""
