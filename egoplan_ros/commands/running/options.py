# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Options that commands which run tasks share: settings, the simulated robot and its camera."""

from argparse import ArgumentParser
from pathlib import Path

from egoplan_ros.robots.depth_source import CAMERA, ESTIMATED, estimator_of
from egoplan_ros.world.errors import InputError

SIZES = (16, 4096)
"""Least and most pixels of a simulated camera."""


def add_settings(parser: ArgumentParser) -> None:
    """The option that sets single settings of the rooms, e.g. for ablations."""
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="ROOM.KEY=VALUE",
        help="setting of behavior, planner, mapping or skills that wins over the strategy's",
    )


def add_size(parser: ArgumentParser) -> None:
    """The option for another camera."""
    parser.add_argument(
        "--size",
        type=int,
        metavar="PIXELS",
        help="width and height of the simulated camera, which sees 90 degrees (default: what suits "
        "the perception back end)",
    )


def check_size(size: int | None) -> dict[str, int]:
    """Options of the robot driver for a camera of another size; none for None.

    Raises:
        InputError: a size out of range.
    """
    if size is None:
        return {}
    low, high = SIZES
    if not low <= size <= high:
        raise InputError(f"--size: {size} pixels; choose {low} to {high}")
    return {"width": size, "height": size}


def add_depth(parser: ArgumentParser) -> None:
    """The option for robots without depth camera."""
    parser.add_argument(
        "--depth",
        default=CAMERA,
        metavar="camera|estimated|FILE",
        help="where depth is from: the camera, or colour, by the shipped network or the weights of "
        "a file (%(default)s)",
    )


def check_simulation(
    thor: bool, rooms: Path | None, faults: Path | None, depth: str
) -> dict[str, str]:
    """Options of the robot driver for recorded rooms, faults and estimated depth.

    Raises:
        InputError: malformed file of faults, no rooms, or either with AI2-THOR's own build; no
            weights.
    """
    if thor and (rooms or faults):
        raise InputError("--rooms and --faults are of the embedded simulator; leave out --thor")
    if rooms is not None:
        from egoplan_ros.commands.scenes import scene_names

        scene_names(rooms)
    if faults is not None:
        from egoplan_ros.sim.faults import load_faults

        load_faults(faults)
    options = {"rooms": rooms, "faults": faults}
    found = {name: str(path.absolute()) for name, path in options.items() if path is not None}
    if depth != CAMERA:
        estimator_of(depth)
        found["depth"] = depth if depth == ESTIMATED else str(Path(depth).absolute())
    return found
