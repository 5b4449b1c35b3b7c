"""A dialog by its bearing words: offers, answers, corrections and additions, turn by turn.

What the robot asks gives an answer its meaning: "Where to?" - "the shelf", "Shall I bring it?" -
"yes", "A pen or a pencil?" - "pencil".
"""

import re
from collections.abc import Callable

from egoplan_ros.language import words as w
from egoplan_ros.language.answers import spelled_out, tells_missing
from egoplan_ros.language.bearing import tokens_of, verb_of
from egoplan_ros.language.courtesies import unexplained
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.gist import Gist
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.nouns import Thing, Unread
from egoplan_ros.language.offers import SENTENCES, UNKNOWN, Offers
from egoplan_ros.language.phrasing import CARRIER, DET
from egoplan_ros.language.replies import HOW_MANY, IT, SOMETHING
from egoplan_ros.language.rewriting import spelled
from egoplan_ros.language.turns import turns_of

_SIGH = (
    r"^(?:(?:o+h|a+h|hm+|mm+|well|um|uh|aw+),? "
    r"|you(?:'re| are) (?:an angel|a star|the best|so kind|kind|a gem)[\s,.!]*)*"
)
_KIND = r"(?:lovely|great|good|nice|perfect|wonderful|kind|helpful|super|lifesaver|help)"
_YES = re.compile(
    rf"{_SIGH}(?:yes|yeah|yep|yup|ya|aye|sure|go ahead|ok(?:ay)?|all ?right|right|exactly"
    r"|please(?: do)?|of course|go on(?: then)?|go for it|do (?:it|that)|why not|absolutely"
    r"|definitely|naturally|certainly|by all means|be my guest|precisely|if you must"
    r"|if you(?:'d| would) be so (?:good|kind)"
    r"|that(?:'ll| will) do|good thinking"
    r"|good (?:idea|catch|call|point)|sounds good|lovely|perfect|great|it has to be"
    rf"|(?:that|it) (?:would|will|'d) be (?:\w+ )?{_KIND}|(?:would|could) you\b(?=\?|$)"
    r"|i (?:would|'d) (?:like|love) that|correct|indeed)\b"
    r"(?:[\s,.!?]|yes|yeah|please|thanks|thank you|then|do|dear|love|(?:go on|go ahead)\b)*"
)
_NO = re.compile(
    rf"{_SIGH}(?:no|nope|nah|neither|not now|not needed)\b"
    r"(?:[\s,.!]|no(?=[\s,.!]*$|[,.!])|thanks|thank you)*"
)
_ANYWAY = re.compile(r"\b(?:anyway|still|really|nevertheless|all the same)\b")
_AND_THIS = re.compile(r"^(?:and|also|what about|how about|only)(?: the| some| any)? [^?.]*\?$")
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
_DROP = re.compile(
    r"\b(?:forget(?: about)?|scrap|skip|cancel|ignore|never ?mind(?: about)?|not bother with"
    r"|no need for|leave out) (?:the |that |those |my )?(?=\w)(?!it\b|them\b)"
    r"|^(?:and |but )?no (?:more )?(?=\w+(?: \w+)?(?:[,.;]|$))(?!need\b|problem\b|thanks\b|one\b)"
    r"|^(?:but |just )?(?:keep|spare|not) (?:the |that |those |my )(?=[\w ]{1,30}?(?:[,.;]|$))"
    r"(?![^,.;]*\b(?:in|on|into|onto|at|under|open|closed|shut)\b)"
    r"|\bleave (?:the |that |those |my )(?=[\w ]{1,30}?(?:,| actually| out| for now|$))"
    r"(?![^,]*\b(?:in|on|off|into|onto|at|under|open|closed|shut)\b)"
)
_CORRECTS = re.compile(
    r"^(?:(?:oh|ah|aw|ha|argh|er+|typo|oops|hmm+|uh|wait|sorry|no|nope|nah|stop|actually"
    r"|correction|hold up|on reflection|rather|hang on|hold on|on second thoughts?|i mean"
    r"|i meant|make (?:it|that|them)|in fact|come to think of it|i said the wrong (?:word|thing)"
    r"|i said \w+(?: \w+)?(?: but (?:i )?meant|(?=,))|change of plan|fallback)\b[\s,.:!-]*)+"
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
_GREETING = re.compile(
    r"^(?:(?:great|good|super|nice|cool(?=[,.!])|thanks|thank you|cheers|ok(?:ay)?|right|well|hi"
    r"|hello|hey|good (?:morning|evening|afternoon)|perfect|lovely|brilliant|ace|fine)\b[\s,.!]*)+"
)
_ENOUGH = re.compile(
    r"\b(?:that(?:'s| is) (?:all|it|everything)|nothing else|no more)\b"
    r"|(?:\bi(?:'ve| have)? )?\bchanged my mind\b[,.]?\s*"
    r"|\b(?:some|any)where(?: (?:nice|safe|else))?\b"
)
_SPARES = re.compile(
    r"^(?:(?:yes|yeah|no|well|ok|sure|please|oh),? )*(?:"
    r"(?:everything|all|all of (?:it|them)|every ?one|each one|the lot)? ?"
    r"(?:except|but(?! (?:not )?(?:first|please|in|on)\b)|apart from|other than|bar)(?: for)? "
    r"|(?:but )?(?:leave|keep|not|spare) (?=the |my |that |those |our )|(?:but )?no (?=\w+s\b))"
    r"(?P<things>(?:the |my |that |those |our )?(?:\w+ )?\w+?)"
    r"(?: (?:there|alone|be|where (?:it|they) (?:is|are)))?"
    r"(?:,? (?:obviously|of course|please|though|thanks))?[.!\s]*$"
)
"""What is left out of all: "everything except the statue", "no, leave the pillow"."""
_COURTEOUS = re.compile(r"(?:[\s,.!?]|\bplease\b|\bthanks\b|\bthank you\b|\bnow\b)*$")
_OF_ALL = re.compile(r"\b(?:all|every|everything|clear|empty|each|whatever|anything)\b")
_NOT_THIS = re.compile(
    r"^no (?!no\b|not\b|thanks?\b|thank\b|need\b|it\b|that\b|the\b|just\b|only\b|please\b|wait\b"
    r"|but\b|i\b|in\b|on\b|sorry\b|actually\b|dear\b|one\b)(?P<thing>\w+(?: \w+)?)(?:[,.;!]|$)"
)
"""No answer: "no coffee, just fill the kettle"."""
_ONCE_DONE = re.compile(
    r"\b(?:when|once|after) (?:it|they|that)(?:'s| is|'re| are)(?: been)? (?:\w+ )?"
    rf"(?:{'|'.join(w.STATE_WORDS)}|done|ready|finished),? (?:just )?"
)
"""What was asked for is told again: "when it's washed, leave it on the counter"."""
_EITHER = re.compile(
    r"(?:well,? |oh,? )?(?:(?:whichever|whatever|any|either)"
    r"(?:(?:'s| is)? \w+(?: to \w+)?| one"
    r"| of (?:them|those|the two)(?: (?:is|will|would|'ll|works?)\b[\w ]*)?)?"
    r"|(?:it|that) does not matter(?: which)?|i do not (?:care|mind)(?: which)?"
    r"|(?:it(?:'s| is) )?up to you|you (?:choose|decide))"
)
"""No answer to which one."""
_ELSE_WHAT = re.compile(
    r",? (?:otherwise|or else|or (?=(?:i|we|it|he|she|they|the \w+)(?:'ll|'d| will| would)\b))"
    r"[^.!?]*"
)
"""What would come of it if it were not done: "on the counter, otherwise it goes mushy"."""
_HERE = re.compile(r" in (?:this|our|my) (?:whole )?(?:house|home|flat|apartment|place|room)\b")
_ECHO = re.compile(
    r"(?:oh |well |ah )?(?:(?:is|are|was|did|does|do|has|have) (?:it|they|that|you|there|he|she)"
    r"|again|really|ugh|good (?:question|point|idea)|there(?: is|'s) no (?:space|room)\b[\w ]*)"
)
"""Says nothing: "is it? Then switch it off"."""
_OF_FOLKS = re.compile(
    rf"(?:the|my|our) {w.FOLKS}\b"
    r"(?!.*\b(?:should|must|needs?|wants?|would)\b)"
)
"""Tells why: "no knives, the kids get into that drawer"."""
_ONLY_THIS = re.compile(r"^(?:only|just) (?P<thing>the (?:\w+ )?\w+)[.!\s]*$")
_LEAD = re.compile(r"^(?:(?:ok|okay|well|right|alright|all right|fine|good|so|ugh|hm+),? )+")
_THEM = re.compile(r"\b(?:them|it|both)\b")
_BETTER_THERE = re.compile(r"^(?:rather|better) (?P<place>(?:in|on)\b[^,]*)")
_ANOTHER = re.compile(r"\banother(?: one)?$")
_MAY_STAY = re.compile(r"\b(?:can|may) (?:stay|remain|be left)(?: \w+)?$")
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
_OTHERS = re.compile(r"\s*(?:i|we|he|she|they|someone|somebody)\b")
_DUMMY = re.compile(r"\bit(?:'s| is)(?: \w+)? \w+(?: in here| outside| today)?[.!]*$")
_ALSO_DO = re.compile(r"^(?:and |then )+")
_WISHING = sorted(w.ACTION_WORDS - w.STATE_WORDS.keys() - {"stand", "leave", "left", "set"})
_WISH = re.compile(
    r"\b(?:to|be|should|must|shall|need|needs|want|like|could|can|please|that is|which is"
    rf"|{'|'.join(_WISHING)})\b"
)


class Exchange(Offers):
    """Follows one dialog.

    Args:
        lexicon: the names of things.
        named: mends slips of the pen in a name.
    """

    def __init__(self, lexicon: Lexicon, named: Callable[[str], str]) -> None:
        super().__init__(lexicon, named)
        self._turns: list[tuple[str, str]] = []
        self._before: list[Thing] = []
        self._dropped = False

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
                    except Unread:
                        if self.things or self._asks(part, names=False):
                            raise  # else small talk
                    question = ""
            return self.gist.wishes()
        except Unread:
            return None

    def asking(self, turns: Turns) -> list[str]:
        """Turns of the person that say more than hello and thanks."""
        spoken = [text for who, text in turns if who.strip().lower() not in ROBOT]
        rest = [_ENOUGH.sub("", _GREETING.sub("", text.lower() + " ")) for text in spoken]
        return [text for text, said in zip(spoken, rest, strict=True) if said.strip(" .,!?")]

    @property
    def taken_back(self) -> bool:
        """Whether all that was asked for was taken back."""
        return self._dropped and not self.things

    # One turn ------------------------------------------------------------------------------

    def _turn(self, text: str, question: str) -> None:
        text = _HERE.sub("", _ELSE_WHAT.sub("", unexplained(_ENOUGH.sub("", text))))
        offer = self.offer(question, text)
        if _ANYWAY.search(question) and _NO.match(text) and not self._asks(text):
            offer, text = "", "do not"
        taken = _BACK.match(text) or (self._turns and not offer and _DONT.match(text))
        if taken:
            self._take_back()
            text = text[taken.end() :]
        if not text.strip(" .!?") and taken:
            return
        self._turns.append((text, question))
        self._before = list(self.things)
        self._speak_of(question)
        if (spared := _SPARES.match(text)) and self._spare(spared["things"]):
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
        held = [thing for thing in self.things if thing.states.get("holding")]
        for thing in held[:-1]:  # one hand: what was asked for last
            del thing.states["holding"]

    def _answer(self, offer: str, text: str, question: str) -> tuple[str, bool]:
        """Agree or decline; what else is said, and whether it stands for what was asked before."""
        if agreed := _YES.match(text):
            self._agree(offer, text, question)
            return text[agreed.end() :], False
        refuses = False
        if (declined := _NO.match(text)) and not self._not_this(text):
            refuses, text = not offer, text[declined.end() :]
            text = _STAYS.sub("", text) if offer else text
            instead = self._elsewhere(offer, text)
        elif better := _BETTER_THERE.match(text):
            instead = self._elsewhere(offer, better["place"])
        elif (only := _ONLY_THIS.match(text)) and _THEM.search(offer):
            instead = _THEM.sub(only["thing"], offer, count=1)
        elif offer and self.either(question):
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
        if offer.startswith("bring me ") and self._rather(question, offer):
            return
        if offer and _ANOTHER.search(offer) and self.gist.topic:
            self.gist.topic[-1].count += " more" not in text
        elif offer:
            self.hear(offer)
        elif _AND_THIS.match(question) and (named := self.find(question)):
            self.likewise(named[0], [])

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
        fixed = alone and not self.lexicon.ontology.affords(places[0].types[0], "pickupable")
        return f"{put[0]} {self.into(places[0])}" if put and fixed else ""

    def _spare(self, things: str) -> bool:
        """Follow the dialog anew with something left out of the last request that meant all."""
        kinds = {kind for mention in self.find(things) for kind in mention.types}
        if not kinds or any(set(thing.types) <= kinds for thing in self.things):
            return False  # nothing we know, or spoken of by itself
        last = len(self._turns) - 1
        for at in range(last - 1, -1, -1):
            said, question = self._turns[at]
            if _OF_ALL.search(said):
                said = _COURTEOUS.sub("", said)
                amended = f"{said} except {things}", question
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

    def _speak_of(self, question: str) -> None:
        """What the robot names may be meant by "it"."""
        mentions = self.find(question)
        kinds = {kind for mention in mentions for kind in mention.types}
        known = [thing for thing in self.things if kinds & set(thing.types)]
        wanted = {kind for thing in self.things for kind in thing.types}
        other = [mention for mention in mentions if not wanted & set(mention.types)]
        if other and known and tells_missing(question):  # "no pen, but there is a pencil"
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
        text = _GREETING.sub("", text)
        if _WHICH.search(question) or _THE_ONE.match(text):
            text = _WHICH_ONE.sub("", text).strip()
        if (marker := _CORRECTS.match(text)) and not self._not_this(text):
            corrects, text = True, text[marker.end() :]
        if dropped := _DROP.search(text):
            text = self._drop(text, dropped)
        corrects |= bool(_CORRECTING.search(text))
        rest: list[str] = []
        for part in filter(None, map(str.strip, SENTENCES.split(text))):
            part = _LEAD.sub("", part)
            if _ECHO.fullmatch(part) or _OF_FOLKS.match(part):
                continue
            if self._not_this(part) and (dropped := _DROP.search(part)):
                part = self._drop(part, dropped)
            short = part
            if marker := _CORRECTS.match(part):
                corrects, short = True, part[marker.end() :]
            chatter = corrects and not self.find(part) and not self._orders(part)
            answered = self._replies(short, part, question, corrects)
            if answered and corrects:  # "on the chair... no, that's dirty. On the table"
                rest = [before for before in rest if tokens_of(before)[0] not in w.INTO]
            elif not answered and not chatter:
                rest.append(part)
        if text := ". ".join(rest).strip(" .,!?"):
            both = re.search(r"\bboth\b(?! \w+s\b)", text)
            if both and len(self.things) > 1:
                self.gist.topic = self.things[-2:]
            self.hear(text)
            if both and len(self.gist.topic) == 1 and self.gist.topic[0].count == 1:
                self.gist.topic[0].count = 2
            if corrects:
                self._supersede()

    def _left_open(self, text: str) -> bool:
        """Whether the thing is still to be told: "bring me something", "fill it"."""
        if self.gist.topic or self.things:
            vague = None
        else:
            vague = None if _DUMMY.search(text) else IT.search(text)
        lead = tokens_of(text[: vague.start()] if vague else text)
        named = self.lexicon.find(lead) if len(lead) > 2 or not vague else ()
        return bool(vague or SOMETHING.search(text)) and not named

    def _replies(self, short: str, part: str, question: str, corrects: bool) -> bool:
        """Whether a sentence needs no further reading."""
        while (shorter := _LAST_WORD.sub("", _BETTER.sub("", short).strip(" ,?"))) != short:
            short = shorter
        if _MAY_STAY.search(short):
            return True
        if on := _ON_A_CARRIER.match(short):  # "on the counter, on a plate"
            it = on["carrier"].split()[-1]
            self.hear(f"put it {on['carrier']} and put the {it} {on['place']}")
            return True
        if self.options(question) and _EITHER.fullmatch(short):
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
        named = [chunk.strip() for chunk in chunks if self.find(chunk)]
        others = [chunk for chunk in chunks if not _OTHERS.match(chunk)]
        if not named:
            return self.answers(chunks[0].strip(), part, question, True)
        if self._asks(",".join(others), names=False):
            return False
        return self.answers(named[0], part, question, True)

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
            return bool(_DUMMY.fullmatch(text)) and not self.find(text)
        mentions = self.find(text)
        if mentions and not self.things:
            self.gist.topic = [self.new(mentions[0])]
        return True

    def _supersede(self) -> None:
        """What a correction asks for anew, another way, takes the place of what was asked."""
        for new in [thing for thing in self.things if thing not in self._before]:
            for old in self._before[::-1]:
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

    def _drop(self, text: str, dropped: re.Match[str]) -> str:
        """Take a thing out of what was asked for; what is left of the text."""
        tokens = tokens_of(text[dropped.end() :])
        mentions = self.lexicon.find(tokens, groups=True)
        if mentions and mentions[0].start > 1:
            mentions = []
        if not mentions and not self.things:
            raise Unread
        if mentions and self._without(mentions[:1]):
            return re.sub(r"^[^,.;]*[,.;]?\s*", "", text[dropped.end() :])
        gone = [t for t in self.things if mentions and set(t.types) & set(mentions[0].types)]
        if mentions and not gone:
            return text
        gone = gone or self.things[-1:]  # by a name that we do not know
        after, rest = mentions[0].end if mentions else 1, tokens
        others = self.find(" ".join(rest[after:]))
        if others and any(set(t.types) & set(others[0].types) for t in self.things):
            others = []  # "forget the spoon, just the fork"
        if len(others) == 1 and not self._asks(" ".join(rest[after:]), names=False):
            gone[0].types, gone[0].words = others[0].types, others[0].types[0].lower()
            return ""  # "forget the newspaper, the remote instead"
        self._dropped = True
        self.things[:] = [thing for thing in self.things if thing not in gone]
        self.gist.idle += gone
        self.gist.topic = self.things[-1:]
        words = "".join(rf"\W*{word}\w*" for word in tokens[:after])
        return re.sub(words, "", text[dropped.end() :], count=1).lstrip(" ,.;!")
