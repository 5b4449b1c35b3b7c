# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Kinds of numbers and names that commands take."""

import re
from argparse import ArgumentTypeError

from egoplan_ros.world.system.arguments import LARGEST_SEED, whole

LARGEST_DOMAIN = 232
"""Ports of a ROS domain above it would be none; DDS ends the process over it."""

_NAMESPACE = re.compile(r"/?([a-z_]\w*(/[a-z_]\w*)*)?/?", re.ASCII | re.IGNORECASE)


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1e6:
        raise ArgumentTypeError(f"{text[:40]!r} is no number of seconds above 0")
    return value


def seed(text: str) -> int:
    """A seed; others would mean one thing in this process and another over ROS."""
    try:
        return whole("seed", int(text), 0, LARGEST_SEED)
    except ValueError as error:
        told = f"{text[:40]!r} is no whole number from 0 to {LARGEST_SEED}"
        raise ArgumentTypeError(told) from error


def domain(text: str) -> int:
    """A ROS domain id."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not 0 <= value <= LARGEST_DOMAIN:
        raise ArgumentTypeError(f"{text[:40]!r} is no ROS domain id from 0 to {LARGEST_DOMAIN}")
    return value


def namespace(text: str) -> str:
    """A ROS namespace, without slashes around it; "" is the root."""
    if not _NAMESPACE.fullmatch(text) or len(text) > 200:
        raise ArgumentTypeError(
            f"{text[:40]!r} is no ROS namespace; give letters, digits and _ such as home/robot_1"
        )
    return text.strip("/")
