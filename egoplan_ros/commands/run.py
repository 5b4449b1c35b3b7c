# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Follow an instruction and leave a run folder: result, recording, map picture, video, logs.

Starts the ROS 2 graph on a domain of its own, or all rooms in this process with --in-process.
"""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from egoplan_ros.bench.failures.notes import EpisodeNotes
from egoplan_ros.commands.argument_types import seconds, seed
from egoplan_ros.commands.artefacts import Artefacts
from egoplan_ros.commands.dialog_file import HELP, read_dialog
from egoplan_ros.commands.page.live import add_web, web_address
from egoplan_ros.commands.run_folder import RunFolder, default_folder, versions
from egoplan_ros.commands.running.options import (
    add_depth,
    add_settings,
    add_size,
    check_simulation,
    check_size,
)
from egoplan_ros.commands.running.outcome import Outcome, judged
from egoplan_ros.commands.running.parameter_file import check_parameter_file
from egoplan_ros.commands.terminal.display import Display, make_display
from egoplan_ros.language.goals.question import Question, question_asked
from egoplan_ros.nodes.node_table import (
    LOCALHOST,
    SUBNET,
    node_defaults,
    node_entry,
    require_middleware,
    values_for,
)
from egoplan_ros.nodes.parameter_file import read_parameters
from egoplan_ros.robots.depth_source import CAMERA
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.formats.history_file import HELP as HISTORY_HELP
from egoplan_ros.world.formats.history_file import history_json, read_history
from egoplan_ros.world.goal import Formula, to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.signals import no_interrupts, stop_signals
from egoplan_ros.world.task import Instruction
from egoplan_ros.world.words.english import amount

SCENE = "FloorPlan1"


_JUDGES = {
    "agent": "what the agent believes",
    "simulator": "the simulator's true state",
}
"""Who says whether the goal holds in the end."""


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("instruction", nargs="?", default="", metavar="INSTRUCTION", help="what to do, in English")
    add(
        "--scene",
        type=scene_name,
        default=SCENE,
        help="scene of the simulator (default: %(default)s)",
    )
    add("--seed", type=seed, help="places the small objects anew (default: the scene's own places)")
    add("--rooms", type=Path, metavar="PATH", help="recorded rooms: a .json[.gz] or a folder")
    add("--faults", type=Path, metavar="FILE", help="YAML of what goes wrong in the simulator")
    add("--setup", default="", metavar="JSON", help="AI2-THOR actions that arrange the scene first")
    add("--step", action="append", default=[], metavar="SENTENCE", help="a step-by-step sentence")
    add("--dialog", type=Path, metavar="FILE", help=HELP)
    add("--history", type=Path, metavar="FILE", help=HISTORY_HELP)
    add("--goal", default="", metavar="PDDL", help="goal to pursue as is; nothing is predicted")
    add("--judge", default="", metavar="PDDL", help="goal to judge by, if not the one pursued")
    add(
        "--strategy",
        default="egoplan",
        help="preset in config/strategies, or a package's (default: %(default)s)",
    )
    add_settings(parser)
    add("--perception", default="oracle", help="perception back end (default: %(default)s)")
    add_size(parser)
    add_depth(parser)
    add("--thor", action="store_true", help="AI2-THOR's own Unity build instead of the simulator")
    add("--params", metavar="FILE", help="ROS parameter file that overrides config/*.yaml")
    add("--in-process", action="store_true", help="without ROS: all rooms in this process")
    add(
        "--discovery",
        choices=(LOCALHOST, SUBNET),
        default=LOCALHOST,
        help="who may take part in the graph: this machine, or all on its network (%(default)s)",
    )
    add("--out", type=Path, metavar="DIR", help="run folder (default: runs/<time>-<instruction>)")
    add_web(parser, "show the run")
    add("--no-video", action="store_true", help="leave out the video")
    add("--no-recording", action="store_true", help="leave out the rosbag2 recording")
    add(
        "--timeout",
        type=seconds,
        default=900.0,
        metavar="S",
        help="wall time of the task; the start before it does not count (default: 900)",
    )
    add("--json", action="store_true", help="print result.json instead of progress")


def run(args: Namespace) -> int:
    """Run one task; 0 when the goal holds in the end, 1 otherwise, 130 when interrupted."""
    if args.dialog and (args.instruction.strip() or args.goal):
        raise InputError("--dialog tells what to do; leave out INSTRUCTION and --goal")
    dialog = read_dialog(args.dialog) if args.dialog else ()
    history = read_history(args.history) if args.history else ()
    instruction = Instruction(args.instruction, tuple(args.step), dialog, args.goal, history)
    understood, judge, question = _check(args, instruction)
    title = args.instruction or args.goal or dialog[0][1]
    folder = RunFolder(args.out or default_folder(title))
    facts = _facts(args, understood) | {"history": history_json(history)}
    folder.write_result(facts | {"success": False, "reason": "not finished"})
    artefacts = Artefacts(folder, title, not args.no_video)
    if not args.json:
        print(f"the robot sees with {_sight(args)}", flush=True)
    display = make_display(title, args.json)
    outcome = Outcome(notes=EpisodeNotes(judge, load_ontology()))
    outcome.keep = lambda: folder.write_result(facts | judged(outcome, judge, question))
    started = time.monotonic()
    interrupted = False
    error: Exception | None = None
    try:
        with stop_signals(), display:
            _perform(args, instruction, folder, artefacts, display, outcome)
    except KeyboardInterrupt:
        interrupted = True
        outcome.state = "cancelled"
    except (InputError, RobotError, OSError) as problem:
        error = problem
        outcome.result = _failed(outcome.result, str(problem))
    except Exception as problem:  # told by the caller, but the run folder is finished first
        error = problem
        outcome.result = _failed(outcome.result, _unexpected(problem))
    with no_interrupts():
        try:
            figures = judged(outcome, judge, question)
        except Exception as problem:  # the goal or the true state is malformed
            error = error or problem
            outcome.truth = {}
            outcome.result = _failed(replace(outcome.result, goal=""), _unexpected(problem))
            figures = judged(outcome, judge, question)
        result = facts | figures | {"wall_seconds": _rounded(started)}
        word = "success" if result["success"] else outcome.state
        artefacts.close("failed" if word == "succeeded" else word)
        try:
            folder.write_result(result)
        except (
            InputError
        ) as problem:  # as on a full disk; what came of the task is told all the same
            error = error or problem
    if args.json:
        print(json.dumps(folder.complete(result), indent=2))
    else:
        _tell(folder, result)
    if interrupted:
        return 130
    if error is not None:
        vars(error)["told"] = args.json  # one document on standard output
        raise error
    return 0 if result["success"] else 1


def _check(
    args: Namespace, instruction: Instruction
) -> tuple[str, Formula | None, Question | None]:
    """Find bad input before anything is started; returns the goal as PDDL, that to judge by, and
    the question, if it is one."""
    from egoplan_ros.behavior.config import load_preset
    from egoplan_ros.language.goals.pddl_goal import checked_goal, goal_text
    from egoplan_ros.language.model import LanguageModel
    from egoplan_ros.perception.registry import make_backend
    from egoplan_ros.planning.pddl.check import require_sound
    from egoplan_ros.robots.thor import arrangement
    from egoplan_ros.robots.thor_process import need_home
    from egoplan_ros.settings import checked_settings

    if not args.instruction.strip() and not args.goal and not instruction.dialog:
        raise InputError("instruction: empty; say what to do, e.g. 'put a mug in the sink'")
    _check_text(instruction)
    load_preset(args.strategy)
    settings = checked_settings(args.settings, args.strategy)
    make_backend(args.perception)
    if args.params and args.in_process:
        raise InputError("--params: ROS parameters do not apply to --in-process")
    if args.in_process and args.discovery != LOCALHOST:
        raise InputError("--discovery: nobody takes part in a task --in-process; leave one out")
    web_address(args)
    if args.web and args.in_process:
        raise InputError("--web: the page shows a ROS 2 graph; leave out --in-process or --web")
    if not args.in_process:
        require_middleware()
    if args.params:
        for line in check_parameter_file(Path(args.params).expanduser()):
            print(f"egoplan: {line}", file=sys.stderr, flush=True)
    domain = _domain(args, settings)
    require_sound(domain, load_ontology())
    if not args.thor:
        from egoplan_ros.commands.scenes import check_scene

        check_scene(args.scene, args.rooms)
    check_simulation(args.thor, args.rooms, args.faults, args.depth)
    check_size(args.size)
    need_home()
    arrangement(args.setup)
    judge = checked_goal(args.judge, load_ontology(), "--judge", domain) if args.judge else None
    if _asks_endpoint(args) and not goal_text(instruction):
        return "", judge, None  # which may take what the offline model refuses
    understood = LanguageModel.load(domain=domain).understand(instruction)
    question = question_asked(understood)
    if question is not None and judge is not None:
        raise InputError("--judge: a question has no goal to judge by; leave it out")
    return to_pddl(understood.formula), judge, question


def _domain(args: Namespace, settings: Mapping[str, Mapping[str, Any]]) -> Path | None:
    """The domain that the planner will use; None is config/household.pddl."""
    from egoplan_ros.behavior.config import load_preset

    name = load_preset(args.strategy, settings)["planner"].get("domain", "")
    if args.params and "domain" not in settings.get("planner", {}):
        found = read_parameters(Path(args.params).expanduser())
        name = values_for(node_entry("planner"), found).get("domain", name)
    return Path(name) if name else None


def _asks_endpoint(args: Namespace) -> bool:
    """Whether language asks an endpoint first, by its own file or the user's."""
    if args.in_process:
        return False
    entry = node_entry("subgoal_prediction")
    values = node_defaults(entry)
    if args.params:
        values |= values_for(entry, read_parameters(Path(args.params).expanduser()))
    return bool(values.get("llm_url"))


