"""Requests of unforeseen form in plain words: contrasts, prohibitions, statements, joined clauses.

"Every fork belongs in the drawer" becomes "put every fork in the drawer", "do not leave the fridge
open" becomes "close the fridge", and of "put the cup, not the mug, in the sink" the contrast goes.
Nothing is added that was not said; what cannot be put plainly stays as it is.
"""

import re
from functools import lru_cache

from egoplan_ros.language.contrasts import CONDITIONS, CONTRASTS, PROHIBITIONS
from egoplan_ros.language.courtesies import bare
from egoplan_ros.language.household_phrases import HOUSEHOLD
from egoplan_ros.language.joints import JOINTS
from egoplan_ros.language.phrasing import (
    COUNT,
    DET,
    DONE,
    MOVED,
    NAME,
    SAME,
    apply,
)
from egoplan_ros.language.removal import taken_off
from egoplan_ros.language.spelling import spelled
from egoplan_ros.language.statements import STATEMENTS
from egoplan_ros.language.text import tokenize
from egoplan_ros.language.words import (
    ACTION_WORDS,
    INTO,
    NEGATIONS,
    PLACE_VERBS,
    STATE_WORDS,
)
from egoplan_ros.world.errors import InputError

_EXCEPTION = re.compile(
    r"\b(?:anywhere|somewhere|any place|everywhere) (?:but|except|other than)\b"
)


_LET_BE = re.compile(
    r"(?:please )?(?:keep (?:your |any )?(?:hands|fingers|paws) off|hands off|stay away from"
    r"|do not touch) (?:\w+ ){0,3}?\w+[.!]*"
)
_DENIED = re.compile(
    r"^(?:the|a|an|my|that|this) (\w+(?: \w+){0,3}?) "
    r"(?:is|are|does|do|should|must|has|have|can|will) not\b|"
    r"\b(?:the|a|an|my|no|that|this|those|these)(?! need\b) ((?:\w+ )??\w+?)"
    r"(?= (?:in|on|to|at|away|up|down|off|out|please|yet|now|any|anymore)\b|$)"
)
"""What a prohibition speaks of."""


_NAMED_STATE = re.compile(rf" (?:{'|'.join([*DONE, *SAME])})$")
_TO = [[word] for word in sorted(INTO)]
_WISHES = frozenset(
    "need needs want belongs belong goes go lives should must crack break water run".split()
)


_BECOMES = frozenset("goes belongs to be is are has have then up down".split()) | set(
    re.findall(r"\w+", MOVED)
)
_PLACED = re.compile(
    rf"(?P<noun>(?:{COUNT} )?{NAME}) (?:in|on|into|onto|inside) (?:{DET} )?{NAME}(?: please)?"
)
_CLAUSE = re.compile(
    r"[,;:]\s*|\.\s+|\s+but\s+|\s+and\s+(?=(?:do not|never|stop \w+ing)\b)"
    r"|\s+just\s+(?=\w+ (?:the|a|an|my)\b)"
)
_STAYS = re.compile(
    r"\b(?:stays?|remains?|(?:can|may|should|must) (?:stay|remain)|(?:is|are) (?:fine|okay|ok))"
    r"(?: there| here| put| on| off| open| closed| shut| (?:as|where) (?:it is|they are))?$"
)


@lru_cache(maxsize=32)
def plain(text: str) -> str:
    """A request in plain words; text that needs no rewriting comes back as it is.

    Raises:
        InputError: "anywhere but the bed": there is no goal in that.
    """
    made = bare(spelled(text))
    if _EXCEPTION.search(made):
        raise InputError(
            "instruction: only what shall not be is told; say where it shall be, "
            'such as "put the pillow on the sofa"'
        )
    if _LET_BE.fullmatch(made):
        raise InputError(
            "instruction: only tells what is to be left alone; say what to do, such as "
            '"put a mug in the sink"'
        )
    made = apply(CONTRASTS, taken_off(made.strip(" ,;.!")))
    made = re.sub(r"\s+", " ", made).strip(" ,;.!")
    made = apply(PROHIBITIONS, apply(CONDITIONS, made))
    made = re.sub(r"[.!?]+\s+(?:oh,? )?(?:and )?", " and ", _allowed(made))
    made = apply(HOUSEHOLD, apply(JOINTS, made))
    made = " and ".join(filter(None, map(_imperative, _clauses(made))))
    made = re.sub(r"\s+", " ", made).strip(" ,;.!")
    return made if tokenize(made) != tokenize(text) else text


