# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Skills: symbolic actions turned into primitives, checked by what is seen afterwards."""
