"""Turns that only tell where something is: a place that is named in them is no destination."""

import re

from egoplan_ros.language.dialog_model import ROBOT, Turns

WHERE_IT_IS = re.compile(
    r"\bwhere(?:'s| is| are| can"
    r"| (?:do|shall|should|could) (?:i|we) (?:find|look|start|begin|wash|clean|rinse|fill|heat|warm"
    r"|cook|boil|toast|cool|chill|slice|cut))\b(?!.*\b(?:go|put|place)\b)"
)
"""Asks where something is, or where to do what leaves nothing there."""

LOOK_THERE = re.compile(
    r"^(?:(?:you (?:can|could|should|may) )?(?:have a |take a )?(?:look|check|search))"
    r"(?: for (?:it|one|them))? (?:in|on|inside|under|behind|by|near|next to) [\w ]+[.!\s]*$"
)
"""Where to look: "look in the fridge"."""

_THERE = re.compile(
    r"^(?:(?:it|they|there|(?:one|another|the \w+(?: \w+)?)(?: one)?)(?:'s| is|'re| are) "
    r"(?:one |some |another )?)?(?:in|on|inside|under|behind|by|near|next to) "
    r"(?:the|my|our|a) [\w ]+[.!\s]*$"
)
"""A place alone, or what is there."""


def without_hints(turns: Turns) -> Turns:
    """A dialog without the questions where something is, and their answers; nor where to look."""
    left: list[tuple[str, str]] = []
    asked = False
    for speaker, text in turns:
        said = text.strip().lower()
        if speaker.strip().lower() in ROBOT:
            asked = bool(WHERE_IT_IS.search(said))
            left.append((speaker, text))
        elif asked and _THERE.match(said):
            left.pop()
            asked = False
        elif not (left and LOOK_THERE.match(said)):
            left.append((speaker, text))
            asked = False
    return tuple(left)
