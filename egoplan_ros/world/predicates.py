# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Predicates that the planning domain declares, for rooms that come before planning."""

import re
from pathlib import Path

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import base_path, config_path, utf8_text

_EXTENDS = re.compile(r"\(\s*:extends\b", re.IGNORECASE)
_SECTION = re.compile(r"\(\s*:predicates((?:\s*\([^()]*\))*)", re.IGNORECASE)


def domain_predicates(domain: Path | None = None) -> dict[str, int]:
    """Number of arguments by predicate, of the domain and of the shipped one if it extends that.

    What is wrong with the file is told by the planner, which has to use it.

    Args:
        domain: a PDDL file; None is config/household.pddl.
    """
    try:
        path = domain or config_path("household.pddl")
        text = _bare(path)
        base = _bare(base_path("household.pddl", path)) if _EXTENDS.search(text) else ""
    except (InputError, OSError):
        return {}
    return _declared(base) | _declared(text)


def _bare(path: Path) -> str:
    """Text of a PDDL file without its comments."""
    return re.sub(r";[^\n]*", "", utf8_text(path))


def _declared(text: str) -> dict[str, int]:
    section = _SECTION.search(text)
    found = re.findall(r"\(([^()]*)\)", section[1]) if section else []
    return {body.split()[0].lower(): body.count("?") for body in found if body.split()}
