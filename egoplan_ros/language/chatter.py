"""What people say in a dialog that asks for nothing."""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.agreement import NO, YES
from egoplan_ros.language.courtesies import IF_NO_TROUBLE, unexplained
from egoplan_ros.language.phrasing import NUMERAL, VERB

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
LEAD = re.compile(
    rf"^(?:then )?(?:better|rather) (?={VERB}\b)|"
    r"^(?:(?:ok|okay|well|right|alright|all right|fine|good|so|ugh|hm+),? )+"
)
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
_NOTHING_WRONG = re.compile(
    r"^(?:there(?:'s| is) )?nothing (?:is )?wrong with\b|^the (?:sun|rain|noise)\b"
)
_TOLD = re.compile(
    r"^(?:i|we|you|he|she|they|it|that|this|there)"
    r"(?: only| just| really| still| also| each| all| both)?"
    r"(?:'m|'re|'s|'ve| am| are| is| was| were| have| has| had| got| left| love| hate)\b"
    r"(?! (?:to|need|want|like|no|not|be|it|them|that|one)\b)"
    r"|^(?:that|it|they|he|she|this|false alarm)\b(?: \w+)? \w+ed\b(?: \w+)*$"
    r"|^let (?:it|them) (?:warm|cool|run|dry|sit|rest)\b(?: \w+)?$"
    r"|^(?:false alarm|my mistake|silly me|thank goodness|good grief)$"
)
_OWN = re.compile(
    r"^(?:(?:and|but|because|so|as|since|although|anyway|then) )*"
    r"(?:(?:i|we|you)(?:'ll| will|'d (?:only|just)| would (?:only|just)|(?:'m|'re| am"
    r"| are) going to"
    r"|'d be| would be|(?:'ve| have) got to| gotta| need to| want to| had to)"
    r"|(?:he|she|they|somebody|someone|one of (?:us|them)"
    rf"|(?:my|our|the) {w.FOLKS})(?:'ll|'d| will| would| might| (?:wants?|needs?|likes?|has"
    rf"|have) to)"
    r"|(?:it|they|he|she) (?:has|have|needs?) to (?!be\b|go\b|stay\b|stand\b|lie\b|sit\b))\s+"
    r"(?!(?:have|be (?:better|nicer|safer|fine|good|enough)|take|need|want|like|prefer|love"
    r"|happy|glad|grateful|use|say|mean|go (?:for|with))\b)\w+"
    r"|^(?:(?:and|but|because|so|since) )*(?:i|we|he|she|they|you) "
    r"(?!(?:need|wanted|needed|asked|liked|preferred|hoped)\b)"
    r"(?:\w+ed|forgot(?! (?:the|my|an?)\b)|went|did|broke|bought|ate|drank|felt|thought|lost"
    r"|heard)\b(?! to\b)"
    r"|^(?:i|we)(?:'m|'re| am| are) off\b|^what (?:am|was) i \w+ing\b|^i said (?:the )?\w+ "
    r"(?:out of|by|because)\b"
    r"|^(?:it|they|that|those)(?:'s|'re| is| are) (?:far |much |way |a bit |still |just )*too \w+"
    r"|^(?!(?:you|it|that|this|there|the|my|do|please|just)\b)[a-z]+ (?:can not|does not"
    r"|is not|will not"
    r"|has not) \w+"
    r"|^(?:the|my|that) \w+(?: \w+)?(?:'s| is| are) (?:\w+ )?(?:wet|dirty|full|sticky|taken|broken"
    r"|occupied|ringing|boiling|busy|crowded)$"
    r"|^(?:i|we)(?:'ve| have)(?: already| still)?(?: got)? (?:the|my|our|mine)\b.*"
    r"\b(?:here|already|with me|on me|in my \w+)$"
)
"""Tells of what the person, or another one, does: "I'll water it myself"."""
_STAYS_SO = re.compile(
    r"\b(?P<what>(?:(?:the|my|that|your) )?\w+(?: \w+)?)(?<!can)(?<!may)(?<!could)(?<!might) "
    r"(?:stays|has to stay|should stay|remains?|stay(?! on)) "
    r"(?P<so>on|off|open|shut|closed)(?=$|[,.;!])"
)
_ANSWER_LAST = re.compile(
    r"^(?P<said>[^.!?,;]{1,60}?)(?:, (?:so |but )?| so )(?P<answer>yes|yeah|no|nope)"
    r"(?P<please>,? please)?(?=$|[.!,;])"
)
""" "In the bowl, yes", "it still works, so no"."""
_PLANS = re.compile(
    r"^(?:i|we)(?:'m| am|'re| are|'d| would)? (?:want|need|like|going|would like|about) to "
    r"(?:(?:take|have) an? (?:\w+ )?(?:nap|bath|shower|rest|walk|look|break|seat)|read|sleep"
    r"|work|rest"
    r"|relax|sit|lie|eat|go|leave|cook dinner|bake)\b"
)
_PURPOSE = re.compile(
    r",? (?:so (?:that )?|where )(?:i|we|he|she|it|they|nobody|no one|(?:the|my|our) \w+)"
    r"(?:'ll| will| can| could| gets?| stays?| does| do| dries| dry| has| have| keeps?)(?! to\b|\?)"
    r"\b[^,.!?;]*"
)
_TIME = re.compile(
    rf"\b(?:in |at |for |about |only )*(?:\d+|{'|'.join(n for n in w.NUMBERS if n.isalpha())}"
    r"|an?|a few) (?:o'clock|minutes?|mins?|hours?|seconds|days?|weeks?|pm|am)\b"
)
EXCLAIMS = re.compile(
    r"^(?:(?:omg|phew|eww*|ugh|damn|oops|ooh+|wow|gosh|goodness|argh|yikes|splendid|super"
    r"|excellent|marvellous|true|fair enough|good thing you asked|forgive me|no problem|no worries"
    r"|(?:i )?(?:beg your )?pardon(?: me)?|excuse me|one (?:moment|second)|just a (?:moment|second)"
    r"|you(?:'re| are) right|i misspoke|my bad|very good|good to know|i see|i suppose|you know"
    r"(?: what)?)\b[\s,.!:;]*)+"
)
"""Said before the wish, and no part of it."""
_LOOK = re.compile(
    r"^(?:(?:please|maybe|well|then) )*(?:have (?:a|another) (?:good |quick |closer )?look"
    r"|look|check|try looking|search)\b(?!.*\b(?:put|place|bring|take|fetch|get|and)\b)"
)
"""Where to look, when the robot does not find it."""


