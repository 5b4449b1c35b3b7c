# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What no node would take in a ROS parameter file is found before anything is started."""

from pathlib import Path

from egoplan_ros.nodes.startup.parameter_check import check_parameters


def check_parameter_file(path: Path) -> list[str]:
    """Find what no node would take in a parameter file; values out of range only where ROS is.

    Returns:
        What is ignored as other nodes' own, one line each.

    Raises:
        InputError: an unknown name, or a value of another type or out of range.
    """
    ignored = check_parameters(path)
    try:
        from egoplan_ros.nodes.parameters import check_file

        check_file(path)
    except ImportError:
        pass  # that ROS 2 is missing is told later
    return ignored
