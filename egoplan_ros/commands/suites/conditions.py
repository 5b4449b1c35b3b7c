# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Options of `bench robot` that say what kind of robot it is."""

from argparse import ArgumentParser

from egoplan_ros.commands.robot_sim import OPTIONS

CONDITIONS = (*OPTIONS, "person")
"""Options of ``bench`` that say what kind of robot it is; all but ``person`` as of robot-sim."""


def add_conditions(parser: ArgumentParser) -> None:
    """Options that say what kind of robot it is."""
    group = parser.add_argument_group("of the suite robot alone, as of robot-sim")
    for name, option in OPTIONS.items():
        group.add_argument(f"--{name}", **option)
    group.add_argument(
        "--person", action="store_true", help="there is no arm: a person hands things over"
    )
