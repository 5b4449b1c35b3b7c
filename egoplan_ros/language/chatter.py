"""What people say in a dialog that asks for nothing."""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.courtesies import IF_NO_TROUBLE, unexplained

GREETING = re.compile(
    r"^(?:(?:great|good|super|nice|cool(?=[,.!])|thanks|thank you|cheers|ok(?:ay)?|right|well|hi"
    r"|hello|hey|good (?:morning|evening|afternoon)|perfect|lovely|brilliant|ace|fine)\b[\s,.!]*)+"
)
ENOUGH = re.compile(
    r"\b(?:that(?:'s| is) (?:all|it|everything)|nothing else|no more)\b"
    r"|(?:\bi(?:'ve| have)? )?\bchanged my mind\b[,.]?\s*"
    r"|\b(?:some|any)where(?: (?:nice|safe|else))?\b"
    r"|\b(?:now )?what was it(?: i wanted| again)?[,.]?\s*(?:(?:ah|oh) yes[,.]?\s*)?"
    r"|\b(?:perhaps|maybe|if i may|truly|honestly)\b,?\s*"
    r"|\b(?:you (?:will|would) not believe it|for old times' sake)\b,?\s*"
    r"|\b(?:silly me|false alarm)\b[,.!]*|\b(?:come on|hurry up|lol|haha|whatever)(?=[\s.!]*$)"
    r"|\b(?:carry on|keep (?:going|it up)"
    r"|(?:good|great|nice) (?:job|work)|well done)\b"
)
LEAD = re.compile(r"^(?:(?:ok|okay|well|right|alright|all right|fine|good|so|ugh|hm+),? )+")
REMARK = re.compile(r"\bit(?:'s| is)(?: \w+)? \w+(?: in here| outside| today)?[.!]*$")
""" "It's dark"."""
OTHERS = re.compile(r"\s*(?:i|we|he|she|they|someone|somebody)\b")
_ELSE_WHAT = re.compile(
    r",? (?:otherwise|or else|or (?=(?:i|we|it|he|she|they|the \w+)(?:'ll|'d| will| would)\b))"
    r"[^.!?]*"
)
"""What would come of it if it were not done: "on the counter, otherwise it goes mushy"."""
_WHAT_FOR = re.compile(
    r",? (?:one|that one|the other|it|they)(?:'s|'re| is| are) "
    rf"for (?:\w+ing|later|me|(?:(?:my|the|our) )?{w.FOLKS})\b[^,.;!?]*"
    r"|,? (?:it|they|that|that one) (?:needs?|wants?|has to|have to) [\w ]+ later\b"
)
""" "Three spoons, one's for serving", "it needs washing up later"."""
_KINDLY = re.compile(rf"^{IF_NO_TROUBLE},? |,? {IF_NO_TROUBLE}\b")
_BECAUSE = re.compile(r",? because\b[^.!?]*")
_HERE = re.compile(r" in (?:this|our|my) (?:whole )?(?:house|home|flat|apartment|place|room)\b")
_ECHO = re.compile(
    r"(?:oh |well |ah )?(?:(?:is|are|was|did|does|do|has|have) (?:it|they|that|you|there|he|she)"
    r"|again|really|ugh|good (?:question|point|idea)|there(?: is|'s) no (?:space|room)\b[\w ]*)"
)
"""Says nothing: "is it? Then switch it off"."""
_OF_FOLKS = re.compile(
    rf"(?:the|my|our) {w.FOLKS}\b"
    r"(?!.*\b(?:should|must(?! have\b)|needs?|wants?|would)\b)"
    r"(?!.*(?:[,;]| so| and) (?:so |please |can you |could you |just )*"
    rf"(?:{'|'.join(sorted(w.ACTION_WORDS))})\b)"
)
"""Tells why: "no knives, the kids get into that drawer"."""
_STILL_FINE = re.compile(
    r"^(?:the|my|that|those) [\w ]{1,25}?(?: is| are|'s|'re) still (?:perfectly |quite |very )?"
    r"(?:good|fine|clean|ok(?:ay)?|fresh|needed|usable|useful|in use)$"
    r"|^(?:i|we) (?:have not|have no|do not have)\b.*\b(?:another|others?|more|left)\b[\w ]*$"
    r"|^the (?:rest|others?) (?:is|are|can|stays?|remains?) \w+(?: \w+)*$"
)
"""Why not that one: "I meant the mug, the cup is still clean"."""
_TOLD = re.compile(
    r"^(?:i|we|you|he|she|they|it|that|this|there)"
    r"(?: only| just| really| still| also| each| all| both)?"
    r"(?:'m|'re|'s|'ve| am| are| is| was| were| have| has| had| got| left| love| hate)\b"
    r"(?! (?:to|need|want|like|no|not|be|it|them|that|one)\b)"
    r"|^(?:that|it|they|he|she|this|false alarm)\b(?: \w+)? \w+ed\b(?: \w+)*$"
    r"|^let (?:it|them) (?:warm|cool|run|dry|sit|rest)\b(?: \w+)?$"
    r"|^(?:false alarm|my mistake|silly me|thank goodness|good grief)$"
)
_LOOK = re.compile(
    r"^(?:(?:please|maybe|well|then) )*(?:have (?:a|another) (?:good |quick |closer )?look"
    r"|look|check|try looking|search)\b(?!.*\b(?:put|place|bring|take|fetch|get|and)\b)"
)
"""Where to look, when the robot does not find it."""


def wish(text: str) -> str:
    """A person's turn without reasons, and without what would come of it."""
    text = unexplained(ENOUGH.sub("", _KINDLY.sub("", text)))
    return _HERE.sub("", _WHAT_FOR.sub("", _ELSE_WHAT.sub("", _BECAUSE.sub("", text))))


def tells_only(part: str) -> bool:
    """Whether a part of a sentence tells of somebody or something, and asks for nothing."""
    return bool(_TOLD.match(part)) and not w.NEGATIONS & set(part.split())


def is_chatter(part: str, missing: bool) -> bool:
    """Whether a sentence asks for nothing by its form.

    Args:
        part: in lower case, without the stop.
        missing: whether the robot just told that it does not find something.
    """
    forms = (_ECHO.fullmatch(part), _OF_FOLKS.match(part), _STILL_FINE.search(part))
    return any(forms) or (missing and bool(_LOOK.match(part)))
