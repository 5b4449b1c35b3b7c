"""A dialog by its bearing words: offers, answers, corrections and additions, turn by turn.

What the robot asks gives an answer its meaning: "Where to?" - "the shelf", "Shall I bring it?" -
"yes", "A pen or a pencil?" - "pencil".
"""

import copy
import re

from egoplan_ros.language import words as w
from egoplan_ros.language.acceptance import EITHER
from egoplan_ros.language.agreement import NO, YES
from egoplan_ros.language.answers import spelled_out, tells_missing
from egoplan_ros.language.asked import IT, SOMETHING
from egoplan_ros.language.bearing import tokens_of
from egoplan_ros.language.chatter import (
    ENOUGH,
    GREETING,
    LEAD,
    OTHERS,
    REMARK,
    answer_first,
    is_chatter,
    tells_only,
    tells_own,
    wish,
)
from egoplan_ros.language.confirmations import Confirmations
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.gist import Gist
from egoplan_ros.language.hints import LOOK_THERE, WHERE_IT_IS
from egoplan_ros.language.lexicon import split_name
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.offers import SENTENCES
from egoplan_ros.language.phrasing import CARRIER, DET, NUMERAL, VERB
from egoplan_ros.language.replies import HOW_MANY
from egoplan_ros.language.retractions import DROP, alike
from egoplan_ros.language.spelling import spelled
from egoplan_ros.language.turns import turns_of

