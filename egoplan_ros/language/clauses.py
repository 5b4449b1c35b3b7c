"""Clauses of a request: its bearing words between two stops."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from egoplan_ros.language.bearing import Bearing

AND = frozenset((",", "and", "plus"))
"""Stops that may join the things of one list."""

_PLAIN = AND | frozenset((".", "then", "so", "but", "also"))
"""Stops that tell nothing about the clause behind."""

_FAR = 4
"""Tokens between two things that are not of one list."""


@dataclass(slots=True)
class Clause:
    """Bearing words between two stops.

    Attributes:
        head: the stop before it ("because", "once", ...), "" when it tells nothing.
        start, end: its tokens.
        items: its bearing words.
    """

    head: str
    start: int
    end: int = 0
    items: list[Bearing] = field(default_factory=list)

    def has(self, *kinds: str) -> bool:
        """Whether there is a bearing word of one of these kinds."""
        return any(item.kind in kinds for item in self.items)

    def ahead(self, index: int, *kinds: str) -> Bearing | None:
        """The next bearing word of these kinds behind one."""
        return next((item for item in self.items[index + 1 :] if item.kind in kinds), None)


def clauses_of(found: Sequence[Bearing], size: int) -> list[Clause]:
    """The clauses of a request that bear anything.

    Args:
        found: bearing words from left to right.
        size: number of tokens.
    """
    clauses = [Clause("", 0)]
    for index, item in enumerate(found):
        last = clauses[-1]
        if item.kind != "stop":
            last.items.append(item)
        elif _coordinates(found, index, last):
            continue
        elif last.items:
            clauses.append(Clause(item.value, item.end))
        else:
            joins = item.value in ("and", "plus") and last.head in AND
            plain = item.value in _PLAIN and not joins
            last.head, last.start = "" if plain else item.value, item.end
    for clause, following in itertools.pairwise(clauses):
        clause.end = following.start
    clauses[-1].end = size
    return [clause for clause in clauses if clause.items]


def _coordinates(found: Sequence[Bearing], index: int, clause: Clause) -> bool:
    """Whether a comma or "and" joins two things of one list."""
    items, rest = clause.items, [item for item in found[index:] if item.kind != "stop"]
    if not items or not rest or items[-1].kind != "thing" or rest[0].kind != "thing":
        return False
    stops = [item.value for item in found[index : index + 2] if item.kind == "stop"]
    if not AND.issuperset(stops) or (clause.has("not") and stops[0] == ","):
        return False
    if len(rest) > 1 and rest[1].kind in ("wish", "is") and clause.has("act"):
        return False  # "wash the cup, the plate should go ..."
    near = rest[0].start - found[index].end <= _FAR
    return near and not (len(items) > 1 and items[-2].kind == "into")
