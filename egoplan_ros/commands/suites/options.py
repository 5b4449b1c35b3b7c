# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Options of `bench`."""

from argparse import ArgumentParser
from pathlib import Path

from egoplan_ros.bench.alfred_episodes.episode import INSTRUCTIONS
from egoplan_ros.commands.argument_types import seed
from egoplan_ros.commands.running.options import add_depth, add_settings, add_size
from egoplan_ros.commands.suites.conditions import add_conditions
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.resources import config_path, load_yaml


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add(
        "suite",
        metavar="SUITE",
        help="name of a file in config/suites, or chaos, robot",
    )
    add(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="of alfred-episodes: ALFRED's episodes, a .jsonl[.gz] or a folder of traj_data.json",
    )
    add(
        "--instructions",
        choices=INSTRUCTIONS,
        help="of alfred-episodes, what is told: goal, a person's goal sentence; steps, the step "
        "sentences, too; or truth, the goal itself (default: goal)",
    )
    add("--episodes", type=int, default=35, help="how many in all (%(default)s)")
    add("--split", default="validation", help="train, validation or test (%(default)s)")
    add("--kinds", nargs="+", default=[], metavar="KIND", help="task types (all)")
    add(
        "--scenes",
        type=scene_name,
        nargs="+",
        default=[],
        metavar="SCENE",
        help="rooms (those of the split)",
    )
    add("--seed", type=seed, default=0, help="of the drawing of tasks (%(default)s)")
    add(
        "--strategy",
        default="egoplan",
        help="preset in config/strategies, or a package's (%(default)s)",
    )
    add_settings(parser)
    add(
        "--ablate",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME",
        help=f"what the strategy does without, or is told: {', '.join(_ablations())}",
    )
    add("--perception", default="oracle", help="perception back end (%(default)s)")
    add_size(parser)
    add_depth(parser)
    add("--jobs", type=int, help="episodes at a time (1; with --ray what the cluster has room for)")
    add(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="on a Ray cluster (that of RAY_ADDRESS, else one for the run); what --rooms and "
        "--faults name must be there on all its machines",
    )
    add("--ros", action="store_true", help="each episode through the ROS graph")
    add(
        "--dialogs",
        type=Path,
        metavar="FILE",
        help="tasks of teach and teach-edh as people told them: TEACh's dialogs, a .jsonl[.gz]",
    )
    add("--rooms", type=Path, metavar="PATH", help="recorded rooms: a .json[.gz] or a folder")
    add("--faults", type=Path, metavar="FILE", help="YAML of what goes wrong in the simulator")
    add("--out", type=Path, metavar="DIR", help="keeps episodes; run again, it goes on from there")
    add("--json", nargs="?", const="-", metavar="FILE", help="the report as JSON, - is stdout")
    add_conditions(parser)


def _ablations() -> list[str]:
    """Names in config/ablations.yaml; none where the file is missing, which the command tells."""
    try:
        return list(load_yaml(config_path("ablations.yaml")))
    except InputError:
        return []