_THAT_ONE = re.compile(
    r"\b(?:(?:that|this) one|those ones)(?= (?:goes|go|belongs?|on|in|into|onto|away|can|should)\b)"
)
_IN_ALL = re.compile(
    rf"(?P<where>\b(?:in|on) (?:the|my|a) \w+(?: \w+)?),? so (?:that(?:'s| is| makes) )?(?:\d+"
    rf"|{NUMERAL}) (?:altogether|in total|in all)\b"
)
_THAT_ONE_TOO = re.compile(
    r"(?:,|^| and) the ones? (?:in|on|under|from|by) (?:the|my|your) \w+(?: \w+)? "
    r"(?:too|as well|also)\b"
)
""" "All of them, the one on the desk too"."""


def wish(text: str) -> str:
    """A person's turn without reasons, and without what would come of it."""
    text = _IN_ALL.sub(r"\g<where>", text)
    text = _THAT_ONE_TOO.sub("", text)
    text = unexplained(ENOUGH.sub("", _KINDLY.sub("", _TIME.sub("", _PURPOSE.sub("", text)))))
    text = _THAT_ONE.sub(lambda m: "them" if m[0].startswith("those") else "it", text)
    return _HERE.sub("", _WHAT_FOR.sub("", _ELSE_WHAT.sub("", _BECAUSE.sub("", text))))


_SO_MANY = re.compile(
    rf"^(?!if\b)[^,.;]+, so (?P<many>(?:only |just )?(?:\d+|{NUMERAL})(?: is (?:right"
    rf"|enough))?)[.!\s]*$"
)
""" "My sister isn't coming, so three"."""
_MAKE_IT = re.compile(rf"^[^,.;]+, (?:so )?(?=make (?:it|that) (?:\d+|{NUMERAL})[.!\s]*$)")
_AND_ONE = re.compile(
    r"^(?P<many>make (?:it|that) \w+),? and (?:one|another)(?: one)? (?=(?:in|on)\b)"
)
_WITH_SO = re.compile(
    r"(?:^|,? and |,? )with (?P<what>(?:the|its) \w+(?: \w+)?) (?P<so>closed|shut|open|down|up)\b"
)


def _closed(found: re.Match[str]) -> str:
    """ "With the lid closed": close it."""
    what = "it" if found["what"].split()[-1] in ("lid", "door", "screen") else found["what"]
    verb = "open" if found["so"] in ("open", "up") else "close"
    return f"{' and ' if found.start() else ''}{verb} {what}"


def answer_first(text: str) -> str:
    """A turn that begins with the yes or no that it holds: "in the bowl, yes"."""
    text = _STAYS_SO.sub(r"\g<what> should be \g<so>", EXCLAIMS.sub("", text))
    text = _SO_MANY.sub(r"make it \g<many>", _WITH_SO.sub(_closed, text))
    text = _MAKE_IT.sub("", text)
    text = _AND_ONE.sub(r"\g<many>. and another ", text)
    if (found := _ANSWER_LAST.match(text)) and not YES.match(text) and not NO.match(text):
        return f"{found['answer']}, {found['said']}{text[found.end() :]}"
    return text


def tells_only(part: str) -> bool:
    """Whether a part of a sentence tells of somebody or something, and asks for nothing."""
    return bool(_TOLD.match(part)) and not w.NEGATIONS & set(part.split())


def tells_own(part: str) -> bool:
    """Whether a part of a sentence tells what somebody else than the robot does, or has."""
    return bool(_OWN.match(part) or _PLANS.match(part))


def is_chatter(part: str, missing: bool) -> bool:
    """Whether a sentence asks for nothing by its form.

    Args:
        part: in lower case, without the stop.
        missing: whether the robot just told that it does not find something.
    """
    if _NOTHING_WRONG.match(part):
        return True
    forms = (_ECHO.fullmatch(part), _OF_FOLKS.match(part), _STILL_FINE.search(part))
    return any(forms) or (missing and bool(_LOOK.match(part)))