def _allowed(text: str) -> str:
    """Without the clauses that forbid or deny something, when others ask for something."""
    parts = _CLAUSE.split(text)
    forbid = [_forbids(part) for part in parts]
    asking = [
        bool(
            (ACTION_WORDS | _WISHES) & set(part.split())
            or part.split()[:1] in _TO
            or _is_placement(part)
        )
        and not bad
        for part, bad in zip(parts, forbid, strict=True)
    ]
    if not any(forbid) or not any(asking):
        return text
    kept: list[str] = []
    noun = ""
    for part, bad in zip(parts, forbid, strict=True):
        if bad:
            named = _DENIED.search(part)
            noun = f"the {_NAMED_STATE.sub('', named[1] or named[2])}" if named else noun
        else:
            if noun and not kept and part.split()[:1] in _TO:
                part = f"put {noun} {part}"
            elif noun and not kept:
                part = re.sub(r"\b(?:it|they|them)\b", noun, part, count=1)
            kept.append(part)
    return ", ".join(kept)


def _forbids(part: str) -> bool:
    words = part.removeprefix("so ").split()
    if _STAYS.search(part) and "neither" not in words:
        return True
    denied = (NEGATIONS - {"except"}) & set(words) or {"nobody", "nothing"} & set(words)
    if words[:1] == ["stop"] and words[1:2] and words[1].endswith("ing"):
        return True
    return bool(denied) or words[:1] == ["no"] or words[:2] == ["never", "mind"]


def _clauses(text: str) -> list[str]:
    """Parts joined by "and" or commas that a statement rule can read each by itself."""
    found: list[str] = []
    pending = ""
    told = False
    for part in re.split(r"\s*,\s*and\s+|\s+and\s+|\s*,\s*", text):
        complete = _imperative(part) != part or _starts_with_verb(part)
        if complete and pending and _is_placement(pending):
            if found and _lacks_place(found[-1]):  # "put the keys and the phone in the safe"
                found[-1] += f" and {pending}"
            else:
                found.append(f"put {pending}")  # "keys on the desk, laptop shut"
            pending = ""
        elif told and not pending and _is_placement(part):
            found.append(f"put {part}")
            continue
        whole = f"{pending} and {part}" if pending else part
        if _imperative(whole) != whole or _starts_with_verb(whole):
            found.append(whole)
            told = not _starts_with_verb(whole)
            pending = ""
        else:
            pending = whole
    return [*found, pending] if pending else found


def _is_placement(part: str) -> bool:
    """Whether it names a thing and a place, and nothing that becomes of it: "keys on the desk"."""
    told = _PLACED.fullmatch(part)
    return told is not None and not (ACTION_WORDS | _WISHES | _BECOMES) & set(told["noun"].split())


def _lacks_place(clause: str) -> bool:
    """Whether a clause tells to put something and not where."""
    words = clause.split()
    return words[0] in PLACE_VERBS and not INTO & set(words)


def _starts_with_verb(part: str) -> bool:
    words = part.split()
    return words[1:2] != ["sure"] and bool(ACTION_WORDS & set(words[:1]))


def _imperative(clause: str) -> str:
    clause = clause.strip()
    if _starts_with_verb(clause) and clause.split()[0] not in STATE_WORDS:
        return clause
    for pattern, by in STATEMENTS:
        if pattern.match(clause):
            return pattern.sub(by, clause)
    return clause
