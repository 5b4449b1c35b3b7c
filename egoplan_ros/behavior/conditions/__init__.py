# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The catalogue of blocking conditions: reading it, recognising them, what resolves them."""
