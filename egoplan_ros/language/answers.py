"""What a person says to what the robot just asked or offered, in words of its own.

"Shall I light the candle?" - "Oh yes": light the candle. "The desk lamp or the floor lamp?" - "the
latter": the floor lamp.
"""

import re

from egoplan_ros.language import words as w

_AGREES = re.compile(
    r"^(?:(?:oh|ah|hm+|well),? )*"
    r"(?:yes|yeah|yep|yup|ya|yea|aye|sure|go ahead|ok(?:ay)?|right|exactly|please do|of course"
    r"|go on|go for it|do (?:it|that)|why not|absolutely|definitely|good idea|sounds good)\b"
)
_DEED = re.compile(
    r"\b(?:(?:shall|should) i|do you want me to|would you like me to) (\w+ [^?.]*)\?"
)
_STATE = re.compile(
    r"\b(?:(?:would|do) you (?:like|want|need) (?:it|them|that)|should (?:it|they|that) be) "
    rf"({'|'.join(w.STATE_WORDS)})\b[^?]*\?"
)
_ALL_THE_SAME = re.compile(r"\b(?:anyway|still|really|nevertheless|all the same)\b")
_CHOICE = re.compile(r"\b((?:(?:in|on|to) )?the [\w ]+?),? or ((?:(?:in|on|to) )?the [\w ]+)")
_ORDINAL = re.compile(r"(?:the )?(?:former|first(?: one)?|(latter|second(?: one)?))(?:,? please)?")
_THAT_ONE = re.compile(r"the (\w+) one(?:,? please)?")
_BOTH = re.compile(r"both(?: of (?:them|those))?(?:,? please)?")
_MISSING = re.compile(
    r"\bthere(?:'s| is| are) no\b|\b(?:can not|cannot|can't|could not|couldn't|do not|don't) "
    r"(?:find|see|have|know)\b|\b(?:find|see|have|got|is) no\b"
)


def offered(question: str) -> str:
    """What the robot offers, as a request, or "a clean one"; "" when it offers nothing."""
    if deed := _DEED.search(question):
        return deed[1]
    state = _STATE.search(question)
    return f"a {state[1]} one" if state else ""


def offers_more(question: str) -> bool:
    """Whether something besides the request is offered, not the request itself all the same."""
    return bool(offered(question)) and not _ALL_THE_SAME.search(question)


def agreed(text: str, question: str) -> str:
    """What a person agrees to: "light the candle"; "" when to nothing."""
    return offered(question) if _AGREES.match(text.lower()) else ""


def spelled_out(text: str, question: str) -> tuple[str, ...]:
    """An answer in words that stand for themselves: what "the latter" means, or "both".

    Args:
        text: of the person.
        question: of the robot just before, in lower case.

    Returns:
        One text or more, each about one thing.
    """
    said, choice = text.strip(" .!"), _CHOICE.search(question)
    if choice and (option := _ORDINAL.fullmatch(said)):
        return (choice[2 if option[1] else 1],)
    if choice and _BOTH.fullmatch(said):
        return choice[1], choice[2]
    if (named := _THAT_ONE.fullmatch(said)) and (
        meant := re.search(rf"\b{named[1]} \w+", question)
    ):
        return (f"the {meant[0]}",)
    return (text,)


def tells_missing(question: str) -> bool:
    """Whether the robot tells that it does not find what was asked for."""
    return bool(_MISSING.search(question))
