# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why a request was not understood: no request at all, and names of things nobody told us about."""

import re
from collections.abc import Collection, Mapping, Sequence

from egoplan_ros.language.text import word_lists as w
from egoplan_ros.language.text.lexicon import Lexicon, Mention
from egoplan_ros.world.errors import InputError

_BEFORE_PLACE = w.ASIDE | frozenset("from off of under by next front over using while".split())
_AFTER_NOUN = (
    w.INTO | w.FROM | w.WITH | w.JOINERS | w.UNDER | _BEFORE_PLACE
    | frozenset("that which is are up down away but so before after off when".split())
)  # fmt: skip
_INTO_ROOM = re.compile(
    r"(?<!\bgo )(?<!\bwalk )(?<!\bhead )\b(?:in|to|into) the "
    rf"({'|'.join(w.ROOMS)})(?=$| and\b| then\b)"
)
_LANDMARKS = frozenset("dishwasher fireplace".split())
"""Named to tell a place ("the counter above the dishwasher"), and nothing that can be used."""
_SOME = rf"(?:{'|'.join(sorted(w.DETERMINERS | w.ALL))}|all the|all my)(?! (?:lot|count|total))"
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


def check_is_request(tokens: Sequence[str], lexicon: Lexicon, cues: Mapping[str, str]) -> None:
    """Refuse text that names nothing we know, or asks for nothing.

    Raises:
        InputError: with what is missing.
    """
    mentions = lexicon.find(tokens)
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


def check_place(tokens: Sequence[str], lexicon: Lexicon) -> None:
    """Refuse to put something in a room of the home.

    Raises:
        InputError: with what would be a place.
    """
    room = _INTO_ROOM.search(" ".join(tokens))
    mentions = lexicon.find(tokens)
    if room and set(tokens) & w.PLACE_VERBS and not _of_a_place(room, tokens, mentions):
        raise InputError(
            f"instruction: a {room[1]} is no place to put things; name a piece of furniture"
        )


def _of_a_place(room: re.Match[str], tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether a room tells where a destination is: "on the ottoman in the living room"."""
    at = len(room.string[: room.start()].split())
    last = next((found for found in mentions if found.end == at), None)
    return last is not None and not w.INTO.isdisjoint(tokens[max(last.start - 4, 0) : last.start])


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
        raise unknown_object(token, lexicon)


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
