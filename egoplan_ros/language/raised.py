"""What the robot brings up: "the telly is "
"still running" - "switch that off", that is, the telly."""

import re
from collections.abc import Callable

from egoplan_ros.language import bearing_words as k
from egoplan_ros.language import words as w
from egoplan_ros.language.answers import tells_missing
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.lexicon import Mention
from egoplan_ros.language.nouns import Thing

_STOPS = re.compile(r"(?<=[.;!?])\s+")
_BE = frozenset("is are s was were".split())
_NOTICED = frozenset("noticed notice see saw found find spotted spot".split())
_ASKS_OF = frozenset("should shall does do is are can will may do would what where and how".split())
_OTHERS = frozenset("he she someone somebody they it".split())
_SUBJECT = _BE | frozenset(
    "has have had looks look needs need can could goes go seems seem stands lies sits fell".split()
)
"""Words behind what a sentence is about."""
_LEAD = (
    w.DETERMINERS
    | w.NUMBERS.keys()
    | w.STATE_WORDS.keys()
    | frozenset("and also but your then now about what how okay ok oh by the way some".split())
)
_LONGEST_LEAD = 4
_ANOTHER = re.compile(
    r"\bthere(?:'s| is) (?:(?:still|also) )*(?:another|a second|one more)(?: one)?\b[^,;]*[.!]*$"
    r"|\b(?:what about|and) the (?:second|third|fourth|fifth|other|last|remaining)(?: one)?\?$"
)
_REFERS = re.compile(
    r"\b(?P<verb>\w+)(?: (?:off|on|up|down|out|away|over))? (?:it|them|that|those|this)\b"
    r"(?:,? (?P<so>on|off|open|shut)\b(?=$|[,.!?]| (?:too|please|again|as|now|also|then)\b))?"
    r"|^(?:(?:then|so|and|oh|well|ok(?:ay)?|yes|no|please),? )*(?:it|they|that|those) "
    r"(?:one )?(?:\w+ )?(?P<goes>goes|go|belongs?|can|should|must|needs?|comes?)\b"
    r"|^(?:(?:then|so|back|well|oh),? )*(?P<into>in|into|on|onto|to)\b"
)
"""Speaks of something without a name."""


def raises_another(question: str) -> bool:
    """Whether the robot speaks of one more of the same: "there is another one"."""
    return bool(_ANOTHER.search(question))


def raised(question: str, find: Callable[[str], list[Mention]]) -> Mention | None:
    """What the robot speaks of last: of what its last sentence about something is.

    Args:
        question: what the robot said, in lower case.
        find: tells the names in a text.
    """
    for sentence in reversed(_STOPS.split(question)):
        if tells_missing(sentence):
            return None
        tokens, mentions = tokens_of(sentence), find(sentence)
        while tokens and tokens[-1] in k.ENDS:
            tokens.pop()
        for mention in mentions:
            lead, behind = tokens[: mention.start], tokens[mention.end :]
            if behind[:2] in (["on", "it"], ["in", "it"]) and {"has", "have", "with"} & set(lead):
                return mention  # "the chair has a pillow on it"
        if mentions and _is_subject(tokens, mentions[0], sentence):
            return mentions[0]
    return None


def _is_subject(tokens: list[str], mention: Mention, sentence: str) -> bool:
    lead, behind = tokens[: mention.start], tokens[mention.end :]
    if lead[-1:] in (["i"], ["to"]):
        return False  # a verb: "shall I light it?"
    if any(word in lead for word in w.INTO):
        return False
    if "there" in lead and _BE & set(lead):
        return True
    if "i" in lead[:2] and _NOTICED & set(lead):
        return True
    if lead[:1] and lead[0] in _OTHERS and "a" in lead:
        return True
    asks = sentence.endswith("?") and lead[:1] and lead[0] in _ASKS_OF
    where = lead[:1] == ["where"]  # "where should I leave the can?"
    if asks and (where or not any(verb_of(word) for word in lead[1:] if word not in k.WISHES)):
        return True
    if "full" in behind[:3]:
        return False  # it tells why not there
    if lead[:1] == ["and"] and sentence.endswith("?") and len(lead) <= _LONGEST_LEAD:
        return True
    named = len(lead) <= _LONGEST_LEAD and set(lead[:-1]) <= _LEAD and bool(lead)
    return named and (not behind or behind[0] in _SUBJECT)


def may_be_meant(text: str, thing: Thing, affords: Callable[[str, str], bool]) -> bool:
    """Whether what a person says of something without a name can be said of a thing.

    Args:
        text: of the person, in lower case.
        thing: what the robot brought up.
        affords: whether a type has an affordance.
    """
    said = [m for m in _REFERS.finditer(text) if m["verb"] is None or verb_of(m["verb"])]
    if not said:
        return False
    act = k.ACTS.get(verb_of(said[0]["verb"] or ""), k.PLACE)
    if said[0]["so"] and act in (k.SWITCH, k.PLACE):
        act = k.STATES.get(said[0]["so"], "toggled")
    needed = {
        k.SWITCH: "toggleable", "toggled": "toggleable", "open": "openable", "sliced": "sliceable",
    }.get(act.lstrip("!"), "pickupable")  # fmt: skip
    return any(affords(kind, needed) for kind in thing.types)
