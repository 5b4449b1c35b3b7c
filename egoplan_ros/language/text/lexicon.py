# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Words people use for object types, from the ``names`` of config/objects.yaml."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from egoplan_ros.language.text.tokens import singular, tokenize
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.words.english import split_name


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in a sentence.

    Attributes:
        start: index of its first token.
        end: index after its last token.
        types: object types it may mean, the ones it names most directly first.
        plural: whether it stands in the plural.
        group: whether it is a word for several types together ("cutlery").
    """

    start: int
    end: int
    types: tuple[str, ...]
    plural: bool
    group: bool = False


class Lexicon:
    """Finds names in token lists; the longest match wins.

    A type is known by its ``names`` and by its own words (``CoffeeTable``: "coffee table").
    Where several types share a name, they are ranked by the position of the name in their list:
    "cup" is the first name of Cup and a late one of Mug.
    """

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        ranked: dict[tuple[str, ...], dict[str, int]] = {}
        for kind in ontology.types.values():
            own = " ".join(split_name(kind.name))
            for rank, name in enumerate((*kind.names, own, kind.name)):
                key = tuple(singular(word) for word in tokenize(name))
                if key:
                    best = ranked.setdefault(key, {})
                    best[kind.name] = min(rank, best.get(kind.name, rank))
        self.entries: dict[tuple[str, ...], tuple[str, ...]] = {
            key: tuple(sorted(types, key=types.__getitem__)) for key, types in ranked.items()
        }
        self.groups: dict[str, tuple[str, ...]] = {}
        for kind in ontology.types.values():
            for word in kind.groups:
                self.groups[singular(word)] = (*self.groups.get(singular(word), ()), kind.name)
        self.plurals = {
            word
            for kind in ontology.types.values()
            for word in kind.groups
            if (singular(word),) in self.entries
        }
        self.longest = max(map(len, self.entries), default=1)
        self.words = {word for key in self.entries for word in key} | set(self.groups)

    def find(self, tokens: Sequence[str], groups: bool = False) -> list[Mention]:
        """All mentions, from left to right, without overlap; those of groups only when asked."""
        base = [singular(token) for token in tokens]
        found: list[Mention] = []
        at = 0
        while at < len(base):
            for size in range(min(self.longest, len(base) - at), 0, -1):
                types = self.entries.get(tuple(base[at : at + size]))
                if types and size == 1 and groups and tokens[at] in self.plurals:
                    continue  # "the dishes", not "a dish"
                if types:
                    last = at + size - 1
                    found.append(Mention(at, at + size, types, base[last] != tokens[last]))
                    at += size
                    break
            else:
                types = self.groups.get(base[at]) if groups else None
                if types:
                    found.append(Mention(at, at + 1, types, base[at] != tokens[at], True))
                at += 1
        return found

    def name_words(self, kind: str) -> frozenset[str]:
        """All words of a type's names in the singular: "butter" of ButterKnife is one."""
        return frozenset(
            word for key, types in self.entries.items() if kind in types for word in key
        )

    def is_first_name(self, name: str, kind: str) -> bool:
        """Whether a name is a type's own or the first of its list."""
        known = self.ontology.types[kind]
        own = " ".join(split_name(kind))
        said = [singular(word) for word in tokenize(name)]
        return any(
            said == [singular(word) for word in tokenize(first)]
            for first in (*known.names[:1], own, kind)
        )

    def called(self, name: str, kinds: Sequence[str]) -> set[str]:
        """Which of the types a name stands for, subtypes too, are meant where it sets things apart.

        Those whose own names end like it; all where none does. "All but the knives" spares butter
        knives, too; "all but the mugs" no cups, though some call one a mug.
        """
        last = singular(name).split()[-1:]
        own = [k for k in kinds if split_name(k)[-1:] == last or self.is_first_name(name, k)]
        return {part for kind in own or kinds for part in self.ontology.subtypes(kind)}

    def nearest(self, word: str, count: int = 3) -> list[str]:
        """Known names that are spelled like a word, best first."""
        squashed = {name.lower() for name in self.ontology.types}
        names = [" ".join(key) for key in self.entries if key[0] not in squashed or len(key) > 1]
        names += [kind.lower() for kind in self.ontology.types if len(split_name(kind)) == 1]
        near = get_close_matches(word, names, n=count, cutoff=0.5)
        if not near:
            near = sorted(names, key=lambda name: -SequenceMatcher(None, word, name).ratio())
        return near[:count]

    def corrected(self, word: str, others: Iterable[str] = ()) -> str | None:
        """A known word that differs by a small slip of the pen, or None."""
        known = self.words.union(others)
        base = singular(word)
        if base in known or word in known:
            return word
        if len(word) < 4:
            return None
        # Few letters more or less: "beer" is no slip of "brewer".
        alike = {other for other in known if abs(len(other) - len(base)) <= max(1, len(base) // 4)}
        near = get_close_matches(base, alike, n=1, cutoff=0.8)
        if not near or near[0][0] != word[0]:
            return None
        return f"{near[0]}s" if base != word and singular(f"{near[0]}s") == near[0] else near[0]
