"""Requests with words around them that ask for nothing, where nothing tells them by form.

"Three tomatoes in the fridge, ta", "would you be a dear and wash the cup before they come": parts
that name no thing of ours, ask for nothing, deny nothing and count nothing may go. It is the last
resort for a request that would be refused: what is left must be read word for word.
"""

import re
from collections.abc import Iterator

from egoplan_ros.language import words as w
from egoplan_ros.language.courtesies import bare
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.spelling import spelled
from egoplan_ros.language.text import tokenize

_PARTS = re.compile(
    r"(\s*[,;:.!?()]+\s*|\s+[-\u2013\u2014]+\s+|\s+(?=(?:because|since|before|as|so|while|if|when|once"
    r"|although|though|after|until|unless|and|but|for)\b))"
)
STRANGE = re.compile(r"[{}\[\]<>\\=|@#$%^*_~]")
"""What no sentence of a person holds."""
_SAID = re.compile(
    r"^(?:and |but |so |because |since |as )?(?:i|we|you|he|she|they|it|that|this|there)"
    r"(?: only| just| really| still| already| always)?"
    r"(?:'m|'re|'s|'ve| am| are| is| was| were| have| has| had| keep| got| left| love| hate)\b"
    r"(?! (?:to|need|want|like|no|not|be)\b)"
)
"""Tells of somebody or something, and asks for nothing."""
_OF_OTHERS = re.compile(
    r"^(?:(?:the|my|our|his|her) )?\w+(?:'s|'ll| is| are| was| will| has| have| had| gets?| keeps?"
    r"| comes?| always| never| might| may)\b(?!.*\b(?:to be|be)\b)"
)
"""Tells of somebody or something that we do not know: "the milk will go off"."""
_WISHES = frozenset(
    "need needs want wants like belong belongs go goes should must ought supposed except unless "
    "but no none only nothing nobody neither nor other rest same".split()
)
_GO = frozenset("go goes like".split())
"""Wishes, but for what comes of it: "before they go limp"."""
_REASONS = frozenset("because since before as so although though".split())
_UNLESS = frozenset("if unless until while when whenever once after except".split())
_KEPT = (
    (w.ACTION_WORDS - {"like", "using"})
    | w.NEGATIONS
    | w.ALL
    | w.CONDITIONS.keys()
    | (w.NUMBERS.keys() - {"one", "another"})
    | _WISHES
)
_LONGEST_NAME = 3
_LEADING = (
    w.DETERMINERS | w.ALL | w.NUMBERS.keys() | w.PARTS | w.INTO | w.FROM | {"of", "and", "then"}
)
_TRAILING = w.PRONOUNS | {"down", "up", "away", "back", "out", "there", "me", "us"}


def reductions(text: str, lexicon: Lexicon) -> Iterator[str]:
    """Shorter forms of a request, the longest first.

    Args:
        text: as a person wrote it.
        lexicon: the names of things.
    """
    if STRANGE.search(text):
        return  # no sentence of a person
    pieces = _PARTS.split(bare(spelled(text)))
    parts, gaps = pieces[::2], pieces[1::2]
    wanted = [_matters(part, lexicon) for part in parts]
    if not any(wanted):
        return
    made = _joined(parts, gaps, wanted)
    if not all(wanted):
        yield made
    cut = [_cut(part, lexicon) if keep else part for part, keep in zip(parts, wanted, strict=True)]
    if cut != parts:
        yield _joined(cut, gaps, wanted)
    told = [keep and not _SAID.match(part) for part, keep in zip(parts, wanted, strict=True)]
    if told != wanted and any(told):
        yield _joined(cut, gaps, told)


def _joined(parts: list[str], gaps: list[str], wanted: list[bool]) -> str:
    """The wanted parts, each with the gap before it."""
    text = ""
    for part, gap, keep in zip(parts, ["", *gaps], wanted, strict=True):
        if keep:
            text += (gap if text else "") + part
    return re.sub(r"^(?:and|but|so|then)\s+", "", text.strip(" ,;:.!?()-"))


def _matters(part: str, lexicon: Lexicon) -> bool:
    """Whether a part names a thing, asks for something, or denies or counts something."""
    tokens = tokenize(part)
    if tokens[:1] and tokens[0] in _REASONS and tokens[1:2] != ["you"]:
        return bool((_KEPT - w.ACTION_WORDS - _GO) & set(tokens)) or bool(lexicon.find(tokens))
    if _OF_OTHERS.match(part) and not lexicon.find(tokens, groups=True):
        return bool((_WISHES - _GO) & set(tokens))
    if {"it", "them"} & set(tokens) or (tokens[:1] and tokens[0] in _UNLESS):
        return True  # something is done to it, in words that nobody told us; or a condition
    named = bool(lexicon.find(tokens, groups=True))
    if tokens[:1] and tokens[0] in w.DETERMINERS and len(tokens) <= _LONGEST_NAME:
        return True  # "find my keys and my wallet": a thing we do not know
    if tokens[:1] in (["i"], ["we"]) and not named:
        return bool((w.ACTION_WORDS | w.NEGATIONS) & set(tokens))  # "I only need the one"
    return bool(_KEPT & set(tokens)) or named


def _cut(part: str, lexicon: Lexicon) -> str:
    """A part without the words before the first and after the last one that matters."""
    tokens = re.findall(r"[\w']+", part)
    named = {
        at for found in lexicon.find(tokens, groups=True) for at in range(found.start, found.end)
    }
    kept = [at for at, token in enumerate(tokens) if at in named or token in _KEPT]
    if not kept:
        return part
    first, last = kept[0], kept[-1]
    while first and tokens[first - 1] in _LEADING:
        first -= 1
    if tokens[kept[0]] not in w.ACTION_WORDS or _UNLESS & set(tokens[:first]):
        first = 0  # what is cut off may be what is to be done, or when
    while last + 1 < len(tokens) and tokens[last + 1] in _TRAILING:
        last += 1
    if (w.INTO | w.FROM | w.UNDER) & set(tokens[last + 1 :]):
        last = len(tokens) - 1  # what is cut off may be where
    return " ".join(tokens[first : last + 1])
