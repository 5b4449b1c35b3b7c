"""A dialog as one request: later turns add to it, correct it, take it back or answer a question.

TEACh's long dialogs, where a person leads the robot step by step, are not for this: their task is
told by ``dialog_model.py``.
"""

import re

from egoplan_ros.language import words as w
from egoplan_ros.language.answers import agreed
from egoplan_ros.language.dialog_model import ROBOT, Turns
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.rewriting import plain
from egoplan_ros.language.said import IT, VERBS, Said
from egoplan_ros.language.text import tokenize
from egoplan_ros.language.turns import heard, pieces, turns_of

MOST_TURNS = 24
"""Dialogs with more turns are no simple request."""
LONGEST_TURN = 300

_WHERE_IT_IS = re.compile(r"\bwhere(?:'s| is| are| can| do i find)\b")
_WHERE_TO = re.compile(r"\b(?:go|put|place)\b")
_EACH_OF_THEM = re.compile(
    r"(both)(?: of (?:them|those))?|(?:all|every one|each one)(?: of (?:them|those))?"
)
_WHICH_OR_WHERE = re.compile(r"\b(?:which|where (?:is|are))\b")
"""Asks which one is meant, or where it is: a place told then is no destination."""
_ALL_THREE = re.compile(rf"\ball ({'|'.join(w.NUMBERS)})\b(?= (?:there|in|on|into|onto)\b)")
_DO_WITH = re.compile(r"\bwhere\b|\bdo with\b|\bput\b")


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
                for piece in pieces(part, question):
                    folder.hear(piece, question)
                    question = ""
    requests = [" ".join(request.tokens) for request in folder.requests]
    taken_back = folder.dropped is not None
    return " and ".join(requests) or ("" if taken_back else None)


