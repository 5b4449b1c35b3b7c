"""What the robot offers, as the request that a person who agrees makes: "shall I wash it?"."""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.answers import tells_missing
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.replies import Replies

SENTENCES = re.compile(r"[.;!?]+(?:\s+|$)|(?<=\bof them), (?=and\b)|(?<=\bof those), (?=and\b)")
"""Where one sentence ends, or an answer and what is added: "all of them, and the bowls"."""
_OFFER = re.compile(
    r"\b(?:shall i|should i|do you want me to|would you like me to|may i|can i|want me to"
    r"|i can(?! not\b| only\b)|i could(?! not\b| only\b)) ([^?.]*)"
)
_OFFERED_STATE = re.compile(
    r"\b(?:(?:would|do) you (?:like|want|need) (?:it|them|that)|should (?:it|they|that)(?: be)?"
    rf"|want (?:it|them)) (?:(?:a|an) )?({'|'.join(w.STATE_WORDS)})\b"
)
_IN_THERE = re.compile(r"^(?:in|on|into|onto) (?:a|the|your) [\w ]+\?$")
_WOULD_DO = re.compile(
    r"\b(?:would|is) ((?:the|a) \w+(?: \w+)?) "
    r"(?:do|work|(?:be )?(?:ok|okay|fine|all ?right|good))\b"
)
_WANT_IT_THERE = re.compile(
    r"\b(?:do|would) you (?:also )?(?:want|like|need) (?:it|them|that) "
    r"(?P<place>(?:in|on) (?:a|the|your) [\w ]+?)(?: then| now)?\?"
)
_WANT_IT = re.compile(r"\b(?:do|would) you (?:also )?(?:want|like|need) (?:it|them|that) \w+")
_A_THING = re.compile(
    r"\b(?:would you like|do you (?:want|need|fancy)|shall it be|what about|how about) "
    r"(?:me to bring you )?(?P<thing>(?:an?|some|another) [\w ]+?)(?: instead)?\?"
)
"""A thing that the robot would bring: "would you like a glass of water?"."""
_BROUGHT = re.compile(r"\bwant (?:it|them|[\w ]+?) (?:brought|delivered)\b")
_THERE = re.compile(r"\b(?:(?:in|on) )?there\b")
UNKNOWN = "?"
_SO = {"on": "turn on", "off": "turn off", "open": "open", "closed": "close", "shut": "close"}
_WANT_THING_SO = re.compile(
    r"\b(?:do|would) you (?:want|like) (?P<thing>(?:the|your) \w+(?: \w+)?) "
    rf"(?P<state>{'|'.join(_SO)})(?:,? (?:too|as well|also|then|now))*\?"
)
_SHOULD_GO = re.compile(
    r"\b(?:should|shall) (?P<thing>(?:the|your) \w+(?: \w+)?) (?:go|be put|stay) "
    r"(?P<place>(?:in|on|into|onto) (?:the|your|a) \w+(?: \w+)?)(?: (?:too|as well|then))*\?"
)
_SERVED = re.compile(
    r"^(?:so )?(?:the|your) \w+(?: \w+)? (?P<place>(?:in|on) a (?:plate|bowl|cup|mug|pan|pot))\?$"
)
"""The whole of a question: "the fried egg on a plate?"."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, without their stops."""
    return [said.strip() for said in SENTENCES.split(text) if said.strip()]


class Offers(Replies):
    """Reads offers; see :class:`Replies`."""

    def _taken_of(self, acts: str, text: str) -> str:
        """Which of two acts is taken: "close the blinds or light the lamp?" - "the blinds"."""
        either = self.either(acts)
        named = {kind for m in self.find(SENTENCES.split(text)[0]) for kind in m.types}
        taken = [act for act in either if named & {k for m in self.find(act) for k in m.types}]
        return taken[0] if len(taken) == 1 else ""

    def either(self, question: str) -> list[str]:
        """Two acts of which the robot offers one; none when it does not."""
        made = _OFFER.search(question)
        acts = made[1] if made else question
        either = re.split(r",? \bor\b (?:else )?(?:shall i |should i |to )?", acts)
        verbs = [verb_of(word) for act in either for word in tokens_of(act)[:1]]
        return either if len(either) == 2 and len(verbs) == 2 and all(verbs) else []

    def offer(self, question: str, text: str) -> str:
        """What the robot offers, as a request of the person; "" when it offers nothing.

        An offer in words of which we make nothing, which can only be declined, is "?".
        """
        if state := _OFFERED_STATE.search(question):
            return state[1]
        if _IN_THERE.match(question):
            return question.rstrip("? ")
        made = _OFFER.search(question)
        if made and made[1].startswith("use ") and (named := self.find(made[1])):
            return made[1] if tells_missing(question) else self.into(named[0])
        if (other := _WOULD_DO.search(question)) and (named := self.find(other[1])):
            return self.into(named[0])
        if not made and (thing := _A_THING.search(question)):
            return f"bring me {thing['thing']}"
        if not made and (goes := _SHOULD_GO.search(question)):
            return f"put {goes['thing']} {goes['place']}"
        last = sentences(question)[-1:] if question.endswith("?") else []
        if not made and last and verb_of(last[0].split()[0]):
            return last[0]  # "put the pot on the burner?"
        if not made and (so := _WANT_THING_SO.search(question)):
            return f"{_SO[so['state']]} {so['thing']}"
        if not made and (put := _SERVED.search(question)):
            return f"put it {put['place']}"
        if not made and _BROUGHT.search(question):
            return "bring it to me"
        if not made and (put := _WANT_IT_THERE.search(question)):
            return f"put it {put['place']}"
        if not made and _WANT_IT.search(question):
            return UNKNOWN
        if not made or re.search(r"\bor\b", made[1]):
            return self._taken_of(made[1], text) if made else ""
        places = [named for named in self.find(question) if self._is_place(named)]
        if _THERE.search(made[1]) and places:
            return _THERE.sub(self.into(places[0]), made[1])
        mine = re.sub(r"\b(bring|get|make|fetch|pass) you\b", r"\1 me", made[1])
        return re.sub(r"\b(?:to|for) you\b", "to me", mine)
