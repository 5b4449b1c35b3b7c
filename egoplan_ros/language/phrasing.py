"""What rules that rewrite requests are made of: fragments of patterns, and verbs for states."""

import re
from collections.abc import Callable, Iterable

from egoplan_ros.language.words import ACTION_WORDS, NUMBERS, STATE_WORDS

IN = r"(?:in|on|into|onto|inside|to|at|from|under)"
WHERE = r"(?:in|on|inside|at)"
DET = r"(?:the|a|an|my|our|any|that|this|all|every|each)"
CARRIER = r"(?:mug|cup|glass|bowl|plate|pan|pot|box|vase)"
SURE = r"(?:(?:make|be) sure|ensure)(?: that)?"
END = r"(?=[,;.:!?]|$|\bbut\b|\band\b)"
NOUN = r"(?:[\w]+ ){0,5}?[\w]+"
_NO_PLACE = r"(?! (?:the|a|an|my|our|its|their|top|that|this)\b)"
STATE = rf"(?:open|opened|closed|shut|on{_NO_PLACE}|off{_NO_PLACE}|running|burning|lit)"
NAME = r"(?:\w+ )?\w+"
STATED = rf"(?:{'|'.join(STATE_WORDS)})"
NUMERAL = (
    rf"(?:{'|'.join(n for n in NUMBERS if n.isalpha() and n not in ('another', 'both', 'single'))})"
)
COUNT = rf"(?:{DET}|\d+|{'|'.join(word for word in NUMBERS if word.isalpha())})"
MODAL = (
    r"(?:must|should|shall|has to|have to|needs? to|ought to|may|can|is to|are to"
    r"|could|would|might|wants? to|(?:is|are) supposed to)"
)
MOVED = (
    r"(?:put|placed|set|moved|taken|brought|transferred|stored|kept|left|served|hidden|hung|thrown"
    r"|tossed|dropped|laid|stashed|tucked|stowed|carried|returned|delivered|stuck|gathered|collected"
    r"|loaded|lined)(?: away| back| over| up| down)?"
)
OPPOSITE = {
    "open": "close {}", "opened": "close {}", "closed": "open {}", "shut": "open {}",
    "on": "turn off {}", "running": "turn off {}", "off": "turn on {}",
    "burning": "turn off {}", "lit": "turn off {}",
}  # fmt: skip
SAME = {
    "open": "open {}", "opened": "open {}", "closed": "close {}", "shut": "close {}",
    "on": "turn on {}", "running": "turn on {}", "off": "turn off {}",
    "hot": "heat {}", "cold": "cool {}", "clean": "wash {}", "sliced": "slice {}",
    "lit": "turn on {}", "burning": "turn on {}",
}  # fmt: skip
DONE = {
    "washed": "wash", "cleaned": "clean", "rinsed": "rinse", "sliced": "slice", "cut": "cut",
    "heated": "heat", "warmed": "warm", "cooked": "cook", "cooled": "cool", "chilled": "chill",
    "filled": "fill", "closed": "close", "opened": "open", "shut": "close",
    "scrubbed": "scrub", "fried": "fry", "boiled": "boil", "toasted": "toast", "baked": "bake",
    "roasted": "roast", "microwaved": "microwave", "reheated": "reheat", "chopped": "chop",
    "refrigerated": "refrigerate", "emptied": "empty", "binned": "bin", "trashed": "trash",
    "discarded": "discard", "recycled": "recycle", "lit": "light",
}  # fmt: skip
VERB = rf"(?:{'|'.join(sorted(ACTION_WORDS))})"
ASKS = re.compile(
    rf"(?:{'|'.join(ACTION_WORDS - STATE_WORDS.keys())})\b"
    rf"|(?:{'|'.join(ACTION_WORDS & STATE_WORDS.keys())}) (?:it|them|{DET})\b"
)
"""Starts as a request does: "clean the mug", but not "clean mugs"."""
Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]


def rule(pattern: str, by: str | Callable[[re.Match[str]], str]) -> Rule:
    """What to look for, and what to put in its place."""
    return re.compile(pattern), by


def apply(rules: Iterable[Rule], text: str) -> str:
    """Text with all rules applied, one after the other."""
    for pattern, by in rules:
        made = pattern.sub(by, text)
        text = text if made == text else re.sub(r" {2,}", " ", made)
    return text


def of_gerund(stem: str) -> str:
    """The verb of which "ing" was cut off, "slic" or "put", "" when it is none we know."""
    undoubled = stem[:-1] if stem[-2:-1] == stem[-1:] else stem
    return next((word for word in (stem, f"{stem}e", undoubled) if word in ACTION_WORDS), "")


def infinitive(done: str) -> str:
    """The verb of a participle, "" when it is none we know."""
    stems = (DONE.get(done, ""), done, done.removesuffix("ed"), done.removesuffix("d"))
    return next((stem for stem in stems if stem in ACTION_WORDS), "")
