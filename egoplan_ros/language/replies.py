"""What a person's reply changes: which one, where, how many, what instead, what not at all."""

import re
from dataclasses import replace

from egoplan_ros.language import words as w
from egoplan_ros.language.asked import Asked
from egoplan_ros.language.bearing import tokens_of
from egoplan_ros.language.lexicon import Mention
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.wish_clause import APPLIANCES

_NOT_BUT = re.compile(
    r"(?<!\bdo )\bnot (?:the |a |an |that )?([\w ]+?),? (?:but |i meant? |it is |i said )?"
    r"(?:the |a |an |that )?([\w ]+)$"
)
_BUT_NOT = re.compile(
    r"^(?!.*\b(?:is|are|do|does|did|should|can|must|will|would|go|goes|belongs?)\b)"
    r"(?:(?:in|on|to) )?(?:the |a |an |my )?([\w ]+?),? (?:and )?not "
    r"(?:(?:in|on|to) )?(?:the |a |an |my |that )?([\w ]+)$"
)
_RATHER = re.compile(
    r"^(?:(?:use|take|get|make it) )?(?:the |a |an |my )?([\w ]+?),? "
    r"(?:rather than|instead of|in place of) "
    r"(?:the |a |an |my |that )?([\w ]+)$"
)
_SWAP = re.compile(
    r"\b(?:swap|exchange|trade|replace|substitute) (?:the |my |that |those )?([\w ]+?) "
    r"(?:for|with|by) (?:the |a |an |my |some )?([\w ]+)$"
)
_OR_THAT = re.compile(
    r"^(?:or (?:maybe |even |else )?(?:(?:in|on) )?(?P<thing>(?:the|a|an|my) \w+(?: \w+)?)"
    r"(?:,? (?:either|both|whichever|whatever|i do not mind)\b.*)?"
    r"|(?P<good>(?:the|a|an|my) \w+(?: \w+)??)(?:'s| is| will be|'ll be| would be| works?| does) "
    r"(?:(?:just |every bit )?as (?:good|well|fine)|equally (?:good|fine)|(?:good|fine) too)"
    r"(?:, (?:either|whichever|whatever)\b.*)?)$"
)
"""Another will do, too: "a pencil's just as good"."""
_IN_ALL = re.compile(rf"\b(?P<number>{'|'.join(w.NUMBERS)}) (?:in (?:all|total)|altogether)$")
HOW_MANY = re.compile(r"\bhow many\b|\b(?:one|two|all)\b[^?]*\bor\b|\ball of\b|\ball the\b")
_ALSO = re.compile(r"^(?:and|also|plus|now|oh and)\b|\b(?:too|as well|also)\b")
_BESIDE = re.compile(r"\b(?:beside|next to|alongside|by) (?:it|them|that)\b")
_MORE = re.compile(
    r"\b(?:another|a second|one more)(?: one)?"
    r"(?=$|[,.!?]| (?:please|too|then|as well|(?:in|on|into) (?:there|it|them))\b)"
)
_ONE_MORE = re.compile(
    r"^(?:put|add|take|get|bring|lay|set|throw) (?:another|one more|a second)(?: one)?"
    r"(?: (?:in|on|there|in there|on there|to it|down|out))?$"
)
_ONE_MORE_THERE = re.compile(
    r"^(?:and |put |plus |then )*(?:another|one more|a (?:second|third)|the (?:second|third|fourth"
    r"|other|last|remaining))(?: one)? (?:(?:next to|beside|near) \w+ )?"
    r"(?:(?:goes|belongs|can go|should go|has to go|comes) )?(?P<where>(?:in|on|to) [\w ]+)$"
)
_SLICED = re.compile(r"(?:in )?slices(?: please)?")
_ALL_OF = re.compile(rf"\ball (?:the |of the )?({'|'.join(w.NUMBERS)})\b")
_WHOLE = re.compile(
    r"\b(?:all of (?:them|those)|every (?:single |last )?one|each one)\b|^(?:just |yes )?all$"
)
_WHERE = re.compile(
    r"\bwhere\b|\bdo with\b|\bwhich (?:place|shelf|drawer|table|room)\b|\bis full\b"
    r"|\bno (?:room|space)\b|^(?:in|on) (?:a|the|your) [\w ]+\?$"
)
_THAT_ONE = re.compile(r"(?:the|that|this)(?: \w+){1,3} one\b")
_PUT_IN_WHAT = re.compile(
    r"\bwhat (?:else )?(?:shall|should|do you want me to|would you like me to)(?: i)? "
    r"(?:put|serve|place) (?P<what>it|them|that|those|[\w ]+?) (?P<where>in|on)\?"
)
""" "What shall I put it in?"."""
_PUT_WHAT = re.compile(
    r"\bwhat (?:else )?(?:shall|should|do you want me to|would you like me to)(?: i)? "
    r"(?:put|serve|place|lay|set) (?P<where>(?:in|on) (?:it|there|(?:the|your) \w+(?: \w+)?))\?"
)
""" "What shall I put on it?"."""
_WHICH_KIND = re.compile(
    r"\bwhich (?:kind of )?(?P<kind>\w+(?: \w+)??)(?=[?,]| (?:should|shall|do)\b)"
)
_MEANING = re.compile(r"\bwhat do you mean\b|\blike what\b|\bsuch as\?|\bwhich (?:ones|things)\b")
_HOW_MANY_WHERE = re.compile(
    r"\bhow many (?:\w+ )?(?:shall|should|do you want me to)(?: i)? (?:put|place|lay|serve) "
    r"(?P<where>(?:in|on) (?:the|your|an?) \w+)\?"
)
_OPTIONS = re.compile(r"\bor\b|\bwhich\b|\band\b")
_OPPOSITE = {"hot": "cold", "cold": "hot"}
_SEVERAL = re.compile(r"\b(?:two|which|all|both|several|more|how many)\b")
_JOINS = frozenset("and also plus oh then".split())
_BEFORE_NUMBER = frozenset("need want it that only just so be".split())
_NO_COUNT = frozenset("at by until till past around before after reading".split())
"""Words before a number that tells no count: "it starts at eight"."""
_COFFEE = frozenset("coffee some a with of it in hot fresh yes just black please thanks".split())
_IN_STATE = re.compile(
    r"^(?:turn |switch |put )?(?:it |them |that )?(?:(?:is|are|to be|should be|must be) )?"
    r"(?P<state>on|off|open|closed|shut)"
    r"(?:[,. ]+(?:(?:i )?(?:meant?|said)|please|(?P=state)|not \w+))*[.!\s]*$"
)
"""Another state than was said before."""
_TAKE = re.compile(
    r"^(?:(?:ah|oh|well|ok|okay|so|then|just|and),? +)*(?:take|get|use|bring|do|move|put|make"
    r"|'ll take) "
    rf"(?P<number>{'|'.join(w.NUMBERS)})(?: of (?:them|those|these)| slices| pieces| ones)?"
    r"(?: then| please)?$"
)
_N_MORE = re.compile(
    r"^(?:(?:do|put|add|take|make)(?: it)? )?"
    rf"(?P<number>{'|'.join(w.NUMBERS)}) (?P<more>more|less|fewer)$"
)
_ASKED_ACT = re.compile(
    r"\bwhich (?:\w+ )?(?:should|shall|do you want me to|would you like me to)(?: i)? "
    r"(?P<act>\w+(?: (?:on|off|up))?)\?"
)
"""What is to be done with what a person names: "which light should I turn on?"."""
_ELSE = re.compile(r"\b(?:anything|something|what) else\b")
_SHORT = 5
"""Tokens of a reply that is no sentence."""
_LONG = 10


