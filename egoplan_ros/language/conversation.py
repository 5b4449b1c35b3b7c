"""A dialog as one request: later turns add to it, correct it, take it back or answer a question.

TEACh's long dialogs, where a person leads the robot step by step, are not for this: their task is
told by ``dialog_model.py``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from egoplan_ros.language import words as w
from egoplan_ros.language.answers import agreed, offers_more, spelled_out, tells_missing
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.rewriting import plain
from egoplan_ros.language.text import tokenize

MOST_TURNS = 24
"""Dialogs with more turns are no simple request."""
LONGEST_TURN = 300

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
_WHERE_IT_IS = re.compile(r"\bwhere(?:'s| is| are| can| do i find)\b")
_WHERE_TO = re.compile(r"\b(?:go|put|place)\b")
_BETTER = re.compile(
    r"\s*\b(?:would be better|instead|that goes there|is better)\b.*$"
    r"|\s*\b(?:will do|works|is (?:fine|ok|okay))(?: too| then| for me)?[.!]*$"
)
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
        """The first name, but for a verb that is one, too: "light the candle", "switch it off"."""
        first, *others = [*self.mentions, None]
        if first is None or first.start or first.end > 1 or self.tokens[0] not in _VERBS:
            return first
        return others[0] if len(self.tokens) > 1 else first

    def same_move(self, other: "_Request") -> bool:
        """Whether another request puts the same kind of thing in the same place."""
        mine, theirs = self.destination(), other.destination()
        one, two = self.item(), other.item()
        if mine is None or theirs is None or one is None or two is None or one is mine:
            return False
        return mine.types == theirs.types and one.types == two.types

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
    rf"\s*(?:,|--?|[\u2013\u2014])\s*(?=(?:and|then) {_VERB}\b)"
    rf"|[.;!]\s+(?=(?:(?:and|then|now|please) )*{_VERB}\b)"
)
"""Where a correction ends and the request goes on: "no, the book, and put it on the bed"."""
_EACH_OF_THEM = re.compile(
    r"(both)(?: of (?:them|those))?|(?:all|every one|each one)(?: of (?:them|those))?"
)
_WHICH_OR_WHERE = re.compile(r"\b(?:which|where (?:is|are))\b")
"""Asks which one is meant, or where it is: a place told then is no destination."""
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
_ALL_THREE = re.compile(rf"\ball ({'|'.join(w.NUMBERS)})\b(?= (?:there|in|on|into|onto)\b)")
_NOTHING_MORE = re.compile(
    r"^(?:nowhere|nothing|that is (?:all|it)|that's (?:all|it)|no,? thanks?)\b"
)
_DO_WITH = re.compile(r"\bwhere\b|\bdo with\b|\bput\b")
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
            if offer := agreed(text, question):
                folder.hear_offer(offer, question)
            for _, part in turns_of(text):
                for piece in _pieces(part, question):
                    folder.hear(piece, question)
                    question = ""
    requests = [" ".join(request.tokens) for request in folder.requests]
    taken_back = folder.dropped is not None
    return " and ".join(requests) or ("" if taken_back else None)


def _pieces(part: str, question: str) -> list[str]:
    """An answer or a correction, and what the request goes on with behind it."""
    if not question and not _CORRECTION.match(part):
        return [part]
    first, *others = _GOES_ON.split(part)
    return [first, *others] if _GREETING.sub("", first + " ").strip() else [part]


class _Folder:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.requests: list[_Request] = []
        self.dropped: _Request | None = None
        self.spoken_of: _Request | None = None

    def hear_offer(self, offer: str, question: str) -> None:
        """Take in what the robot offered and the person agreed to."""
        if not self.requests:
            self.spoken_of = _Request(tokenize(question), self.lexicon)  # "it" was named there
        self.hear(offer, "")

    def hear(self, text: str, question: str) -> None:
        """Take in one turn of the person."""
        text = _IS.sub(r"\1 is", text)
        if not self.requests and _FACT.match(text) and not _WISH.search(text):
            self.spoken_of = _Request(tokenize(text), self.lexicon)
            return
        cancel = _CANCEL.search(text)
        declined = offers_more(question) and _DECLINES.match(text)
        if declined:
            if not self.requests:
                self.spoken_of = _Request(tokenize(question), self.lexicon)
            stays = cancel if cancel and cancel["stays"] else declined
            text = text[stays.end() :].strip(" ,.")  # the offer is declined, nothing else
        elif cancel and self.requests:
            self.dropped = self.requests.pop()
            text = re.sub(r"\binstead\b", "", text[cancel.end() :]).strip(" ,.")
            if _I_DO.match(text):
                return
        text = re.sub(r"^back (?=(?:in|on|to|into|onto)\b)", "", _GREETING.sub("", text))
        corrects = False
        marker = _CORRECTION.match(text)
        if marker and self.requests:
            corrects = not (marker[0].startswith("it is in") or cancel or _ALSO.search(text))
            told = marker[0].strip() in ("it is", "it was")
            wish = _AFTER_FACT.search(text) if marker[0].strip().endswith("it is") else None
            if told and wish is None:
                return  # where something is
            corrects &= not told
            text = text[(wish or marker).end() :]
        if _WHICH_ONE.match(text) and self.requests:
            return  # which of several is meant
        corrects |= tells_missing(question) and bool(self.requests)
        if _BETTER.search(text) and self.requests:
            corrects, text = True, _BETTER.sub("", text)
        if _NOTHING_MORE.match(text) and self.requests:
            return
        answers = spelled_out(text, question)
        for other in answers[1:]:
            self.hear(answers[0], question)
            answers, question = (other,), ""
        text = answers[0]
        first = bool(re.search(r"\bfirst[\s.!]*$", text))
        text = _GREETING.sub("", _POLITE_END.sub("", re.sub(r"\bfirst[\s.!]*$", "", text)))
        if self.requests and (item := self.requests[-1].item()):
            name = " ".join(self.requests[-1].tokens[item.start : item.end])
            text = _ALL_THREE.sub(rf"\1 {name}", text)
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
            before = self.dropped or self.spoken_of
            if asks or said.mentions:
                self.requests.append(self._resolved(said, before) if before else said)
            return
        if not asks and _WHERE_IT_IS.search(question) and not _WHERE_TO.search(question):
            return
        towards = said.tokens[0] in w.INTO
        if asks:
            self._asked(said, last, corrects)
        elif said.mentions and "?" in question and _is_open(last) and not towards:
            self.requests[-1] = self._replaced(said, last)
        elif towards:
            self._towards(said, last, corrects, question)
        elif not said.mentions:
            self._described(said, last)
        elif corrects and (former := self._same_item(said)) is not None:
            self.requests[former] = self._replaced(said, self.requests[former])
        elif (
            corrects
            or " or " in question
            or _states_only(said, last)
            or _narrows(said, last)
            or (last.destination() is not None and self._is_place(said.mentions[0]))
        ):
            self.requests[-1] = self._replaced(said, last)
            self._towards_too(said)
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
        if not (corrects or said.mentions) and set(made.tokens) <= set(last.tokens):
            return  # "no, just throw it in"
        if made.same_move(last):
            self.requests[-1] = made  # "put all three there"
            return
        new_place = last.item() is None or last.destination() is None
        if new_place and _IT & set(said.tokens) and not _undoes(made, last):
            self.requests.append(made)  # "warm up the plate", "no, put it on the counter"
        elif corrects or _undoes(made, last) or not (w.ACTION_WORDS | w.INTO) & set(last.tokens):
            self.requests[-1] = made
        else:
            self.requests.append(made)

    def _towards(self, said: _Request, last: _Request, corrects: bool, question: str) -> None:
        """ "On the armchair": another destination, or the answer to "where?"."""
        target, here = last.destination(), said.item()
        if here is None:
            return
        if target is not None and (corrects or not _WHICH_OR_WHERE.search(question)):
            self.requests[-1] = last.with_phrase(target, said.phrase(here))
        elif target is None and last.tokens[0] in w.PLACE_VERBS - w.SET_DOWN:
            self.requests[-1] = _Request([*last.tokens, *said.tokens], self.lexicon)
        elif target is None and (last.item() is not None or DISHES & set(last.tokens)):
            told = said.tokens[: here.end] if last.item() is None else said.tokens
            self.requests.append(_Request(["put", "it", *told], self.lexicon))

    def _towards_too(self, said: _Request) -> None:
        """ "The bath towel, on the rail": where it goes, too, when that was not told before."""
        target, last = said.destination(), self.requests[-1]
        if target is not None and target is not said.item() and last.destination() is None:
            start = said.phrase_start(target)
            words = [*last.tokens, said.tokens[start - 1], *said.phrase(target)]
            self.requests[-1] = _Request(words, self.lexicon)

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
            states = [state for state in states if state not in words]
            size = item.end - item.start
            self.requests[-1] = last.with_phrase(item, [*words[:-size], *states, *words[-size:]])
        elif item is not None and {"second", "another"} & set(said.tokens):
            name = last.tokens[item.start : item.end]
            self.requests[-1] = last.with_phrase(item, ["two", *name])

    def _replaced(self, said: _Request, last: _Request) -> _Request:
        """Another object or another destination, by what the name can be."""
        here = said.mentions[0]
        target, item = last.destination(), last.item()
        if "something" in last.tokens:
            before = last.tokens[: last.tokens.index("something")]
            told = said.tokens[said.phrase_start(here) : said.mentions[-1].end]
            return _Request([*before, *told], self.lexicon)
        if _is_open(last) and (at := [k for k, token in enumerate(last.tokens) if token in _IT]):
            words = [*last.tokens[: at[0]], *said.phrase(here), *last.tokens[at[0] + 1 :]]
            return _Request(words, self.lexicon)
        if target is not None and self._is_place(here):
            return last.with_phrase(target, said.phrase(here))
        return last.with_phrase(item, said.phrase(here)) if item is not None else said

    def _is_place(self, name: Mention) -> bool:
        """Whether things are put there, and it is not put anywhere itself."""
        affords = self.lexicon.ontology.affords
        place = any(affords(kind, "receptacle") for kind in name.types[:1])
        return place and not any(affords(kind, "pickupable") for kind in name.types)

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
            inside = token == "there" and target is None and words[-1:] in (["in"], ["on"])
            if item and (inside or (token in _IT and at not in _own(said))):
                words += ["the", *last.tokens[item.start : item.end]]
            elif token == "there" and target is not None:
                start = last.phrase_start(target)
                words += [last.tokens[start - 1], *last.tokens[start : target.end]]
            else:
                words.append(token)
        return _Request(words, self.lexicon)


_IT = frozenset(("it", "them"))
_VERBS = (
    (w.PLACE_VERBS | w.HOLD_VERBS | w.NEAR_VERBS | w.SWITCH_VERBS | w.DISCARD_VERBS | w.LOOK_VERBS)
    | frozenset(w.STATE_VERBS)
    | frozenset(w.NEGATED_VERBS)
    | {"make", "leave", "keep"}
)


def _own(said: _Request) -> set[int]:
    """Places of pronouns that stand for something named in the same turn before them."""
    first = said.mentions[0].start if said.mentions else len(said.tokens)
    return {at for at, token in enumerate(said.tokens) if token in _IT and at > first}


def _undoes(said: _Request, last: _Request) -> bool:
    """Whether it opens what was to be closed, switches off what was to be on, or the reverse."""
    one, two = _switched(said), _switched(last)
    return one != two and one[0] == two[0] != "" and _states_only(said, last)


def _switched(said: _Request) -> tuple[str, bool]:
    """The state that a request with one verb brings about; ("", False) for any other."""
    verb, words = said.tokens[0], set(said.tokens)
    if verb in w.SWITCH_VERBS - {"put"} and words & {"on", "off"}:
        return "toggled", "on" in words
    return w.STATE_VERBS.get(verb) or w.NEGATED_VERBS.get(verb, ""), verb in w.STATE_VERBS


def _narrows(said: _Request, last: _Request) -> bool:
    """Whether the destination is named again, more exactly: "the table", "the coffee table"."""
    target, here = last.destination(), said.item()
    return target is not None and here is not None and bool(set(here.types) < set(target.types))


def _is_open(request: _Request) -> bool:
    """Whether the thing is still to be told: "bring me something", "fill it"."""
    item = request.item()
    before = request.tokens if item is None else request.tokens[: item.start]
    return item is None or "something" in request.tokens or not _IT.isdisjoint(before)


def _states_only(said: _Request, last: _Request) -> bool:
    """Whether the same thing is named again, with more told of it."""
    item, here = last.item(), said.item()
    return item is not None and here is not None and item.types[:1] == here.types[:1]
