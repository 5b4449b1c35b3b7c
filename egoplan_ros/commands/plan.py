# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan for a goal on a saved world, without a robot."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from egoplan_ros.world.action import Plan, PlanStatus
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.files import make_room, write_whole

OURS = "; kept by egoplan plan --pddl, and overwritten by it"
"""First line of the files of --pddl."""

FOUND = (PlanStatus.SOLVED, PlanStatus.EXPLORE, PlanStatus.SATISFIED)


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--world",
        type=Path,
        required=True,
        metavar="FILE",
        help="what is known: .json, or the .npz that the mapping node saves",
    )
    parser.add_argument("--goal", required=True, metavar="PDDL", help="'(exists (?m - Mug) ...)'")
    parser.add_argument(
        "--no-explore", action="store_true", help="a plan to the goal, or none; never to look"
    )
    parser.add_argument("--timeout", type=float, default=10.0, metavar="S", help="(%(default)s)")
    parser.add_argument("--pddl", type=Path, metavar="DIR", help="keeps domain and problem here")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Plan and tell; 0 when there is something to do or the goal holds, else 1."""
    from egoplan_ros.language.goals.pddl_goal import checked_goal
    from egoplan_ros.planning.config import PlannerConfig
    from egoplan_ros.planning.planner import Planner
    from egoplan_ros.world.ontology import load_ontology

    ontology = load_ontology()
    world = _world(args.world, ontology)
    # The domain before the goal: predicates of one that cannot be read would be unknown.
    planner = Planner(ontology, PlannerConfig(timeout_s=args.timeout))
    goal = checked_goal(args.goal, ontology)
    if args.pddl is not None:
        files = [args.pddl / f"{name}.pddl" for name in ("domain", "problem")]
        for file in files:
            _check_ours(file)
            make_room(file)
        for file, text in zip(files, planner.pddl(goal, world), strict=True):
            write_whole(file, f"{OURS}\n{text}")
    plan = planner.plan(goal, world, explore=not args.no_explore)
    print(json.dumps(_facts(plan)) if args.json else _readable(plan))
    return 0 if plan.status in FOUND else 1


def _check_ours(file: Path) -> None:
    """A domain of the user's own must not be lost; what was kept here before may be."""
    try:
        with file.open("rb") as stream:
            ours = stream.read(len(OURS)) == OURS.encode()
    except OSError:
        return  # there is none, or make_room tells what is wrong
    if not ours:
        raise InputError(f"{file}: is there already, and not of --pddl; choose another folder")


def _world(path: Path, ontology: Ontology) -> WorldState:
    from egoplan_ros.world.formats.state_file import read_state

    if path.suffix.lower() != ".npz":
        return read_state(path, ontology)
    from egoplan_ros.mapping.world_model import WorldModel

    return WorldModel.read(ontology, path).state()


def _facts(plan: Plan) -> dict[str, object]:
    return {
        "status": plan.status.value,
        "goal": plan.goal,
        "actions": [str(action) for action in plan.actions],
        "cost": plan.cost,
        "message": plan.message,
        "seconds": plan.times,
    }


def _readable(plan: Plan) -> str:
    total = plan.times.get("total", 0.0)
    lines = [f"{plan.status.value} in {1000 * total:.0f} ms, cost {plan.cost:g}"]
    lines += [f"  {number:2} {action}" for number, action in enumerate(plan.actions, 1)]
    return "\n".join([*lines, *([f"  {plan.message}"] if plan.message else [])])