class Replies(Asked):
    """How replies change what was asked for."""

    def answers(self, text: str, whole: str, question: str, corrects: bool) -> bool:
        """Whether a sentence only says which, where, how many, or what instead.

        Args:
            text: without the words that tell a correction.
            whole: with them.
            question: of the robot, in lower case; "" for none.
            corrects: whether it corrects what was said before.
        """
        tokens, mentions = tokens_of(text), self.find(text)
        if (state := _IN_STATE.match(text)) and self._in_state(state["state"]):
            return True
        if self._as_coffee(tokens, mentions) or self._put_in(text, tokens, mentions, question):
            return True
        if (swapped := _NOT_BUT.search(text)) and self._swap(swapped[1], swapped[2]):
            return True
        if (swapped := _BUT_NOT.match(text)) and self._swap(swapped[2], swapped[1]):
            return True
        if self._as_good(text):
            return True
        if corrects and self._recounted(tokens, mentions):
            return True
        inside = {tokens[at] for m in mentions for at in range(m.start, m.end)}
        acts = bool((w.ACTION_WORDS - w.STATE_WORDS.keys()) & set(tokens) - inside)
        denied = (tokens[at + 1 :][:1] for at, word in enumerate(tokens) if word == "not")
        acts |= "do" in tokens and any(w.ACTION_WORDS & set(verb) for verb in denied)
        if not mentions and self._how_many_of_all(text, corrects or not acts):
            return True
        if (total := _IN_ALL.search(text)) and self.gist.topic and not mentions:
            self._count(self.gist.topic[-1], w.NUMBERS[total["number"]])
            return True
        if (taken := _TAKE.match(text)) and self.things and not mentions:
            text, tokens, acts = taken["number"], tokens_of(taken["number"]), False
            corrects = True
        if _ONE_MORE.match(text) and self.gist.topic and not mentions:
            self.gist.topic[-1].count += 1
            return True
        if _ONE_MORE_THERE.match(text) and len(mentions) == 1:
            return self._one_more(mentions[0])
        if acts:
            return False
        if (added := _N_MORE.match(text)) and self.gist.topic and not mentions:
            by = w.NUMBERS[added["number"]]
            thing = self.gist.topic[-1]
            thing.count = max(thing.count + (by if added["more"] == "more" else -by), 1)
            return True
        if not mentions and (told := self._described(text, tokens, question)):
            return told
        options = self.options(question)
        if options and w.NEGATIONS & set(tokens) and self._without(mentions):
            return True
        if tokens[:1] in (["just"], ["only"]) and not acts and self._only(mentions, question):
            return True
        asked = _ASKED_ACT.search(question) if len(mentions) == 1 and not self.things else None
        if asked and not self.something and tokens[mentions[0].end :] == []:
            self.hear(f"{asked['act']} the {' '.join(tokens[mentions[0].start :])}")
            return True
        if corrects and len(mentions) == 1 and tokens[:1] and tokens[0] in w.INTO:
            rest = set(tokens[: mentions[0].start]) - w.INTO - w.DETERMINERS
            whole_text = mentions[0].end == len(tokens) and not rest
            placed = [t.place for t in self.gist.topic if t.place is not None]
            if whole_text and placed and self._is_place(mentions[0]):
                for place in placed:
                    self._move(place, mentions[0])
                return True
        if not mentions and "both" in tokens:
            return self.both(options, question)
        adds = _ALSO.search(whole) or _BESIDE.search(text) or _ELSE.search(question)
        more = len(mentions) == 1 and adds
        known = self._known(mentions[0]) if more else None
        base = known and known.types[0].removesuffix("Sliced")
        namesake = base in [kind.removesuffix("Sliced") for m in mentions for kind in m.types]
        other = more and bool(self.things) and not namesake
        whither = w.INTO & set(tokens_of(_BESIDE.sub("", text)))
        if other and not whither and self.likewise(mentions[0], tokens):
            return True
        first = next((t for t in tokens if t not in _JOINS), "")
        several = len(mentions) > 1 and (first in w.DETERMINERS or first in w.NUMBERS)
        if adds and several and self.things and not (whither or any(map(self._known, mentions))):
            return all(self.likewise(mention, tokens) for mention in mentions)
        known = self._known(mentions[0]) if len(mentions) == 1 else None
        if known is not None and set(tokens[: mentions[0].start][-1:]) & w.NUMBERS.keys():
            self._count(known, w.NUMBERS[tokens[mentions[0].start - 1]])  # "three spoons"
            return True
        chosen = self._chosen(tokens, mentions, options, question)
        elsewhere = whither and not all(self._offered(m, options) for m in mentions)
        if chosen is not None and not elsewhere and self._choose(chosen, options):
            return sum(self._offered(m, options) for m in mentions) < 2
        if options and _THAT_ONE.match(text):
            self.unclear = True  # told by something that no name tells: "the tall one"
            raise Unread
        if self._counted(tokens, mentions, question, corrects):
            return True
        if len(mentions) == 1 and not w.INTO & set(tokens):
            return self._names_one(mentions[0], text, whole, question, corrects)
        return False

    def _as_good(self, text: str) -> bool:
        """ "Or on the sofa", "a pencil's fine, too"."""
        said = _OR_THAT.match(text)
        named = self.find(said["thing"] or said["good"]) if said else []
        return bool(named) and self._either_will_do(named[0])

    def _recounted(self, tokens: list[str], mentions: list[Mention]) -> bool:
        """ "Two pens and one pencil", where it was one and two."""
        told = [(self._known(m), tokens[m.start - 1] if m.start else "") for m in mentions]
        if len(told) < 2 or not all(known and number in w.NUMBERS for known, number in told):
            return False
        for known, number in told:
            if known is not None:
                self._count(known, w.NUMBERS[number])
        return True

    def options(self, question: str) -> list[Mention]:
        """What the robot lets the person choose from."""
        found = self.find(question) if _OPTIONS.search(question) else []
        return found if len(found) > 1 else []

    def both(self, options: list[Mention], question: str) -> bool:
        """ "The desk lamp or the floor lamp?" - "both"."""
        for thing in self.things:
            kinds = [o.types[0] for o in options if o.types[0] in thing.types]
            if len(set(kinds)) == 2:
                other = replace(thing, types=(kinds[1],), words=kinds[1].lower())
                other.states = dict(thing.states)
                self.things.append(other)
                thing.types = (kinds[0],)
                return True
        for thing in self.gist.topic if _SEVERAL.search(question) else ():
            thing.count, thing.plural = 2, False
        return bool(self.gist.topic)

    def likewise(self, mention: Mention, tokens: list[str]) -> bool:
        """ "The spoons too": the same with these."""
        last = next(iter((self.gist.topic or self.things)[-1:]), None)
        if last is None or not (last.states or last.place):
            return False
        lead = tokens[max(mention.start - 3, 0) : mention.start]
        count = next((w.NUMBERS[word] for word in lead if word in w.NUMBERS), 1)
        every = bool(w.ALL & set(tokens))
        states = dict(last.states)
        if "Mug" not in mention.types:
            states.pop("brewed", None)
        more = self.gist.nouns.called(mention, count, every, states)
        more.place, more.words = last.place, mention.types[0].lower()
        if more.plural and last.every:
            more.every, more.count = True, 1
        self.gist.nouns.remember(more)
        self.gist.topic = [more]
        return True

    # Kinds of answers ----------------------------------------------------------------------

    def _as_coffee(self, tokens: list[str], mentions: list[Mention]) -> bool:
        """Where a mug was asked for: "coffee, please"; and where coffee was: "in a mug"."""
        mugs = [thing for thing in self.things if "Mug" in thing.types]
        if not mugs:
            return False
        if set(tokens) <= _COFFEE and "coffee" in tokens:
            mugs[-1].states["brewed"] = True
            return True
        brewed = any(thing.states.get("brewed") for thing in mugs)
        named = len(mentions) == 1 and "Mug" in mentions[0].types
        return named and brewed and set(tokens[: mentions[0].start]) <= w.INTO | w.DETERMINERS

    def _put_in(self, text: str, tokens: list[str], mentions: list[Mention], question: str) -> bool:
        """ "What shall I put it in?" - "a bowl": whether that was asked."""
        if w.INTO & set(tokens[:1]) or not tokens:
            return False
        many = _HOW_MANY_WHERE.search(question)
        if many and not mentions and tokens[0] in w.NUMBERS and self.gist.topic:
            self._count(self.gist.topic[-1], w.NUMBERS[tokens[0]])
            self.hear(f"put them {many['where']}")
            return True
        whole = len(mentions) == 1 and mentions[0].end == len(tokens) and mentions[0].start < _SHORT
        place = next(iter(self.gist.topic), None)
        if _MEANING.search(question) and place and not self.things and not place.place:
            holds, fixed = self.gist.nouns.able("receptacle"), self.gist.nouns.able("pickupable")
            if mentions and holds(place) and not fixed(place) and self._is_list(tokens, mentions):
                self.hear(f"put {text} {self.into(place)}")
                return True
        if (asked := _PUT_IN_WHAT.search(question)) and whole and self._is_place(mentions[0]):
            self.hear(f"put {asked['what']} {asked['where']} {text}")
            return True
        if (laid := _PUT_WHAT.search(question)) and mentions and self._is_list(tokens, mentions):
            self.hear(f"put {text} {laid['where']}")
            return True
        return False

    def _is_list(self, tokens: list[str], mentions: list[Mention]) -> bool:
        """Whether a text names things and says nothing else."""
        inside = {at for m in mentions for at in range(m.start, m.end)}
        rest = [token for at, token in enumerate(tokens) if at not in inside]
        return set(rest) <= w.DETERMINERS | w.NUMBERS.keys() | {"and", ",", "some", "please"}

    def _swap(self, before: str, after: str) -> bool:
        """ "Not an apple, a tomato"."""
        old, new = self.find(before)[:1], self.find(after)
        if not old or len(new) != 1:
            return False
        known = self._known(new[0])
        if known is not None and not set(known.types) & set(old[0].types):
            return True
        for part in self._parts():
            if set(part.types) & set(old[0].types):
                part.types = new[0].types
                return True
        return False

    def _one_more(self, place: Mention) -> bool:
        """ "And another one on the sofa"."""
        if not self.gist.topic or not self._is_place(place):
            return False
        known = [
            p.place for p in self._parts() if p.place and set(p.place.types) & set(place.types)
        ]
        last = self.gist.topic[-1]
        more = Thing(last.types, words=last.words, place=next(iter(known), self.new(place)))
        self.gist.nouns.remember(more)
        self.gist.topic = [more]
        return True

    def rather(self, text: str) -> bool:
        """ "A spoon rather than a fork", "use a tomato instead of the apple"."""
        if (swapped := _SWAP.search(text)) and self._swap(swapped[1], swapped[2]):
            return True
        swapped = _RATHER.match(text)
        return swapped is not None and self._swap(swapped[2], swapped[1])

    def _either_will_do(self, new: Mention) -> bool:
        """ "Or on the sofa": either of two."""
        spoken_of = [thing for thing in self.gist.topic if thing in self.things] or self.things
        for thing in spoken_of[-1:]:
            place = thing.place if self._is_place(new) and self._fixed(new) else None
            part = place or thing
            part.types = tuple(dict.fromkeys((*part.types, *new.types)))
        return bool(spoken_of)

    def _how_many_of_all(self, text: str, free: bool) -> bool:
        """ "All three", "every one of them"."""
        if (counted := _ALL_OF.search(text)) and self.gist.topic:
            self._count(self.gist.topic[-1], w.NUMBERS[counted[1]])
            return True
        if not _WHOLE.search(text) or not free or len(tokens_of(text)) >= _LONG:
            return False
        for thing in self.gist.topic:
            thing.every, thing.count = True, 1
        return True

    def _described(self, text: str, tokens: list[str], question: str) -> bool:
        """ "A clean one", "another one"."""
        if _SLICED.fullmatch(text) and "slices" in question and self.gist.topic:
            self.gist.topic[-1].states["sliced"] = True
            return True
        denied = bool(w.NEGATIONS & set(tokens))  # "don't cut it, I like it whole"
        states = {w.STATE_WORDS[t]: True for t in tokens if t in w.STATE_WORDS and not denied}
        for thing in self.gist.topic:
            thing.states |= states
        if not states and _MORE.search(text) and self.gist.topic:
            self.gist.topic[-1].count += 1
            return True
        return bool(states and self.gist.topic)

    def _only(self, mentions: list[Mention], question: str) -> bool:
        """ "Just the forks and spoons": these of a group."""
        named = [kind for mention in mentions for kind in mention.types]
        for thing in self.things if named else ():
            if thing.every and set(named) < set(thing.types):
                thing.types = tuple(kind for kind in thing.types if kind in named)
                return True
        kept = [thing for thing in self.things if set(thing.types) & set(named)]
        for thing in kept[:1]:  # "knives, forks and spoons" - "only the spoons"
            here, brought = thing.place.types if thing.place else None, self.gist.given
            gone = [
                other
                for other in self.things
                if other not in kept
                and (other.place.types if other.place else None) == here
                and (other.states == thing.states or (other in brought and thing in brought))
            ]
            if thing in brought and not thing.states and thing.place is None:
                thing.states["holding"] = True
            self._forgo(gone)
            self.gist.topic = kept
            return bool(gone) or len(self.things) > 1
        return False

    def _without(self, mentions: list[Mention]) -> bool:
        """ "Not the mugs": what is left of a group."""
        spared = {kind for mention in mentions for kind in mention.types}
        for thing in self.things:
            left = tuple(kind for kind in thing.types if kind not in spared)
            if thing.every and left and left != thing.types:
                thing.types = left
                return True
        return False

    def _in_state(self, word: str) -> bool:
        """ "Sorry, off, I meant off"."""
        predicate = "toggled" if word in ("on", "off") else "open"
        changed = [thing for thing in self.gist.topic if predicate in thing.states]
        for thing in changed:
            thing.states[predicate] = word in ("on", "open")
        return bool(changed)

    def _offered(self, mention: Mention, options: list[Mention]) -> bool:
        return any(set(option.types) & set(mention.types) for option in options)

    def _chosen(
        self, tokens: list[str], mentions: list[Mention], options: list[Mention], question: str
    ) -> Mention | None:
        """What a person chooses; "floor" where a desk lamp or a floor lamp was offered."""
        fit = [mention for mention in mentions if self._offered(mention, options)]
        asked = tokens_of(question)
        shared = [o for o in options if set(asked[o.start : o.end]) & set(tokens)]
        return fit[0] if fit else shared[0] if len(shared) == 1 else None

    def _choose(self, chosen: Mention, options: list[Mention]) -> bool:
        if self.something:
            self._tell(chosen, "")
            return True
        for part in self._parts():
            if left := tuple(kind for kind in part.types if kind in chosen.types):
                first = {option.types[0] for option in options if option.types[0] in part.types}
                if chosen.types[0] in first and len(first) > 1:
                    left = chosen.types[:1]
                part.types = left[:1] if part.types != left else left
                return True
        for place in (thing.place for thing in self.things if thing.place):
            if any(set(option.types) & set(place.types) for option in options):
                place.types = chosen.types
                return True
        if self._is_place(chosen) and any(thing.place is None for thing in self.gist.topic):
            self.hear(self.into(chosen))
            return True
        return False

    def _counted(
        self, tokens: list[str], mentions: list[Mention], question: str, corrects: bool
    ) -> bool:
        """ "Two", "three forks"."""
        whole = w.ALL & set(tokens)  # "every single one"
        numbers = [
            word
            for at, word in enumerate(tokens)
            if word in w.NUMBERS
            and word not in ("another", "both")
            and not whole
            and not (at and tokens[at - 1] in _NO_COUNT)
        ]
        if len(numbers) == 2 and tokens == [numbers[0], "of", numbers[1]]:
            numbers.pop()  # "four instead of two"
        if not numbers or len(mentions) > 1 or (mentions and w.INTO & set(tokens)):
            return False
        if mentions:
            things = [t for t in self.things if set(t.types) & set(mentions[0].types)][:1]
        else:
            told = len(tokens) > 1 and tokens[-2] in _BEFORE_NUMBER
            meant = HOW_MANY.search(question) or corrects or told or len(tokens) < _SHORT
            things = self.gist.topic if meant else []
        for thing in things:
            self._count(thing, w.NUMBERS[numbers[-1]])
        return bool(things)

    def _names_one(
        self, new: Mention, text: str, whole: str, question: str, corrects: bool
    ) -> bool:
        """A single name: what was asked for, once more, or where, or instead."""
        tokens, known = tokens_of(text), self._known(new)
        if known is None and tokens[:1] == ["not"]:
            return True  # "the vase as well?" - "no, not the vase"
        if known is not None and not self.something:
            states = [w.STATE_WORDS[t] for t in tokens[: new.start] if t in w.STATE_WORDS]
            for state in states:
                known.states.pop(_OPPOSITE.get(state, ""), None)
                known.states[state] = True
            if states:
                return True
            if corrects and new.types[0] != known.types[0]:
                return self._instead(new)
            if w.ALL & set(tokens):
                known.every, known.count = True, 1
                return True
            if len(tokens) <= new.end - new.start + 1:
                return True
        if self.something:
            self._tell(new, " ".join(tokens[new.start : new.end]))
            return True
        if self._which(new, tokens, question):
            return True
        if _WHERE.search(question) and self._is_place(new):
            self.hear(f"in {text}")
            return True
        if _ALSO.search(whole) and len(tokens) < _LONG - 2:
            return self.likewise(new, tokens)
        alone = len(tokens) <= new.end - new.start + 1 and self._fixed(new) and self._is_place(new)
        placed = [t for t in self.gist.topic if t in self.things and t.place is not None]
        return (corrects or bool(alone and placed)) and self._instead(new)

    def _which(self, new: Mention, tokens: list[str], question: str) -> bool:
        """ "Which knife?" - "a butter knife"."""
        asked = _WHICH_KIND.search(question)
        named = self.find(asked["kind"]) if asked and len(tokens) < _SHORT else []
        known = self._known(named[0]) if named else None
        if known is None or self._fixed(new) != self._fixed(named[0]):
            return False
        known.types, known.words = new.types, new.types[0].lower()
        return True

    def _suits(self, new: Mention, thing: Thing) -> bool:
        """Whether what is wanted of a thing can be wanted of another, or that is a place."""
        affords = self.lexicon.ontology.affords
        needed = {"toggled": "toggleable", "open": "openable"}
        wanted = [needed[state] for state in thing.states if state in needed]
        able = all(any(affords(kind, what) for kind in new.types) for what in wanted)
        return able or self._is_place(new)

    # Changes -------------------------------------------------------------------------------

    def _instead(self, new: Mention) -> bool:
        """Put another thing, or another place, in the place of the last one."""
        spoken_of = [thing for thing in self.gist.topic if thing in self.things]
        thing = next(iter((spoken_of or self.things or self.gist.topic)[-1:]), None)
        if thing is None:
            return False
        if not self._suits(new, thing):
            return False
        place, carrier = thing.place, self.gist.nouns.is_carrier
        held = self._is_place(new) and not carrier(thing)
        if place is not None and held and (self._fixed(new) or carrier(place)):
            self._move(place, new)
        elif self._fixed(new) and self.gist.nouns.able("pickupable")(thing):
            if not self._is_place(new) or new.types[0] in APPLIANCES:
                return False  # "no toaster, it's too loud"
            self.hear(self.into(new))
        else:
            thing.types, thing.words = new.types, new.types[0].lower()
        return True
