# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages made from their definitions: any at all, and good ones with one thing spoiled."""

import math
import re
from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from typing import Any

from hypothesis import strategies as st

_LIST = re.compile(r"sequence<([^,>]+)(?:, *\d+)?>|([^\[]+)\[(\d+)\]")
_NUMBERS = st.floats() | st.floats(-10.0, 10.0) | st.sampled_from([math.nan, math.inf, -1e300])
_TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=8
) | st.sampled_from(
    ["map", "Mug", "Mug_1", "observed", "solved", "running", "open", "(open Mug_1)", "not_visible"]
)
_BITS = {"int8": (-128, 127), "octet": (0, 255), "byte": (0, 255)} | {
    f"{sign}int{size}": (0, 2**size - 1) if sign else (-(2 ** (size - 1)), 2 ** (size - 1) - 1)
    for sign in ("", "u")
    for size in (8, 16, 32, 64)
}


def messages(kind: Any) -> st.SearchStrategy[Any]:
    """Any message of a type."""
    fields = kind.get_fields_and_field_types()
    return st.builds(kind, **{name: _values(text) for name, text in fields.items()})


def _values(text: str) -> st.SearchStrategy[Any]:
    if match := _LIST.fullmatch(text):
        inner, fixed = match[1] or match[2], match[3]
        size = int(fixed) if fixed else None
        items = _values(inner)
        if size is not None:
            return st.lists(items, min_size=size, max_size=size)
        return st.lists(items, max_size=3)
    if "/" in text:
        package, name = text.split("/")
        return messages(getattr(import_module(f"{package}.msg"), name))
    if text in ("double", "float"):
        return st.floats(width=32) if text == "float" else _NUMBERS
    if text == "boolean":
        return st.booleans()
    if text.startswith("string"):
        return _TEXTS
    if text == "octet":
        return st.binary(min_size=1, max_size=1)
    return st.integers(*_BITS[text])


def malformed(good: Any) -> Iterator[tuple[str, Any]]:
    """(field, message) with one number of a good message made none, or a time made impossible."""
    for path in _numbers(good, ()):
        wrong = deepcopy(good)
        at = wrong
        for name in path[:-1]:
            at = at[name] if isinstance(name, int) else getattr(at, name)
        if path[-1] == "nanosec":
            at.nanosec = 2_000_000_000
        else:
            setattr(at, path[-1], math.nan)
        yield ".".join(map(str, path)), wrong


def _numbers(message: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for name, text in message.get_fields_and_field_types().items():
        value = getattr(message, name)
        if text in ("double", "float") or name == "nanosec":
            yield (*path, name)
        elif hasattr(value, "get_fields_and_field_types"):
            yield from _numbers(value, (*path, name))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if hasattr(item, "get_fields_and_field_types"):
                    yield from _numbers(item, (*path, name, index))
