"""A request that is corrected in the same breath: "the mug, no wait, the cup"."""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.dialog_model import Turns

_VERB = rf"(?:{'|'.join(sorted(w.ACTION_WORDS))})"
_ONE_BREATH = re.compile(
    r"(?:[\s,;:.]|--?|[\u2013\u2014])+(?=(?:oh,? |er+,? |um+,? |uh+,? )*"
    rf"(?:or,? (?:h+m+,? )?(?={_VERB}\b(?! (?:it|them)\?))|no,? wait|wait,|actually|"
    rf"(?<!than )sorry|rather,|i mean\b"
    r"|scratch (?:that|it)|forget (?:that|it)|never ?mind|make that|on second thought"
    r"|no,? (?:forget|never ?mind|skip|scrap|do not|don't)\b|wait,? not\b"
    rf"|no,? (?:the|a|an|my|to|in|on|into|{'|'.join(w.NUMBERS)})\b|no, {_VERB}\b))"
)
_GOES_ON = re.compile(
    rf"\s*(?:,|--?|[\u2013\u2014])\s*(?=(?:and|then) {_VERB}\b)"
    rf"|[.;!]\s+(?=(?:(?:and|then|now|please) )*{_VERB}\b)"
)
"""Where a correction ends and the request goes on: "no, the book, and put it on the bed"."""
_BROKEN_OFF = re.compile(
    r"(?: (?:in|on|into|onto|inside|under|to|at|the|a|an|my|with))+$|[\s,.;]+(?:or|but|and)$"
)
_HESITATION = re.compile(
    r"\b(?:(?:oh )?(?:my )?(?:goodness|gosh)(?: me)?|oh my(?=[,.!])|oh|er+|um+|uh+|h+m+)\b[,.!]?\s*"
)
_BROKEN_THOUGHT = re.compile(
    r"(?:^|(?<=[.,!?] ))\w+(?: (?:me|the|a|an|my))? ?(?:\.\.+|\u2026) ?"
    r"(?:(?:no|wait|actually|never ?mind)\b[,. ]*)+(?:just )?"
)
""" "Wipe... no, just put a cloth in the sink"."""
_MENDED_NAME = re.compile(
    r"^(?P<act>(?:please )?\w+) (?:the|a|an|my) (?:\w+ )?\w+(?:,| -+|\.+)? "
    r"(?:no wait|wait|no|i mean|i meant|sorry|rather|or rather|actually),? "
    r"(?P<new>(?:the|a|an|my) (?:\w+ )?\w+),? (?=(?:in|on|into|onto|to|under)\b)"
)
"""The thing is corrected before its place is told: "put the soap, I mean the sponge, in ..."."""


_MEANT_BEFORE = re.compile(
    r"^(?P<what>(?:the |an? |my )?\w+(?: \w+)?), (?:i mean(?:t)?|sorry|that is)[.!,] ?(?!\w+s?\b, )"
)
""" "Bowls, I mean."."""
_SWITCHES = re.compile(r"(?:please |then )?(?:turn|switch|power)\b.* (?:on|off)$")


def turns_of(text: str) -> Turns:
    """A request that is corrected in the same breath, as turns of one person; one if it is not."""
    text = _BROKEN_THOUGHT.sub("", text.lower().replace("\u2019", "'"))
    text = _MEANT_BEFORE.sub(r"i mean \g<what>. ", text)
    text = _MENDED_NAME.sub(r"\g<act> \g<new> ", text)
    first, *others = _ONE_BREATH.split(text)
    parts = [first, *(part for other in others for part in _GOES_ON.split(other))]
    parts = [_HESITATION.sub("", part) for part in parts if part.strip()]
    whole = [part if _SWITCHES.match(part) else _BROKEN_OFF.sub("", part) for part in parts[:-1]]
    return tuple(("user", part) for part in [*whole, *parts[-1:]])
