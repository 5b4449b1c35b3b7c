"""What kind of turn a text is: a greeting, a correction, taken back, an answer, a mere fact."""

import re
from dataclasses import dataclass

from egoplan_ros.language import words as w
from egoplan_ros.language.answers import offers_more, spelled_out, tells_missing
from egoplan_ros.language.dialog_model import Turns

_VERB = rf"(?:{'|'.join(sorted(w.ACTION_WORDS))})"
_GREETING = re.compile(
    r"^(?:(?:(?:any|either|whichever)(?: one| of them)?(?: will do| is fine| works)(?:,? but)?|"
    r"(?:go on(?: then)?|go for it|do (?:it|that)|why not|good idea|sounds good)(?=[.,!]|$)|"
    r"but|just|hi|hello|hey|good (?:morning|afternoon|evening)|today|so|ok|okay|and|also|now|"
    r"next|"
    r"then|yes|yeah|yep|sure|any|great|ace|"
    r"brilliant|super|nice|awesome|excellent|perfect|lovely|cool(?=[,.!]|$)|good|"
    r"thanks|thank you|cheers|please|"
    r"(?:that|it)(?: would|'d) be (?:\w+ )?(?:lovely|great|good|nice|perfect|wonderful|fine)|"
    r"(?:our|your|the) task is to|we (?:are going to|need to|"
    r"have to|will|want to)|we(?= \w+ (?:the|a|an|all|two)\b)|you (?:need|have) to)\b[\s,.:!]*)+"
)
_CANCEL = re.compile(
    r"\b(?:cancel|forget|scratch|ignore)(?: about)? (?:that|it|this)\b|"
    rf"^(?:oh |no,? |ok,? )?(?:forget(?: about)?|never ?mind|ignore|skip) the \w+(?: \w+?)??"
    rf"(?=$|,| and\b| {_VERB}\b)|"
    r"\bnever ?mind(?: that)?\b|"
    r"\b(?:i|we)(?:'ll| will| can) (?:do|make|get|take) (?:it|that) (?:myself|ourselves)\b|"
    r"(?:^|, |\. |\b(?:wait|no|oh|actually|stop),? )(?:please )?(?:don't|do not)"
    r"(?: do (?:that|it))?[.!]*$|^stop(?: it| that)?[.!]*$|"
    r"^(?:(?:no|nope|oh|actually|wait|sorry|ok),? )*(?P<stays>leave|keep) (?:it|them)"
    r"(?: (?:there|alone|be|as it is|where it is|for now))?(?=[,.!]|$)|"
    r"\bno longer needed\b|\bnot needed any ?more\b"
)
_CORRECTION = re.compile(
    r"^(?:(?:oh|oops|hmm|uh|wait|sorry|no|nope|actually|correction|rather|wrong|stop|"
    r"hang on|hold on|on second thought|i (?:mean|meant)|it (?:is|was)|"
    rf"make (?:that|it)(?= (?:a|an|the|{'|'.join(w.NUMBERS)})\b)|"
    r"i said [\w ]+?,?(?: but)? (?:i )?(?:meant|mean)|not (?:the|a|an) [\w ]+?(?=,))\b[\s,.:!]*)+"
)
_BETTER = re.compile(
    r"\s*\b(?:would be better|instead|that goes there|is better)\b.*$"
    r"|\s*\b(?:will do|works|is (?:fine|ok|okay))(?: too| then| for me)?[.!]*$"
)
_POLITE_END = re.compile(
    r"[\s,]*\b(?:please|thanks|thank you|now|hon|honey|dear|love|too|as well|that is all)\b[\s.!]*$"
)
_ONE_BREATH = re.compile(
    r"(?:[\s,;:.]|--?|[\u2013\u2014])+(?=(?:oh,? |er+,? |um+,? |uh+,? )*"
    r"(?:no,? wait|wait,|actually|sorry|rather,|i mean\b"
    r"|scratch (?:that|it)|forget (?:that|it)|never ?mind|make that|on second thought"
    rf"|no,? (?:the|a|an|my|to|in|on|into|{'|'.join(w.NUMBERS)})\b))"
)
_GOES_ON = re.compile(
    rf"\s*(?:,|--?|[\u2013\u2014])\s*(?=(?:and|then) {_VERB}\b)"
    rf"|[.;!]\s+(?=(?:(?:and|then|now|please) )*{_VERB}\b)"
)
"""Where a correction ends and the request goes on: "no, the book, and put it on the bed"."""
_ALSO = re.compile(r"\b(?:too|as well|also)\b")
_DECLINES = re.compile(r"^(?:no|nope|nah|not (?:now|needed|necessary))\b,?(?: thanks?| thank you)?")
_IS = re.compile(r"\b(it|that|there|here)'s\b")
_I_DO = re.compile(r"(?:i|we)(?:'ll| will| can|'ve| have|'m| am)\b")
_FACT = re.compile(
    r"^(?:(?:is|are|was|were|do|does|did|have|has|where|which|how many)\b.*\?$"
    r"|(?:i am|i'm|we are|we're|it is|there is|there are)\b)"
)
"""Asks or tells something, and wishes nothing yet."""
_WISH = re.compile(rf"\b(?:need|want|like|should|must|could|would|please|{_VERB})\b")
_AFTER_FACT = re.compile(rf"[,.;]\s+(?:(?:so|and|then|please) )*(?={_VERB}\b)")
_NOTHING_MORE = re.compile(
    r"^(?:nowhere|nothing|that is (?:all|it)|that's (?:all|it)|no,? thanks?)\b"
)
_BROKEN_OFF = re.compile(r"(?: (?:in|on|into|onto|inside|under|to|at|the|a|an|my))+$")
_WHICH_ONE = re.compile(
    r"^(?:the|that|this|those|these) ones? (?:(?:that|which) (?:is|are) )?"
    r"(?:on|in|inside|at|next|near|by|under|from|behind|beside|with)\b"
)
_HESITATION = re.compile(r"\b(?:oh|er+|um+|uh+|hmm+)\b,?\s*")


