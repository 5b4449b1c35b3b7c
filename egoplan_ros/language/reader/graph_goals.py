# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a request asks for, by its graph: goals of the likeliest one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from egoplan_ros.language.dialog.dialog_model import Turns
from egoplan_ros.language.goals.composition import compose
from egoplan_ros.language.goals.fitting import Pairs
from egoplan_ros.language.reader.graph_reader import GraphReader, pooled
from egoplan_ros.language.reader.request_graph import (
    Graph,
    Request,
    request_of,
    things_of,
    well_typed,
)
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.word_lists import DETERMINERS
from egoplan_ros.language.text.wordpiece import MAX_PIECES
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import GoalAlternative

_EXEMPT = frozenset(
    {("but", "not"), ("but", "no"), ("apart", "from"), ("other", "than"), ("except", "for")}
)
"""Words before what a wish is not about: "wash the dishes but not the mugs"."""

_STATE_OF_ALL = re.compile(
    r"\b(?:turn|switch|power|shut) (?:(?:on|off) everything|everything (?:on|off))\b"
    r"|\b(?:open|close|shut) everything\b"
)
"""What no graph tells, for of "everything" it knows no state."""

MOST_NODES = 40
"""Names in a request; nobody speaks of more at once."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """Goals of the likeliest graph, best first, and how sure it is.

    Attributes:
        alternatives: their probabilities add up to ``probability``; empty where nothing is asked
            for, or it cannot be.
        probability: that the graph is right.
        refusal: that the request has to be refused.
        names: types that each name in the text may stand for.
        problem: why there is no goal; "" where that is not known.
    """

    alternatives: tuple[GoalAlternative, ...]
    probability: float
    refusal: float
    names: tuple[tuple[str, ...], ...]
    problem: str = ""


class GraphOpinion:
    """Reads requests as graphs and makes goals of these.

    Args:
        reader: the trained network.
        lexicon: names of things.
        popularity: how often people mean a type, for names that several share.
        seen: (item, receptacle) pairs that fit besides those of the ontology.
    """

    def __init__(
        self,
        reader: GraphReader,
        lexicon: Lexicon,
        popularity: Mapping[str, float],
        seen: Pairs,
    ) -> None:
        self.reader = reader
        self.lexicon = lexicon
        self.popularity = popularity
        self.seen = seen

    def __call__(self, turns: Turns) -> Opinion:
        """What is asked for in one or more turns."""
        request = request_of(turns, self.lexicon)
        names = tuple(node.types for node in request.nodes[1:])
        whole = len(pooled(request, self.reader.spell)[0]) < MAX_PIECES
        reading = self.reader(request)
        nothing = Opinion((), 0.0, reading.refusal, names)
        told = 1 < len(request.nodes) <= MOST_NODES and whole  # else the end would not be read
        if not told or _STATE_OF_ALL.search(" ".join(request.words)):
            return nothing
        if not well_typed(reading.graph, request.nodes, self.lexicon.ontology):
            return nothing
        if wants_exempt(reading.graph, request):
            return nothing
        things = things_of(reading.graph, request.nodes, self.lexicon)
        if not things:
            return nothing
        try:
            found = compose(things, self.lexicon, self.popularity, self.seen)
        except InputError as error:
            return replace(nothing, problem=str(error))
        goals = tuple(replace(g, probability=g.probability * reading.probability) for g in found)
        return replace(nothing, alternatives=goals, probability=reading.probability)


def wants_exempt(graph: Graph, request: Request) -> bool:
    """Whether a graph wants a state of what the words exempt from a wish.

    "All the cups but the cups" exempts what it wants, and is nothing that could be done.
    """
    for states, node in zip(graph.states, request.nodes, strict=True):
        for first, _ in node.spans if states else ():
            before = [word for word in request.words[:first] if word not in DETERMINERS]
            again = len(node.spans) > 1 and before[-1:] == ["but"]
            if again or before[-1:] == ["except"] or tuple(before[-2:]) in _EXEMPT:
                return True
    return False