_SETS_TABLE = re.compile(
    r"^(?:(?:(?:can|could|would|will) you|please|kindly),? )*(?:set|lay) "
    r"(?P<table>(?:the|my|our) (?:\w+ )?table)(?: for [\w ]+?)?"
    r"(?:,? (?:please|will you|would you|can you|could you))*[.?!\s]*$"
)
_ANYWAY = re.compile(r"\b(?:anyway|nonetheless|still|really|nevertheless|all the same)\b")
_HESITATES = r"^(?:(?:oh|no|wait|sorry|actually|ok|nah|hmm+|hang on|hold on|stop),? )*"
_BACK = re.compile(
    rf"{_HESITATES}(?:(?:scratch|forget|cancel|scrap|skip|drop) (?:that|it|this)\b"
    r"|i(?:'ve| have)?(?: already)? (?:did|done) (?:that|it)(?: already| myself| this \w+)*"
    r"(?=[,.!]|$)"
    r"|abort(?: that| it)?\b|never ?mind(?: that| it)?(?=[,.!]|$))[\s,.]*"
)
_NO_BOTHER = re.compile(rf"{_HESITATES}do not bother(?=[,.!]|$)[\s,.!]*")
_ALL_BACK = re.compile(
    r"^.*?\b(?:(?:cancel|forget|scrap|scratch|drop|skip) (?:all (?:of )?(?:that|it|this)|it all"
    r"|everything|the (?:whole thing|lot)|(?:that )?i (?:said|asked)(?: anything)?)"
    r"|leave everything (?:as it is|where it is|alone)|(?:do not|no need to) do anything"
    r"|let us leave it|let's leave it)\b[\s,.!]*"
)
_DONT = re.compile(
    rf"{_HESITATES}(?:(?:do not|stop)(?: (?:do|touch) (?:it|that|them))?|(?:leave|keep) (?:it|them)"
    r"(?: (?:there|alone|be|as it is|where it is|for now))?)[.!\s]*$"
)
_CORRECTS = re.compile(
    r"^(?:(?:oh|ah|aw|ha|argh|er+|typo|oops|hmm+|uh|wait|sorry|no+(?! need\b)|nope|nah|stop"
    r"|actually|wrong"
    r"|or,? (?=(?:put|place|leave|bring|take)\b)|or (?:no|wait|rather|better|maybe|actually)"
    r"|forgive me|negative|rather not"
    r"|(?:better|let us|let's|rather) make (?:it|that)|i do apologi[sz]e|it must be the contrary"
    r"|correction|hold up|on reflection|rather|hang on|hold on|on second thoughts?|i mean"
    r"|i meant|my (?:mistake|bad)|make (?:it|that|them)|in fact|come to think of it"
    r"|i said the wrong (?:word|thing)|did i say [\w ]+\?"
    r"|and make (?:it|that|them)|i said (?=(?:the |an? )?\w+(?: \w+)?[.!]*$)"
    r"|(?:but )?it(?:'s gotta| has to| has got to| must| should) be (?=(?:an?|the)\b)"
    r"|i said \w+(?: \w+)?(?: but (?:i )?meant|(?=,))|(?:i (?:want|wanted|tried) )?to say"
    r"|(?:i )?(?:got|have) (?:it|that|them) mixed up|change of \w+|fallback)\b[\s,.:!-]*)+"
)
_CORRECTING = re.compile(r"\b(?:actually|instead|rather|better)\b")
_BETTER = re.compile(
    r"^(?:try|use) (?=the|a|my)"
    r"|(?:\b(?:(?:would|will|might) be|is|are|was)|'s) (?:better|preferable|fine|ok|okay|safer"
    r"|easier"
    r"|nicer|wiser|enough|right)\b(?: after all)?(?: (?:for|with) (?:me|my|us|him|her)\b[\w ]*)?"
    r"|^(?:better|rather) (?=(?:the|a|an|my)\b)|\bafter all$"
    r"|\b(?:will|would|'ll) do\b|\binstead\b|\bthen\b"
)
_LAST_WORD = re.compile(
    r",?\s*\b(?:(?:like|as) (?:you|i) said|final word|it is|actually|instead|rather|please"
    r"|thanks|too|of course|obviously)\b[.!\s]*$"
)
_ONCE_DONE = re.compile(
    r"\b(?:when|once|after) (?:it|they|that)(?:'s| is|'re| are)(?: been)? (?:\w+ )?"
    rf"(?:{'|'.join(w.STATE_WORDS)}|done|ready|finished),? (?:just )?"
)
"""What was asked for is told again: "when it's washed, leave it on the counter"."""
_NEXT_TO = re.compile(r"\b(?:next to|beside|right by|alongside) (?:it|them|that)\b")
_LEFT_THERE = re.compile(r"^leave (?:the|that|my) (?P<thing>\w+(?: \w+)?)$")
_MAY_STAY = re.compile(r"\b(?:can|may) (?:stay|remain|be left)(?: \w+)?$")
_ALL_GOES = re.compile(
    r"(?:yes |just )*(?:everything|all of it)"
    r"(?:,? nothing (?:may|can|must|should) (?:stay|remain|be left)[\w ]*|,? no exceptions?)?"
)
_THAT_TOO = re.compile(r"(?:and )?(?:that|this) one(?: too| as well| also)?")
_SAME_FOR = re.compile(
    r"^(?:and |do |apply )*(?:the )?same (?:for|with|to|goes for) (?P<thing>[\w ]+?)"
    r"(?=,|$| and then\b)"
)
_ON_A_CARRIER = re.compile(
    rf"^(?P<place>(?:in|on|to) {DET} (?:\w+ )??\w+)(?:,? please)?,? "
    rf"(?P<carrier>(?:in|on) an? {CARRIER})(?:,? please)?$"
)
_WHICH = re.compile(r"\bwhich\b(?! (?:place|shelf|table|drawer|room))")
_WHICH_ONE = re.compile(
    r"^(?:(?:the|that|this|those|these)(?: ones?)? )?(?:(?:that|which) (?:is|are) )?"
    r"(?:on|in|inside|at|next|near|by|under|from|behind|beside|with)\b[^,.;!]*[,.;!]?"
)
_THE_ONE = re.compile(r"^(?:the|that|this) ones? ")
_IS_AT = re.compile(
    r"\b(?:is|are|was|were)(?: \w+)? "
    r"(?:in|on|at|by|under|inside|next|near|behind|above|below|beside)\b"
)
_ONE_IS = re.compile(r"^(?:one|two|some|it|they|another)\b")
_ALSO_DO = re.compile(r"^(?:and |then )+")
_NOW_IN = re.compile(
    r"^(?:since [\w ]+? )?(?:it|they)(?:'s|'re| is| are)(?: now)? (?=(?:in|on) (?:the|my|a)\b)"
)
_AND_DO = re.compile(rf"^(?P<place>[\w ]+?),? and (?P<do>{VERB} (?:it|them)\b.*)$")
_THE_OTHER = re.compile(r"\bthe (?:other|third|last|remaining)(?: one)?\b(?! \w+s\b)")
_PUT_IN = re.compile(
    r"^(?P<put>(?:then |and |so )*(?:put|place|set|pop) (?P<thing>(?:the|my|an?|one) [\w ]+?)) "
    r"(?:in|on)(?: there)?(?: first)?(?=$|[,.;]| and\b)"
)
_BETTER_DO = re.compile(rf"^(?:you(?:'d| had) |we(?:'d| had) )?better {VERB}\b")
_ADD = re.compile(
    rf"^(?:(?:but|and|then) )*(?:add|i forgot) (?P<thing>(?:the|my|an?|some|another"
    rf"|{NUMERAL}) [\w ]+?)"
    r"(?:,? (?:those|that|them|it)(?: too| as well))?$"
)
_ROUND = re.compile(r"^(?:it(?:'s| is) )?(?:exactly )?(?:the )?other way (?:a)?round$")
_ONLY_THESE = re.compile(
    r"(?:^|, )(?:so )?(?:only|just) (?P<these>(?:the|my|those) \w+(?: \w+)?)(?=,|$)"
    r"|^(?P<those>(?:the )?\w+(?: \w+)?) only$"
)
_SO = re.compile(r"\b(?:on|off|open|closed|shut)$")
_DUTY = re.compile(r"\b(?:should|must|has to|have to|needs? to)\b")
_STATED = re.compile(
    rf"^(?:it|that|this|there)\b.*\b(?:{'|'.join([*w.STATE_WORDS, *w.CONDITIONS])})\b"
)
_WISHING = sorted(w.ACTION_WORDS - w.STATE_WORDS.keys() - {"stand", "leave", "left", "set"})
_WISH = re.compile(
    r"\b(?:to|be|should|must|shall|need|needs|want|like|could|can|please|that is|which is"
    rf"|{'|'.join(_WISHING)})\b"
)


