"""What is refused: no request at all, and names of things nobody told us about."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from egoplan_ros.language import words as w
from egoplan_ros.language.dishes import DISHES
from egoplan_ros.language.lexicon import Lexicon, Mention
from egoplan_ros.language.refusal import Refusal
from egoplan_ros.world.errors import InputError

_BEFORE_PLACE = w.ASIDE | frozenset("from off of under by next front over using while".split())
_AFTER_NOUN = (
    w.INTO | w.FROM | w.WITH | w.JOINERS | w.UNDER | _BEFORE_PLACE
    | frozenset("that which is are up down away but so before after off when".split())
)  # fmt: skip
_INTO_ROOM = re.compile(rf"\b(?:in|to|into) the ({'|'.join(w.ROOMS)})(?=$| and\b| then\b)")
_LANDMARKS = frozenset("dishwasher fireplace".split())
"""Named to tell a place ("the counter above the dishwasher"), and nothing that can be used."""
_BEFORE_VERB = w.PRONOUNS | frozenset(
    "i you we he she who is are was were be been may must will shall should can could would not to "
    "has have had if when".split()
)
"""What leads to no noun: "where it belongs", "the bin is overflowing"."""
_SOME = rf"(?:{'|'.join(sorted(w.DETERMINERS | w.ALL))}|all the|all my)(?! (?:lot|count|total))"
_MAKE = frozenset("make brew prepare".split())
_SMALL = (
    w.DETERMINERS | w.ALL | frozenset(w.NUMBERS) | w.PRONOUNS | w.PARTS | w.INTO | w.FROM | w.WITH
    | w.UNDER | w.JOINERS | w.POLITE | w.RECIPIENTS | w.VAGUE | w.NEGATIONS | w.ACTION_WORDS
    | _AFTER_NOUN
    | frozenset(
        "since because while though although until unless where what who whose why how should must "
        "shall may might has have had been being does did there here too very much more most less "
        "few many several only even still yet than about around through during within".split()
    )
)  # fmt: skip


def corrected(tokens: Sequence[str], lexicon: Lexicon, vocabulary: Collection[str]) -> list[str]:
    """Tokens with slips of the pen in otherwise unknown words mended.

    What stands behind "the" or "a" is no verb: a shirt is no slip of "shift".
    """
    result: list[str] = []
    for token in tokens:
        if token in vocabulary or token in _SMALL or not token.isalpha():
            result.append(token)
        else:
            noun = bool(result) and result[-1] in w.DETERMINERS
            others = w.STATE_WORDS.keys() if noun else w.ACTION_WORDS | w.INTO | w.ALL
            result.append(lexicon.corrected(token, others) or token)
    return result


def check_is_request(tokens: Sequence[str], lexicon: Lexicon, cues: Mapping[str, str]) -> None:
    """Refuse text that names nothing we know, or asks for nothing.

    Raises:
        InputError: with what is missing.
    """
    none = any(a in w.ACTION_WORDS and b == "no" for a, b in pairwise(tokens))
    if none or set(tokens) & w.NEGATIONS:
        # "Do not put the mug in the sink": what is there already is not spoken of.
        only = tokens[:2] == ["do", "not"] and not w.ACTION_WORDS & set(tokens[3:])
        told = Refusal if only and tokens[2:3] in (["put"], ["place"]) else InputError
        raise told(
            "instruction: what shall not be done is not understood in words; "
            "say what shall be, or give the goal as PDDL"
        )
    _check_dish(tokens)
    room = _INTO_ROOM.search(" ".join(tokens))
    mentions = lexicon.find(tokens)
    if room and set(tokens) & w.PLACE_VERBS and not _of_a_place(room, tokens, mentions):
        raise InputError(
            f"instruction: a {room[1]} is no place to put things; name a piece of furniture"
        )
    named = bool(mentions) or any(token in cues or token in w.VAGUE for token in tokens)
    asks = any(token in w.ACTION_WORDS for token in tokens) or (
        len(mentions) > 1
        and any(token in w.INTO for token in tokens)
        and not {"is", "are", "was", "were"} & set(tokens)
    )
    if not asks:
        raise InputError(
            "instruction: asks for nothing that I know how to do; say what to do in English, "
            'such as "put a mug in the sink"'
        )
    if not named:
        unknown = next(
            (t for t in reversed(tokens) if t.isalpha() and t not in _SMALL and len(t) > 2), ""
        )
        if unknown:
            raise unknown_object(unknown, lexicon)
        raise InputError(
            'instruction: names no object; say which one, such as "put a mug in the sink"'
        )


def _of_a_place(room: re.Match[str], tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether a room tells where a destination is: "on the ottoman in the living room"."""
    at = len(room.string[: room.start()].split())
    last = next((found for found in mentions if found.end == at), None)
    return last is not None and not w.INTO.isdisjoint(tokens[max(last.start - 4, 0) : last.start])


