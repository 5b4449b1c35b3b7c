# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The running graph: the only room that imports rclpy and message packages.

In a source checkout this folder's parent comes first on the path and the built ``msg``, ``srv`` and
``action`` lie in the install space; extending the package path makes them one package.
"""

from pkgutil import extend_path

import egoplan_ros

egoplan_ros.__path__ = extend_path(egoplan_ros.__path__, "egoplan_ros")
