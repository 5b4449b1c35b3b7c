# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What any message must be, whatever it means: finite numbers, true stamps, bounded lists.

The fields of a message type are looked up once; a message is then checked by few calls that run in
C, because the world model comes with each step to several nodes.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import Any

import numpy as np
from builtin_interfaces.msg import Duration, Time
from geometry_msgs.msg import Point, Pose2D, Vector3
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo

from egoplan_ros.msg import Detection

LONGEST_TEXT = 200_000
LONGEST_LIST = 100_000
_FARTHEST = 1e5
"""Metres (or radians) from the origin beyond which no place of a home lies."""
_LARGEST = 1e12
_SECOND = 1_000_000_000
_LATEST = 1 << 31
_PLACES = (Point, Pose2D, Vector3)
_LIST = re.compile(r"sequence<(?P<kind>[^,>]+)(?:, *\d+)?>|(?P<fixed>[^\[]+)\[\d+\]")
_EXEMPT: Mapping[type, frozenset[str]] = {
    # A detector's probabilities that are none are left out one by one, and told.
    Detection: frozenset({"probabilities", "candidate_probabilities"}),
    # Drivers leave open what they do not know, and it is not used.
    Odometry: frozenset({"twist", "pose.covariance"}),
    CameraInfo: frozenset({"d", "r", "p"}),
}

Rule = Callable[[Any], str]
"""Tells what is wrong with a message of one type, "" when nothing is; may raise InputError."""

Getter = Callable[[Any], Any]


@dataclass(slots=True)
class Shape:
    """What is to be looked at in messages of one type; parts that are lists have their own."""

    numbers: list[tuple[Getter, tuple[str, ...], float]] = field(default_factory=list)
    times: list[tuple[Getter, tuple[str, ...], int]] = field(default_factory=list)
    texts: list[tuple[Getter, tuple[str, ...]]] = field(default_factory=list)
    arrays: list[tuple[str, Getter]] = field(default_factory=list)
    lists: list[tuple[str, Getter, "Shape | None"]] = field(default_factory=list)
    rules: list[tuple[str, Getter, Rule]] = field(default_factory=list)

    def problem(self, message: Any) -> tuple[str, str]:
        """(field, what is wrong with it) of the first thing that is wrong, else ("", "")."""
        for get, names, limit in self.numbers:
            values = get(message)
            # Not a number fails the comparison, too.
            if not sum(map(abs, values)) < limit:
                wrong = next((i for i, v in enumerate(values) if not abs(v) < limit), 0)
                return names[wrong], _number(values[wrong], limit)
        for get, names, high in self.times:
            values = get(message)
            if min(values) < 0 or max(values) >= high:
                wrong = next(i for i, value in enumerate(values) if not 0 <= value < high)
                return names[wrong], f"is no time ({values[wrong]})"
        for get, names in self.texts:
            sizes = list(map(len, get(message)))
            if max(sizes) > LONGEST_TEXT:
                wrong = sizes.index(max(sizes))
                return names[wrong], f"has {sizes[wrong]} letters, more than {LONGEST_TEXT}"
        for name, get in self.arrays:
            values = np.asarray(get(message))
            if not np.all(np.abs(values) < _LARGEST):
                return name, "has numbers that are not finite"
        for name, get, shape in self.lists:
            items = get(message)
            if len(items) > LONGEST_LIST:
                return name, f"has {len(items)} entries, more than {LONGEST_LIST}"
            for index, item in enumerate(items):
                if shape is None:
                    if len(item) > LONGEST_TEXT:
                        return f"{name}[{index}]", f"has more than {LONGEST_TEXT} letters"
                    continue
                where, what = shape.problem(item)
                if what:
                    return f"{name}[{index}].{where}".rstrip("."), what
        for name, get, rule in self.rules:
            if what := rule(get(message)):
                return name, what
        return "", ""


def shape_of(kind: type, rules: Mapping[type, Rule]) -> Shape:
    """The shape of a message type; each type of a part that has a rule keeps to that."""
    return _shape(kind, _Rules(rules))


class _Rules:
    """Rules as a key of the cache."""

    def __init__(self, rules: Mapping[type, Rule]) -> None:
        self.of = rules

    def __hash__(self) -> int:
        return id(self.of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and other.of is self.of


@lru_cache(maxsize=256)
def _shape(kind: type, rules: _Rules) -> Shape:
    shape = Shape()
    places, numbers, texts, seconds, nanoseconds = [list[str]() for _ in range(5)]
    for name, owner, text in _fields(kind, ""):
        if text == "message":
            if owner in rules.of:
                shape.rules.append((name, _get(name), rules.of[owner]))
        elif owner in (Time, Duration):
            (nanoseconds if name.endswith("nanosec") else seconds).append(name)
        elif text in ("float", "double"):
            (places if owner in _PLACES else numbers).append(name)
        elif text.startswith("string"):
            texts.append(name)
        elif match := _LIST.fullmatch(text):
            inner = match["kind"] or match["fixed"]
            if inner in ("float", "double"):
                shape.arrays.append((name, _get(name)))
            elif inner.startswith("string"):
                shape.lists.append((name, _get(name), None))
            elif "/" in inner:
                shape.lists.append((name, _get(name), _shape(_class(inner), rules)))
    for names, limit in ((places, _FARTHEST), (numbers, _LARGEST)):
        if names:
            shape.numbers.append((_all(names), tuple(names), limit))
    for names, high in ((seconds, _LATEST), (nanoseconds, _SECOND)):
        if names:
            shape.times.append((_all(names), tuple(names), high))
    if texts:
        shape.texts.append((_all(texts), tuple(texts)))
    # Rules look at fields, and what they look at has been found to be numbers by then.
    shape.rules.sort(key=lambda entry: -len(entry[0]))
    return shape


def _fields(kind: Any, prefix: str) -> Iterator[tuple[str, type, str]]:
    """(dotted name, type that has it, type of the field) of a message and its single parts."""
    yield prefix.rstrip("."), kind, "message"
    for name, text in kind.get_fields_and_field_types().items():
        if any(f"{prefix}{name}".endswith(e) for e in _EXEMPT.get(kind, ())):
            continue
        if "/" in text and not _LIST.fullmatch(text):
            for inner in _fields(_class(text), f"{prefix}{name}."):
                if inner[0] not in _EXEMPT.get(kind, ()):
                    yield inner
        else:
            yield f"{prefix}{name}", kind, text


def _class(text: str) -> Any:
    package, name = text.split("/")
    return getattr(import_module(f"{package}.msg"), name)


def _slot(name: str) -> str:
    """Where rosidl keeps a field; its property would be a call in Python."""
    return ".".join(f"_{part}" for part in name.split("."))


def _get(name: str) -> Getter:
    return attrgetter(_slot(name)) if name else lambda message: message


def _all(names: list[str]) -> Getter:
    get = attrgetter(*map(_slot, names))
    return get if len(names) > 1 else lambda message: (get(message),)


def _number(value: float, limit: float) -> str:
    return f"is {value:g}; it must be finite and less than {limit:g}"
