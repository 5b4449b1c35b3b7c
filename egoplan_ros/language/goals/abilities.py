# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What can be asked for, told from the object types: acts, things they are for, a sentence each."""

from collections.abc import Iterator
from dataclasses import dataclass

from egoplan_ros.language.goals.fitting import made_by_cooking, needs_of
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.words.goal_words import type_words

_ACTS = (
    ("bring", "holding", "bring me {a}"),
    ("put in or on", "", "put {item} in {the}"),
    ("open, close", "open", "open {the}"),
    ("turn on, off", "toggled", "turn off {the}"),
    ("slice", "sliced", "slice {the}"),
    ("cook", "cooked", "cook {the}"),
    ("heat", "hot", "heat {the}"),
    ("cool", "cold", "chill {the}"),
    ("wash", "clean", "wash {the}"),
    ("fill with water", "filled", "fill {the} with water"),
)
"""An act, the state it brings about ("" for a place), and how it is asked for."""

FORMS = (
    ("numbers", "put two forks in a drawer"),
    ("all of a kind, or of a group", "put all the cutlery in a drawer"),
    ("exceptions", "take everything off the bed except the pillow"),
    ("states", "put a clean mug in the coffee machine"),
    ("several wishes", "slice the tomato, then turn off the floor lamp"),
    ("dishes", "make coffee and put it on the desk"),
    ("looking for something", "find a book"),
    ("questions, answered by looking", "is there an apple in the fridge?"),
)
"""Ways of asking with an example each."""

REFUSED = (
    "what depends on a colour, a brand or whose it is: there is nothing that tells",
    "conditions and times: it is done at once, or not at all",
    "motions (walk two metres): a task says what shall be",
)
"""What is refused, and why."""


@dataclass(frozen=True, slots=True)
class Ability:
    """Something that can be asked for.

    Attributes:
        act: in words.
        kinds: types it is for, by what people call them, in order of the alphabet.
        example: a sentence that is understood.
    """

    act: str
    kinds: tuple[str, ...]
    example: str


def abilities(ontology: Ontology) -> Iterator[Ability]:
    """All that can be done to things, with the types of things that it can be done to.

    What is a part of something else (a slice of bread) is not named by itself.
    """
    whole = [name for name, kind in ontology.types.items() if not (kind.is_a and kind.states)]
    for act, state, sentence in _ACTS:
        if state == "cooked":
            kinds = sorted(kind for kind in whole if made_by_cooking(ontology, kind))
        elif state:
            needs = list(needs_of(ontology, state, True, False))
            kinds = sorted(kind for kind in whole if all(able(kind) for able, _ in needs))
        else:
            kinds = sorted(kind for kind in whole if ontology.affords(kind, "receptacle"))
        if kinds:
            names = {type_words(kind, ontology) for kind in kinds}
            yield Ability(act, tuple(sorted(names)), _example(sentence, kinds[0], ontology))


def page(ontology: Ontology) -> str:
    """All of it as text to read."""
    lines = ["What the robot can do, and how it is asked for", ""]
    for ability in abilities(ontology):
        lines += [f'{ability.act}: "{ability.example}"', f"    {', '.join(ability.kinds)}"]
    lines += ["", "Ways of asking"]
    lines += [f'    {form}: "{sentence}"' for form, sentence in FORMS]
    lines += ["", "Refused"]
    return "\n".join([*lines, *(f"    {text}" for text in REFUSED)])


def _example(sentence: str, kind: str, ontology: Ontology) -> str:
    name = type_words(kind, ontology)
    things = sorted(t for t in ontology.with_affordance("pickupable") if ontology.fits(t, kind))
    item = type_words(things[0], ontology) if things else "thing"
    article = "an" if name[0] in "aeiou" else "a"
    return sentence.format(a=f"{article} {name}", the=f"the {name}", item=f"the {item}")
