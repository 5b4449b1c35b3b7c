# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A request as a graph: the things it names, the states they shall get into, and what goes where.

Nodes are the names of a text, each with all its mentions, and one for "everything". What is wanted
of a node are states and a number; between two nodes there may be a relation. ``graph_reader.py``
tells which; the ontology tells which can be at all.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from egoplan_ros.language.dialog.dialog_model import ROBOT, Turns
from egoplan_ros.language.goals.fitting import NEEDS
from egoplan_ros.language.goals.things import Thing
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import singular
from egoplan_ros.world.ontology import Ontology

STATES = (
    "clean", "hot", "cold", "sliced", "cooked", "filled", "brewed", "toggled", "open", "holding",
    "!toggled", "!open", "!filled", "!sliced", "!clean", "!cooked", "!hot",
)  # fmt: skip
"""What may be wanted of a node; ``!`` is for what it shall not be."""

RELATIONS = ("none", "in", "not_in", "spared")
"""Of two nodes a, b: a shall be in b; no a shall be in b; a is left out where b is several types or
everything."""

NUMBERS = (*map(str, range(1, 13)), "every")
"""How many of a node are meant; more are not asked for at once."""

ALL = "object"
"""The type of the first node: "everything"."""

_WORD = re.compile(r"[a-z]+|\d+|[^\sa-z0-9]")
_SLICED = {"EggCracked": "Egg"}
_IMPLIED: Mapping[str, tuple[str, ...]] = (
    dict.fromkeys("coffee espresso caffeine brew".split(), ("Mug",))
    | dict.fromkeys("water drink".split(), ("Cup",))
    | dict.fromkeys(
        "throw thrown throwing toss tossed chuck chucked discard discarded dump dumped trash "
        "rubbish binned".split(),
        ("bin",),
    )
    | dict.fromkeys(
        "hang hung hanging".split(), ("HandTowelHolder", "TowelHolder", "ToiletPaperHanger")
    )
)
"""Words that name no type, and yet may stand for some, or for those of a role."""


@dataclass(slots=True)
class Node:
    """A name and its mentions.

    Attributes:
        types: what it may be, most direct first.
        words: how it is called where it is named first.
        spans: (first, end) word numbers of each mention; none for "everything".
        group: whether it is a word for several types together ("cutlery").
    """

    types: tuple[str, ...]
    words: str = ""
    spans: list[tuple[int, int]] = field(default_factory=list)
    group: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """Words and marks of all turns, "" at the end of each, and what they name."""

    words: tuple[str, ...]
    nodes: tuple[Node, ...]


@dataclass(slots=True)
class Graph:
    """What is wanted.

    Attributes:
        states: of each node, a subset of :data:`STATES`.
        numbers: of each node of which states are wanted, one of :data:`NUMBERS`, else None.
        relations: by pair of node numbers, with the number of the first that are meant.
    """

    states: list[set[str]]
    numbers: list[str | None]
    relations: dict[tuple[int, int], tuple[str, str]]


def request_of(turns: Turns, lexicon: Lexicon) -> Request:
    """What is said in one or more turns; the robot's are marked as such."""
    words: list[str] = []
    for who, text in turns:
        if who.strip().lower() in ROBOT:
            words += ["robot", ":"]
        words += [*_words(text), ""]
    return Request(tuple(words), tuple(nodes_of(words, lexicon)))


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).lower()
    return _WORD.findall("".join(char for char in plain if not unicodedata.combining(char)))


def nodes_of(words: Sequence[str], lexicon: Lexicon) -> Iterator[Node]:
    """What words name, "everything" first."""
    tokens, places = _tokens(words)
    found: dict[tuple[str, ...], Node] = {}
    taken: set[int] = set()

    def add(
        key: tuple[str, ...], types: tuple[str, ...], first: int, last: int, group: bool = False
    ) -> None:
        words = " ".join(tokens[first : last + 1])
        node = found.setdefault(key, Node(types, words, group=group))
        node.spans.append((places[first], places[last] + 1))

    for mention in lexicon.find(tokens, groups=True):
        types = tuple(dict.fromkeys(map(whole, mention.types)))
        taken.update(range(mention.start, mention.end))
        add(types, types, mention.start, mention.end - 1, mention.group)
    for at, token in enumerate(tokens):
        word = token if token in _IMPLIED else singular(token)
        if at not in taken and word in _IMPLIED:
            kinds = [kind for name in _IMPLIED[word] for kind in lexicon.ontology.meant(name)]
            add((word, *kinds), tuple(kinds), at, at)
    yield Node((ALL,))
    yield from found.values()


def _tokens(words: Sequence[str]) -> tuple[list[str], list[int]]:
    """Words without marks, with a stop where a name cannot go on; and their numbers."""
    tokens: list[str] = []
    places: list[int] = []
    for number, word in enumerate(words):
        if word.isalnum():
            tokens.append(word)
        elif word in ("", ".", ",", "/", ";", "?", "!") and tokens:
            tokens.append(".")
        else:
            continue
        places.append(number)
    return tokens, places


def whole(kind: str) -> str:
    """The type that a type of slices is made of; any other type itself."""
    return _SLICED.get(kind, kind.removesuffix("Sliced"))


