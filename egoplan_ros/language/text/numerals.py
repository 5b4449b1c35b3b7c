# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Numbers as people write them: marks of a list are no counts, and what no count says is told."""

import re

from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import singular, tokenize
from egoplan_ros.language.text.word_lists import DETERMINERS, LOOKS, NUMBERS
from egoplan_ros.world.errors import InputError

_ITEM = re.compile(r"(?:^|(?<=\s))(\d{1,2})[.)]\s+(?=[a-zA-Z])")
_BULLET = re.compile(r"(?:^|(?<=\s))([*\u2022\u2013-])\s+(?=[a-zA-Z])")
_UNCOUNTED = ("another", "both", "single")
_N = rf"(?:\d+|{'|'.join(n for n in NUMBERS if n.isalpha() and n not in _UNCOUNTED)})"
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d,.]*\d)")
_ZEROS = re.compile(r"(?<![\d.,:/])0+([1-9]\d*)(?![\d:/]|[.,]\d)")
_LEAST = re.compile(
    rf"\b(?:at least|(?:no|not) (?:fewer|less) than|a minimum of)\s+(?={_N}\b)", re.IGNORECASE
)
_MORE = re.compile(rf"\bmore than\s+({_N})\b", re.IGNORECASE)
_NOTHING = re.compile(r"(?<![\d.,:/])\b(?:zero|0)\b(?![\d:/]|[.,]\d)", re.IGNORECASE)
_LARGE = re.compile(r"(?<![\d.,:/])\d{3,}(?![\d:/]|[.,]\d)")
_VAGUE = re.compile(
    rf"(?:\b(?:at most|no more than|not more than|fewer than|less than|up to|a maximum of)\s+{_N}\b"
    rf"|\bminus\s+{_N}\b|(?<![\w.,])-\d+\b|(?<![\d.,:/])\d+[.,]\d+\b"
    r"|\bevery (?:second|third|fourth)\b|\bhalf (?:of )?(?:the|my|our|all|all the)\b)",
    re.IGNORECASE,
)
_BUT_SOME = re.compile(
    rf"\ball (?:but|except|save)(?: for)? {_N}\b(?: of (?:them|the \w+))?"
    r"|"
    rf"\b(?:all|every|each)\b(?: \w+){{0,4}}? (?:but|except|save)(?: for)? {_N}"
    r"(?: of (?:them|the \w+))?(?=$|[.,;!?]| (?:in|on|into|onto|to|and|of|goes?|should|must)\b)",
    re.IGNORECASE,
)
_TOLD_BY_LOOKS = "|".join(sorted(LOOKS - {"dirty", "empty", "full", "other"}))
_BUT_LOOKS = re.compile(
    r"\b(?:all|every|each|everything)\b[^.;!?]*? (?:but|except|save|apart from|other than|bar)"
    rf"(?: for)? (?:the|that|this|my|your) (?:{_TOLD_BY_LOOKS})(?: \w+)? ones?\b",
    re.IGNORECASE,
)
""" "All but the red one": what looks tell apart, no type does."""
_BUT_PLACED = re.compile(
    r"\b(?:all|every|each|everything|(?:the|my|our|those|these) \w+s)\b[^.;!?]*? "
    r"(?:(?:but|except|save|apart from|other than)(?: for)? (?:the|that|those|my) ones? "
    r"(?:in|on|at|by|near|above|under|from|next)|(?:but|and|only)"
    r" (?:leave|keep) one (?:of them )?(?:open|closed|shut|on|off|lit|out))\b",
    re.IGNORECASE,
)
""" "All but the one in the hall", "but leave one on": nor does where it is."""
_EXCEPTIONS = (_BUT_SOME, _BUT_LOOKS, _BUT_PLACED)
_NEAR = 3
"""Words behind a number among which the thing has to be that it counts."""


def listed(text: str) -> str:
    """A request without the marks of a list: "1. wash the mug 2. dry it" in two sentences."""
    items = list(_ITEM.finditer(text))
    numbers = [int(item[1]) for item in items]
    if len(items) > 1 and numbers == list(range(numbers[0], numbers[0] + len(items))):
        return _in_sentences(text, items)
    bullets = list(_BULLET.finditer(text))
    if len(bullets) > 1 and not text[: bullets[0].start()].strip():
        return _in_sentences(text, bullets)
    return text


def _in_sentences(text: str, marks: list[re.Match[str]]) -> str:
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    parts = [text[: marks[0].start()]]
    parts += [text[mark.end() : end] for mark, end in zip(marks, ends, strict=True)]
    return ". ".join(part.strip().rstrip(".;,") for part in parts if part.strip())


def counted(text: str, lexicon: Lexicon) -> str:
    """A request in which numbers of things are whole: "more than two" is three.

    Raises:
        InputError: "at most two apples", "2.5 apples", "all apples but one": no count says that.
    """
    text = _ZEROS.sub(r"\1", _THOUSANDS.sub(r"\1\2", text))
    text = _LEAST.sub("", text)
    text = _MORE.sub(lambda m: _more(m, lexicon), text)
    text = _NOTHING.sub(lambda m: "no" if _counts(m, lexicon) else m[0], text)
    for found in _LARGE.finditer(text):
        if int(found[0]) > max(NUMBERS.values()) and _counts(found, lexicon):
            raise InputError(f"instruction: {found[0]} are too many at once; ask in parts")
    for found in _VAGUE.finditer(text):
        if _counts(found, lexicon, plural=found[0].lower().startswith("half")):
            raise InputError(
                f"instruction: {found[0]!r} says not how many; give a whole number, such as 'two'"
            )
    if some := next(filter(None, (rule.search(text) for rule in _EXCEPTIONS)), None):
        raise InputError(f"instruction: {some[0]!r} says not which ones; name what is left out")
    return text


def _more(found: re.Match[str], lexicon: Lexicon) -> str:
    number = found[1].lower()
    count = NUMBERS.get(number, int(number) if number.isdecimal() else 0)
    return str(count + 1) if count and _counts(found, lexicon) else found[0]


def _counts(found: re.Match[str], lexicon: Lexicon, plural: bool = False) -> bool:
    """Whether a thing that is known follows, not "two minutes"."""
    after = tokenize(found.string[found.end() :].split(".")[0])[:_NEAR]
    mentions = lexicon.find(after, groups=True)
    if not mentions or DETERMINERS & set(after[: mentions[0].start]):
        return False
    last = after[mentions[0].end - 1]
    return not plural or singular(last) != last
