# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show the goal, confidence, alternatives and subgoals that an instruction is understood as."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from egoplan_ros.commands.argument_types import seconds
from egoplan_ros.commands.dialog_file import HELP, read_dialog
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction, Subgoal, TaskUnderstanding
from egoplan_ros.world.words.goal_words import goal_words

if TYPE_CHECKING:
    from egoplan_ros.language.llm.endpoint_reader import Reader
    from egoplan_ros.language.model import LanguageModel

_KEYS = (
    "instruction",
    "dialog",
    "task",
    "goal",
    "goal_words",
    "confidence",
    "alternatives",
    "subgoals",
    "context",
    "completed",
    "remaining",
    "error",
)
"""What each JSON object has; null where it does not apply."""


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "text",
        nargs="?",
        default="",
        metavar="TEXT",
        help="an instruction; - reads one line each from standard input",
    )
    parser.add_argument(
        "--help-me", action="store_true", help="tell what the robot can be asked for, and how"
    )
    parser.add_argument("--dialog", type=Path, metavar="FILE", help=HELP)
    parser.add_argument(
        "--step",
        action="append",
        default=[],
        metavar="SENTENCE",
        help="a step-by-step sentence (repeatable)",
    )
    parser.add_argument(
        "--seen",
        action="append",
        default=[],
        metavar="TYPE",
        help="an object type that was seen (repeatable), to settle alternatives",
    )
    parser.add_argument(
        "--done",
        action="append",
        default=[],
        metavar="ACTION",
        help="an action done so far, in words (repeatable): tells completed and remaining subgoals",
    )
    parser.add_argument(
        "--weights", metavar="FILE", help="weights other than those that come along"
    )
    parser.add_argument(
        "--llm",
        metavar="URL",
        help="ask this OpenAI-compatible endpoint first (key: OPENAI_API_KEY)",
    )
    parser.add_argument("--llm-model", default="gpt-4o-mini", metavar="NAME", help="(%(default)s)")
    parser.add_argument(
        "--llm-seconds", type=seconds, default=10.0, metavar="S", help="time limit (%(default)s)"
    )
    parser.add_argument(
        "--json", action="store_true", help='one JSON object a line, with an "error" if refused'
    )


def run(args: Namespace) -> int:
    """Understand one instruction, or each line of standard input; 2 when one is refused."""
    from egoplan_ros.language.disambiguation.settle import settle
    from egoplan_ros.language.goals.monitoring import monitored
    from egoplan_ros.language.llm.endpoint_reader import EndpointReader

    if args.help_me:
        return _tell_abilities(args.json)
    several = args.text == "-"
    try:
        dialog, offline, model = _prepared(args)
        lines = list(_lines()) if several else [(1, args.text)]
    except InputError as error:
        if args.json:
            text = "" if several else args.text
            print(json.dumps(_refused(Instruction(text, tuple(args.step)), error)), flush=True)
            error.told = True
        raise

    def tell(text: str) -> None:
        instruction = Instruction(text, tuple(args.step), dialog)
        try:
            understood = model.understand(instruction)
        except InputError as error:
            if args.json:
                print(json.dumps(_refused(instruction, error)), flush=True)
                error.told = True
            raise
        if isinstance(model, EndpointReader) and model.problem:
            _note(f"endpoint not used: {model.problem}")
        if args.seen:
            understood = settle(understood, args.seen)
        facts = describe(understood)
        if args.done:
            progress = monitored(understood.formula, args.done, offline.lexicon)
            facts["completed"] = _triples(progress.completed)
            facts["remaining"] = _triples(progress.remaining)
            for entry in progress.ignored:
                _note(f"--done {entry[:60]!r}: no act in it that I know; it counts as nothing done")
        print(json.dumps(facts) if args.json else _readable(facts), flush=True)

    if not several:
        tell(args.text)
        return 0
    refused = False
    for number, text in lines:
        try:
            tell(text)
        except InputError as error:
            refused = True
            _note(f"line {number}: {error}")
    return 2 if refused else 0


