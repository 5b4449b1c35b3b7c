"""A dialog as one request: later turns add to it, correct it, take it back or answer a question.

TEACh's long dialogs, where a person leads the robot step by step, are not for this: their task is
told by ``dialog_model.py``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from egoplan_ros.language import words as w
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.rewriting import plain
from egoplan_ros.language.text import tokenize

MOST_TURNS = 24
"""Dialogs with more turns are no simple request."""
LONGEST_TURN = 300

_GREETING = re.compile(
    r"^(?:(?:just|hi|hello|hey|good (?:morning|afternoon|evening)|today|so|ok|okay|and|also|now|"
    r"next|"
    r"then|yes|yeah|sure|any|great|please|(?:our|your|the) task is to|we (?:are going to|need to|"
    r"have to|will|want to)|we(?= \w+ (?:the|a|an|all|two)\b)|you (?:need|have) to)\b[\s,.:!]*)+"
)
_CANCEL = re.compile(
    r"\b(?:cancel|forget|scratch|ignore)(?: about)? (?:that|it|this)\b|"
    r"^(?:oh |no,? |ok,? )?(?:forget(?: about)?|never ?mind|ignore|skip) the \w+(?: \w+)?$|"
    r"\bnever ?mind(?: that)?\b|"
    r"(?:^|, |\. )(?:please )?(?:don't|do not)(?: do (?:that|it))?[.!]*$|^stop(?: it| that)?[.!]*$|"
    r"\bno longer needed\b|\bnot needed any ?more\b"
)
_CORRECTION = re.compile(
    r"^(?:(?:oh|oops|hmm|uh|wait|sorry|no|nope|actually|correction|rather|wrong|stop|"
    r"hang on|hold on|on second thought|i (?:mean|meant)|it (?:is|was)|"
    rf"make (?:that|it)(?= (?:a|an|the|{'|'.join(w.NUMBERS)})\b)|"
    r"i said [\w ]+? but (?:i )?meant|not (?:the|a|an) [\w ]+?(?=,))\b[\s,.:!]*)+"
)
_WHERE_IT_IS = re.compile(r"\bwhere(?:'s| is| are| can| do i find)\b")
_WHERE_TO = re.compile(r"\b(?:go|put|place)\b")
_BETTER = re.compile(r"\s*\b(?:would be better|instead|that goes there|is better)\b.*$")
_POLITE_END = re.compile(
    r"[\s,]*\b(?:please|thanks|thank you|now|hon|honey|dear|love|too|as well|that is all)\b[\s.!]*$"
)


@dataclass(slots=True)
class _Request:
    """Tokens of one request, and where its object and its destination are named."""

    tokens: list[str]
    lexicon: Lexicon
    mentions: list[Mention] = field(init=False)

    def __post_init__(self) -> None:
        self.mentions = self.lexicon.find(self.tokens)

    def destination(self) -> Mention | None:
        """The last name behind "in" or "on"."""
        found = [m for m in self.mentions if self.phrase_start(m) > 0]
        found = [m for m in found if self.tokens[self.phrase_start(m) - 1] in w.INTO]
        return found[-1] if found else None

    def item(self) -> Mention | None:
        """The first name."""
        return self.mentions[0] if self.mentions else None

    def phrase_start(self, mention: Mention) -> int:
        """Index of the first word of a name's noun phrase."""
        at = mention.start
        lead = w.DETERMINERS | w.ALL | set(w.NUMBERS) | set(w.STATE_WORDS) | w.PARTS | {"of"}
        verb = self.tokens[0] in w.STATE_VERBS  # "slice the tomato", not "a slice of tomato"
        while at > verb and self.tokens[at - 1] in lead - w.INTO:
            at -= 1
        return at

    def phrase(self, mention: Mention) -> list[str]:
        """Words of a name's noun phrase."""
        return self.tokens[self.phrase_start(mention) : mention.end]

    def with_phrase(self, mention: Mention, words: Sequence[str]) -> "_Request":
        """The request with other words for a noun phrase."""
        start = self.phrase_start(mention)
        return _Request([*self.tokens[:start], *words, *self.tokens[mention.end :]], self.lexicon)


