"""What the robot offers, as the request that a person who agrees makes: "shall I wash it?"."""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.answers import tells_missing
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.replies import Replies

SENTENCES = re.compile(
    r"[.;!?]+(?:\s+|$)|(?<=\w),? (?=and (?:the (?:other|second|third|last)|another|a third)"
    r"(?: one)? "
    r"(?:next to \w+ )?(?:in|on|goes|belongs|can go|should go)\b)|"
    r"(?<=\bof them), (?=and\b)|(?<=\bof those), (?=and\b)"
)
"""Where one sentence ends, or an answer and what is added: "all of them, and the bowls"."""
_OFFER = re.compile(
    r"\b(?:shall i|should i|do you want me to|would you like me to|may i|can i|want me to"
    r"|i can(?! not\b| only\b)|i could(?! not\b| only\b)) ([^?.]*)"
)
_OFFERED_STATE = re.compile(
    r"\b(?:(?:would|do) you (?:like|want|need) (?:it|them|that)|should (?:it|they|that)(?: be)?"
    rf"|want (?:it|them)) (?:(?:a|an) )?({'|'.join(w.STATE_WORDS)})\b"
)
_IN_THERE = re.compile(r"^(?:in|on|into|onto|to) (?:an?|the|your|one) [\w ]+?(?: together)?\?$")
_I_WOULD = re.compile(
    r"\bi(?:'d| would|'ll| will) (?P<act>(?:serve|put|place|leave|lay) (?:it|them) [\w ]+?)"
    r"(?:,[^.?]*)?[.?]"
)
DO_THAT_TOO = re.compile(r"^do (?:that|it|the same)(?: one)? (?:too|as well|also)$")
_THING_THERE_TOO = re.compile(
    r"^(?:and |also |what about )*(?P<thing>(?:an?|the|your) [\w ]+?) "
    r"(?P<place>(?:in|on) (?:the|your) \w+(?: \w+)?)(?: too| as well| also)*\?$"
)
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
_SUGGESTS = re.compile(
    r"\b(?:how about|what about|(?:may|can) i suggest|i(?:'d| would) suggest|maybe|perhaps) "
    r"(?P<place>(?:(?:in|on) )?(?:the|your|a) [\w ]+?)(?: then| instead)?[?.]"
)
""" "How about the side table?": where it could go instead."""
_THING_THERE = re.compile(
    r"\b(?:would you like|do you want|shall i put|should i put) (?P<thing>(?:an?|some|another) "
    r"\w+(?: \w+)?) (?P<place>(?:in|on|beside) (?:it|them|that|there|(?:the|your) \w+)|there)"
    r"(?: too| as well| also)*\?"
)
_WITH_IT = re.compile(r"^with (?P<thing>(?:an?|some) \w+(?: \w+)?)(?: (?P<place>(?:in|on) it))?\?$")
_SHOULD_BE = re.compile(
    r"\b(?:should|shall|must) (?P<thing>(?:the|your) \w+(?: \w+)?) (?:be|stay|remain) "
    r"(?P<state>on|off|open|closed|shut)(?: \w+)?\?"
)
_ONLY_NAMED = re.compile(r"^(?:so |you mean |or )?(?:the|your) \w+(?: \w+)?\?$")
_USUAL = re.compile(
    r"(?:^|[.!] )(?P<thing>an? [\w ]+?)(?:, as (?:usual|always)|, perhaps|, maybe)\?$"
)
_SO_I = re.compile(
    r"(?:^|[.!] )(?:so|then) (?:shall i |should i |i(?:'ll| will)? )(?P<act>[^?.]*)\?"
)
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

_IMPLIED = (
    (_SERVED, "put it {place}"),
    (_THING_THERE, "put {thing} {place}"),
    (_WITH_IT, "put {thing} {place}"),
    (_I_WOULD, "{act}"),
    (_USUAL, "bring me {thing}"),
    (_SO_I, "{act}"),
    (_BROUGHT, "bring it to me"),
    (_WANT_IT_THERE, "put it {place}"),
)
"""Forms of offers, and the request that each makes."""


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
        switch = re.match(r"(?:switch|turn) (?:on|off)\b|open\b|close\b|bring you\b", acts)
        if len(verbs) == 2 and not verbs[1] and switch and len(self.find(acts)) == 2:
            return [either[0], f"{switch[0]} {either[1]}"]  # "switch on the floor or the desk lamp"
        return either if len(either) == 2 and len(verbs) == 2 and all(verbs) else []

    def offer(self, question: str, text: str) -> str:
        """What the robot offers, as a request of the person; "" when it offers nothing.

        An offer in words of which we make nothing, which can only be declined, is "?".
        """
        if state := _OFFERED_STATE.search(question):
            return state[1]
        if _IN_THERE.match(question):
            return question.rstrip("? ").replace(" together", "").replace(" one ", " a ")
        made = _OFFER.search(question)
        if made and made[1].startswith("use ") and (named := self.find(made[1])):
            return made[1] if tells_missing(question) else self.into(named[0])
        if (other := _WOULD_DO.search(question)) and (named := self.find(other[1])):
            return self.into(named[0])
        if made and made[1].startswith("suggest"):
            return self._place(question)
        if not made and (implied := self._implied(question)):
            return implied
        if not made or re.search(r"\bor\b", made[1]):
            return self._taken_of(made[1], text) if made else ""
        places = [named for named in self.find(question) if self._is_place(named)]
        if _THERE.search(made[1]) and places:
            return _THERE.sub(self.into(places[0]), made[1])
        mine = re.sub(r"\b(bring|get|make|fetch|pass) you\b", r"\1 me", made[1])
        return re.sub(r"\b(?:to|for) you\b", "to me", mine)

    def _implied(self, question: str) -> str:
        """What the robot offers without "shall I": "should the lamp be on?", "on a plate?"."""
        if (thing := _A_THING.search(question)) and not _THING_THERE.search(question):
            return f"bring me {thing['thing']}"
        if goes := _SHOULD_GO.search(question):
            return f"put {goes['thing']} {goes['place']}"
        last = sentences(question)[-1] if question.endswith("?") and sentences(question) else ""
        if last and verb_of(last.split()[0]):
            return last  # "put the pot on the burner?"
        for pattern in (_WANT_THING_SO, _SHOULD_BE):
            if so := pattern.search(question):
                return f"{_SO[so['state']]} {so['thing']}"
        also = _THING_THERE_TOO.match(f"{last}?")
        named = self.find(also["thing"]) if also else []
        if also and named and self._known(named[0]) is None:
            return f"put {also['thing']} {also['place']}"
        for pattern, request in _IMPLIED:
            if made := pattern.search(question):
                return request.format(**{"place": "there"} | made.groupdict("there"))
        return self._place(question) or (UNKNOWN if _WANT_IT.search(question) else "")

    def _place(self, question: str) -> str:
        """Where something could go: "how about the side table?", "the shelf?"."""
        suggested = _SUGGESTS.search(question)
        named = self.find(suggested["place"]) if suggested else []
        if not named and _ONLY_NAMED.match(question) and (self.things or self.gist.topic):
            named = self.find(question)
        fixed = bool(named) and self._fixed(named[0]) and self._is_place(named[0])
        return self.into(named[0]) if fixed else ""
