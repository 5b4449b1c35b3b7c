# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check the installation and the configuration; every line says what is wrong and the remedy."""

import json
import os
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.registry import Registry
from egoplan_ros.world.system.resources import config_layers, config_names, config_path, load_yaml

FREE_BYTES = 2e9


@dataclass(frozen=True, slots=True)
class Finding:
    """Outcome of a check; ``detail`` says what was found, or the remedy."""

    name: str
    ok: bool
    detail: str


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--domain",
        type=Path,
        metavar="DIR",
        help="check a folder with household.pddl and objects.yaml of your own",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: Namespace) -> int:
    """Run all checks; 0 when all are well, 1 otherwise.

    Raises:
        InputError: no such folder, or a middleware with which no check would come to its end.
    """
    from egoplan_ros.nodes.node_table import require_middleware

    require_middleware()
    found = []
    for name, check in CHECKS.items():
        found.append(_try(name, check))
    if args.domain is not None:
        domain = args.domain
        if not domain.is_dir():
            raise InputError(f"{domain}: no such folder; name one with household.pddl")
        found += _domain(domain)
    if args.json:
        rows = [{"name": item.name, "ok": item.ok, "detail": item.detail} for item in found]
        print(json.dumps(rows))
    else:
        for item in found:
            print(f"{'ok  ' if item.ok else 'FAIL'} {item.name:14} {item.detail}")
    return 0 if all(item.ok for item in found) else 1


