# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot that is none: the embedded simulator, driven and seen through as a real base is."""
