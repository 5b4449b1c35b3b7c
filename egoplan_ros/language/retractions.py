"""What a person takes back, leaves out or has meant otherwise, turn by turn."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

from egoplan_ros.language import words as w
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.bearing_words import ACTS, GIVE, HOLD, SWITCH
from egoplan_ros.language.dialog_model import Turns
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.gist import Gist
from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.offers import Offers
from egoplan_ros.language.phrasing import NUMERAL

DROP = re.compile(
    r"\b(?:forget(?: about)?|scrap|scratch|skip|cancel|ignore|never ?mind(?: about)?"
    r"|not bother with|no need for|leave out) (?:the |that |those |my )?(?=\w)(?!it\b|them\b)"
    r"|^(?:i|we) (?:do not|no longer) (?:need|want) (?:the |that |those |my )"
    r"(?=[\w ]{1,30}?(?:[,.;]|$| after all| any ?more))"
    r"|\bdo not (?:touch|bother with) (?:the |that |those |my )(?=\w)"
    r"|^(?:and |but )?no (?:more )?(?=\w+(?: \w+)?(?:[,.;]|$))(?!need\b|problem\b|thanks\b|one\b)"
    r"|^(?:but |just )?(?:keep|spare|not) (?:the |that |those |my )(?=[\w ]{1,30}?(?:[,.;]|$))"
    r"(?![^,.;]*\b(?:in|on|into|onto|at|under|open|closed|shut)\b)"
    r"|\bleave (?:the |that |those |my )(?!where\b|there\b|alone\b|be\b|as\b|out\b)"
    r"(?=[\w ]{1,30}?(?:,| actually| out| for now| then| after all"
    r"| alone| be| as (?:it|they) (?:is|are)|$|[.;!]))"
    r"(?![^,.;]*\b(?:in|on|off|into|onto|at|under|open|closed|shut|like)\b)"
)
_UNDO = re.compile(
    r"\b(?:forget(?: about)?|never ?mind(?: about)?|no need for|not bother(?: with| about)?"
    r"|skip|no more"
    r"|stop|no) (?:the |it )?(?P<doing>\w+ing)\b(?: (?:it|them|that))?(?: (?:on|off|up))?"
)
"""What shall not be done after all: "forget about switching it on"."""
_NEED_NOT = re.compile(
    r"(?:,? (?:and|but) )?\b(?:it|they|that|those) (?:need not|(?:do|does) not (?:need"
    r"|have) to) be "
    r"(?P<state>\w+)"
)
"""The same: "they needn't be washed"."""
_REST_GOES = (
    r"(?:(?:[,.;]| but| and)+ (?:but )?"
    r"(?:all (?:of )?the (?:rest|others?)|everything else|(?:the )?(?:rest|others?))[^,.;]*"
    r"(?:, yes)?)?"
)
_SPARED = r"(?P<things>(?:the |my |that |those |our )?(?:[\w']+ )?\w+?)"
_WHY = r"(?:[,.;!] (?:i|we|my|he|she|it|they|that|those|the)\b(?! (?:rest|others?)\b)[^,.;]*)?"
_SPARES = (
    re.compile(
        r"^(?:(?:yes|yeah|no+|well|ok|sure|please|oh|of course|actually|wait|hang on"
        r"|hold on)[.,]? )*"
        r"(?:"
        r"(?:everything|all|all of (?:it|them)|every ?one|each one|the lot)?,? ?"
        r"(?:except|but(?! (?:not )?(?:first|please|in|on)\b)|apart from|other than|bar)(?: for)? "
        r"|(?:but )?(?:leave|keep|not|spare) (?:me |us )?(?=(?:the|my|that|those|our|these|them)\b)"
        rf"|(?:but )?no (?=\w+s\b)){_SPARED}"
        r"(?: (?:there|alone|be|on|in|where (?:it|they) (?:is|are)))?"
        rf"(?:,? (?:obviously|of course|please|though|thanks))?{_REST_GOES}{_WHY}[.!\s]*$"
    ),
    re.compile(
        rf"^(?:(?:yes|yeah|no+|nah|well|ok|please|oh)[.,]? )*(?:but )?{_SPARED} "
        r"(?:stays?|remains?|(?:can|may|should|must|are to|is to|get to) (?:stay|remain|be left))"
        rf"(?: (?:there|put|on it|in it|where (?:it|they) (?:is|are)))?{_REST_GOES}{_WHY}[.!\s]*$"
    ),
    re.compile(
        rf"^(?:no|nah|not),? (?:i|we) (?:still |really )?(?:need|want|like|use) {_SPARED}"
        rf"(?: (?:there|on it|in it))?{_REST_GOES}[.!\s]*$"
    ),
)
"""What is left out of all: "everything except the statue", "no, leave the pillow"."""
_COURTEOUS = re.compile(
    r"(?:[\s,.!?]|\b(?:everything|it all|all of it) (?:has to|must|can|should) go\b"
    r"|\b(?:completely|entirely|totally|please|thanks|thank you|now|for me|for us)\b)*$"
)
_BY_ACT = {SWITCH: "toggled", HOLD: "holding", GIVE: "holding"}
_PLURAL = re.compile(r"\b(?:those|them)\b")
_THAT_ONE = re.compile(
    r"\b(?:that|those|that one)(?: ones?)? (?:goes|go|belongs?|on|in|into|can)\b"
)
_MORE = re.compile(r"\b(?:more|another|too|also|as well|extra|additional|plus)\b")
_THOSE = re.compile(r"(?:those|these|them)(?: ones)?")
_OF_ALL = re.compile(r"\b(?:all|every|everything|clear|empty|each|whatever|anything)\b")
_PUT_INSTEAD = re.compile(
    r"^,? ?(?:put|use|take) (?:a|an|the|my) \w+(?: \w+)?(?: in| on)?(?: there)? instead$"
)
_NOT_THIS = re.compile(
    r"^no (?!no\b|not\b|thanks?\b|thank\b|need\b|it\b|that\b|the\b|just\b|only\b|please\b|wait\b"
    r"|but\b|i\b|in\b|on\b|sorry\b|actually\b|dear\b|one\b)"
    rf"(?P<thing>(?!(?:{NUMERAL}|\d+)\b)\w+(?: \w+)??)(?:[,.;!]|$| (?:in|on|off|at|near|under)\b)"
)
"""No answer: "no coffee, just fill the kettle"."""
_DISOWNS = re.compile(
    r"^i (?:did not|never) (?:say|said|ask|asked|mention|mentioned)(?: anything)?(?: about| for)? "
    r"(?P<thing>(?:the|a|an|any|my) [\w ]+)$"
)


class Retractions(Offers, ABC):
    """Takes back what was asked for; see :class:`Replies`."""

    def __init__(self, lexicon: Lexicon, named: Callable[[str], str]) -> None:
        super().__init__(lexicon, named)
        self._turns: list[tuple[str, str]] = []
        self._before: list[Thing] = []
        self._told: list[tuple[Thing, Thing]] = []
        self._dropped = False
        self._declined = False  # whether a turn begins with a no
        self._laying = False  # whether a table is to be set, nobody has said yet with what
        self._lost = False  # whether what was said last was not understood
        self._named_last: list[Mention] = []
        self._emptied = False  # and whether all was taken back by then

    @property
    def taken_back(self) -> bool:
        """Whether all that was asked for was taken back."""
        return self._dropped and (self._emptied or not self.things)

    @abstractmethod
    def _turn(self, text: str, question: str) -> None:
        """Take in one turn of the person."""

    def _remember(self) -> None:
        """Keep what was asked for before a turn."""
        self._before = list(self.things)
        self._told = [(t, replace(t, states=dict(t.states))) for t in self.things]

    def _spares(self, text: str, question: str) -> bool:
        """Whether a turn only leaves something out of all that was asked for."""
        forms = (form.match(text) for form in _SPARES)
        return any(form is not None and self._spare(form["things"], question) for form in forms)

    def _spare(self, things: str, question: str) -> bool:
        """Follow the dialog anew with something left out of the last request that meant all."""
        if _THOSE.fullmatch(things) and len(named := self.find(question)) == 1:
            things = " ".join(tokens_of(question)[named[0].start : named[0].end])
        kinds = {kind for mention in self.find(things) for kind in mention.types}
        if not kinds or any(set(thing.types) <= kinds for thing in self.things):
            return False  # nothing we know, or spoken of by itself
        last = len(self._turns) - 1
        for at in range(last - 1, -1, -1):
            said, asked = self._turns[at]
            if _OF_ALL.search(said):
                said = _COURTEOUS.sub("", said)
                amended = f"{said} except {things}", asked
                self._follow([*self._turns[:at], amended, *self._turns[at + 1 : last]])
                return True
        return False

    def _follow(self, turns: Turns) -> None:
        self._turns, self.gist, self.something = [], Gist(self.lexicon), ""
        for text, question in turns:
            self._turn(text, question)

    def _take_back(self) -> None:
        """Follow the dialog anew without the last request."""
        self._dropped = True
        while self._turns and not self._asks(self._turns[-1][0]):
            self._turns.pop()
        if not self._turns:
            return
        kept, topic, place = self._turns[:-1], self.gist.topic, self.gist.place
        self._follow(kept)
        self.gist.place = self.gist.place or place
        if not self.gist.topic:
            self.gist.topic = [Thing(old.types, words=old.words) for old in topic[-1:]]

    def _asks(self, text: str, names: bool = True) -> bool:
        """Whether a text asks for something, or names something."""
        tokens = tokens_of(text)
        named = names and self.lexicon.find(tokens, groups=True)
        return bool(named or w.ACTION_WORDS & set(tokens))

    def _undone(self, text: str) -> str:
        """Take back what is not to be done with what was spoken of; what is left of the text."""
        if said := _NEED_NOT.search(text):
            state = w.STATE_WORDS.get(said["state"], "")
        elif said := _UNDO.search(text):
            state = state_of(verb_of(said["doing"]))
        else:
            return text
        meant = [t for t in self.gist.topic if t in self.things and state in t.states]
        meant = meant or [t for t in self.things if state in t.states][-1:]
        for thing in meant:
            self._forgo_state(thing, state)
        if not meant:
            return text
        self._dropped = True
        return (text[: said.start()] + text[said.end() :]).strip(" ,.;!")

    def _disowned(self, part: str) -> bool:
        """ "I never asked for the plate": whether it is no more than that."""
        if not (said := _DISOWNS.match(part)):
            return False
        kinds = {kind for mention in self.find(said["thing"]) for kind in mention.types}
        self.things[:] = [thing for thing in self.things if not kinds & set(thing.types)]
        return True

    def _regroup(self, text: str) -> None:
        """ "Two in the bowl and the third one on a plate", of three in the bowl."""
        if _MORE.search(text):
            return
        words = [t for t in tokens_of(text) if t not in w.POLITE | w.COURTESY]
        ordered = bool(words) and bool(verb_of(words[0]))
        named = {kind for mention in self.find(text) for kind in mention.types}
        for new in [thing for thing in self.things if thing not in self._before]:
            for old in [thing for thing in self._before if thing in self.things]:
                here, there = old.place.types if old.place else (), new.place and new.place.types
                same = there and set(here) & set(there) and set(old.types) & set(new.types)
                if ordered and named & set(old.types):
                    continue  # "put two cups in the sink": two more
                if (
                    same
                    and not (new.every or old.every)
                    and new.states.items() <= old.states.items()
                ):
                    self._count(old, new.count)
                    self._forgo([new])
                    break

    def _supersede(self) -> None:
        """What a correction asks for anew, another way, takes the place of what was asked."""
        left = [now for now, before in self._told if alike(now, before)]
        for new in [thing for thing in self.things if thing not in self._before]:
            for old in left[::-1]:
                if old not in self.things:
                    continue
                here = old.place.types if old.place else ()
                there = new.place.types if new.place else ()
                same = bool(set(old.types) & set(new.types))
                state = bool(old.states) and old.states.keys() == new.states.keys()
                if same or (here and here == there) or (state and not here and not there):
                    self.things.remove(old)
                    self.gist.idle.append(old)
                    if same:
                        new.place = new.place or old.place
                        new.states = new.states or dict(old.states)
                    break

    def _not_this(self, text: str) -> bool:
        """Whether a text begins with "no coffee" rather than with an answer."""
        said = _NOT_THIS.match(text)
        return said is not None and bool("coffee" in said["thing"] or self.find(said["thing"]))

    def _unplace(self, place: Mention, rest: str) -> bool:
        """ "Never mind the drawer, bring them to me", "forget the couch, drawer was right"."""
        if self._known(place) is not None:
            return False
        there = [t for t in self.things if t.place and set(t.place.types) & set(place.types)]
        there = [t for t in there if t in self.gist.topic] or there
        others = self.find(rest)
        other = len(others) == 1 and self._is_place(others[0]) and not self._asks(rest, names=False)
        if not there or not (other or self._asks(rest, names=False)):
            return False
        for thing in there:
            if other and thing.place:
                self._move(thing.place, others[0])
            else:
                thing.place = None
        self.gist.topic = there
        return True

    def _drop(self, text: str, dropped: re.Match[str]) -> str:
        """Take a thing out of what was asked for; what is left of the text."""
        tokens = tokens_of(text[dropped.end() :])
        mentions = self.lexicon.find(tokens, groups=True)
        if mentions and mentions[0].start > 1:
            mentions = []
        if not mentions and not self.things:
            raise Unread
        left = text[dropped.end() :]
        behind = " ".join(tokens[mentions[0].end :]) if mentions else ""
        if mentions and (self._unplace(mentions[0], behind) or self._without(mentions[:1])):
            return re.sub(r"^[^,.;]*[,.;]?\s*", "", left)
        instead = _PUT_INSTEAD.match(behind)
        gone = [t for t in self.things if mentions and set(t.types) & set(mentions[0].types)]
        if mentions and not gone:
            return text
        if tokens[:1] and tokens[0] in DISHES:  # "leave out the coffee"
            state = "brewed" if tokens[0] == "coffee" else "cooked"
            gone = [thing for thing in self.things if state in thing.states]
        gone = gone or self.things[-1:]  # by a name that we do not know
        after, rest = mentions[0].end if mentions else 1, tokens
        others = self.find(" ".join(rest[after:]))
        if others and any(set(t.types) & set(others[0].types) for t in self.things):
            others = []  # "forget the spoon, just the fork"
        if len(others) == 1 and instead and gone[0].place:
            gone[0].types, gone[0].words = others[0].types, others[0].types[0].lower()
            return ""  # "never mind the potato, put a tomato in instead"
        movable = self.gist.nouns.able("pickupable")(gone[0]) if gone else False
        swaps = len(others) == 1 and self._fixed(others[0]) != movable
        if swaps and not self._asks(" ".join(rest[after:]), names=False):
            gone[0].types, gone[0].words = others[0].types, others[0].types[0].lower()
            return ""  # "forget the newspaper, the remote instead"
        self._dropped = True
        self._forgo(gone)
        self.gist.topic = self.things[-1:]
        many = tokens[after - 1].endswith("s") and not any(t.plural for t in self.gist.topic)
        others_left = " ".join(rest[after:])
        if _THAT_ONE.search(others_left) or (
            many and _PLURAL.search(others_left)
        ):  # "not the pepper! That goes in the cupboard"
            self.gist.topic = [Thing(old.types, words=old.words) for old in gone[-1:]]
        words = "".join(rf"\W*{word}\w*" for word in tokens[:after])
        return re.sub(words, "", left, count=1).lstrip(" ,.;!")


def state_of(verb: str) -> str:
    """The state that an act brings about or ends, "" when it is none."""
    act = ACTS.get(verb, "")
    return _BY_ACT.get(act, act.lstrip("!"))


def alike(one: Thing, other: Thing) -> bool:
    """Whether the same is wanted of both."""
    same = one.types == other.types and one.states == other.states
    return same and one.place is other.place