def _tell_abilities(as_json: bool) -> int:
    from egoplan_ros.language.goals.abilities import FORMS, REFUSED, abilities, page

    ontology = load_ontology()
    if as_json:
        acts = [asdict(ability) for ability in abilities(ontology)]
        print(json.dumps({"acts": acts, "forms": dict(FORMS), "refused": list(REFUSED)}))
    else:
        print(page(ontology))
    return 0


def _prepared(args: Namespace) -> tuple[tuple[tuple[str, str], ...], "LanguageModel", "Reader"]:
    """The dialog, the model that came along, and the one that is asked."""
    from egoplan_ros.language.llm.chat import Endpoint
    from egoplan_ros.language.llm.endpoint_reader import EndpointReader
    from egoplan_ros.language.model import LanguageModel

    if args.dialog and args.text.strip():
        raise InputError("--dialog tells what to do; leave out TEXT")
    dialog = read_dialog(args.dialog) if args.dialog else ()
    offline = LanguageModel.load(Path(args.weights) if args.weights else None)
    for kind in args.seen:
        offline.ontology.get(kind, "--seen")
    if args.llm is None:
        return dialog, offline, offline
    endpoint = Endpoint.of(args.llm, args.llm_model, args.llm_seconds)
    return dialog, offline, EndpointReader(endpoint, offline)


def _lines() -> Iterator[tuple[int, str]]:
    """Lines of standard input with their numbers, without the blank ones."""
    try:
        lines = sys.stdin.read().splitlines()
    except UnicodeDecodeError as error:
        raise InputError(
            f"standard input: is not UTF-8 text ({error}); save it as UTF-8"
        ) from error
    found = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise InputError("standard input: empty; give a request a line")
    yield from found


def _note(text: str) -> None:
    print(f"egoplan: {' '.join(text.split())}", file=sys.stderr)


def describe(understood: TaskUnderstanding) -> dict[str, Any]:
    """What was understood, ready for JSON; the same keys whatever was asked."""
    return {
        "instruction": understood.instruction.text,
        "dialog": [list(turn) for turn in understood.instruction.dialog],
        "task": understood.task_type,
        "goal": to_pddl(understood.formula),
        "goal_words": _in_words(understood),
        "confidence": round(understood.confidence, 4),
        "alternatives": [
            {"goal": to_pddl(item.formula), "probability": round(item.probability, 4)}
            for item in understood.alternatives
        ],
        "subgoals": _triples(understood.subgoals),
        "context": dict(understood.context),
        "completed": None,
        "remaining": None,
        "error": None,
    }


def _in_words(understood: TaskUnderstanding) -> str:
    from egoplan_ros.language.goals.question import question_asked

    question = question_asked(understood)
    if question is not None:
        return question.words(load_ontology())
    return goal_words(understood.formula, load_ontology())


def _refused(instruction: Instruction, error: InputError) -> dict[str, Any]:
    """The same keys for a request that was refused."""
    told = {"instruction": instruction.text, "dialog": [list(turn) for turn in instruction.dialog]}
    return {**dict.fromkeys(_KEYS), **told, "error": str(error)}


def _triples(subgoals: Iterable[Subgoal]) -> list[list[str]]:
    return [[item.patient, item.predicate, item.destination] for item in subgoals]


def _readable(facts: dict[str, Any]) -> str:
    said = [f"{who}: {words}" for who, words in facts["dialog"]] or [facts["instruction"]]
    lines = [
        *(f"{'instruction':<12} {line}" for line in said),
        f"task         {facts['task'] or 'given as PDDL'}",
        f"goal         {facts['goal']}",
        f"in words     {facts['goal_words']}",
        f"confidence   {facts['confidence']:.2f}",
    ]
    lines += [f"context      {role}: {kind}" for role, kind in facts["context"].items()]
    for key, name in (
        ("subgoals", "subgoal"),
        ("completed", "completed"),
        ("remaining", "remaining"),
    ):
        lines += [f"{name:<12} {' '.join(filter(None, item))}" for item in facts[key] or ()]
    lines += [
        f"alternative  {item['probability']:.2f}  {item['goal']}"
        for item in facts["alternatives"][1:]
    ]
    return "\n".join(lines)
