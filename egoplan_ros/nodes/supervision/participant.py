# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A place of its own in the middleware for each process of a node.

Fast DDS numbers the participants of a domain; the number tells the ports, of the network and in
shared memory. Left to itself, a process that is started again gets the number of the one that was
killed. Others then go on writing into the shared memory that was its predecessor's, and their
messages never arrive.
"""

import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from egoplan_ros.nodes.node_table import NODES, PROFILE, log_directory
from egoplan_ros.nodes.supervision.shared_memory import FOLDER, port_of
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import make_room, write_whole
from egoplan_ros.world.system.resources import config_path

_FIRST = 20
"""The numbers below are left to those who take the first free one: command-line tools, displays."""
_EACH = 12
"""Numbers of each node, used in turn."""
_PLACE = "<useBuiltinTransports>"


def participant_environment(
    name: str, environment: Mapping[str, str], folder: Path = FOLDER
) -> dict[str, str]:
    """Environment that gives a node's process a number that no process has, or had lately.

    Args:
        name: of the node.
        environment: of the process; a profile of the user's own stays as it is.
        folder: of shared memory.
    """
    profile = environment.get(PROFILE, "")
    if Path(profile).parent != config_path("fastdds.xml").parent:
        return {}
    domain = int(environment.get("ROS_DOMAIN_ID") or 0)
    number = next((n for n in _numbers(name, environment) if _free(domain, n, folder)), None)
    if number is None:
        return {}
    own = log_directory() / f"{name}_domain{domain}_fastdds.xml"
    with suppress(InputError, OSError):
        text = Path(profile).read_text(encoding="utf-8")
        make_room(own)
        write_whole(own, text.replace(_PLACE, f"<participantID>{number}</participantID>{_PLACE}"))
        return {PROFILE: str(own)}
    return {}


def _numbers(name: str, environment: Mapping[str, str]) -> Iterator[int]:
    first = _FIRST + _EACH * [entry.name for entry in NODES].index(name)
    restarts = int(environment.get("EGOPLAN_RESTARTS") or 0)
    return (first + (restarts + offset) % _EACH for offset in range(_EACH))


def _free(domain: int, number: int, folder: Path) -> bool:
    """Whether no process has the ports of a number, and none that died has left them."""
    for port in (port_of(domain, number), port_of(domain, number) + 1):
        if (folder / f"fastrtps_port{port}").exists():
            return False
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except (OSError, OverflowError):
                return False
    return True
