"""What a request asks for by its bearing words alone, whatever the wording around them.

The last resort for a request that the grammar does not know word for word and the learned model
does not hold. Each name, number, quantifier, act and denial must find its use; what forbids or
tells is kept apart from what asks.
"""

import re
from collections.abc import Sequence

from egoplan_ros.language import bearing_words as k
from egoplan_ros.language.bearing import Bearing, verb_of
from egoplan_ros.language.clauses import Clause, clauses_of
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.wanted import STATED, Wanted
from egoplan_ros.language.wish_clause import WishClause

_ASKS = frozenset(
    "happier happy better obliged pleased glad grateful great nice lovely appreciate kind "
    "wonder mind ask wondering see".split()
)
"""Words before an "if" that only asks."""
_REASONS = frozenset("because since as while before whenever though although cause cos cuz".split())
_CONDITIONS = frozenset("if unless".split())
_IF_IT = re.compile(
    r"(?:it|that) (?:is |s )?(?:not )?(?:ok|okay|alright|all right|possible|too|no trouble|fine)"
)
_KIND = (["possible"], ["necessary"], ["needed"], ["need"], ["not"])
_IF_YOU = (["you", "could"], ["you", "can"], ["you", "would"])
_TOLD = frozenset("once when after till until".split())
_LOOKS_AT = re.compile(
    r"\b(?:look|peek) at (?:the|it|my|a)\b|\b(?:examine|inspect) (?:the|it|my|a)\b"
)
_OTHERS = frozenset("i we he she they".split())
_QUESTIONS = frozenset("did is are was were has does".split())
_DUTIES = (["we", "have", "to"], ["we", "are", "going", "to"])
_PREFERS = frozenset("want need like love prefer d would should must rather let".split())
_DENYING = frozenset("not don never no without avoid exclude skip spare ignore nothing".split())
_DEMANDS = frozenset("should must may shall to want need like".split())
_CANNOT = frozenset(
    "can have has see know find remember mind reach think sleep cannot ve haven hasn d did does"
    .split()
)  # fmt: skip
_FORGET = frozenset("forget hesitate bother worry".split())
_REGRETS = frozenset("rather prefer want like supposed should must shall allowed meant".split())
_MAKES = frozenset("make brew prepare fix".split())
_THROWS = frozenset("throw toss chuck bin discard trash dump".split())
_LONGEST_NAME = 4
"""Tokens of a thing in a list, its determiner included."""
_FILLERS = frozenset("and but only just do please then so also now".split())


def gist(tokens: Sequence[str], lexicon: Lexicon) -> list[Thing] | None:
    """Things and what shall become of them, or None when some bearing word finds no use.

    Args:
        tokens: words and stops, from :func:`bearing.tokens_of`.
        lexicon: the names of things.
    """
    reader = Gist(lexicon)
    try:
        reader.hear(tokens)
        return reader.wishes()
    except Unread:
        return None


