# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lists of requests with the goals they mean, as graphs to learn from.

One request a line, ``kind | text | goal``. In a dialog, turns are parted by `` / `` and the
robot's begin with ``r: ``. A goal is parts joined by ``;``, alternatives by ``OR``:
``Mug*2 clean in Desk``, ``every Fork in Drawer``, ``Mug brewed holding``,
``every object !in Bed except Pillow``; where there is none, ``refuse``.

Four kinds are there to be put into other requests, and refused by themselves: an ``errand`` is what
the robot cannot do ("feed the cat"), a ``remark`` asks it for nothing ("the cat has been fed"), a
``stranger`` is a thing it does not know, a ``compound`` another thing than the one it is named
after ("egg timer").
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from egoplan_ros.language.dialog.dialog_model import Turns
from egoplan_ros.language.reader.request_graph import (
    ALL,
    NUMBERS,
    STATES,
    Graph,
    Node,
    Request,
    fitting,
    nodes_of,
    request_of,
    well_typed,
    whole,
)
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import singular
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.words.english import plural

LISTS = Path(__file__).parent / "requests"
"""Those that come along."""

ERRAND, REMARK, STRANGER, COMPOUND = "errand", "remark", "stranger", "compound"

_PUT_IN = frozenset({ERRAND, REMARK, STRANGER, COMPOUND})

_JOINTS = {
    ERRAND: (
        " and ",
        ", and ",
        ", then ",
        " and then ",
        ". then ",
        ". also , ",
        ". oh , and ",
        ". ",
    ),
    REMARK: (". ", ", ", "; ", " - "),
}
"""What stands between a request and an errand or remark that follows, or leads to it."""

_COUNTS = {
    word: str(number)
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(), 2
    )
} | {str(number): str(number) for number in range(2, 13)}


@dataclass(frozen=True, slots=True)
class Example:
    """A request and what it wants; no graph where it has to be refused.

    Attributes:
        request: what is said.
        graph: what is wanted.
        kind: of the request.
    """

    request: Request
    graph: Graph | None
    kind: str = ""


def turns_of_line(kind: str, text: str) -> Turns:
    """Turns of a request of a list."""
    if kind != "dialog":
        return (("user", text),)
    turns = [turn.strip() for turn in text.split(" / ")]
    return tuple(
        ("robot" if turn.startswith("r: ") else "user", turn.removeprefix("r: ")) for turn in turns
    )


def read_requests(folder: Path, lexicon: Lexicon) -> tuple[list[Example], int]:
    """All examples of the lists in a folder, and how many requests cannot be told as graphs.

    Raises:
        InputError: no list there, or a malformed line.
    """
    found = [_example(*parts, lexicon) for parts in _lines(folder)]
    return [example for example in found if example], found.count(None)


def request_turns(folder: Path) -> list[Turns]:
    """What is said in the requests of the lists in a folder, without what is there to be put into
    others.

    Raises:
        InputError: no list there, or a malformed line.
    """
    return [turns_of_line(kind, text) for kind, text, _ in _lines(folder) if kind not in _PUT_IN]


