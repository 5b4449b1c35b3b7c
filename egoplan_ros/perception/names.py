"""What a detector's class names and numbers mean: types of the ontology."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology


def plain(name: str) -> str:
    """A name without what spellings differ in: ``dining_table`` is ``DiningTable``."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


class TypeNames:
    """Class names to ontology types.

    A name is, whatever its spelling, that of a type, or one that ``aliases`` give to types; if it
    is neither, a word that people use for types. One that fits several types stands for each.

    Args:
        ontology: the types.
        numbered: names by class number, for detectors that tell numbers.
        aliases: further types of a name.
    """

    def __init__(
        self,
        ontology: Ontology,
        numbered: Sequence[str] = (),
        aliases: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.numbered = tuple(numbered)
        self._types: dict[str, tuple[str, ...]] = {plain(name): (name,) for name in ontology.types}
        for name, types in (aliases or {}).items():
            own = self._types.get(plain(name), ())
            self._types[plain(name)] = (*own, *(kind for kind in types if kind not in own))
        words: dict[str, tuple[str, ...]] = {}
        for kind in ontology.types.values():
            for word in dict.fromkeys(map(plain, kind.names)):
                words[word] = (*words.get(word, ()), kind.name)
        self._types = {**words, **self._types}

    def types(self, name: str) -> tuple[str, ...]:
        """Types that a class name, or its number as text, stands for; none: not known."""
        return self._types.get(plain(self.word(name)), ())

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
        near = get_close_matches(plain(word), self._types, n=1)
        return f"{word!r} ({self._types[near[0]][0]}?)" if near else repr(word)


def read_names(path: Path) -> tuple[str, ...]:
    """Class names by number, one a line.

    Raises:
        InputError: unreadable, or without a name.
    """
    try:
        lines = path.expanduser().read_text(encoding="utf-8").splitlines()
    except (OSError, RuntimeError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: cannot be read as a list of class names, one a line: {error}"
        ) from error
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise InputError(f"{path}: has no class name; give one a line, in the order of numbers")
    return tuple(line.strip() for line in lines)