def _check_dish(tokens: Sequence[str]) -> None:
    """Refuse "make tea": nobody told us how that is made."""
    said = [token for token in tokens if token not in (w.POLITE | w.COURTESY) - w.JOINERS]
    made = [t for t in said[1:] if t not in w.DETERMINERS | w.RECIPIENTS and t not in w.NUMBERS]
    made = made[: next((at for at, t in enumerate(made) if t in w.JOINERS), None)]
    vague = w.PRONOUNS | w.STATE_WORDS.keys() | {"sure"}
    if (
        said[:1]
        and said[0] in _MAKE
        and made
        and made[0] not in vague
        and (len(made) <= 2 or DISHES & set(made))
    ):
        raise InputError(
            f"instruction: how to make {' '.join(made)!r} is not known; "
            f"what can be made: {', '.join(sorted(DISHES))}; more than one at once: coffee"
        )


def check_names(
    tokens: Sequence[str],
    lexicon: Lexicon,
    vocabulary: Collection[str],
    cues: Mapping[str, str],
) -> None:
    """Refuse a noun that is none of ours where an object or its destination is named.

    A noun is taken for one when a determiner, number or verb leads to it and no other noun
    follows it. Words that only tell a place ("next to the …") do not matter.

    Raises:
        InputError: "I know no object called …", with the nearest names; or a verb of which we know
            nothing comes first, or follows what verbs follow.
    """
    named = {
        at for found in lexicon.find(tokens, groups=True) for at in range(found.start, found.end)
    }
    verb = tokens[0] if tokens[1:] and tokens[1] in w.DETERMINERS and 0 not in named else ""
    if verb and verb not in vocabulary and verb not in _SMALL:
        raise InputError(
            f"instruction: how to {verb!r} something is not known; "
            "say what shall be, such as 'put the mug in the sink'"
        )
    for at, token in enumerate(tokens):
        cue = token in cues and token not in _LANDMARKS
        known = token in _SMALL or cue or token.endswith("ly")
        if at in named or not token.isalpha() or known:
            continue
        follower = tokens[at + 1] if at + 1 < len(tokens) else ""
        if follower and follower not in _AFTER_NOUN:
            continue
        start = at - 1
        while start >= 0 and start not in named and tokens[start] not in _SMALL:
            start -= 1
        if start < 0 or start in named:
            continue
        lead = start
        while lead >= 0 and tokens[lead] in w.DETERMINERS | w.ALL | set(w.NUMBERS) | w.PARTS | set(
            w.STATE_WORDS
        ) | {"of"}:
            lead -= 1
        determined = lead < start
        if lead >= 0 and tokens[lead] in _BEFORE_PLACE | w.FROM:
            continue
        if token in vocabulary and not determined:
            continue
        if not determined and tokens[start] in _BEFORE_VERB:
            raise InputError(
                f"instruction: {token!r} in it is not understood; say it in other words"
            )
        raise unknown_object(token, lexicon)


def unclear(slot: str, tokens: Sequence[str], lexicon: Lexicon) -> str:
    """What to say of a request whose object or destination nobody can tell; "" for nothing.

    Args:
        slot: "object", "recep" or "task_type".
        tokens: the request.
        lexicon: the names of things.
    """
    mentions = lexicon.find(tokens)
    if slot != "object" or not mentions or w.PRONOUNS & set(tokens):
        return ""
    affords = lexicon.ontology.affords
    if any(affords(kind, "pickupable") for found in mentions for kind in found.types):
        return ""
    name = " ".join(tokens[mentions[0].start : mentions[0].end])
    return f"instruction: what to do with {name!r} is not understood; say it in other words"


class UnknownObject(InputError):
    """A name that is not in the ontology.

    Attributes:
        word: the name.
    """

    def __init__(self, word: str, near: Sequence[str]) -> None:
        super().__init__(
            f"I know no object called {word!r}; nearest: {', '.join(near)}. "
            "Name another one, or add it to config/objects.yaml"
        )
        self.word = word

    def asked_for(self, text: str) -> bool:
        """Whether a clause begins with something to be done with it: "heat some soup, ..."."""
        verb, name = "|".join(sorted(w.ACTION_WORDS - w.COURTESY)), re.escape(self.word)
        return bool(
            re.search(
                rf"(?:^|[.,;!?]|\band|\bthen) *(?:please )?(?:{verb})(?: up)? {_SOME} {name}\b",
                text.lower(),
            )
        )


def unknown_object(word: str, lexicon: Lexicon) -> UnknownObject:
    """The error for a name that is not in the ontology."""
    return UnknownObject(word, lexicon.nearest(word))
