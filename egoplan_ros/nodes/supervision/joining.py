"""What ROS 2 refuses to a process that joins a graph, in one line with its remedy."""

from collections.abc import Iterator
from contextlib import contextmanager

from rclpy.impl.implementation_singleton import rclpy_implementation

from egoplan_ros.world.errors import InputError

_REMEDIES = {
    "security libraries": "unset ROS_SECURITY_ENABLE, or run with a ROS 2 whose middleware was "
    "built with security, as that from apt is",
    "SECURITY ERROR": "make the keystore anew (scripts/security.sh FOLDER), or unset "
    "ROS_SECURITY_ENABLE",
}
"""By what is said of each."""


@contextmanager
def joining() -> Iterator[None]:
    """Within it contexts and nodes are made.

    Raises:
        InputError: ROS refused; its words in one line, and what to do about it where that is known.
    """
    try:
        yield
    except rclpy_implementation.RCLError as error:
        told = " ".join(str(error).split())
        remedy = next((text for words, text in _REMEDIES.items() if words in told), "")
        raise InputError(f"ROS 2: {told}{remedy and '; '}{remedy}") from error
