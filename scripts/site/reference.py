# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hook of the site: pages of reference, made from the code that they are about."""

import re
from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]

API = {
    "Following instructions": [
        "agent.Agent",
        "world.task.Instruction",
        "world.task.ActedStep",
        "world.episode.EpisodeResult",
        "world.episode.Choice",
        "behavior.ports.Event",
        "behavior.ports.EventKind",
        "behavior.snapshot.Progress",
        "behavior.snapshot.TreeNode",
        "world.blocking.BlockingCondition",
    ],
    "Errors": ["world.errors.InputError", "world.errors.RobotError"],
    "What is seen": [
        "world.frame.RgbdFrame",
        "world.frame.RobotState",
        "world.camera.Camera",
        "world.detection.Detections",
        "world.detection.Detection",
        "world.detection.Finding",
        "world.geometry.Pose",
        "world.geometry.Pose2D",
    ],
    "What is believed": [
        "world.state.WorldState",
        "world.state.Frontier",
        "world.object.ObjectInstance",
        "world.object.Belief",
        "world.object.View",
        "world.object.Source",
        "world.occupancy.OccupancyGrid",
        "world.ontology.Ontology",
        "world.ontology.ObjectType",
        "world.ontology.load_ontology",
    ],
    "What is done": [
        "world.primitive.Primitive",
        "world.primitive.PrimitiveKind",
        "world.primitive.PrimitiveResult",
        "world.primitive.ErrorCode",
        "world.action.SymbolicAction",
        "world.action.Plan",
        "world.action.PlanStatus",
    ],
    "Extending": ["perception.backend.PerceptionBackend", "robots.robot.Robot"],
    "Judging": ["bench.evaluator.evaluate", "bench.evaluator.Evaluation"],
    "Goals": [
        "world.goal.parse_goal",
        "world.goal.to_pddl",
        "world.goal.Atom",
        "world.goal.Equal",
        "world.goal.Not",
        "world.goal.And",
        "world.goal.Or",
        "world.goal.Exists",
        "world.goal.Forall",
    ],
    "Gymnasium": ["environment.HouseholdEnv"],
}
"""Names below ``egoplan_ros`` by heading."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages; their links are as of a file in docs/reference."""
    pages: dict[str, Callable[[], Iterator[str]]] = {
        "command_line": command_line,
        "parameters": parameters,
        "messages": messages,
        "configuration": configuration,
        "python_api": python_api,
    }
    for name, lines in pages.items():
        text = "\n".join(lines()) + "\n"
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    return files


def command_line() -> Iterator[str]:
    """Each sub-command with its options, as ``--help`` tells them."""
    from egoplan_ros.cli import COMMANDS, command_parser

    yield "# Command line\n"
    yield "`./egoplan COMMAND --help` tells the same. Exit codes: 0 done and succeeded, 1 ran but"
    yield "failed, 2 bad usage or bad input, 130 interrupted; an error is one line, and with"
    yield "`--json` a document, too.\n"
    for name, line in COMMANDS.items():
        yield f"## {name}\n"
        yield f"{line[0].upper()}{line[1:]}.\n"
        yield from _options(command_parser(name))


def _options(parser: ArgumentParser) -> Iterator[str]:
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    yield f"```text\n{usage}\n```\n"
    shown = [item for item in parser._actions if item.help != SUPPRESS and item.dest != "help"]
    plain = [item for item in shown if not isinstance(item, _SubParsersAction)]
    if plain:
        yield "| option | what |\n|---|---|"
        for item in plain:
            yield f"| {_name(item)} | {_cell(_help(parser, item))} |"
        yield ""
    for item in set(shown) - set(plain):
        for name, inner in item.choices.items():  # type: ignore[union-attr]
            yield f"### {parser.prog.removeprefix('egoplan ')} {name}\n"
            yield f"{inner.description or ''}\n"
            yield from _options(inner)


def _name(item: Action) -> str:
    value = item.metavar or item.dest.upper()
    if item.choices and not item.metavar:
        value = "{" + ",".join(map(str, item.choices)) + "}"
    value = value if isinstance(value, str) else " ".join(value)
    if not item.option_strings:
        return f"`{value}`"
    more = "" if item.nargs == 0 else f" {value}"
    return ", ".join(f"`{flag}{more}`" for flag in item.option_strings)


