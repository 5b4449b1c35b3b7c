# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a graph opens to the network, told when it starts."""

import os

from egoplan_ros.nodes.node_table import (
    LOCALHOST,
    MIDDLEWARE,
    PROFILE,
    RANGE,
    middleware_environment,
    other_middleware,
)

_SECURED = {"ROS_SECURITY_ENABLE": "true", "ROS_SECURITY_STRATEGY": "Enforce"}


def opened(discovery: str) -> str:
    """One line: the range of discovery, and who can take part by the process's environment.

    Args:
        discovery: "localhost" or "subnet".
    """
    environment = os.environ
    domain = environment.get("ROS_DOMAIN_ID") or "0"
    chosen = middleware_environment(discovery)
    if discovery != LOCALHOST:
        who = "every machine on its network can see the camera and move the robot"
    elif PROFILE in chosen:
        who = "sockets are bound to 127.0.0.1, and no other machine can take part"
    elif other_middleware():
        who = f"no other machine is discovered, as far as {environment[MIDDLEWARE]} keeps to that"
    else:
        who = (
            "other machines are not discovered, but a Fast DDS profile of your own is in use: it "
            "listens on all interfaces unless it has an interfaceWhiteList"
        )
    if all(environment.get(name) == value for name, value in _SECURED.items()):
        who += "; SROS 2 keeps out who has no key"
    return f"discovery {discovery} ({RANGE}={chosen[RANGE]}), ROS_DOMAIN_ID {domain}: {who}"