def _try(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except Exception as error:
        line = " ".join(str(error).split()) or type(error).__name__
        return Finding(name, False, line)


def _python() -> str:
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        raise InputError(f"Python {sys.version.split()[0]}; the ROS 2 wheels need 3.11 or 3.12")
    return f"{sys.version.split()[0]} at {sys.executable}"


def _ros() -> str:
    try:
        import_module("egoplan_ros.nodes.main")
        rclpy = import_module("rclpy" + ".node")
    except ImportError as error:
        raise InputError(
            f"rclpy: {error}; start egoplan with ./egoplan after make setup"
        ) from error
    told = f"rclpy in {Path(rclpy.__file__ or '').parents[1]}"
    if shutil.which("ros2") is None:  # ROS 2's wheels bring the libraries alone
        told += "; no ros2 command here: where a page uses one, take a ROS 2 Jazzy from apt"
    return told


def _messages() -> str:
    try:
        import_module("egoplan_ros.nodes")
        names = [name for name in dir(import_module("egoplan_ros.msg")) if name[0].isupper()]
    except ImportError as error:
        raise InputError(f"our messages are not built ({error}); run make setup") from error
    return f"{len(names)} message types"


def _thor() -> str:
    from importlib.metadata import version

    import_module("ai2thor.controller")
    return version("ai2thor")


def _home() -> str:
    from egoplan_ros.robots.thor_process import need_home

    need_home()
    return f"{Path.home()} can be written to"


def _planner() -> str:
    from egoplan_ros.planning.planner import Planner
    from egoplan_ros.world.ontology import load_ontology

    started = time.perf_counter()
    Planner(load_ontology())
    unified_planning = import_module("unified_planning.shortcuts")
    if "fast-downward" not in unified_planning.get_environment().factory.engines:
        raise InputError("fast-downward is not installed; pip install up-fast-downward")
    return f"household.pddl read, fast-downward there ({time.perf_counter() - started:.1f} s)"


def _language() -> str:
    from egoplan_ros.language.model import LanguageModel
    from egoplan_ros.world.goal import to_pddl
    from egoplan_ros.world.task import Instruction

    understood = LanguageModel.load().understand(Instruction("put a book on the desk"))
    return f"weights loaded: {to_pddl(understood.formula)}"


def _pipes() -> str:
    with tempfile.TemporaryDirectory(prefix="egoplan-doctor-") as folder:
        path = os.path.join(folder, "pipe")
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        writer = os.open(path, os.O_WRONLY)
        try:
            os.write(writer, b"x")
            if os.read(reader, 1) != b"x":
                raise InputError(f"{folder}: named pipes do not work; set TMPDIR elsewhere")
        finally:
            os.close(reader)
            os.close(writer)
    return f"named pipes work in {tempfile.gettempdir()}"


def _shared_memory() -> str:
    if not os.access("/dev/shm", os.W_OK):
        raise InputError("/dev/shm is not writable; DDS falls back to the network stack")
    free = shutil.disk_usage("/dev/shm").free
    if free < 64e6:
        raise InputError(f"/dev/shm: {free / 1e6:.0f} MB free; run containers with --shm-size=256m")
    return f"/dev/shm has {free / 1e6:.0f} MB free"


def _ports() -> str:
    from egoplan_ros.commands.domain import own_domain

    with own_domain() as domain:
        return f"ROS domain {domain} is free (ports from {7400 + 250 * domain})"


def _disk() -> str:
    free = shutil.disk_usage(Path.cwd()).free
    if free < FREE_BYTES:
        raise InputError(
            f"{free / 1e9:.1f} GB free here; recordings need {FREE_BYTES / 1e9:.0f} GB"
        )
    return f"{free / 1e9:.0f} GB free in {Path.cwd()}"


def _configuration() -> str:
    from egoplan_ros.behavior.conditions.catalogue import BASE, load_catalogue
    from egoplan_ros.behavior.conditions.effects import load_effects
    from egoplan_ros.behavior.config import load_preset
    from egoplan_ros.commands.running.parameter_file import check_parameter_file
    from egoplan_ros.nodes.node_table import NODES, VARIANTS, node_defaults, parameter_files
    from egoplan_ros.world.ontology import load_ontology

    load_ontology()
    for entry in NODES:
        node_defaults(entry)
    for variant in VARIANTS:
        parameter_files(variant)
    for name in (
        *(entry.config for entry in NODES),
        *(f"variants/{word}.yaml" for word in VARIANTS),
    ):
        for own in config_layers(name)[1:]:
            check_parameter_file(own)
    load_catalogue(config_path(BASE))
    load_effects(config_path("effects.yaml"))
    presets = config_names("strategies")
    for name in presets:
        load_preset(name)
    for path in sorted(config_path("").rglob("*.yaml")):
        load_yaml(path)
    return f"{config_path('')}: {len(NODES)} nodes, strategies {', '.join(presets)}"


def _plugins() -> str:
    from egoplan_ros.behavior.config import STRATEGIES
    from egoplan_ros.behavior.selection.engines import SELECTIONS
    from egoplan_ros.perception.registry import BACKENDS
    from egoplan_ros.planning.engines.registry import ENGINES
    from egoplan_ros.robots.robot import ROBOTS
    from egoplan_ros.settings import check_preset
    from egoplan_ros.skills.driver import SKILLS
    from egoplan_ros.world.skill import SIGNATURES

    registries: tuple[Registry[Any], ...] = (
        BACKENDS, ROBOTS, SKILLS, ENGINES, STRATEGIES, SELECTIONS,
    )  # fmt: skip
    problems = [line for table in (*registries, SIGNATURES) for line in table.problems()]
    if problems:
        raise InputError(" | ".join(dict.fromkeys(problems)))
    for name in STRATEGIES.plugins():
        check_preset(name)
    found = [
        f"{registry.kind} {name} ({package})"
        for registry in registries
        for name, package in registry.plugins().items()
    ]
    return ", ".join(found) or "none; how to add one: docs/architecture.md, Adding things"


def _domain(folder: Path) -> list[Finding]:
    """One finding for each mistake in a user's domain, with file and line."""
    from egoplan_ros.planning.check_objects import check_objects
    from egoplan_ros.planning.pddl.check import check_domain
    from egoplan_ros.world.ontology import load_ontology

    objects, pddl = folder / "objects.yaml", folder / "household.pddl"
    if not objects.exists() and not pddl.exists():
        raise InputError(f"{folder}: has neither objects.yaml nor household.pddl")
    problems = check_objects(objects) if objects.exists() else []
    if not problems:
        ontology = load_ontology(objects if objects.exists() else None)
        problems = check_domain(pddl if pddl.exists() else config_path("household.pddl"), ontology)
    if problems:
        return [Finding("domain", False, " ".join(problem.split())) for problem in problems]
    return [Finding("domain", True, f"{folder}: {len(ontology.types)} object types, well-formed")]


CHECKS: dict[str, Callable[[], str]] = {
    "python": _python,
    "ros": _ros,
    "messages": _messages,
    "ai2thor": _thor,
    "home": _home,
    "configuration": _configuration,
    "plug-ins": _plugins,
    "planner": _planner,
    "language": _language,
    "pipes": _pipes,
    "shared memory": _shared_memory,
    "ports": _ports,
    "disk": _disk,
}
"""Checks by name, in order."""