class _Folder:
    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.requests: list[Said] = []
        self.dropped: Said | None = None
        self.spoken_of: Said | None = None

    def hear_offer(self, offer: str, question: str) -> None:
        """Take in what the robot offered and the person agreed to."""
        if not self.requests:
            self.spoken_of = Said(tokenize(question), self.lexicon)  # "it" was named there
        self.hear(offer, "")

    def hear(self, text: str, question: str) -> None:
        """Take in one turn of the person."""
        for turn in heard(text, question, len(self.requests)):
            if turn.takes_back:
                self.dropped = self.requests.pop()
            if turn.speaks_of:
                self.spoken_of = Said(tokenize(turn.speaks_of), self.lexicon)
            named = self._named(turn.text)
            tokens = tokenize(plain(named)) if named.strip() else []
            if tokens:
                self._place(Said(tokens, self.lexicon), turn.question, turn.corrects)

    def _named(self, text: str) -> str:
        """With the name put for what "all of them" stands for."""
        item = self.requests[-1].item() if self.requests else None
        if item is not None:
            name = " ".join(self.requests[-1].tokens[item.start : item.end])
            text = _ALL_THREE.sub(rf"\1 {name}", text).replace("all of them", f"all the {name}")
        if said := _EACH_OF_THEM.fullmatch(text.strip(" .!")):
            return said[1] or "all"
        return text

    def _place(self, said: Said, question: str, corrects: bool) -> None:
        asks = bool(said.tokens[:1] and said.tokens[0] in VERBS) or (
            not self.requests and bool((w.ACTION_WORDS | DISHES) & set(said.tokens))
        )
        last = self.requests[-1] if self.requests else None
        if last is None and not asks and _DO_WITH.search(question):
            named = Said(tokenize(question), self.lexicon)
            if (item := named.item()) is not None:
                lead = [] if said.tokens[0] in w.INTO else ["in"]
                words = ["put", *named.phrase(item), *lead, *said.tokens]
                said = Said(words, self.lexicon)
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
        elif said.mentions and "?" in question and last.is_open() and not towards:
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
            or said.same_thing(last)
            or said.narrows(last)
            or (last.destination() is not None and self._is_place(said.mentions[0]))
        ):
            self.requests[-1] = self._replaced(said, last)
            self._towards_too(said)
        elif "?" in question and "all" not in question and "else" not in question:
            self._described(said, last)
        else:
            self._added(said, last)

    def _same_item(self, said: Said) -> int | None:
        """The request before the last one that is about the same thing, if there is one."""
        for at in range(len(self.requests) - 2, -1, -1):
            if said.same_thing(self.requests[at]):
                return at
        return None

    def _asked(self, said: Said, last: Said, corrects: bool) -> None:
        """A turn with a verb of its own."""
        state = [token for token in said.tokens if token in w.STATE_WORDS]
        if said.tokens[0] == "make" and state and not said.mentions:
            self._described(Said(state, self.lexicon), last)
            return
        made = self._resolved(said, last)
        if not (corrects or said.mentions) and set(made.tokens) <= set(last.tokens):
            return  # "no, just throw it in"
        if made.same_move(last):
            if not made.numbers() and made.states() <= last.states() and "the" in made.tokens[:2]:
                return  # "no, just leave it in there"
            if made.numbers() and last.states() <= made.states():
                self.requests[-1] = made  # "put all three there"
                return
        new_place = last.item() is None or last.destination() is None
        if new_place and IT & set(said.tokens) and not made.undoes(last):
            self.requests.append(made)  # "warm up the plate", "no, put it on the counter"
        elif corrects or made.undoes(last) or not (w.ACTION_WORDS | w.INTO) & set(last.tokens):
            self.requests[-1] = made
        else:
            self.requests.append(made)

    def _towards(self, said: Said, last: Said, corrects: bool, question: str) -> None:
        """ "On the armchair": another destination, or the answer to "where?"."""
        target, here = last.destination(), said.item()
        if here is None:
            return
        if target is not None and (corrects or not _WHICH_OR_WHERE.search(question)):
            self.requests[-1] = last.with_phrase(target, said.phrase(here))
        elif target is None and last.tokens[0] in w.PLACE_VERBS - w.SET_DOWN:
            self.requests[-1] = Said([*last.tokens, *said.tokens], self.lexicon)
        elif target is None and (last.item() is not None or DISHES & set(last.tokens)):
            told = said.tokens[: here.end] if last.item() is None else said.tokens
            self.requests.append(Said(["put", "it", *told], self.lexicon))

    def _towards_too(self, said: Said) -> None:
        """ "The bath towel, on the rail": where it goes, too, when that was not told before."""
        target, last = said.destination(), self.requests[-1]
        if target is not None and target is not said.item() and last.destination() is None:
            start = said.phrase_start(target)
            words = [*last.tokens, said.tokens[start - 1], *said.phrase(target)]
            self.requests[-1] = Said(words, self.lexicon)

    def _described(self, said: Said, last: Said) -> None:
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

    def _replaced(self, said: Said, last: Said) -> Said:
        """Another object or another destination, by what the name can be."""
        here = said.mentions[0]
        target, item = last.destination(), last.item()
        if "something" in last.tokens:
            before = last.tokens[: last.tokens.index("something")]
            told = said.tokens[said.phrase_start(here) : said.mentions[-1].end]
            return Said([*before, *told], self.lexicon)
        if last.is_open() and (at := [k for k, token in enumerate(last.tokens) if token in IT]):
            words = [*last.tokens[: at[0]], *said.phrase(here), *last.tokens[at[0] + 1 :]]
            return Said(words, self.lexicon)
        if target is not None and self._is_place(here):
            return last.with_phrase(target, said.phrase(here))
        return last.with_phrase(item, said.phrase(here)) if item is not None else said

    def _is_place(self, name: Mention) -> bool:
        """Whether things are put there, and it is not put anywhere itself."""
        affords = self.lexicon.ontology.affords
        place = any(affords(kind, "receptacle") for kind in name.types[:1])
        return place and not any(affords(kind, "pickupable") for kind in name.types)

    def _added(self, said: Said, last: Said) -> None:
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
        self.requests.append(Said(words, self.lexicon))

    def _resolved(self, said: Said, last: Said) -> Said:
        """With "it" and "there" replaced by what they stand for in the turn before."""
        item, target = last.item(), last.destination()
        words: list[str] = []
        for at, token in enumerate(said.tokens):
            inside = token == "there" and target is None and words[-1:] in (["in"], ["on"])
            if item and (inside or (token in IT and at not in said.own_pronouns())):
                words += ["the", *last.tokens[item.start : item.end]]
            elif token == "there" and target is not None:
                start = last.phrase_start(target)
                words += [last.tokens[start - 1], *last.tokens[start : target.end]]
            else:
                words.append(token)
        return Said(words, self.lexicon)
