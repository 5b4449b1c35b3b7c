"""Acts that the robot does not know, beside those it does."""

import re

from egoplan_ros.language.refusal import Refusal

UNABLE = tuple(
    "dim dry butter iron paint repair mop vacuum hoover peel grate stir sew dust knead mash season "
    "buy sing".split()
)
"""Verbs of the household that no goal tells; those with other meanings ("feed the plant", "fold the
box shut") are not among them."""
_ASKED = re.compile(
    r"(?:^|[,.;!] |\band |\bthen )(?:please |then |go |also )*"
    rf"(?P<verb>{'|'.join(UNABLE)})(?: up| off)? "
    r"(?:the|my|our|your|it|them|that|those|these|all|every|a|an|some|both)\b"
    r"(?! ?[-\u2013\u2014,.]+ *no\b)",
    re.IGNORECASE,
)


def check_able(text: str) -> None:
    """Refuse a request of which a part is beyond the robot, so that the rest is not done alone.

    Raises:
        Refusal: "turn off the TV and dim the lights", with what is not known.
    """
    if found := _ASKED.search(text.strip()):
        raise Refusal(
            f"instruction: how to {found['verb'].lower()!r} something is not known; "
            "say what shall be, such as 'put the mug in the sink'"
        )