_ONE_BREATH = re.compile(
    r"(?:[\s,;:.]|--?|[\u2013\u2014])+(?=(?:oh,? |er+,? |um+,? |uh+,? )*"
    r"(?:no,? wait|wait,|actually|sorry|rather,|i mean\b"
    r"|scratch (?:that|it)|forget (?:that|it)|never ?mind|make that|on second thought"
    rf"|no,? (?:the|a|an|my|to|in|on|into|{'|'.join(w.NUMBERS)})\b))"
)
_GOES_ON = re.compile(
    rf"\s*(?:,|--?|[\u2013\u2014])\s*(?=(?:and|then) (?:{'|'.join(sorted(w.ACTION_WORDS))})\b)"
)
"""Where a correction ends and the request goes on: "no, the book, and put it on the bed"."""
_EACH_OF_THEM = re.compile(
    r"(both)(?: of (?:them|those))?|(?:all|every one|each one)(?: of (?:them|those))?"
)
_AGREES = re.compile(
    r"^(?:yes|yeah|yep|yup|ya|yea|aye|sure|go ahead|ok(?:ay)?|right|exactly|please do|of course)\b"
)
_SUGGESTS = re.compile(
    r"\b(?:(?:shall|should) i|do you want me to|would you like me to) (\w+ [^?.]*)\?"
)
"""What the robot offers to do."""
_NOTHING_MORE = re.compile(
    r"^(?:nowhere|nothing|that is (?:all|it)|that's (?:all|it)|no,? thanks?)\b"
)
_ORDINAL = re.compile(r"(?:the )?(?:former|first(?: one)?|(latter|second(?: one)?))(?:,? please)?")
_OFFER = re.compile(r"\b((?:(?:in|on|to) )?the [\w ]+?),? or ((?:(?:in|on|to) )?the [\w ]+)")
_THAT_ONE = re.compile(r"the (\w+) one(?:,? please)?")
_DO_WITH = re.compile(r"\bwhere\b|\bdo with\b|\bput\b")
_MISSING = re.compile(
    r"\bthere(?:'s| is| are) no\b|\b(?:can not|cannot|can't|could not|couldn't|do not|don't) "
    r"(?:find|see|have|know)\b"
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


def as_request(turns: Turns, lexicon: Lexicon) -> str | None:
    """One request that says what a dialog asks for, or None when it is not that simple.

    Empty when all that was asked for was taken back.
    """
    if len(turns) > MOST_TURNS or any(len(text) > LONGEST_TURN for _, text in turns):
        return None
    folder = _Folder(lexicon)
    question = ""
    for who, text in turns:
        if who.strip().lower() in ROBOT:
            question = text.lower()
        else:
            agreed = _AGREES.match(text.lower()) and _SUGGESTS.search(question)
            if agreed:
                folder.hear(agreed[1], "")
            for _, part in turns_of(text):
                for piece in _GOES_ON.split(part) if _CORRECTION.match(part) else (part,):
                    folder.hear(piece, question)
                    question = ""
    requests = [" ".join(request.tokens) for request in folder.requests]
    taken_back = folder.dropped is not None
    return " and ".join(requests) or ("" if taken_back else None)


class _Folder:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.requests: list[_Request] = []
        self.dropped: _Request | None = None

    def hear(self, text: str, question: str) -> None:
        """Take in one turn of the person."""
        cancel = _CANCEL.search(text)
        if cancel and self.requests:
            self.dropped = self.requests.pop()
            text = re.sub(r"\binstead\b", "", text[cancel.end() :]).strip(" ,.")
        text = _GREETING.sub("", text)
        corrects = False
        marker = _CORRECTION.match(text)
        if marker and self.requests:
            corrects = not marker[0].startswith("it is in") and not cancel
            if marker[0].strip() in ("it is", "it was"):
                return  # where something is
            text = text[marker.end() :]
        if _WHICH_ONE.match(text) and self.requests:
            return  # which of several is meant
        corrects |= bool(_MISSING.search(question)) and bool(self.requests)
        if _BETTER.search(text) and self.requests:
            corrects, text = True, _BETTER.sub("", text)
        if _NOTHING_MORE.match(text) and self.requests:
            return
        if (option := _ORDINAL.fullmatch(text.strip(" .!"))) and (offer := _OFFER.search(question)):
            text = offer[2 if option[1] else 1]
        if (named := _THAT_ONE.fullmatch(text.strip(" .!"))) and (
            meant := re.search(rf"\b{named[1]} \w+", question)
        ):
            text = f"the {meant[0]}"
        first = bool(re.search(r"\bfirst[\s.!]*$", text))
        text = _GREETING.sub("", _POLITE_END.sub("", re.sub(r"\bfirst[\s.!]*$", "", text)))
        if "all of them" in text and self.requests and (item := self.requests[-1].item()):
            name = " ".join(self.requests[-1].tokens[item.start : item.end])
            text = text.replace("all of them", f"all the {name}")
        if said := _EACH_OF_THEM.fullmatch(text.strip(" .!")):
            text = said[1] or "all"
        tokens = tokenize(plain(text)) if text.strip() else []
        if not tokens:
            return
        self._place(_Request(tokens, self.lexicon), question, corrects and not first)

    def _place(self, said: _Request, question: str, corrects: bool) -> None:
        asks = bool(said.tokens[:1] and said.tokens[0] in _VERBS) or (
            not self.requests and bool((w.ACTION_WORDS | DISHES) & set(said.tokens))
        )
        last = self.requests[-1] if self.requests else None
        if last is None and not asks and _DO_WITH.search(question):
            named = _Request(tokenize(question), self.lexicon)
            if (item := named.item()) is not None:
                lead = [] if said.tokens[0] in w.INTO else ["in"]
                words = ["put", *named.phrase(item), *lead, *said.tokens]
                said = _Request(words, self.lexicon)
        if last is None:
            before = self.dropped
            if asks or said.mentions:
                self.requests.append(self._resolved(said, before) if before else said)
            return
        if not asks and _WHERE_IT_IS.search(question) and not _WHERE_TO.search(question):
            return
        if asks:
            self._asked(said, last, corrects)
        elif said.tokens[0] in w.INTO:
            self._towards(said, last, corrects, question)
        elif not said.mentions:
            self._described(said, last)
        elif corrects and (former := self._same_item(said)) is not None:
            self.requests[former] = self._replaced(said, self.requests[former])
        elif corrects or " or " in question or _states_only(said, last) or _narrows(said, last):
            self.requests[-1] = self._replaced(said, last)
        elif "?" in question and "all" not in question and "else" not in question:
            self._described(said, last)
        else:
            self._added(said, last)

    def _same_item(self, said: _Request) -> int | None:
        """The request before the last one that is about the same thing, if there is one."""
        for at in range(len(self.requests) - 2, -1, -1):
            if _states_only(said, self.requests[at]):
                return at
        return None

    def _asked(self, said: _Request, last: _Request, corrects: bool) -> None:
        """A turn with a verb of its own."""
        state = [token for token in said.tokens if token in w.STATE_WORDS]
        if said.tokens[0] == "make" and state and not said.mentions:
            self._described(_Request(state, self.lexicon), last)
            return
        made = self._resolved(said, last)
        new_place = last.item() is None or last.destination() is None
        if new_place and {"it", "them"} & set(said.tokens):
            self.requests.append(made)  # "warm up the plate", "no, put it on the counter"
        elif corrects or not (w.ACTION_WORDS | w.INTO) & set(last.tokens):
            self.requests[-1] = made
        else:
            self.requests.append(made)

    def _towards(self, said: _Request, last: _Request, corrects: bool, question: str) -> None:
        """ "On the armchair": another destination, or the answer to "where?"."""
        target, here = last.destination(), said.item()
        if here is None:
            return
        if target is not None and (corrects or " or " in question):
            self.requests[-1] = last.with_phrase(target, said.phrase(here))
        elif target is None and last.tokens[0] in w.PLACE_VERBS - w.SET_DOWN:
            self.requests[-1] = _Request([*last.tokens, *said.tokens], self.lexicon)
        elif target is None and last.item() is not None:
            self.requests.append(_Request(["put", "it", *said.tokens], self.lexicon))

    def _described(self, said: _Request, last: _Request) -> None:
        """ "A clean one": more is told of the thing."""
        states = [token for token in said.tokens if token in w.STATE_WORDS]
        numbers = [token for token in said.tokens if token in w.NUMBERS and token != "another"]
        numbers += [token for token in said.tokens if token == "all"]
        if said.tokens[0] != "one":  # "a clean one" is no number
            numbers = [token for token in numbers if token != "one"]
        item = last.item()
        if numbers and item is not None:
            words = [word for word in last.phrase(item) if word not in w.NUMBERS]
            words = [word for word in words if word not in ("a", "an")]
            self.requests[-1] = last.with_phrase(item, [*numbers[-1:], *words])
        elif states and item is not None:
            words = last.phrase(item)
            size = item.end - item.start
            self.requests[-1] = last.with_phrase(item, [*words[:-size], *states, *words[-size:]])
        elif item is not None and {"second", "another"} & set(said.tokens):
            name = last.tokens[item.start : item.end]
            self.requests[-1] = last.with_phrase(item, ["two", *name])

    def _replaced(self, said: _Request, last: _Request) -> _Request:
        """Another object or another destination, by what the name can be."""
        here = said.mentions[0]
        kinds, target, item = here.types, last.destination(), last.item()
        affords = self.lexicon.ontology.affords
        place = any(affords(kind, "receptacle") for kind in kinds[:1])
        carried = any(affords(kind, "pickupable") for kind in kinds)
        if target is not None and place and not carried:
            return last.with_phrase(target, said.phrase(here))
        if item is None and "something" in last.tokens:
            before = last.tokens[: last.tokens.index("something")]
            return _Request([*before, *said.phrase(here)], self.lexicon)
        return last.with_phrase(item, said.phrase(here)) if item is not None else said

    def _added(self, said: _Request, last: _Request) -> None:
        """ "Also the pillow": the same for another thing."""
        target, item = last.destination(), last.item()
        if item is None:
            return
        lead = last.tokens[: last.phrase_start(item)] or ["put"]
        words = [*lead, *said.phrase(said.mentions[0])]
        if target is not None and target is not item:
            start = last.phrase_start(target)
            words += [last.tokens[start - 1], *last.tokens[start : target.end]]
        elif target is None:
            words += last.tokens[item.end :]  # "turn the tv off", "the lamp, too"
        self.requests.append(_Request(words, self.lexicon))

    def _resolved(self, said: _Request, last: _Request) -> _Request:
        """With "it" and "there" replaced by what they stand for in the turn before."""
        item, target = last.item(), last.destination()
        words: list[str] = []
        for at, token in enumerate(said.tokens):
            if token in ("it", "them") and item is not None and at not in _own(said):
                words += ["the", *last.tokens[item.start : item.end]]
            elif token == "there" and target is not None:
                start = last.phrase_start(target)
                words += [last.tokens[start - 1], *last.tokens[start : target.end]]
            else:
                words.append(token)
        return _Request(words, self.lexicon)


_VERBS = (
    (w.PLACE_VERBS | w.HOLD_VERBS | w.NEAR_VERBS | w.SWITCH_VERBS | w.DISCARD_VERBS | w.LOOK_VERBS)
    | frozenset(w.STATE_VERBS)
    | frozenset(w.NEGATED_VERBS)
    | {"make", "leave", "keep"}
)


def _own(said: _Request) -> set[int]:
    """Places of pronouns that stand for something named in the same turn before them."""
    first = said.mentions[0].start if said.mentions else len(said.tokens)
    return {at for at, token in enumerate(said.tokens) if token in ("it", "them") and at > first}


def _narrows(said: _Request, last: _Request) -> bool:
    """Whether the destination is named again, more exactly: "the table", "the coffee table"."""
    target, here = last.destination(), said.item()
    return target is not None and here is not None and bool(set(here.types) < set(target.types))


def _states_only(said: _Request, last: _Request) -> bool:
    """Whether the same thing is named again, with more told of it."""
    item, here = last.item(), said.item()
    return item is not None and here is not None and item.types[:1] == here.types[:1]
