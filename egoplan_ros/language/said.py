"""What one turn of a dialog says, in tokens: of which thing, and where it is to go."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from egoplan_ros.language import words as w
from egoplan_ros.language.lexicon import Lexicon, Mention

IT = frozenset(("it", "them"))
VERBS = (
    (w.PLACE_VERBS | w.HOLD_VERBS | w.NEAR_VERBS | w.SWITCH_VERBS | w.DISCARD_VERBS | w.LOOK_VERBS)
    | frozenset(w.STATE_VERBS)
    | frozenset(w.NEGATED_VERBS)
    | {"make", "leave", "keep"}
)


@dataclass(slots=True)
class Said:
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
        if first is None or first.start or first.end > 1 or self.tokens[0] not in VERBS:
            return first
        return others[0] if len(self.tokens) > 1 else first

    def same_move(self, other: "Said") -> bool:
        """Whether another request does nothing but put the same kind of thing in the same place."""
        if "and" in other.tokens:
            return False
        mine, theirs = self.destination(), other.destination()
        one, two = self.item(), other.item()
        if mine is None or theirs is None or one is None or two is None or one is mine:
            return False
        return mine.types == theirs.types and one.types == two.types

    def states(self) -> set[str]:
        """Words that ask for a state."""
        return (w.STATE_WORDS.keys() | w.STATE_VERBS.keys()) & set(self.tokens)

    def numbers(self) -> set[str]:
        """Words that tell how many."""
        return w.NUMBERS.keys() & set(self.tokens)

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

    def with_phrase(self, mention: Mention, words: Sequence[str]) -> "Said":
        """The request with other words for a noun phrase."""
        start = self.phrase_start(mention)
        return Said([*self.tokens[:start], *words, *self.tokens[mention.end :]], self.lexicon)

    def own_pronouns(self) -> set[int]:
        """Places of pronouns that stand for something named in the same turn before them."""
        first = self.mentions[0].start if self.mentions else len(self.tokens)
        return {at for at, token in enumerate(self.tokens) if token in IT and at > first}

    def undoes(self, last: "Said") -> bool:
        """Whether it opens what was to be closed, turns off what was to be on, or the reverse."""
        if "and" in last.tokens:
            return False  # there is more to it
        one, two = self._switched(), last._switched()
        return one != two and one[0] == two[0] != "" and self.same_thing(last)

    def _switched(self) -> tuple[str, bool]:
        """The state that a request with one verb brings about; ("", False) for any other."""
        verb, words = self.tokens[0], set(self.tokens)
        if verb in w.SWITCH_VERBS - {"put"} and words & {"on", "off"}:
            return "toggled", "on" in words
        return w.STATE_VERBS.get(verb) or w.NEGATED_VERBS.get(verb, ""), verb in w.STATE_VERBS

    def narrows(self, last: "Said") -> bool:
        """Whether the destination is named again, more exactly: "the table", "the coffee table"."""
        target, here = last.destination(), self.item()
        return target is not None and here is not None and bool(set(here.types) < set(target.types))

    def is_open(self) -> bool:
        """Whether the thing is still to be told: "bring me something", "fill it"."""
        item = self.item()
        before = self.tokens if item is None else self.tokens[: item.start]
        return item is None or "something" in self.tokens or not IT.isdisjoint(before)

    def same_thing(self, last: "Said") -> bool:
        """Whether the same thing is named again, with more told of it."""
        item, here = last.item(), self.item()
        return item is not None and here is not None and item.types[:1] == here.types[:1]
