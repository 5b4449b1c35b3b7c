"""A dialog by its bearing words: offers, answers, corrections and additions, turn by turn.

What the robot asks gives an answer its meaning: "Where to?" - "the shelf", "Shall I bring it?" -
"yes", "A pen or a pencil?" - "pencil".
"""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.agreement import NO, YES
from egoplan_ros.language.answers import spelled_out, tells_missing
from egoplan_ros.language.asked import IT, SOMETHING
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.chatter import (
    ENOUGH,
    GREETING,
    LEAD,
    OTHERS,
    REMARK,
    is_chatter,
    tells_only,
    wish,
)
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.offers import SENTENCES, UNKNOWN, sentences
from egoplan_ros.language.phrasing import CARRIER, DET
from egoplan_ros.language.replies import HOW_MANY
from egoplan_ros.language.retractions import DROP, Retractions
from egoplan_ros.language.spelling import spelled
from egoplan_ros.language.turns import turns_of

_ANYWAY = re.compile(r"\b(?:anyway|still|really|nevertheless|all the same)\b")
_AND_THIS = re.compile(
    r"^(?:(?:and|also|what about|how about|only)(?: the| some| any)? [^?.]*"
    r"|(?:(?:do|would) you (?:want|like|need) )?(?:(?:the|your|some|any) )?\w+(?: \w+)? "
    r"(?:as well|too|also))\?$"
)
_INSTEAD_OF = re.compile(
    r"(?:^|[.,;] )(?:so |then |you mean )*(?P<new>[\w ]+?) instead of (?P<old>[\w ]+?)(?: then)?\?$"
)
_HESITATES = r"^(?:(?:oh|no|wait|sorry|actually|ok|nah|hmm+|hang on|hold on|stop),? )*"
_BACK = re.compile(
    rf"{_HESITATES}(?:(?:scratch|forget|cancel|scrap|skip|drop) (?:that|it|this)\b"
    r"|never ?mind(?: that| it)?(?=[,.!]|$))[\s,.]*"
)
_DONT = re.compile(
    rf"{_HESITATES}(?:(?:do not|stop)(?: do (?:it|that))?|(?:leave|keep) (?:it|them)"
    r"(?: (?:there|alone|be|as it is|where it is|for now))?)[.!\s]*$"
)
_STAYS = re.compile(
    r"^(?:leave|keep) (?:it|them|those|that)(?: \w+)?(?=[,.;!]|$| but\b| and\b)"
    r"[\s,.;!]*(?:(?:but|and)\b)?\s*"
)
_CORRECTS = re.compile(
    r"^(?:(?:oh|ah|aw|ha|argh|er+|typo|oops|hmm+|uh|wait|sorry|no|nope|nah|stop|actually|wrong"
    r"|correction|hold up|on reflection|rather|hang on|hold on|on second thoughts?|i mean"
    r"|i meant|my (?:mistake|bad)|make (?:it|that|them)|in fact|come to think of it"
    r"|i said the wrong (?:word|thing)"
    r"|i said \w+(?: \w+)?(?: but (?:i )?meant|(?=,))|(?:i (?:want|wanted|tried) )?to say"
    r"|change of \w+|fallback)\b[\s,.:!-]*)+"
)
_CORRECTING = re.compile(r"\b(?:actually|instead|rather|better)\b")
_BETTER = re.compile(
    r"^(?:try|use) (?=the|a|my)"
    r"|\b(?:(?:would|will|might) be|is|are) (?:better|preferable|fine|ok|okay)\b"
    r"|\b(?:will|would|'ll) do\b|\binstead\b|\bthen\b"
)
_LAST_WORD = re.compile(
    r",?\s*\b(?:it is|actually|instead|rather|please|thanks|too|of course|obviously)\b[.!\s]*$"
)
_ONCE_DONE = re.compile(
    r"\b(?:when|once|after) (?:it|they|that)(?:'s| is|'re| are)(?: been)? (?:\w+ )?"
    rf"(?:{'|'.join(w.STATE_WORDS)}|done|ready|finished),? (?:just )?"
)
"""What was asked for is told again: "when it's washed, leave it on the counter"."""
_EITHER = re.compile(
    r"(?:well,? |oh,? )?(?:(?:whichever|whatever|any|either)"
    r"(?:(?:'s| is)? \w+(?: to \w+)?"
    r"|(?: one)?(?: of (?:them|those|the two|those two))?"
    r"(?: (?:is|will|would|'ll|works?)\b[\w ]*)?)?"
    r"|(?:whichever|whatever) you [\w ]+"
    r"|(?:it|that) does not matter(?: which)?|i do not (?:care|mind)(?: which)?"
    r"|(?:it(?:'s| is) )?up to you|you (?:choose|decide))"
)
"""No answer to which one."""
_ONLY_THIS = re.compile(r"^(?:only|just) (?P<thing>the (?:\w+ )?\w+)[.!\s]*$")
_OF_ANOTHER = re.compile(
    r"(?:^|[.;,!] )(?:but )?(?:the|your) (?P<what>[\w ]+?) (?:is|are) (?:still |also )?\w+[.;!] "
    r"(?:shall i|should i|do you want me to|may i|can i) \w+ (?:it|them|that)\b(?! there)"
)
"""Offers something about what was not spoken of: "the shower is running. Shall I stop it?"."""
_BOTH = re.compile(r"both(?: of (?:them|those))?(?:,? please)?")
_NEXT_TO = re.compile(r"\b(?:next to|beside|right by|alongside) (?:it|them|that)\b")
_SO_IT_IS = re.compile(
    r"^(?:but )?(?:the|your) (?P<what>[\w ]+?) is (?:still |already )?(?:dirty|wet)\.?$"
)
_LEFT_THERE = re.compile(r"^leave (?:the|that|my) (?P<thing>\w+(?: \w+)?)$")
_THEM = re.compile(r"\b(?:them|it|both)\b")
_BETTER_THERE = re.compile(r"^(?:rather|better) (?P<place>(?:in|on)\b[^,]*)")
_THAT_ONE = re.compile(r"\b(?:that|this) one\b")
_ON_THAT = re.compile(r"(?:in|on) (?:a|the) [\w ]+$")
_ANOTHER = re.compile(r"\banother(?: one)?$")
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
_AS_IT_IS = re.compile(r"\b(?:just like that|as it is|as is|loose|just so)\?")
_SERVED = re.compile(rf"^(?P<how>(?:in|on) an? (?P<carrier>{CARRIER}))(?:,? please)?[.!\s]*$")
_ON_A_CARRIER = re.compile(
    rf"^(?P<place>(?:in|on|to) {DET} (?:\w+ )??\w+)(?:,? please)?,? "
    rf"(?P<carrier>(?:in|on) an? {CARRIER})(?:,? please)?$"
)
_WHERE_IT_IS = re.compile(r"\bwhere(?:'s| is| are| can| do i find)\b(?!.*\b(?:go|put|place)\b)")
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
_DUTY = re.compile(r"\b(?:should|must|has to|have to|needs? to)\b")
_STATED = re.compile(
    rf"^(?:it|that|this|there)\b.*\b(?:{'|'.join([*w.STATE_WORDS, *w.CONDITIONS])})\b"
)
_WISHING = sorted(w.ACTION_WORDS - w.STATE_WORDS.keys() - {"stand", "leave", "left", "set"})
_WISH = re.compile(
    r"\b(?:to|be|should|must|shall|need|needs|want|like|could|can|please|that is|which is"
    rf"|{'|'.join(_WISHING)})\b"
)