def _help(parser: ArgumentParser, item: Action) -> str:
    return parser._get_formatter()._expand_help(item) if item.help else ""


def _cell(text: str) -> str:
    """Text in a table."""
    text = re.sub(r"\s+", " ", text).replace("|", "\\|")
    return re.sub(r"(?<![\w`])([<>])", r"\\\1", text)


def parameters() -> Iterator[str]:
    """All parameters of all nodes."""
    from egoplan_ros.nodes.node_table import NODES
    from egoplan_ros.nodes.parameters import Parameter, defaults

    yield "# Parameters\n"
    yield "Of each node, with the shipped value, as `ros2 param describe /NODE PARAMETER` tells"
    yield "them ([that command](../installation.md#the-ros2-command)). How they are set:"
    yield "[interfaces](../interfaces.md#parameters).\n"
    for entry in NODES:
        values = defaults(entry.name)
        wanted: tuple[Parameter, ...] = getattr(import_module(entry.module), entry.kind).PARAMETERS
        yield f"## {entry.name}\n"
        yield f"Shipped: [config/{entry.config}](../../config/{entry.config})\n"
        yield "| parameter | value | limits | what |\n|---|---|---|---|"
        for item in wanted:
            value = values[item.name]
            text = f"`{_cell(str(value))}`" if value not in ("", []) else ""
            yield f"| `{item.name}` | {text} | {_limits(item)} | {_cell(item.description)} |"
        yield ""


def _limits(item: object) -> str:
    low, high, choices = (getattr(item, name) for name in ("low", "high", "choices"))
    if choices:
        return ", ".join(f"`{choice}`" for choice in choices)
    if low is None and high is None:
        return ""
    if high is None:
        return f"≥ {low:.10g}"
    return f"≤ {high:.10g}" if low is None else f"{low:.10g} to {high:.10g}"


def messages() -> Iterator[str]:
    """All messages, services and actions, as they are defined."""
    yield "# Messages, services, actions\n"
    yield "Which topic has which: [interfaces](../interfaces.md).\n"
    for folder, title in (("msg", "Messages"), ("srv", "Services"), ("action", "Actions")):
        yield f"## {title}\n"
        for path in sorted((ROOT / folder).iterdir()):
            yield f"### {path.stem}\n"
            yield f"```text\n{path.read_text(encoding='utf-8').rstrip()}\n```\n"


def configuration() -> Iterator[str]:
    """All files of config/ with what their first comment says."""
    yield "# Configuration files\n"
    yield "A file of the same name in a folder `config` of your own, named by `EGOPLAN_SHARE`,"
    yield "takes the place of a shipped one, or lies on top of it"
    yield "([how](../architecture.md#adding-things)).\n"
    folders = sorted({path.parent for path in (ROOT / "config").rglob("*") if path.is_file()})
    for folder in folders:
        yield f"## {folder.relative_to(ROOT)}\n"
        yield "| file | what |\n|---|---|"
        for path in sorted(folder.iterdir()):
            if path.is_file():
                place = path.relative_to(ROOT)
                yield f"| [{path.name}](../../{place}) | {_cell(_first_comment(path))} |"
        yield ""


def _first_comment(path: Path) -> str:
    """The first paragraph of the comment that a file begins with."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".xml", ".rviz", ".json"):
        found = re.search(r"<!--(.*?)-->", text, re.DOTALL)
        return found[1].strip().split("\n\n")[0] if found else KNOWN.get(path.name, "")
    lines = []
    for line in text.splitlines():
        mark = line.lstrip("#; ")
        if not line.startswith(("#", ";")) or not mark:
            break
        lines.append(mark)
    return " ".join(lines)


KNOWN = {
    "egoplan.rviz": "What RViz shows: camera, voxels, map, objects, frontiers, graph, plan.",
    "egoplan.foxglove.json": "The same as a layout of Foxglove.",
}


def python_api() -> Iterator[str]:
    """Directives for mkdocstrings, which reads the docstrings."""
    yield "# Python API\n"
    yield "By examples, with shapes, units and frames: [from Python](../python.md).\n"
    for title, names in API.items():
        yield f"## {title}\n"
        for name in names:
            yield f"::: egoplan_ros.{name}\n"
