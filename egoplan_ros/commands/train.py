# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train a model and write its weights."""

from argparse import ArgumentParser, Namespace

from egoplan_ros.commands.training import (
    depth,
    details,
    language,
    path_planner,
    perception,
    predicate,
    support,
)

MODELS = {
    "language": language,
    "perception": perception,
    "depth": depth,
    "predicate": predicate,
    "support": support,
    "details": details,
    "path-planner": path_planner,
}


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.epilog = "egoplan train MODEL --help has its options, among them --out FILE and --json"
    models = parser.add_subparsers(dest="trained", required=True, metavar="MODEL")
    for name, module in MODELS.items():
        line = (module.__doc__ or "").split("\n", 1)[0]
        module.add_arguments(models.add_parser(name, help=line, description=line))


def run(args: Namespace) -> int:
    """Train; an interrupted training goes on where it was."""
    result: int = MODELS[args.trained].run(args)
    return result