def _lines(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Kind, text and goal of each line of the lists in a folder."""
    files = sorted(folder.glob("*.txt"))
    if not files:
        raise InputError(f"{folder}: no lists of requests (*.txt) to learn from")
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split("|")]
            if len(parts) != 3:
                raise InputError(f"{path}:{number}: needs kind | text | goal, got {line!r}")
            yield parts[0], parts[1], parts[2]


def _example(kind: str, text: str, goal: str, lexicon: Lexicon) -> Example | None:
    request = request_of(turns_of_line(kind, text), lexicon)
    if goal == "refuse":
        return Example(request, None, kind)
    for way in goal.split(" OR "):
        try:
            graph = graph_of(way, request.nodes, lexicon.ontology)
        except (LookupError, ValueError):
            continue
        return Example(request, graph, kind)
    return None


def graph_of(goal: str, nodes: Sequence[Node], ontology: Ontology) -> Graph:
    """The graph that a goal in the notation above means.

    Raises:
        LookupError: something of it is not named, or cannot be.
        ValueError: malformed, or a number that there is not.
    """
    graph = Graph([set() for _ in nodes], [None] * len(nodes), {})
    for part in goal.split(";"):
        words = part.split()
        every = words[0] == "every"
        name, _, number = words[every].partition("*")
        told = "every" if every else (number or "1")
        if told not in NUMBERS:
            raise ValueError(told)
        words = words[every + 1 :]
        a = _named(whole(name), nodes, ontology)
        if "except" in words:
            at = words.index("except")
            graph.relations[_named(words[at + 1], nodes, ontology), a] = ("spared", "1")
            words = words[:at]
        if "!in" in words:
            graph.relations[a, _named(words[-1], nodes, ontology)] = ("not_in", "every")
            continue
        states = words[: words.index("in")] if "in" in words else words
        if set(states) - set(STATES):
            raise ValueError(part)
        graph.states[a] |= set(states)
        if "in" in words:
            graph.relations[a, _named(words[-1], nodes, ontology)] = ("in", told)
        if states:
            graph.numbers[a] = max(told, graph.numbers[a] or "1", key=NUMBERS.index)
    if not (well_typed(graph, nodes, ontology) and fitting(graph, nodes, ontology)):
        raise LookupError(goal)
    return graph


def _named(name: str, nodes: Sequence[Node], ontology: Ontology) -> int:
    """Number of the node that names a type most directly."""
    if name == ALL:
        return 0
    fitting = [
        (node.types[0] != name, len(node.types), number)
        for number, node in enumerate(nodes)
        if number
        and any(name in ontology.lineage(k) or k in ontology.lineage(name) for k in node.types)
    ]
    if not fitting:
        raise LookupError(name)
    return min(fitting)[2]


class Variation:
    """Other examples of the same form: with other things of the same kind, or with strangers.

    Args:
        lexicon: names of things.
        given: examples, of which those of the four kinds are put into others.
        swapped: share of examples in which things are exchanged.
        strange: share in which something wanted becomes a thing that nobody knows.
        counted: share in which another number is told.
        joined: share in which an errand or a remark stands beside the request.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        given: Iterable[Example] = (),
        swapped: float = 0.4,
        strange: float = 0.08,
        counted: float = 0.3,
        joined: float = 0.08,
    ) -> None:
        self.lexicon = lexicon
        self.joined = joined
        self.given: dict[str, list[list[str]]] = {kind: [] for kind in _PUT_IN}
        self.compounds: dict[str, list[list[str]]] = {}
        for example in given:
            said = [word for word in example.request.words if word]
            if example.kind == COMPOUND:
                for named in {kind for node in example.request.nodes[1:] for kind in node.types}:
                    self.compounds.setdefault(named, []).append(said)
            elif example.kind in _PUT_IN:
                self.given[example.kind].append(said)
        self.swapped, self.strange, self.counted = swapped, strange, counted
        self.kinds: dict[frozenset[str], list[str]] = {}
        names = {name: types for name, types in lexicon.entries.items() if len(types) == 1}
        self.names: dict[str, list[list[str]]] = {}
        for words, (kind,) in names.items():
            if not kind.endswith(("Sliced", "Cracked")):
                self.names.setdefault(kind, []).append(list(words))
        for kind in self.names:
            self.kinds.setdefault(lexicon.ontology.types[kind].affords, []).append(kind)

    def __call__(self, example: Example, rng: random.Random) -> Example:
        """The example itself or another one."""
        if rng.random() < self.counted:
            example = self._recounted(example, rng)
        draw = rng.random()
        if draw < self.strange:
            return self._estranged(example, rng)
        if draw < self.strange + self.swapped:
            example = self._exchanged(example, rng)
        return self._joined(example, rng) if rng.random() < self.joined else example

    def _joined(self, example: Example, rng: random.Random) -> Example:
        """With an errand, which nobody can do, or a remark, after it or in front of it."""
        kind = rng.choice((ERRAND, REMARK))
        if example.graph is None or not self.given[kind]:
            return example
        said = rng.choice(self.given[kind])
        words = list(example.request.words)
        while words[-1:] in ([""], ["."], ["!"]):
            words.pop()
        joint = rng.choice(_JOINTS[kind]).split()
        if words[:2] != ["robot", ":"] and rng.random() < 0.4:
            changed = [*said, *joint, *words, ""]
        else:
            changed = [*words, *joint, *said, ""]
        nodes = tuple(nodes_of(changed, self.lexicon))
        if kind == ERRAND:
            return Example(Request(tuple(changed), nodes), None)
        if [node.types for node in nodes] != [node.types for node in example.request.nodes]:
            return example  # it names something by chance
        return Example(Request(tuple(changed), nodes), example.graph)

    @staticmethod
    def _recounted(example: Example, rng: random.Random) -> Example:
        """With another number, if just one from two on is told, and by one word."""
        graph, words = example.graph, example.request.words
        if graph is None:
            return example
        told = [at for at, word in enumerate(words) if word in _COUNTS]
        numbers = {n for n in graph.numbers if n} | {n for _, n in graph.relations.values()}
        if len(told) != 1 or _COUNTS[words[told[0]]] not in numbers:
            return example
        old, new = _COUNTS[words[told[0]]], str(rng.randint(2, 12))
        spoken = [word for word, number in _COUNTS.items() if number == new]
        changed = Graph(
            graph.states,
            [new if number == old else number for number in graph.numbers],
            {
                pair: (relation, new if number == old else number)
                for pair, (relation, number) in graph.relations.items()
            },
        )
        other = list(words)
        other[told[0]] = rng.choice(spoken)
        return Example(Request(tuple(other), example.request.nodes), changed)

    def _estranged(self, example: Example, rng: random.Random) -> Example:
        graph, nodes = example.graph, example.request.nodes
        if graph is None:
            return example
        wanted = {a for a, states in enumerate(graph.states) if states and nodes[a].spans}
        wanted |= {n for (a, b), (r, _) in graph.relations.items() if r == "in" for n in (a, b)}
        named = [n for n in sorted(wanted) if nodes[n].words.split()[-1] not in ("coffee", "water")]
        if not named:
            return example
        node = rng.choice(named)
        names = self.compounds.get(nodes[node].types[0], []) if rng.random() < 0.5 else []
        if not (names := names or self.given[STRANGER]):
            return example
        words = self._replaced(example.request, {node: rng.choice(names)})
        return Example(Request(tuple(words), tuple(nodes_of(words, self.lexicon))), None)

    def _exchanged(self, example: Example, rng: random.Random) -> Example:
        graph, nodes = example.graph, example.request.nodes
        if graph is None:
            return example
        new: dict[int, tuple[str, list[str]]] = {}
        for number, node in enumerate(nodes):
            if len(node.types) == 1 and node.types[0] in self.names and node.spans:
                others = self.kinds[self.lexicon.ontology.types[node.types[0]].affords]
                kind = rng.choice(others)
                new[number] = kind, rng.choice(self.names[kind])
        types = [(new[n][0],) if n in new else node.types for n, node in enumerate(nodes)]
        if len(set(types)) < len(types):
            return example
        words = self._replaced(example.request, {n: name for n, (_, name) in new.items()})
        made = list(nodes_of(words, self.lexicon))
        places = {node.types: number for number, node in enumerate(made)}
        if len(made) != len(nodes) or set(places) != set(types):
            return example
        at = [places[kinds] for kinds in types]
        changed = Graph([set() for _ in nodes], [None] * len(nodes), {})
        for old, place in enumerate(at):
            changed.states[place], changed.numbers[place] = graph.states[old], graph.numbers[old]
        changed.relations = {(at[a], at[b]): told for (a, b), told in graph.relations.items()}
        ontology = self.lexicon.ontology
        if not (well_typed(changed, made, ontology) and fitting(changed, made, ontology)):
            return example
        return Example(Request(tuple(words), tuple(made)), changed)

    @staticmethod
    def _replaced(request: Request, names: Mapping[int, Sequence[str]]) -> list[str]:
        """Words with other names for some nodes, in the plural where the old ones are."""
        words = list(request.words)
        spans = [(span, number) for number in names for span in request.nodes[number].spans]
        for (first, end), number in sorted(spans, reverse=True):
            name = list(names[number])
            if singular(words[end - 1]) != words[end - 1] and singular(name[-1]) == name[-1]:
                name[-1] = plural(name[-1])
            words[first:end] = name
        return words
