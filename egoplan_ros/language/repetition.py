"""What the robot repeats of a request: "two plates on the dining table", "on the shelf, then"."""

import re

from egoplan_ros.language import bearing_words as k
from egoplan_ros.language import words as w
from egoplan_ros.language.answers import tells_missing
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.gist import Gist
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.nouns import Thing, Unread

_SENTENCE = re.compile(r"[^.;!?]+[.;!?]*")
_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|all right|right|sure|so|then|very well|understood|got it|certainly|of course"
    r"|no problem|gladly|with pleasure|confirmed|only|just|i'll|i will|i am|i'm)\b[\s,:]*)+"
)
_LAST = re.compile(
    r",? (?:then|it is|instead|for you|gladly|coming (?:right )?up|on my way|okay|ok|understood)$"
)
_DOING = re.compile(
    r"^(?P<stem>putting|placing|moving|setting|opening|closing|shutting|washing|filling"
    r"|heating|slicing|switching|turning|bringing)\b"
)
_SAYS = frozenset(
    "is are was were has have there but not only already still cannot can could should shall may "
    "do does did no or where what which how if it them they that he she you".split()
)
"""Words of a sentence that tells more than what is asked for."""


def repeated(said: str, lexicon: Lexicon) -> tuple[list[Thing], Thing | None]:
    """What the robot repeats: things and what becomes of them, or only the place.

    Args:
        said: what the robot said, in lower case.
        lexicon: the names of things.
    """
    things: list[Thing] = []
    for sentence in _SENTENCE.findall(said):
        text = _LAST.sub("", _LEAD.sub("", sentence.strip()).rstrip(".;! "))
        tokens = tokens_of(text)
        if sentence.endswith("?") or tells_missing(text) or _SAYS & set(tokens):
            continue
        verb = tokens and verb_of(tokens[0]) and tokens[0] not in k.STATES
        if verb and not _DOING.match(text):
            continue
        gist = Gist(lexicon)
        try:
            gist.hear(tokens)
            movable = gist.nouns.able("pickupable")
            things += [t for t in gist.wishes() if t.place is None or movable(t)]
        except Unread:
            alone = _place(tokens, gist)
            if alone is not None and not things:
                return [], alone
    return things, None


def _place(tokens: list[str], gist: Gist) -> Thing | None:
    """ "On the nightstand": the place, when nothing else is said."""
    if tokens[:1] and tokens[0] in k.INTO and len(gist.idle) == 1:
        named = [found for found in gist.found if found.kind == "thing"]
        if len(named) == 1 and named[0].end == len(tokens):
            return gist.idle[0]
    return None


def counts(said: str, thing: Thing, lexicon: Lexicon) -> bool:
    """Whether the robot tells how many of a thing there shall be."""
    tokens = tokens_of(said)
    for mention in lexicon.find(tokens):
        lead = tokens[max(mention.start - 3, 0) : mention.start]
        if set(mention.types) & set(thing.types) and (w.NUMBERS.keys() - {"another"}) & set(lead):
            return True
    return False
