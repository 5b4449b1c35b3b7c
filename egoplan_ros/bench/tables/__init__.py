# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The numbered tables and figures of the five papers, made anew from episodes of the suites."""