class Exchange(Confirmations):
    """Follows one dialog.

    Args:
        lexicon: the names of things.
        named: mends slips of the pen in a name.
    """

    def read(self, turns: Turns) -> list[Thing] | None:
        """What the dialog asks for in the end, or None when some of it finds no use."""
        question = ""
        try:
            for who, text in turns:
                if who.strip().lower() in ROBOT:
                    question = text.lower()
                    continue
                for _, part in turns_of(text):
                    self._try(spelled(part), question)
                    question = ""
            self._confirm(question)
            if self._lost:
                raise Unread
            if self._dropped and not self.things:
                return None
            self._once()
            return self.gist.wishes()
        except Unread:
            return None

    def _try(self, text: str, question: str) -> None:
        """Take in one turn; one that is not understood may be told by what the robot repeats."""
        before = copy.deepcopy(self.gist, {id(self.lexicon): self.lexicon})
        try:
            self._turn(text, question)
            lost = not self._taken_in() and self.find(text)
            if lost and self._asks(text, names=False):
                raise Unread
        except Unread:
            if self._lost:
                raise
            self._named_last = self.find(text)[:1]
            if self.things or self._asks(text, names=False):  # else small talk
                self._emptied = self._dropped and not self.things
                self.gist, self._lost = before, True

    def _once(self) -> None:
        """Ask once for what was asked for twice: "close it", "and shut the door again"."""
        movable = self.gist.nouns.able("pickupable")
        kept: list[Thing] = []
        for thing in self.things:
            again = not movable(thing) and any(
                not movable(other) and alike(other, thing) and other.count == thing.count
                for other in kept
            )
            kept += [] if again else [thing]
        self.things[:] = kept
        kinds = {kind for thing in kept for kind in thing.types}
        self.gist.loose = [t for t in self.gist.loose if t in kept or not kinds & set(t.types)]

    def _taken_in(self) -> bool:
        """Whether anything that was said was understood."""
        gist = self.gist
        told = (self.things, gist.topic, gist.loose, gist.unplaced, gist.pending, gist.forbidden)
        return self._dropped or any(told) or bool(gist.needed or self.something)

    def asking(self, turns: Turns) -> list[str]:
        """Turns of the person that say more than hello and thanks."""
        spoken = [text for who, text in turns if who.strip().lower() not in ROBOT]
        rest = [ENOUGH.sub("", GREETING.sub("", text.lower() + " ")) for text in spoken]
        return [text for text, said in zip(spoken, rest, strict=True) if said.strip(" .,!?")]

    # One turn ------------------------------------------------------------------------------

    def _turn(self, text: str, question: str) -> None:
        self._confirm(question)
        text = answer_first(wish(text))
        offer = self.offer(question, text)
        if _ANYWAY.search(question) and NO.match(text) and not self._asks(text):
            offer, text = "", "do not"
        dont = _DONT.match(text) or _NO_BOTHER.match(text)
        taken = _BACK.match(text) or (self._turns and not offer and dont)
        if self._turns and (cleared := _ALL_BACK.search(text)):
            self._clear()
            text, taken = text[cleared.end() :], cleared
        elif taken and self.things and self._only_a_place(text[taken.end() :]):
            text, taken = f"i mean {text[taken.end() :]}", None  # "scratch that, counter"
        elif taken:
            self._take_back()
            text = text[taken.end() :]
        if not text.strip(" .!?") and taken:
            return
        self._turns.append((text, question))
        self._remember()
        self.gist.settled = [thing for thing in self.things if thing.place is not None]
        self._speak_of(question, offer if offer and YES.match(text) else text)
        if self._spares(text, question):
            return
        if WHERE_IT_IS.search(question) and not self._asks(text, names=False):
            return
        if self.things and LOOK_THERE.match(text):
            return
        if self._lays(text):
            return
        text, refuses = self._answer(offer, text, question)
        if any(thing.states for thing in self.things):
            text = _ONCE_DONE.sub("", text)
        answers = spelled_out(text, question)
        if len(answers) > 1 and self.both(self.options(question), question):
            answers = ()
        for said in answers:
            if said.strip(" .,!?"):
                self._say(said, question, refuses or tells_missing(question))
        if len(self._turns) > 1:
            self._regroup(text)
        for types, state, _ in self.gist.forbidden if len(self._turns) > 1 else ():
            for thing in self._before:  # "don't wash it, then"
                wanted = thing.states.get(state.lstrip("!")) == (not state.startswith("!"))
                if state and types & set(thing.types) and wanted:
                    del thing.states[state.lstrip("!")]
        held = [t for t in self.things if t.states.get("holding") and t.origin is None]
        for thing in held[:-1]:  # one hand: what was asked for last
            del thing.states["holding"]

    def _clear(self) -> None:
        """Take back all that was asked for."""
        self._turns, self.gist, self.something, self._dropped = [], Gist(self.lexicon), "", True

    def _lays(self, text: str) -> bool:
        """ "Set the table", and what is to be on it: whether that is what is said."""
        table = self.gist.topic[-1:] if self._laying else []
        if laid := _SETS_TABLE.match(text):
            named = self.find(laid["table"])[:1]
            types = [sorted(mention.types, key="DiningTable".__ne__) for mention in named]
            self.gist.topic = [Thing(tuple(kinds), words="table") for kinds in types]
            self._laying = bool(named)
            return self._laying
        named = self.find(text)
        if not (table and named and self._is_list(tokens_of(text.strip(" .!")), named)):
            return False
        self._laying = False
        self.hear(f"put {text.strip(' .!')} on the {' '.join(split_name(table[0].types[0]))}")
        for thing in self.gist.topic:
            if thing.place is not None:
                thing.place.types = table[0].types
        return True

    def _say(self, text: str, question: str, corrects: bool) -> None:
        """Take in the answer proper, a correction or an addition."""
        if self._left_open(text):
            self.something = text
            return
        text = GREETING.sub("", text)
        if _WHICH.search(question) or _THE_ONE.match(text):
            text = _WHICH_ONE.sub("", text).strip()
        if (marker := _CORRECTS.match(text)) and not self._not_this(text):
            corrects, text = True, text[marker.end() :]
        text = self._undone(text)
        if dropped := DROP.search(text):
            text = self._drop(text, dropped)
        corrects |= bool(_CORRECTING.search(text))
        rest: list[str] = []
        for part in filter(None, map(str.strip, SENTENCES.split(text))):
            whole, part = part, self._without_remarks(LEAD.sub("", part))
            if not part or is_chatter(part, tells_missing(question)):
                if not self.things and not self.gist.topic:
                    self.gist.topic = [self.new(named) for named in self.find(whole)[-1:]]
                continue
            if self._disowned(part):
                continue
            if self._not_this(part) and (dropped := DROP.search(part)):
                part = self._drop(part, dropped)
            short = part
            if marker := _CORRECTS.match(part):
                corrects, short = True, part[marker.end() :]
            if corrects and not tells_missing(question):
                part = _NOW_IN.sub("", part)  # "no, it's in the drawer now"
            asks = self._orders(part) or _DUTY.search(part)
            chatter = corrects and not self.find(part) and not asks
            chatter = chatter and not _BETTER_DO.match(part)
            answered = self._replies(short, part, question, corrects)
            if answered and corrects:  # "on the chair... no, that's dirty. On the table"
                rest = [before for before in rest if tokens_of(before)[0] not in w.INTO]
            elif not answered and not chatter:
                rest.append(part)
        rest = [self._put_inside(self._the_other(part)) for part in rest]
        if text := self._beside(". ".join(rest).strip(" .,!?")):
            both = re.search(r"\bboth\b(?! \w+s\b)", text)
            if both and len(self.things) > 1:
                self.gist.topic = self.things[-2:]
            self.hear(text)
            alone = self.gist.topic if len(self.gist.topic) == 1 else []
            if both and not any(thing.place in alone for thing in self.things):
                for thing in alone:
                    thing.count = max(thing.count, 2)
            if corrects:
                self._supersede()

    def _the_other(self, text: str) -> str:
        """ "Bring me the other one": another one of what was spoken of."""
        placed = [thing for thing in self.gist.topic if thing in self.things and thing.place]
        if not placed or not _THE_OTHER.search(text):
            return text
        return _THE_OTHER.sub(f"another {' '.join(split_name(placed[-1].types[0]))}", text)

    def _put_inside(self, text: str) -> str:
        """ "The safe is open" - "put my watch in": in the safe."""
        holds = self.gist.nouns.able("receptacle")
        places = [t for t in self.gist.topic if holds(t) and not self._movable(t)]
        if not places or not (put := _PUT_IN.match(text)) or len(self.find(put["thing"])) != 1:
            return text
        return f"{put['put']} {self.into(places[-1])}{text[put.end() :]}"

    def _beside(self, text: str) -> str:
        """ "Put the vase next to it": where that is."""
        where = next((thing.place for thing in self.gist.topic if thing.place), None)
        if where is None or self.gist.nouns.is_carrier(where):
            return text
        return _NEXT_TO.sub(self.into(where), text)

    def _without_remarks(self, part: str) -> str:
        """A sentence without what it only tells: "put another one in, I've got a long day"."""
        chunks = re.split(r",\s+", part)
        spoken_of = self.things or self.gist.topic
        kept = []
        for chunk in chunks:
            names = self.find(chunk)
            if tells_own(chunk) and (spoken_of or not names):
                continue
            if not tells_only(chunk) or names or _STATED.search(chunk):
                kept.append(chunk)
        return ", ".join(kept) if len(kept) < len(chunks) else part

    def _left_open(self, text: str) -> bool:
        """Whether the thing is still to be told: "bring me something", "fill it"."""
        if self.gist.topic or self.things:
            vague = None
        else:
            vague = None if REMARK.search(text) else IT.search(text)
        lead = tokens_of(text[: vague.start()] if vague else text)
        named = self.lexicon.find(lead) if len(lead) > 2 or not vague else ()
        return bool(vague or SOMETHING.search(text)) and not named

    def _turn_round(self) -> bool:
        """ "The other way round": what is on goes off, what is here goes there."""
        last = self.things[-2:]
        if len(last) < 2:
            return False
        one, other = last
        if one.place is not None and other.place is not None and one.place is not other.place:
            one.place, other.place = other.place, one.place
        elif one.count != other.count:
            one.count, other.count = other.count, one.count
        for thing in last:
            for state in {"toggled", "open"} & thing.states.keys():
                thing.states[state] = not thing.states[state]
        return True

    def _replies(self, short: str, part: str, question: str, corrects: bool) -> bool:
        """Whether a sentence needs no further reading."""
        if self._leaves(short, corrects or self._declined) or self._one_or_other(short):
            return True
        if (added := _ADD.match(short)) and len(named := self.find(added["thing"])) == 1:
            last = self.gist.topic[-1:] or self.things[-1:]
            every = ["all"] if last and last[0].every and added["thing"].endswith("s") else []
            if self.likewise(named[0], [*tokens_of(added["thing"])[: named[0].start], *every]):
                return True
        if _ROUND.match(short):
            return self._turn_round()
        if (only := _ONLY_THESE.search(short)) and (
            named := self.find(only["these"] or only["those"])
        ):
            rest = short[: only.start()] + short[only.end() :]
            more = self._asks(rest.replace("no use", ""), names=False)
            if not more and self._only(named, question):
                return True
        if self._as_good(short):
            return True
        if self.rather(short):
            return True
        while (shorter := _LAST_WORD.sub("", _BETTER.sub("", short).strip(" ,?"))) != short:
            short = shorter
        left = _LEFT_THERE.match(short)
        if left and not any(map(self._known, self.find(left["thing"]))):
            return True  # "and the pan?" - "leave the pan"
        if _MAY_STAY.search(short) or _ALL_GOES.fullmatch(short):
            return True
        if _THAT_TOO.fullmatch(short) and self.gist.topic and self.gist.topic[-1].every:
            return True
        if (same := _SAME_FOR.match(short)) and (named := self.find(same["thing"])):
            every = ["all"] if w.ALL & set(tokens_of(same["thing"])) else []
            if self.likewise(named[0], every):
                if behind := short[same.end() :].strip(" ,"):
                    self.hear(_ALSO_DO.sub("", behind))
                return True
        if on := _ON_A_CARRIER.match(short):  # "on the counter, on a plate"
            it = on["carrier"].split()[-1]
            self.hear(f"put it {on['carrier']} and put the {it} {on['place']}")
            return True
        if all(EITHER.fullmatch(chunk.strip()) for chunk in short.split(",")):
            return True
        then = _AND_DO.match(short) if corrects else None
        if (
            then
            and self._only_a_place(then["place"])
            and self.answers(then["place"], part, question, True)
        ):
            self.hear(then["do"])  # "no, the dresser, and close it"
            return True
        head, _, behind = short.partition(",")
        chosen = bool(behind) and self._chooses(head, question)
        if chosen and self.answers(head, part, question, corrects):
            self.hear(_ALSO_DO.sub("", behind.strip()))  # "butter knife, put it on the plate"
            return True
        better = corrects or bool(_BETTER.search(part))
        if self.answers(short, part, question, better) or self._only_tells(short):
            return True
        chunks = short.split(",")
        if not better or len(chunks) < 2:
            return False
        # "the pen, the pencil is still good", "I am still cooking, counter"
        naming = [chunk.strip() for chunk in chunks if self.find(chunk)]
        others = [chunk for chunk in chunks if not OTHERS.match(chunk)]
        if len(naming) > 1 and all(map(_SO.search, naming)):
            return False  # "the pc off, the lamp on"
        if not naming and any(w.NEGATIONS & set(tokens_of(chunk)) for chunk in chunks[1:]):
            return False  # "washed, but don't cut it"
        if not naming:
            return self.answers(chunks[0].strip(), part, question, True)
        if self._asks(",".join(others), names=False):
            return False
        return self.answers(naming[0], part, question, True)

    def _chooses(self, text: str, question: str) -> bool:
        """Whether a few words may be an answer: a name of those offered, how many, or coffee."""
        tokens = set(tokens_of(text))
        counts = bool(HOW_MANY.search(question)) and bool(w.NUMBERS.keys() & tokens)
        counts |= "both" in tokens and "both" in question
        return counts or "coffee" in tokens or bool(self.options(question))

    def _only_tells(self, text: str) -> bool:
        """Whether a sentence only tells how things are: "one is on the desk", "it's dark"."""
        if not _IS_AT.search(text) or _WISH.search(text):
            return bool(REMARK.fullmatch(text)) and not self.find(text)
        mentions = self.find(text)
        told = [known for known in map(self._known, mentions) if known is not None]
        if mentions and not self.things:
            self.gist.topic = [self.new(mentions[0])]
        elif told and not _ONE_IS.match(text):  # "my notes are on the laptop": that is "it"
            self.gist.topic = told[:1]
        return True
