# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Finds mistakes in an objects.yaml, with line numbers, for people who extend it."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import AFFORDANCES, KEYS, Ontology, load_ontology
from egoplan_ros.world.roles import ROLES
from egoplan_ros.world.system.resources import base_path, load_yaml, utf8_text

_LISTS = ("affords", "fits", "takes", "let_into", "rooms", "names", "groups")
_FLAGS = (
    "must_be_off_to_open", "must_be_closed_to_toggle", "must_be_toasted", "toasts", "rises", "deep",
)  # fmt: skip
_CONTAINS = ("inside", "surface")
ROUNDED = 1.05
"""What probabilities that were rounded one by one may add up to."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ANYWHERE = frozenset({"Floor"})


def check_objects(path: Path) -> list[str]:
    """All problems found in an objects.yaml, each ``path:line: what is wrong``; empty when sound.

    Args:
        path: the file; it may extend the shipped one.
    """
    try:
        data = load_yaml(path)
        base = load_ontology(base_path("objects.yaml", path)) if data.get("extends") else None
        root = yaml.compose(utf8_text(path), Loader=yaml.SafeLoader)
        assert isinstance(root, yaml.MappingNode)
        found = list(_Checker(path, base).problems(root))
        if not found:
            load_ontology(path)
    except InputError as error:
        return [str(error)]
    return found


class _Checker:
    def __init__(self, path: Path, base: Ontology | None) -> None:
        self.path = path
        self.known: set[str] = set() if base is None else set(base.types)
        self.parents: dict[str, str] = {}
        if base is not None:
            self.parents = {k: v.is_a for k, v in base.types.items() if v.is_a is not None}

    def problems(self, root: yaml.MappingNode) -> Iterator[str]:
        sections = {key.value: (key, value) for key, value in root.value}
        for name, (key, value) in sections.items():
            if name not in ("types", "extends"):
                yield self._at(key, f"unknown section {name}; there are types and extends")
            elif name == "extends" and value.value != "objects.yaml":
                yield self._at(value, f"extends must be objects.yaml, got {value.value}")
        if "types" not in sections:
            yield f"{self.path}:1: a section types is needed"
            return
        types = sections["types"][1]
        if not isinstance(types, yaml.MappingNode):
            yield self._at(types, "types must be a mapping from names to entries")
            return
        names = [key.value for key, _ in types.value]
        self.known |= set(names)
        for key, entry in types.value:
            if names.count(key.value) > 1:
                yield self._at(key, f"type {key.value} is there {names.count(key.value)} times")
            if not _NAME.fullmatch(key.value):
                yield self._at(
                    key, f"type {key.value!r}: a name is letters a to z first, then digits and _"
                )
            if isinstance(entry, yaml.MappingNode):
                yield from self._type(key.value, entry)
            elif entry.value:
                yield self._at(entry, f"type {key.value} must be a mapping of its properties")

    def _at(self, node: yaml.Node, text: str) -> str:
        return f"{self.path}:{node.start_mark.line + 1}: {text}"

    def _type(self, name: str, entry: yaml.MappingNode) -> Iterator[str]:
        values: Mapping[str, Any] = yaml.SafeLoader("").construct_document(entry)
        for key, node in entry.value:
            value = values[key.value]
            if key.value not in KEYS:
                yield self._at(key, f"{name}: unknown key {key.value}{self._near(key.value, KEYS)}")
            elif key.value in _LISTS and not isinstance(node, yaml.SequenceNode):
                yield self._at(node, f"{name}: {key.value} must be a list [a, b]")
            elif key.value in _FLAGS and not isinstance(value, bool):
                yield self._at(node, f"{name}: {key.value} must be true or false")
            elif key.value == "is_a":
                yield from self._known(node, f"{name}: is_a", str(value))
                yield from self._circle(node, name, str(value))
            elif key.value == "affords":
                for item in node.value:
                    if item.value not in AFFORDANCES:
                        near = self._near(item.value, AFFORDANCES)
                        yield self._at(item, f"{name}: unknown affordance {item.value}{near}")
            elif key.value in ("fits", "takes"):
                for item in node.value:
                    yield from self._known(item, f"{name}: {key.value}", item.value)
            elif key.value == "role" and value not in (None, *ROLES):
                near = self._near(str(value), ROLES) or f"; there are {', '.join(ROLES)}"
                yield self._at(node, f"{name}: unknown role {value}{near}")
            else:
                yield from self._value(name, key.value, node, value)

    def _value(self, name: str, key: str, node: yaml.Node, value: Any) -> Iterator[str]:
        if key == "contains" and value not in _CONTAINS:
            yield self._at(node, f"{name}: contains must be inside or surface, got {value}")
        elif key == "capacity" and (type(value) is not int or value < 1):
            yield self._at(node, f"{name}: capacity must be a whole number from 1, got {value}")
        elif key == "size":
            good = isinstance(value, list) and len(value) == 3 and all(map(_positive, value))
            if not good:
                yield self._at(node, f"{name}: size must be three positive metres, got {value}")
        elif key == "seat" and not _positive(value):
            yield self._at(node, f"{name}: seat must be a height in metres, got {value}")
        elif key == "states":
            if not isinstance(value, dict) or not all(isinstance(v, bool) for v in value.values()):
                yield self._at(node, f"{name}: states must map names to true or false")
        elif key == "found":
            yield from self._found(name, node, value)

    def _found(self, name: str, node: yaml.Node, value: Any) -> Iterator[str]:
        if not isinstance(value, dict) or not isinstance(node, yaml.MappingNode):
            yield self._at(node, f"{name}: found must map receptacle types to probabilities")
            return
        for key, number in node.value:
            if key.value not in _ANYWHERE:
                yield from self._known(key, f"{name}: found", key.value)
            if not _positive(value[key.value]) or value[key.value] > 1.0:
                yield self._at(number, f"{name}: a probability is in (0, 1], got {number.value}")
        if all(map(_positive, value.values())) and sum(value.values()) > ROUNDED:
            yield self._at(node, f"{name}: probabilities of found add up to more than 1")

    def _known(self, node: yaml.Node, where: str, kind: str) -> Iterator[str]:
        if kind not in self.known:
            yield self._at(node, f"{where} names unknown type {kind}{self._near(kind, self.known)}")

    def _circle(self, node: yaml.Node, name: str, parent: str) -> Iterator[str]:
        self.parents[name] = parent
        above = parent
        for _ in range(len(self.parents)):
            if above == name:
                yield self._at(node, f"{name}: is_a runs in a circle")
                return
            above = self.parents.get(above, "")

    @staticmethod
    def _near(word: str, known: object) -> str:
        near = get_close_matches(word, list(known), n=1)  # type: ignore[call-overload]
        return f"; did you mean {near[0]}?" if near else ""


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
