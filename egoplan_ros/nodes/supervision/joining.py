# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ROS 2 refuses to a process that joins a graph, in one line with its remedy."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from rclpy.context import Context
from rclpy.impl.implementation_singleton import rclpy_implementation

from egoplan_ros.world.errors import InputError, RobotError

_SECURITY = "ROS_SECURITY_ENABLE"
_REMEDIES = {
    "security libraries": "unset ROS_SECURITY_ENABLE, or run with a ROS 2 whose middleware was "
    "built with security, as that from apt is",
    "SECURITY ERROR": "make the keystore anew (scripts/security.sh FOLDER), or unset "
    "ROS_SECURITY_ENABLE",
}
"""By what is said of each."""


@contextmanager
def joining(context: Context | None = None) -> Iterator[None]:
    """Within it contexts and nodes are made.

    Args:
        context: is shut down if that fails; else whoever comes next in this process would have its
            log folder.

    Raises:
        InputError: security was asked for and refused; the words of ROS in one line, and what to do
            about it where that is known.
        RobotError: anything else that may be past when it is tried again.
    """
    try:
        yield
    except rclpy_implementation.RCLInvalidROSArgsError:
        raise
    except rclpy_implementation.RCLError as error:
        told = " ".join(str(error).split())
        remedy = next((text for words, text in _REMEDIES.items() if words in told), "")
        kind = InputError if remedy or os.environ.get(_SECURITY) == "true" else RobotError
        if context is not None:
            context.try_shutdown()
        raise kind(f"ROS 2: {told}{remedy and '; '}{remedy}") from error