class Gist(Wanted):
    """Takes in what is said, turn by turn, and tells what is wished for."""

    _denies_more = False  # whether the clause before denied something

    def hear(self, tokens: Sequence[str]) -> None:
        """Take in a request, or a turn of a dialog.

        Raises:
            Unread: some bearing word finds no use.
        """
        self.scan(tokens)
        if _LOOKS_AT.search(" ".join(tokens)):
            raise Unread  # how that is done the grammar knows
        for clause in clauses_of(self.found, len(self.tokens)):
            self._clause(clause)

    def wishes(self) -> list[Thing]:
        """What shall become of which things.

        Raises:
            Unread: something that was named, or forbidden, does not fit in.
        """
        for thing, place in self.trailing:  # "put the book on the bed, and the laptop"
            if thing not in self.things:
                self.put([thing], place)
        wanted = [thing for thing in self.things if thing.states or thing.place]
        if not wanted and len(self.needed) == 1:  # "I need my keys"
            self.note(self.needed, "holding")
            wanted = self.needed
        known = [*wanted, *(thing.place for thing in wanted), *self.idle]
        homeless = any(thing.place is None for thing in self.unplaced)
        if not wanted or self.pending or homeless or any(t not in known for t in self.loose):
            raise Unread
        if any(map(self.denies, wanted)):
            raise Unread
        return wanted

    # Kinds of clauses ----------------------------------------------------------------------

    def _clause(self, clause: Clause) -> None:
        words = self.tokens[clause.start : clause.end]
        denied, self._denies_more = self._denies_more, False
        if clause.head == "or" and denied:  # "no need to open it or turn it on"
            self._denies_more = True
            return self._forbidden(clause, words, False)
        listed = clause.head in ("and", "plus") and len(words) <= _LONGEST_NAME
        if listed and all(item.kind == "unknown" for item in clause.items):
            raise Unread  # "water the plants and the herbs"
        if clause.has("strange") or (clause.head == "or" and clause.has("thing")):
            raise Unread
        if clause.head == "than":
            return self._context(clause, True)
        if clause.head in _CONDITIONS and not self._conditional(clause, words):
            return None
        if clause.head == "if" and self._asked_for(clause) and not clause.has("not"):
            return self._wish(clause)
        if clause.head in _REASONS and not self._ordered(clause, words):
            return self._context(clause, True)
        if clause.head in _TOLD and not self._told(clause, words):
            return None
        if clause.head in ("till", "until", "once") and clause.has("state", "into"):
            return self._wish(clause)
        if clause.has("not"):
            self._denies_more = True
            return self._denied(clause, words)
        if self._holds_dish(clause):
            raise Unread  # how that is made the grammar knows
        if self._tells(clause, words):
            return self._context(clause, clause.head == "where")
        return self._wish(clause)

    def _holds_dish(self, clause: Clause) -> bool:
        """Whether something is to be made, such as coffee."""
        items = [item for item in clause.items if item.kind in ("thing", "act")]
        named = {at for item in items for at in range(item.start, item.end)}
        words = self.tokens[clause.start : clause.end]
        makes = _MAKES & set(words) and not {"sure", "certain", "room"} & set(words)
        if makes and ("coffee" in words or clause.has("thing")):
            return True
        for at in range(clause.start, clause.end):
            token = self.tokens[at]
            poured = token == "coffee" and at and self.tokens[at - 1] in ("with", "of")
            if token in DISHES and not poured and not {at, at + 1} & named:
                return True
        return False

    def _wish(self, clause: Clause) -> None:
        WishClause(self, clause).read()

    def _conditional(self, clause: Clause, words: list[str]) -> bool:
        """Whether an "if" asks for something; else it is a courtesy.

        Raises:
            Unread: a real condition.
        """
        if self._asked_for(clause):
            return True
        asked = clause.has("act", "state")
        if clause.head == "unless":
            raise Unread
        kindly = _IF_IT.match(" ".join(words[:4]))  # "if it's not too much trouble"
        if clause.has("it") and not kindly:
            raise Unread
        kind = words[:1] == ["you"] or kindly or words[:1] in _KIND
        real = clause.has("thing") or (asked and words[:1] != ["you"]) or not kind
        if real and words[:2] not in _IF_YOU:
            raise Unread
        return clause.has("thing") or asked

    def _asked_for(self, clause: Clause) -> bool:
        """ "I would be grateful if ..."."""
        return bool(_ASKS & set(self.tokens[max(clause.start - 4, 0) : clause.start]))

    def _ordered(self, clause: Clause, words: list[str]) -> bool:
        """Whether "before" and "while" tell of another thing to be done; else it is a reason.

        Raises:
            Unread: something happens, and nobody says by whom.
        """
        if not clause.has("act") or not clause.has("thing", "it"):
            return False
        if words[:1] and words[0] in _OTHERS:
            return False
        yours = words[:1] == ["you"] or clause.items[0].kind == "act"
        if not yours or clause.head not in ("before", "while"):
            raise Unread
        return True

    def _told(self, clause: Clause, words: list[str]) -> bool:
        """Whether "once", "when", "after" hold something to be done; else a mere time.

        Raises:
            Unread: a time that depends on something.
        """
        if words[:1] == ["you"] or clause.items[0].kind == "act":
            return True
        named, asked = clause.has("thing"), clause.has("act", "state")
        if named and not (clause.head in ("once", "after") and (asked or clause.has("into"))):
            raise Unread
        return named or asked

    def _tells(self, clause: Clause, words: list[str]) -> bool:
        """Whether a clause only tells something."""
        bears = ("act", "state", "wish", "into", "every", "number", "me", "for", "thing", "it")
        asked = words and words[0] in _QUESTIONS and not clause.has("wish")
        if asked or not clause.has(*bears, "there", "holder"):
            return True
        if not clause.has("act", "state", "thing", "it", "every", "number", "there", "holder"):
            return True  # "on my feet all day"
        if clause.items[0].kind == "into":
            return False
        if clause.has("is") and not clause.has("act", "wish", "every", "number"):
            return not (clause.has("state") and {"to", "be"} & set(words))
        if not words or words[0] not in _OTHERS - {"they"} or _PREFERS & set(words):
            return False
        asks = clause.has("act", "state", "wish", "into", "every", "number", "me", "for")
        return asks and not any(words[: len(duty)] == duty for duty in _DUTIES)

    def _context(self, clause: Clause, aside: bool = False) -> None:
        """Only tells something: what it names may be meant by a pronoun behind."""
        named, topic, previous = list[Thing](), list[Thing](), ""
        for item in clause.items:
            if item.kind == "thing":
                things = self.thing(item)
                named += things
                topic += things if previous not in ("into", "away", "with") else []
            else:
                previous = item.kind
        if named and not (aside and self.topic):
            self.topic = topic or named[:1]
        self.only_told(named)

    def _denied(self, clause: Clause, words: list[str]) -> None:
        if _FORGET & set(words[:4]) and "to" in words:
            return self._wish(clause)
        verb = next((i for i in clause.items if i.kind == "act" and i.value == k.PLACE), None)
        state = next((i for i in clause.items if i.kind == "state"), None)
        if verb and state and verb_of(self.tokens[verb.start]) in ("leave", "keep"):
            return self._undone(clause, state)  # "never leave that door open"
        if not self._prohibits(words):
            return self._context(clause)
        regrets = _REGRETS & set(words) or {"not", "one"} <= set(words[:3])
        regrets = regrets or {"to", "be"} <= set(words)
        regrets = regrets and not clause.has("act")
        if regrets and state and state.value.lstrip("!") in ("open", "toggled"):
            return self._undone(clause, state)  # "I'd rather the TV wasn't on"
        return self._forbidden(clause, words, verb is not None)

    def _undone(self, clause: Clause, state: Bearing) -> None:
        """What shall not be open shall be closed."""
        named = [t for i in clause.items if i.kind == "thing" for t in self.thing(i)]
        value = state.value
        for thing in named:  # "there should not be a single candle burning"
            thing.plural |= bool({"single", "any", "no", "one"} & set(self.tokens))
        self.topic = named or self.topic
        self.state(self.topic, value[1:] if value.startswith("!") else f"!{value}")

    def _forbidden(self, clause: Clause, words: list[str], put: bool) -> None:
        found, places, previous = list[Thing](), list[Thing](), ""
        for item in clause.items:
            if item.kind == "thing":
                (places if previous in ("into", "away", "with") else found).extend(self.thing(item))
            previous = item.kind
        self.only_told([*found, *places])
        for thing in found:
            thing.plural |= "no" in words  # "no pillow stays there, all of them ..."
        acts = [item.value for item in clause.items if item.kind in ("act", "state")]
        acts = [act for act in acts if act.lstrip("!") in STATED]
        whole = [thing for thing in self.things if thing.every]
        if found and not (acts or places or put) and self.spare(whole, found):
            return  # "put the cutlery in the drawer, only not the knives"
        lead = [word for word in words if word not in _FILLERS][:1]
        bidden = set(lead) & (_DENYING - {"no"}) or put or _PREFERS & set(words) - _DEMANDS
        thrown = {verb_of(token) for token in words} & _THROWS
        if thrown and found and not places:
            places = [Thing(("GarbageCan",))]  # to be kept, wherever
        if acts or places or (found and (bidden or "want" in words or "need" in words)):
            self.forbid(found or self.topic, acts, places)
        if not any(thing in self.things for thing in self.topic):
            self.topic = found or self.topic

    def _prohibits(self, words: list[str]) -> bool:
        """Whether something shall not be; else it only is not ("one lamp is not enough")."""
        lead = [word for word in words if word not in _FILLERS]
        if lead and lead[0] in _DENYING:
            return True
        if _REGRETS & set(words) or words[:2] == ["not", "one"] or {"to", "be"} <= set(words):
            return True
        if _CANNOT & set(words) and not _DEMANDS & set(words):
            return False
        if words and words[0] in _OTHERS | {"you"}:
            return words[0] == "you" or bool(_PREFERS & set(words))
        return bool(_DEMANDS & set(words)) and words[0] not in ("nobody", "nothing")