def turns_of(text: str) -> Turns:
    """A request that is corrected in the same breath, as turns of one person; one if it is not."""
    first, *others = _ONE_BREATH.split(text.lower().replace("\u2019", "'"))
    parts = [first, *(part for other in others for part in _GOES_ON.split(other))]
    parts = [_HESITATION.sub("", part) for part in parts if part.strip()]
    whole = [_BROKEN_OFF.sub("", part) for part in parts[:-1]]
    return tuple(("user", part) for part in [*whole, *parts[-1:]])


def pieces(part: str, question: str) -> list[str]:
    """An answer or a correction, and what the request goes on with behind it."""
    if not question and not _CORRECTION.match(part):
        return [part]
    first, *others = _GOES_ON.split(part)
    return [first, *others] if _GREETING.sub("", first + " ").strip() else [part]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a person says in one turn, as far as its words alone tell.

    Attributes:
        text: what is left to be read.
        question: what the robot asked just before, when this answers it.
        takes_back: whether the request before is taken back.
        corrects: whether it is put in the place of what was said before.
        speaks_of: a text in which "it" is named.
    """

    text: str
    question: str = ""
    takes_back: bool = False
    corrects: bool = False
    speaks_of: str = ""


def heard(text: str, question: str, requests: int) -> list[Turn]:
    """What a turn is; more than one thing for "both".

    Args:
        text: of the person, in lower case.
        question: of the robot just before, "" for none.
        requests: how many there are already.
    """
    text = _IS.sub(r"\1 is", text)
    if not requests and _FACT.match(text) and not _WISH.search(text):
        return [Turn("", speaks_of=text)]
    cancel = _CANCEL.search(text)
    declined = offers_more(question) and _DECLINES.match(text)
    takes_back, speaks_of = False, ""
    if declined:
        speaks_of = "" if requests else question
        stays = cancel if cancel and cancel["stays"] else declined
        text = text[stays.end() :].strip(" ,.")  # the offer is declined, nothing else
    elif cancel and requests:
        takes_back = True
        requests -= 1
        text = re.sub(r"\binstead\b", "", text[cancel.end() :]).strip(" ,.")
        if _I_DO.match(text):
            text = ""
    text = re.sub(r"^back (?=(?:in|on|to|into|onto)\b)", "", _GREETING.sub("", text))
    corrects = False
    if requests:
        text, corrects = _corrected(text, question, bool(cancel))
    if requests and (_WHICH_ONE.match(text) or _NOTHING_MORE.match(text)):
        text = ""
    first = bool(re.search(r"\bfirst[\s.!]*$", text))
    answers = spelled_out(text, question)
    return [
        Turn(
            _bare(answer),
            "" if at else question,
            takes_back and not at,
            corrects and not first,
            speaks_of,
        )
        for at, answer in enumerate(answers)
    ]


def _bare(text: str) -> str:
    return _GREETING.sub("", _POLITE_END.sub("", re.sub(r"\bfirst[\s.!]*$", "", text)))


def _corrected(text: str, question: str, cancelled: bool) -> tuple[str, bool]:
    """A turn without the words that tell a correction, and whether it is one."""
    corrects = False
    if marker := _CORRECTION.match(text):
        corrects = not (marker[0].startswith("it is in") or cancelled or _ALSO.search(text))
        told = marker[0].strip() in ("it is", "it was")
        wish = _AFTER_FACT.search(text) if marker[0].strip().endswith("it is") else None
        if told and wish is None:
            return "", False  # where something is
        corrects &= not told
        text = text[(wish or marker).end() :]
    if better := _BETTER.search(text):
        return text[: better.start()] + text[better.end() :], True
    return text, corrects or tells_missing(question)
