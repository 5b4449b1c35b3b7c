# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What asks for nothing: questions of which no form is known, and reports."""

import re

from egoplan_ros.language.reader.question_reader import CANNOT_READ, is_question
from egoplan_ros.world.errors import InputError

_CALL = r"(?:(?:hey|hi|ok|okay|so|well|robot|please|um|er|now|and)[, ]+)*"
_MINE = r"(?:(?:all|any)(?: of)? )?(?:the|my|our|your|this|that|these|those)"
_NOT = r"(?!.*\b(?:to|go|goes|belongs?|needs?|must|should|please|still|yet|not|again|chance)\b)"
_WHAT = r"what(?:'s| is| are| was| were)(?: still| left)? (?:in|inside|on|under|behind)\b[^,]*"
_WHETHER = rf"(?:is|are|was|were) {_MINE} [^,]+"
_WHICH = r"(?:which|what|whose) \w+(?: \w+)? (?:is|are|was|were)\b[^,]*"
_REPORT = re.compile(
    rf"{_CALL}(?:i|we)(?:'ve| have)? (?:already|just) (?!want|need|would|like|wish)"
    r"(?:\w+ed|put|took|brought|made|cut|shut|set|got|left|did|done|taken)\b"
    r"(?!.*\b(?:and|but|so|please)\b)[^,;.:!?]*"
)
_QUESTION = re.compile(rf"{_CALL}{_NOT}(?:{_WHAT}|{_WHETHER}|{_WHICH})")


def check_no_question(text: str) -> None:
    """Refuse a single sentence that asks how things are, after it could not be read as a question
    that is answered, or that tells what somebody has done.

    "Is the tap still running?" complains, and "is the mug to go in the sink?" offers.

    Raises:
        InputError: with what would be a request.
    """
    said = text.strip().lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    one = said.rstrip("?! ")
    if _REPORT.fullmatch(one.rstrip(".")):
        raise InputError("instruction: tells what was done; say what shall be done")
    alone = not re.search(r"[.!?;:]", one)
    if alone and (_QUESTION.fullmatch(one) or is_question(one)):
        raise InputError(CANNOT_READ)
