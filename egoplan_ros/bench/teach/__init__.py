# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""TEACh with what people said and did: their dialogs, and sessions that begin in the middle."""
