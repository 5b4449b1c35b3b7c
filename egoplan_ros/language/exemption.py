"""What a request exempts from what it asks for: "wash the crockery, not the mugs though"."""

from dataclasses import replace

from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.text import tokenize
from egoplan_ros.language.words import DETERMINERS, EXCEPT
from egoplan_ros.world.goal import And, Exists, Forall, Formula

_EXCEPT = frozenset(map(tuple, EXCEPT)) - {("but",)} | {
    (word,) for word in ("not", "bar", "minus", "excluding", "besides", "barring")
}
_LONGEST = max(map(len, _EXCEPT))
_OPEN = frozenset("or if why whether is are was were".split())
"""Words before "not" that leave open whether it exempts: "whether or not the mugs are clean"."""


def exempted(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Types that are named behind "except", "not the" or the like."""
    tokens = tokenize(text)
    kinds: set[str] = set()
    for mention in lexicon.find(tokens, groups=True):
        at = mention.start
        while at and tokens[at - 1] in DETERMINERS:
            at -= 1
        if at < mention.start and _exempts(tuple(tokens[:at])):
            name = " ".join(tokens[mention.start : mention.end])
            kinds |= lexicon.called(name, mention.types)
    return frozenset(kinds)


def _exempts(before: tuple[str, ...]) -> bool:
    if before[-1:] == ("not",) and before[-2:-1] and before[-2] in _OPEN:
        return False
    return any(before[-size:] in _EXCEPT for size in range(1, _LONGEST + 1))


def spare(formula: Formula, kinds: frozenset[str]) -> Formula:
    """A goal that does not want all of what is exempt, as long as it wants all of something else.

    Only conditions about *every* object of a type go: who wants a mug, "not the mug on the desk",
    still wants one.
    """
    if isinstance(formula, Exists):
        return replace(formula, body=spare(formula.body, kinds))
    if not isinstance(formula, And):
        return formula
    kept = tuple(part for part in formula.parts if not _of_every(part, kinds))
    if any(isinstance(part, Forall) for part in kept):
        return kept[0] if len(kept) == 1 else And(kept)
    return formula


def _of_every(formula: Formula, kinds: frozenset[str]) -> bool:
    return isinstance(formula, Forall) and any(kind in kinds for _, kind in formula.variables)
