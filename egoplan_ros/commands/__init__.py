# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-commands of ``egoplan``, one file each; imported only when used."""
