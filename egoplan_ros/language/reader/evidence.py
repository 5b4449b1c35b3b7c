# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How much of a reading the words of a request tell: what nobody said is not to be invented."""

import re
from collections.abc import Mapping, Sequence

from egoplan_ros.language.goals.forms import STATE_OF
from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.text.lexicon import Lexicon, Mention
from egoplan_ros.language.text.word_lists import NUMBERS, PARTS, STATE_VERBS, STATE_WORDS

_STATE_SIGNS = {
    "clean": (r"clean|wash|rins|wet|scrub|soak|dirt|water", "basin"),
    "hot": (r"hot|heat|warm|microwav|cook|boil|bak|toast|fry|fried|roast|oven", "heater"),
    "cold": (r"cold|cool|chill|refr?id?g|freez|froz|fridg|ice|icy", "cooler"),
}
_TELLING = frozenset({"clean", "hot", "cold", "sliced", "cooked"})
_SLICE_SIGNS = re.compile(r"slic|cut|chop|knife|knive|half|halv|section")


def _choice(words: Sequence[str], mention: Mention) -> bool:
    """Whether it is one of two: "in the fridge or in the sink" passes through neither."""
    before = list(words[max(mention.start - 3, 0) : mention.start])
    return "or" in before or words[mention.end : mention.end + 1] == ["or"]


def told_states(words: Sequence[str]) -> frozenset[str]:
    """States that some words ask for: "clean", "wash it", "after rinsing it"."""
    found = set()
    for word in words:
        stem = word.removesuffix("ing") if word.endswith("ing") else word
        forms = (word, stem, f"{stem}e", stem[:-1])
        found |= {STATE_WORDS.get(form) or STATE_VERBS.get(form) for form in forms}
    return frozenset(state for state in found if state in _TELLING)


class Evidence:
    """Signs in the words of one request."""

    def __init__(self, words: Sequence[str], lexicon: Lexicon, cues: Mapping[str, str]) -> None:
        self.ontology = lexicon.ontology
        mentions = lexicon.find(words)
        self.named = {kind for mention in mentions for kind in mention.types}
        self.named |= {cues[word] for word in words if word in cues}
        self.places = {
            kind
            for mention in mentions
            if not _choice(words, mention)
            for kind in mention.types[:1]
        }
        nouns = {at for mention in mentions for at in range(mention.start, mention.end)}
        said = [word for at, word in enumerate(words) if at not in nouns]  # a toaster toasts not
        self.states = {
            state
            for state, (signs, _) in _STATE_SIGNS.items()
            if any(re.match(signs, word) for word in said)
        }
        plural = any(mention.plural for mention in mentions)
        several = {word for word, number in NUMBERS.items() if number > 1} | {"another", "second"}
        self.several = plural or bool(several & set(words))
        self.cut = bool(PARTS & set(words)) or any(map(_SLICE_SIGNS.match, words))

    def missing(self, slots: Slots) -> int:
        """Number of things in a reading that no word tells."""
        state = STATE_OF.get(slots.task_type, "")
        unsaid = (
            bool(state) and not self.tells(state, slots),
            slots.sliced and not self.cut,
            slots.task_type == "pick_two_obj_and_place" and not self.several,
        )
        parts = [part for part in (slots.object, slots.mrecep, slots.recep) if part]
        return sum(unsaid) + sum(part not in self.named for part in parts)

    def tells(self, state: str, slots: Slots) -> bool:
        """Whether a state is told, by a word for it or by where the thing passes through."""
        through = set(self.ontology.playing(_STATE_SIGNS[state][1]))
        return state in self.states or bool(through & self.places and slots.recep not in through)
