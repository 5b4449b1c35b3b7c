"""What a person says to what the robot just asked, in words that stand for themselves."""

import re

_CHOICE = re.compile(r"\b((?:(?:in|on|to) )?the [\w ]+?),? or ((?:(?:in|on|to) )?the [\w ]+)")
_ORDINAL = re.compile(r"(?:the )?(?:former|first(?: one)?|(latter|second(?: one)?))(?:,? please)?")
_THAT_ONE = re.compile(r"the (\w+) one(?:,? please)?")
_BOTH = re.compile(r"both(?: of (?:them|those))?(?:,? please)?")
_MISSING = re.compile(
    r"\bthere(?:'s| is| are) no\b|\b(?:can not|cannot|can't|could not|couldn't|do not|don't) "
    r"(?:find|see|have|know)\b|\b(?:find|see|have|got|is) no\b"
)


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