def decisions(count: int) -> tuple[np.ndarray, np.ndarray]:
    """What is to be told of some nodes: states (n, STATES) and relations (n, n, RELATIONS).

    Of "everything" no state is wanted, and it is in nothing; nothing is in itself.
    """
    states = np.ones((count, len(STATES)), bool)
    states[0] = False
    relations = np.ones((count, count, len(RELATIONS)), bool)
    relations[0, :, 1] = relations[:, 0, 1] = False
    relations[:, 0, 2] = False
    relations[0, :, 3] = False
    relations[np.arange(count), np.arange(count), 1:] = False
    return states, relations


def well_typed(graph: Graph, nodes: Sequence[Node], ontology: Ontology) -> bool:
    """Whether nodes can get into their states, and what is to be in something be carried there."""
    for node, states in zip(nodes, graph.states, strict=True):
        if not all(_affords(node, NEEDS[state.lstrip("!")][0], ontology) for state in states):
            return False
    for (a, b), (relation, _) in graph.relations.items():
        carried = a == 0 or _affords(nodes[a], "pickupable", ontology)
        if relation in ("in", "not_in") and not (
            carried and _affords(nodes[b], "receptacle", ontology)
        ):
            return False
    return True


def fitting(graph: Graph, nodes: Sequence[Node], ontology: Ontology) -> bool:
    """Whether all that is to be in something goes in there."""
    return all(
        any(
            ontology.fits(kind, where)
            for name in nodes[a].types
            for kind in ontology.subtypes(name)
            for where in nodes[b].types
        )
        for (a, b), (relation, _) in graph.relations.items()
        if relation == "in"
    )


def _affords(node: Node, affordance: str, ontology: Ontology) -> bool:
    return any(ontology.affords(kind, affordance) for kind in node.types if kind != ALL)


def things_of(graph: Graph, nodes: Sequence[Node], lexicon: Lexicon) -> list[Thing]:
    """What is wanted, as :func:`~egoplan_ros.language.goals.composition.compose` takes it."""
    made = {
        number: Thing(_meant(number, graph, nodes, lexicon), words=node.words)
        for number, node in enumerate(nodes)
    }
    things: list[Thing] = []
    for number in range(1, len(nodes)):
        thing, states = made[number], graph.states[number]
        thing.states = {state.lstrip("!"): not state.startswith("!") for state in sorted(states)}
        inside = [
            (b, told)
            for (a, b), (relation, told) in graph.relations.items()
            if a == number and relation == "in"
        ]
        if states or inside:
            _number(thing, graph.numbers[number] or (inside[0][1] if inside else "1"))
            things.append(thing)
        for order, (place, told) in enumerate(inside):
            if order:  # "two on the sofa and one on the bed"
                thing = replace(thing, states=dict(thing.states))
                things.append(thing)
            thing.place = made[place]
            _number(thing, told)
    return things + list(_freed(graph, nodes, made, lexicon))


def _meant(number: int, graph: Graph, nodes: Sequence[Node], lexicon: Lexicon) -> tuple[str, ...]:
    """Types of a node without those that are left out.

    Who names a group, or all of several types, and one of these, of which nothing is wanted by
    itself, leaves that out: "all the cutlery bar the spoons", "all lamps but the floor lamp".
    """
    left_out = {
        a for (a, b), (told, _) in graph.relations.items() if told == "spared" and b == number
    }
    spared = set().union(*(lexicon.called(nodes[n].words, nodes[n].types) for n in left_out))
    if nodes[number].group or _all_meant(number, graph):
        wanted = {n for pair in graph.relations for n in pair}
        for n, node in enumerate(nodes[1:], 1):
            if n not in wanted and not graph.states[n] and n != number and not node.group:
                kinds = node.types if nodes[number].group else node.types[:1]
                spared |= lexicon.called(node.words, kinds)
    types = nodes[number].types
    return tuple(kind for kind in types if kind not in spared) or types


def _all_meant(number: int, graph: Graph) -> bool:
    told = [n for (a, _), (_, n) in graph.relations.items() if a == number]
    return "every" in (graph.numbers[number], *told)


def _number(thing: Thing, told: str) -> None:
    thing.every = told == "every"
    thing.count = 1 if thing.every else int(told)


def _freed(
    graph: Graph, nodes: Sequence[Node], made: Mapping[int, Thing], lexicon: Lexicon
) -> Iterator[Thing]:
    """Places in or on which something, or all, shall not be."""
    ontology = lexicon.ontology
    spared = set().union(
        *(
            lexicon.called(nodes[a].words, nodes[a].types)
            for (a, b), (relation, _) in graph.relations.items()
            if relation == "spared" and b == 0
        )
    )
    places: dict[int, Thing] = {}
    for (a, b), (relation, _) in graph.relations.items():
        if relation != "not_in":
            continue
        kinds = made[a].types
        if a:
            words = nodes[a].words
            kinds = tuple(k for k in kinds if lexicon.is_first_name(words, k)) or kinds
        elif spared:
            kinds = tuple(
                kind
                for kind in ontology.types
                if ontology.affords(kind, "pickupable")
                and kind not in spared
                and any(ontology.fits(kind, where) for where in nodes[b].types)
            )
        place = places.setdefault(
            b, Thing(nodes[b].types, every=True, states={"cleared": True}, words=nodes[b].words)
        )
        place.freed_of = () if kinds == (ALL,) else (*place.freed_of, *kinds)
    yield from places.values()
