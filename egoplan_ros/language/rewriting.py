"""Requests of unforeseen form in plain words: contrasts, prohibitions, statements, joined clauses.

"Every fork belongs in the drawer" becomes "put every fork in the drawer", "do not leave the fridge
open" becomes "close the fridge", and of "put the cup, not the mug, in the sink" the contrast goes.
Nothing is added that was not said; what cannot be put plainly stays as it is.
"""

import re

from egoplan_ros.language.contrasts import CONDITIONS, CONTRASTS, PROHIBITIONS
from egoplan_ros.language.courtesies import bare
from egoplan_ros.language.household_phrases import HOUSEHOLD
from egoplan_ros.language.joints import JOINTS
from egoplan_ros.language.phrasing import (
    COUNT,
    DET,
    DONE,
    MODAL,
    MOVED,
    NAME,
    NUMERAL,
    SAME,
    VERB,
    Rule,
    apply,
    rule,
)
from egoplan_ros.language.removal import taken_off
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

_SPELLING: tuple[Rule, ...] = (
    rule(r"[\u2019`\u00b4]", "'"),
    rule(r"\bcan't\b", "can not"),
    rule(r"\bwon't\b", "will not"),
    rule(r"n't\b", " not"),
    rule(r"\b(have|has|is|are|was|were|does|did|should|would|could|must|need)nt\b", r"\1 not"),
    rule(r"\b(?:do|did) not ever (?=want\b|like\b|put\b|leave\b)", "do not "),
    rule(rf"\b(warm|heat) up (?={COUNT}\b)", r"\1 "),
    rule(rf"^(?:how|what) about (?={COUNT} )", "i would like "),
    rule(rf"\bget (?P<noun>{DET} {NAME}) (?:going|running|started)\b", r"turn on \g<noun>"),
    rule(r"\bim\b", "i'm"),
    rule(r"\bu\b", "you"),
    rule(r"\bgimme\b", "give me"),
    rule(r"(?<!\w)w/o\b", "without"),
    rule(r"\bevry\b", "every"),
    rule(r"\bnvm\b", "never mind"),
    rule(r"\blol\b,? ?", ""),
    rule(
        r"\bshut ((?:the|my|that) (?:laptop|computer|desktop|pc)(?: computer)?) down\b",
        r"turn off \1",
    ),
    rule(r"\b2 me\b", "to me"),
    rule(r"(?<=\w) r (?=\w)", " are "),
    rule(r"\bive\b", "i've"),
    rule(r"\bdont\b", "do not"),
    rule(
        r"^there(?:'s| will be| are going to be| are| is) (?:\w+ )?\w+ of us\b[^,.]*[,.]\s*"
        r"(?:so )?",
        "",
    ),
    rule(r"\b(?:none|not (?:a|any) single one) of (?:the|my|our|these|those)\b", "no"),
    rule(r"\b(i|we) require\b", r"\1 need"),
    rule(
        rf"(?<=\w), (?:everything|everyone|everybody|nobody|somebody|someone|no one) "
        rf"(?!.*\b(?:{MODAL}|goes (?:in|on|into|to|back)|belongs?|{DET})\b)[\w' ]+$",
        "",
    ),
    rule(
        r"(?<=\w)[.;,] (?:and )?i do not (?:want|like|need)(?: to (?:see|find|have))? "
        r"(?:any|them|it|one|those)(?: of (?:them|those))? (?:in|on) (?:there|it|here)[.!]*$",
        "",
    ),
    rule(r"^(?:please )?not (?=(?:open|close|put|turn|wash|take|touch|move|leave)\b)", "do not "),
    rule(r"[!?]*!+[!?]*(?= |$)", "."),
    rule(r"\b(i|we) (?:only|just|really) (?=(?:need|want|would like)\b)", r"\1 "),
    rule(
        r"(?: (?:that|which) (?:is|are)|(?<!\bis)(?<!\bare)) lying (?:around|about)"
        r"(?: here| there)?"
        r"(?=,| (?:goes|go|belongs?|should|must|needs?|can|could)\b|$)",
        "",
    ),
    rule(r"\b(?:the |a )?(?:whole|entire) lot of (?!them\b|it\b)(?:the |my |our )?", "all the "),
    rule(r"\b(\w+s): (\d+),? ", r"\2 \1 "),
    # Where nobody sets a comma, as those who speak.
    rule(r"(?<=\w) (?=(?:i|we) do not (?:want|need|like) (?:it|them|the)\b)", ", "),
    rule(
        r"(?<=\w)(?<!\band)(?<!\bso)(?<!\bwhere)(?<!\bthat)(?<!\bbefore)(?<!\bif)(?<!\bwhen) "
        r"(?=(?:they|it) (?:go(?:es)?|belongs?) (?:in|on|into|onto|to|under)\b)",
        ", ",
    ),
    rule(rf"\b({NUMERAL} (?:(?!and\b)\w+ )?(?!and\b)\w+?) (?={NUMERAL} \w+ )", r"\1, "),
    rule(
        rf"(^|[,.;] |\band )only (?={VERB}(?: on| off| up| down| away)? (?:it|them|{COUNT})\b)",
        r"\1",
    ),
    rule(r"\bcannot\b", "can not"),
    rule(r"\s[+&]\s", " and "),
    rule(r"\s*\([\w ,']*\)", ""),
    rule(r"\b(that|what|here|there|whatever)'s\b", r"\1 is"),
    rule(r"^(?:would|'d) (?=(?:love|like)\b)", "i would "),
    rule(r"\bfull of (?=(?:hot |cold |warm )?(?:water|coffee)\b)", "of "),
    rule(rf"\b(?:exactly|precisely|at least) (?={COUNT}\b)", ""),
    rule(r"^what (?:i'd like|i would like|i want|i need|we need|we want) is ", "i want "),
    rule(r"^([^.;,]*?) *-> *([^.;,]*?)[.;]?$", r"put \1 in \2"),
    rule(r" *(?:->|=>|\u2192) *", " to "),
    rule(r"\brolls? of (?=(?:tin |aluminium |aluminum )?foil\b|paper towels?\b|kitchen)", ""),
    rule(r"\bi(?:'d| would) love\b(?! to\b)", "i'd like"),
    rule(r"\bhalf a dozen\b", "six"),
    rule(r"(?<!\w)'?em\b", "them"),
    rule(r"\bn\b", "and"),
    rule(r"\boh,? (?=and\b|could\b|can\b|please\b)", ""),
    rule(r"\bdo not (?:you )?dare(?: to)?\b", "do not"),
    rule(
        r"\b((?:do not|never) \w+ [^,;.]*?\w) "
        rf"(?=(?:(?:just )?(?:put|place|move|bring|take)|(?:just|only|simply) {VERB}) "
        r"(?:it|them)\b)",
        r"\1, ",
    ),
    rule(r",?\s*\bwithout (?:any )?exceptions?\b", ""),
    rule(r",?\s*\b(?:whatever you do|no matter what)\b,?", ""),
    rule(r"\b(?:see to it|see|check|verify) that\b", "make sure that"),
)


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


def spelled(text: str) -> str:
    """Text in lower case with its short forms written out: "don't" as "do not"."""
    return apply(_SPELLING, text.lower().strip())


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