class Exchange(Retractions):
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
                    try:
                        self._turn(spelled(part), question)
                        lost = not self._taken_in() and self.find(part)
                        if lost and self._asks(part, names=False):
                            raise Unread
                    except Unread:
                        if self.things or self._asks(part, names=False):
                            raise  # else small talk
                    question = ""
            return self.gist.wishes()
        except Unread:
            return None

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
        text = wish(text)
        offer = self.offer(question, text)
        if _ANYWAY.search(question) and NO.match(text) and not self._asks(text):
            offer, text = "", "do not"
        taken = _BACK.match(text) or (self._turns and not offer and _DONT.match(text))
        if taken:
            self._take_back()
            text = text[taken.end() :]
        if not text.strip(" .!?") and taken:
            return
        self._turns.append((text, question))
        self._remember()
        self._speak_of(question)
        if self._spares(text, question):
            return
        if _WHERE_IT_IS.search(question) and not self._asks(text, names=False):
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
        for types, state, _ in self.gist.forbidden if len(self._turns) > 1 else ():
            for thing in self._before:  # "don't wash it, then"
                wanted = thing.states.get(state.lstrip("!")) == (not state.startswith("!"))
                if state and types & set(thing.types) and wanted:
                    del thing.states[state.lstrip("!")]
        held = [t for t in self.things if t.states.get("holding") and t.origin is None]
        for thing in held[:-1]:  # one hand: what was asked for last
            del thing.states["holding"]

    def _answer(self, offer: str, text: str, question: str) -> tuple[str, bool]:
        """Agree or decline; what else is said, and whether it stands for what was asked before."""
        if agreed := YES.match(text):
            self._agree(offer, text, question)
            return text[agreed.end() :], False
        refuses = False
        if offer in w.STATE_WORDS and text[:7] == f"no {offer[:4]}":  # "toasted?" - "no toast"
            text = "no, " + text.split(" ", 2)[-1].lstrip(",. ") if " " in text[3:] else "no"
        if (declined := NO.match(text)) and not self._not_this(text):
            refuses, text = not offer, text[declined.end() :]
            named = self.find(offer)
            new = len(named) == 1 and self._known(named[0]) is None and not self._fixed(named[0])
            if new and text.strip(" .!"):  # "shall I put the card in, too?" - "no, bring it to me"
                self.gist.topic = [self.new(named[0])]
            text = _STAYS.sub("", text) if offer else text
            instead = self._elsewhere(offer, text) or self._served(question, text)
        elif better := _BETTER_THERE.match(text):
            instead = self._elsewhere(offer, better["place"])
        elif (only := _ONLY_THIS.match(text)) and _THEM.search(offer):
            instead = _THEM.sub(only["thing"], offer, count=1)
        elif all(_EITHER.fullmatch(c.strip(" .!")) for c in text.split(",")) and not self.things:
            self._whichever(question)
            return "", False
        elif (acts := self.either(question)) and _BOTH.fullmatch(text.strip(" .!")):
            for act in acts:
                self.hear(act)
            return "", False
        elif offer and acts:
            self.hear(offer)
            return SENTENCES.split(text, maxsplit=1)[-1], False
        else:
            instead = ""
        if instead:
            self.hear(instead)
        return "" if instead else text, refuses

    def _agree(self, offer: str, text: str, question: str) -> None:
        """Take in what the robot offers."""
        if offer == UNKNOWN:
            self.unclear = True  # agreed to, and we do not know to what
            raise Unread
        if offer.startswith(("bring me ", "use ")) and self._rather(question, offer):
            return
        if offer and self.gist.topic and self.gist.topic[-1].every and _THAT_ONE.search(offer):
            return  # one of all that were asked for
        if _ON_THAT.match(offer) and (named := self.find(offer)):
            places = {kind for part in self._parts() if part.place for kind in part.place.types}
            if places & set(named[0].types):
                return  # it is there already
        if offer and _ANOTHER.search(offer) and self.gist.topic:
            self.gist.topic[-1].count += " more" not in text
        elif offer:
            self.hear(offer)
        elif swapped := _INSTEAD_OF.search(question):
            if not self._swap(swapped["old"], swapped["new"]):
                self._this_too(f"{swapped['new']}?", swapped["new"])
        elif asked := next(filter(_AND_THIS.match, (f"{s}?" for s in sentences(question))), ""):
            self._this_too(asked, text)

    def _whichever(self, question: str) -> None:
        """ "Should I bring you a pen or a pencil?" - "either is fine"."""
        first, _, other = question.partition(" or ")
        if offer := self.offer(f"{first}?", ""):
            self.hear(offer)
            for mention in self.find(other)[:1]:
                self._either_will_do(mention)

    def _this_too(self, question: str, text: str) -> None:
        """ "The pencils as well?" - "yes, two of those"."""
        last = next(iter((self.gist.topic or self.things)[-1:]), None)
        if last is None or not (named := self.find(question)):
            return
        every = last.every and (tokens_of(question)[named[0].end - 1]).endswith("s")
        if self.likewise(named[0], ["all"] if every else []):
            numbers = [w.NUMBERS[token] for token in tokens_of(text) if token in w.NUMBERS]
            for count in numbers[:1]:
                self._count(self.gist.topic[-1], count)

    def _rather(self, question: str, offer: str) -> bool:
        """ "There are no tomatoes left. Would you like an apple?" - "sure": an apple instead."""
        new = self.find(offer) if tells_missing(question) else []
        missing = {kind for mention in self.find(question) for kind in mention.types}
        for thing in self.things if len(new) == 1 else ():
            if missing & set(thing.types) and not set(new[0].types) & set(thing.types):
                thing.types, thing.words = new[0].types, new[0].types[0].lower()
                self.gist.topic = [thing]
                return True
        return False

    def _elsewhere(self, offer: str, text: str) -> str:
        """ "Shall I put it on the desk?" - "better in a drawer": what is to be done, or ""."""
        places = self.find(SENTENCES.split(text.strip(" ,.!"))[-1])
        put = re.match(r"(?:put|place|leave|hang) (?:it|them|that)\b", offer)
        alone = len(places) == 1 and self._is_place(places[0]) and not self._orders(text)
        fixed = alone and self._fixed(places[0])
        return f"{put[0]} {self.into(places[0])}" if put and fixed else ""

    def _served(self, question: str, text: str) -> str:
        """ "Just like that?" - "no, in a bowl": in a bowl, and that where it was to go."""
        on = _SERVED.match(text) if _AS_IT_IS.search(question) else None
        where = next((thing.place for thing in self.gist.topic if thing.place), None)
        if on is None or where is None:
            return ""
        return f"put it {on['how']} and put the {on['carrier']} {self.into(where)}"

    def _speak_of(self, question: str) -> None:
        """What the robot names may be meant by "it"."""
        if so := _SO_IT_IS.match(question):  # "the plate is dirty" - "then wash it first"
            kinds = {kind for mention in self.find(so["what"]) for kind in mention.types}
            if parts := [part for part in self._parts() if kinds & set(part.types)]:
                self.gist.topic = parts[-1:]
                return
        mentions = self.find(question)
        kinds = {kind for mention in mentions for kind in mention.types}
        known = [thing for thing in self.things if kinds & set(thing.types)]
        wanted = {kind for thing in self.things for kind in thing.types}
        other = [mention for mention in mentions if not wanted & set(mention.types)]
        told = _OF_ANOTHER.search(question)
        if told and (named := self.find(told["what"])):
            same = [part for part in self._parts() if set(part.types) & set(named[0].types)]
            self.gist.topic = same[-1:] or [self.new(named[0])]
        elif other and known and tells_missing(question):  # "no pen, but there is a pencil"
            self.gist.topic = [self.new(other[0])]
        elif known:
            self.gist.topic = known[-1:]
        elif mentions and not self.gist.topic:
            self.gist.topic = [self.new(mentions[0])]

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
        if dropped := DROP.search(text):
            text = self._drop(text, dropped)
        corrects |= bool(_CORRECTING.search(text))
        rest: list[str] = []
        for part in filter(None, map(str.strip, SENTENCES.split(text))):
            part = self._without_remarks(LEAD.sub("", part))
            if not part:
                continue
            if is_chatter(part, tells_missing(question)) or self._disowned(part):
                continue
            if self._not_this(part) and (dropped := DROP.search(part)):
                part = self._drop(part, dropped)
            short = part
            if marker := _CORRECTS.match(part):
                corrects, short = True, part[marker.end() :]
            asks = self._orders(part) or _DUTY.search(part)
            chatter = corrects and not self.find(part) and not asks
            answered = self._replies(short, part, question, corrects)
            if answered and corrects:  # "on the chair... no, that's dirty. On the table"
                rest = [before for before in rest if tokens_of(before)[0] not in w.INTO]
            elif not answered and not chatter:
                rest.append(part)
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

    def _beside(self, text: str) -> str:
        """ "Put the vase next to it": where that is."""
        where = next((thing.place for thing in self.gist.topic if thing.place), None)
        if where is None or self.gist.nouns.is_carrier(where):
            return text
        return _NEXT_TO.sub(self.into(where), text)

    def _without_remarks(self, part: str) -> str:
        """A sentence without what it only tells: "put another one in, I've got a long day"."""
        chunks = re.split(r",\s+", part)
        kept = [c for c in chunks if not tells_only(c) or self.find(c) or _STATED.search(c)]
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

    def _replies(self, short: str, part: str, question: str, corrects: bool) -> bool:
        """Whether a sentence needs no further reading."""
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
        if all(_EITHER.fullmatch(chunk.strip()) for chunk in short.split(",")):
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
        if not naming:
            return self.answers(chunks[0].strip(), part, question, True)
        if self._asks(",".join(others), names=False):
            return False
        return self.answers(naming[0], part, question, True)

    def _chooses(self, text: str, question: str) -> bool:
        """Whether a few words may be an answer: a name of those offered, how many, or coffee."""
        tokens = set(tokens_of(text))
        counts = bool(HOW_MANY.search(question)) and bool(w.NUMBERS.keys() & tokens)
        return counts or "coffee" in tokens or bool(self.options(question))

    def _orders(self, text: str) -> bool:
        """Whether a sentence begins with a verb."""
        words = [t for t in tokens_of(text) if t not in w.POLITE | w.COURTESY]
        return bool(words) and bool(verb_of(words[0]))

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