def _check_text(instruction: Instruction) -> None:
    """Bytes of the command line that are no UTF-8 come as surrogates, which no file can hold."""
    words = [word for turn in instruction.dialog for word in turn]
    for text in (instruction.text, instruction.goal, *instruction.steps, *words):
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            shown = text[:60].encode(errors="replace").decode()
            raise InputError(f"instruction: {shown!r} is not UTF-8 text; type it anew")


def _perform(
    args: Namespace,
    instruction: Instruction,
    folder: RunFolder,
    artefacts: Artefacts,
    display: Display,
    outcome: Outcome,
) -> None:
    if args.in_process:
        from egoplan_ros.commands.running.local_run import perform_locally

        perform_locally(args, instruction, artefacts, display, outcome)
    else:
        from egoplan_ros.commands.running.graph_run import perform_over_ros

        perform_over_ros(args, instruction, folder, artefacts, display, outcome)


def _sight(args: Namespace) -> str:
    from egoplan_ros.perception.registry import sees_with

    depth = "" if args.depth == CAMERA else "; depth is estimated from colour"
    return sees_with(args.perception) + depth


def _facts(args: Namespace, goal: str) -> dict[str, Any]:
    from egoplan_ros.perception.registry import camera_pixels

    return {
        "instruction": args.instruction,
        "goal": goal,
        "scene": args.scene,
        "seed": args.seed,
        "strategy": args.strategy,
        "settings": args.settings,
        "perception": args.perception,
        "size": args.size or camera_pixels(args.perception),
        "depth": args.depth,
        "simulation": None
        if args.thor
        else {"setup": args.setup} | check_simulation(args.thor, args.rooms, args.faults, CAMERA),
        "transport": "none" if args.in_process else "ros2",
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "versions": versions(),
    }


def _unexpected(problem: Exception) -> str:
    return f"unexpected {type(problem).__name__}: {problem}"


def _failed(result: EpisodeResult, reason: str) -> EpisodeResult:
    return replace(result, success=False, reason=" ".join(reason.split()))


def _tell(folder: RunFolder, result: dict[str, Any]) -> None:
    word = "SUCCESS" if result["success"] else result["state"].upper()
    if word == "SUCCEEDED":
        word = "FAILED"
    print(f"{word}: {result['reason']}")
    if result.get("goal_words"):
        print(f"  {'asked' if 'answer' in result else 'goal'}: {result['goal_words']}")
    print(
        f"  {amount(result['steps'], 'step')}, {result['failed_actions']} failed, "
        f"{amount(result['plans'], 'plan')}, "
        f"{result['seconds']:.1f} s ({result['steps_per_second']:.1f} steps/s), "
        f"set-up {result['setup_seconds']:.1f} s, judged by {_JUDGES[result['judged_by']]}"
    )
    print(f"  {folder.path}: {', '.join(sorted(item.name for item in folder.path.iterdir()))}")
    if result.get("answer"):
        print(f"answer: {result['answer']}")


def _rounded(started: float) -> float:
    return round(time.monotonic() - started, 3)
