# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a detector's class names and numbers mean: types of the ontology."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology, plain

_UNUSED = frozenset({"", "-", "n/a", "background", "__background__"})


def is_unused(name: str) -> bool:
    """Whether a name stands for a class that the detector never tells."""
    return name.lower() in _UNUSED


class TypeNames:
    """Class names to ontology types.

    A name spelt as a type is that type; else it is what :meth:`Ontology.detected` says.

    Args:
        ontology: the types.
        numbered: names by class number, for detectors that tell numbers.
    """

    def __init__(self, ontology: Ontology, numbered: Sequence[str] = ()) -> None:
        self._ontology = ontology
        self.numbered = tuple(numbered)
        self._known: dict[str, tuple[tuple[str, float], ...]] = {}

    def types(self, name: str) -> tuple[tuple[str, float], ...]:
        """Types that a class name, or its number as text, stands for, with the share of each in
        what is so called; none: not known."""
        word = self.word(name)
        if word not in self._known:
            exact = ((word, 1.0),) if word in self._ontology else self._ontology.detected(word)
            self._known[word] = exact
        return self._known[word]

    def word(self, name: str) -> str:
        """The name itself, or that of its number, where the list has it."""
        text = name.strip()
        if self.numbered and text.isdecimal() and int(text) < len(self.numbered):
            return self.numbered[int(text)]
        return text

    def complaint(self, name: str) -> str:
        """What to tell of a class name that is not known."""
        text = name.strip()
        if not text:
            return "a class without a name"
        if text.isdecimal() and not self.numbered:
            return f"class number {text} (parameter names: a file with one class name a line)"
        if text.isdecimal() and int(text) >= len(self.numbered):
            return f"class number {text} (the list of names has {len(self.numbered)}, from 0)"
        word = self.word(name)
        near = get_close_matches(plain(word), self._spellings(), n=1)
        return f"{word!r} ({self._spellings()[near[0]]}?)" if near else repr(word)

    def _spellings(self) -> dict[str, str]:
        """Types by every way to say them; by their own name above all."""
        found: dict[str, str] = {}
        for kind in self._ontology.types.values():
            for word in (*kind.names, *kind.detector_names):
                found.setdefault(plain(word), kind.name)
        return found | {plain(name): name for name in self._ontology.types}


def read_names(path: Path) -> tuple[str, ...]:
    """Class names by number, one a line; ``-`` stands for a number that is not used.

    Empty lines at the end do not count.

    Raises:
        InputError: unreadable, or without a name.
    """
    try:
        lines = path.expanduser().read_text(encoding="utf-8").splitlines()
    except (OSError, RuntimeError, UnicodeDecodeError) as error:
        raise InputError(
            f"names {path}: cannot be read as a list of class names, one a line: {error}"
        ) from error
    names = [line.strip() for line in lines]
    while names and not names[-1]:
        names.pop()
    if all(map(is_unused, names)):
        raise InputError(f"names {path}: has no class name; give one a line, by number")
    return tuple(names)
