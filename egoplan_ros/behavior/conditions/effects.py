# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads config/effects.yaml: which actions make a literal true (BCR III-A)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from egoplan_ros.behavior.conditions.roles import ROLES, Scene
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.resources import load_yaml


@dataclass(frozen=True, slots=True)
class Literal:
    """A ground atom that should be true (or false); arguments are ids, or types not seen yet."""

    predicate: str
    args: tuple[str, ...]
    positive: bool = True

    def __str__(self) -> str:
        text = f"({' '.join((self.predicate, *self.args))})"
        return text if self.positive else f"(not {text})"


@dataclass(frozen=True, slots=True)
class Template:
    """An action with ``$0``, ``$1``, ``$held``, ``$surface`` or type names as arguments."""

    action: str
    args: tuple[str, ...]


_ARGUMENTS = ("$0", "$1", "$held", "$surface")
"""Roles that a literal gives a meaning to: its arguments, what is in the hand, and where that may
be put down."""


class Effects:
    """Actions by the literal they achieve.

    Args:
        templates: by (predicate, truth value), in the order in which literals are best achieved.
    """

    def __init__(self, templates: dict[tuple[str, bool], tuple[Template, ...]]) -> None:
        self.templates = templates
        self._order = {key: index for index, key in enumerate(templates)}

    def order(self, literal: Literal) -> int:
        """Place of a literal's predicate in the order of achieving."""
        return self._order.get((literal.predicate, literal.positive), len(self._order))

    def achievable(self, literal: Literal) -> bool:
        """Whether any action has such an effect."""
        return (literal.predicate, literal.positive) in self.templates

    def actions(
        self, literal: Literal, world: WorldState, ontology: Ontology, weights: Weights
    ) -> tuple[SymbolicAction, ...]:
        """Actions whose effect the literal is; those that cannot hold the object are left out."""
        found: list[SymbolicAction] = []
        for template in self.templates.get((literal.predicate, literal.positive), ()):
            scene = Scene(
                SymbolicAction(template.action, literal.args), world, ontology, weights=weights
            )
            for args in self._ground(template, scene):
                if len(args) == 2 and not suits(args[0], args[1], world, ontology):
                    continue
                if template.action == "Cook" and not _cooks(args[1], args[0], world, ontology):
                    continue
                found.append(SymbolicAction(template.action, args))
        return tuple(found)

    @staticmethod
    def _ground(template: Template, scene: Scene) -> Iterator[tuple[str, ...]]:
        """Arguments of a template, best first; none when a role stands for nothing."""
        return product(
            *(
                ROLES[arg](scene) if arg in ROLES else _instances(arg, scene.world, scene.ontology)
                for arg in template.args
            )
        )


def _instances(name: str, world: WorldState, ontology: Ontology) -> list[str]:
    """For each type a name or a role stands for its nearest instance; types while none is known."""
    found = [nearest(kind, world, ontology) for kind in ontology.meant(name)]
    return [one for one in found if one in world.objects] or found


def nearest(kind: str, world: WorldState, ontology: Ontology) -> str:
    """Id of the known instance of a type with the fewest failures, nearest first; else the type."""
    if kind not in ontology:
        return kind
    base = world.robot.base

    def price(item: ObjectInstance) -> tuple[int, float]:
        return item.unreachable, item.planar_distance(base.x, base.y)

    known = sorted(world.of_type(ontology.subtypes(kind)), key=price)
    return known[0].id if known else kind


def type_of(name: str, world: WorldState) -> str:
    """Type of an id of the object memory; a type's name is its own type."""
    item = THE_FLOOR if name == THE_FLOOR.id else world.objects.get(name)
    return item.type if item is not None else name


def suits(name: str, place: str, world: WorldState, ontology: Ontology) -> bool:
    """Whether an object (or its slices) may go into or onto a place; ids or types."""
    kind, into = type_of(name, world), type_of(place, world)
    if kind not in ontology or into not in ontology:
        return True
    return any(ontology.fits(k, into) for k in ontology.subtypes(kind))


def _cooks(place: str, name: str, world: WorldState, ontology: Ontology) -> bool:
    """Whether an appliance cooks an object (or its slices); ids or types."""
    kind, into = type_of(name, world), type_of(place, world)
    if kind not in ontology or into not in ontology:
        return True
    return any(ontology.cooks(into, k) for k in ontology.subtypes(kind))


def load_effects(path: Path) -> Effects:
    """Read and check a table of effects.

    Raises:
        InputError: unreadable or malformed file.
    """
    data = load_yaml(path)
    if set(data) - {"true", "false"} or not data:
        raise InputError(
            f"{path}: has tables 'true' and 'false' only, got {sorted(map(str, data))}"
        )
    found: dict[tuple[str, bool], tuple[Template, ...]] = {}
    for word in ("true", "false"):
        table = data.get(word) or {}
        if not isinstance(table, dict):
            raise InputError(f"{path}: {word}: a mapping of predicates is expected")
        for predicate, rows in table.items():
            where = f"{path}: {word}: {predicate}"
            if not isinstance(rows, list) or not rows:
                raise InputError(f"{where}: a list of actions is expected")
            found[str(predicate), word == "true"] = tuple(_template(row, where) for row in rows)
    return Effects(found)


def _template(row: Any, where: str) -> Template:
    if not isinstance(row, dict) or set(row) != {"action", "args"}:
        raise InputError(f"{where}: each entry has 'action' and 'args', got {row!r}")
    args = row["args"]
    if not isinstance(args, list) or not all(isinstance(arg, str) and arg for arg in args):
        raise InputError(f"{where}: args must be a list of words, got {args!r}")
    if bad := [arg for arg in args if arg.startswith("$") and arg not in _ARGUMENTS]:
        known = ", ".join(_ARGUMENTS)
        raise InputError(f"{where}: unknown argument {bad[0]!r}; use {known} or a type")
    return Template(str(row["action"]), tuple(args))
