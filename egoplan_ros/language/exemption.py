"""What a request exempts from what it asks for: "wash the crockery, not the mugs though"."""

from dataclasses import replace

from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.text import tokenize
from egoplan_ros.language.words import ACTION_WORDS, ALL, DETERMINERS, EXCEPT, JOINERS
from egoplan_ros.world.goal import And, Exists, Forall, Formula

_EXCEPT = frozenset(map(tuple, EXCEPT)) - {("but",)} | {
    (word,) for word in ("not", "bar", "minus", "excluding", "besides", "barring")
}
_LONGEST = max(map(len, _EXCEPT))
_OPEN = frozenset("or if why whether is are was were".split())
"""Words before "not" that leave open whether it exempts: "whether or not the mugs are clean"."""


def exempted(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Types that are named behind "except", "not the" or the like, and nowhere else."""
    tokens = tokenize(text)
    mentions = lexicon.find(tokens, groups=True)
    kinds: set[str] = set()
    others: list[frozenset[str]] = []
    last = -1  # where a list of what is exempt ends: "except the plates and the bowls"
    subject = False  # whether it stands in what the sentence begins with
    for number, mention in enumerate(mentions):
        at = mention.start
        while at and tokens[at - 1] in DETERMINERS:
            at -= 1
        before = tuple(tokens[:at])
        alone = _stands_alone(tokens, mentions[number:])
        more = before[-1:] == ("and",) and at - 1 == last and (alone or subject)
        subject = more and subject
        if before[-1:] == ("but",) and number:
            subject = _begins(tokens, mentions[number - 1], at - 1)
        but = before[-1:] == ("but",) and (alone or subject)
        found = lexicon.called(" ".join(tokens[mention.start : mention.end]), mention.types)
        if more or (at < mention.start and (but or _exempts(before))):
            kinds |= found
            last = mention.end
        else:
            others.append(frozenset(found))
    return frozenset(kinds.difference(*(each for each in others if each <= kinds)))


def _exempts(before: tuple[str, ...]) -> bool:
    if before[-1:] == ("not",) and before[-2:-1] and before[-2] in _OPEN:
        return False
    return any(before[-size:] in _EXCEPT for size in range(1, _LONGEST + 1))


def _stands_alone(tokens: list[str], mentions: list[Mention]) -> bool:
    """Whether nothing is wanted of what is named first, and named with it: "but the mugs and cups"
    ends the wish, "but the mugs in the sink" is another."""
    end = mentions[0].end
    for mention in mentions[1:]:
        between = tokens[end : mention.start]
        if between[:1] != ["and"] or not set(between[1:]) <= DETERMINERS:
            break
        end = mention.end
    after = tokens[end : end + 1]
    return not after or after[0] in JOINERS | ACTION_WORDS or tokens[end:] in (["on"], ["off"])


def _begins(tokens: list[str], first: Mention, but: int) -> bool:
    """Whether a sentence begins with what "but" follows: "all the dishes but the mugs go there"."""
    before = set(tokens[: first.start])
    all_of_it = DETERMINERS | ALL
    return first.end == but and bool(before & all_of_it) and before <= all_of_it | {"please"}


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
