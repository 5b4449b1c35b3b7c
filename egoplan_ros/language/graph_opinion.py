"""What the learned reader of requests makes of one, and whether it is taken.

Rules and reader seldom err in the same way. Where both find the same goal it is right nine times in
ten; where they differ, or the rules give up, the reader is believed when it is sure.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from egoplan_ros.language.compose import compose
from egoplan_ros.language.dialog_model import Turns
from egoplan_ros.language.fitting import Pairs
from egoplan_ros.language.graph_reader import GraphReader, pooled
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.language.request_graph import (
    STATES,
    Graph,
    Request,
    request_of,
    things_of,
    well_typed,
)
from egoplan_ros.language.wordpiece import MAX_PIECES
from egoplan_ros.language.words import DETERMINERS
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import AFFORDANCES
from egoplan_ros.world.task import GoalAlternative

BELIEVED = 0.5
"""Probability from which the reader is believed where the rules differ. Of 500 requests on which
they differed, and which neither had seen, the rules were right less often above."""

SURE = 0.9
"""The same where the grammar read each word of the request."""

ALONE = 0.56
"""The same where the rules found nothing: who is refused can say it in other words."""

REFUSED, VETO = 0.4, 0.6
"""Probability from which a request stays refused, or is refused although the rules found a goal."""

_EXEMPT = frozenset(
    {("but", "not"), ("but", "no"), ("apart", "from"), ("other", "than"), ("except", "for")}
)
"""Words before what a wish is not about: "wash the dishes but not the mugs"."""

_STATE_OF_ALL = re.compile(
    r"\b(?:turn|switch|power|shut) (?:(?:on|off) everything|everything (?:on|off))\b"
    r"|\b(?:open|close|shut) everything\b"
)
"""What no graph tells, for of "everything" it knows no state."""

TELLABLE = AFFORDANCES | {"in", "handempty", *(state.removeprefix("!") for state in STATES)}
"""Predicates of the goals that a graph can tell."""

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
    """

    alternatives: tuple[GoalAlternative, ...]
    probability: float
    refusal: float


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

    def __call__(self, turns: Turns) -> Opinion | None:
        """What is asked for in one or more turns; None where no graph could tell it."""
        request = request_of(turns, self.lexicon)
        if not 1 < len(request.nodes) <= MOST_NODES or _STATE_OF_ALL.search(
            " ".join(request.words)
        ):
            return None
        if len(pooled(request, self.reader.spell)[0]) >= MAX_PIECES:
            return None  # the end would not be read
        ontology = self.lexicon.ontology
        reading = self.reader(request)
        nothing = Opinion((), 0.0, reading.refusal)
        if not well_typed(reading.graph, request.nodes, ontology):
            return nothing
        if wants_exempt(reading.graph, request):
            return nothing
        things = things_of(reading.graph, request.nodes, self.lexicon)
        if not things:
            return nothing
        try:
            found = compose(things, ontology, self.lexicon, self.popularity, self.seen)
        except InputError:
            return nothing
        goals = tuple(replace(g, probability=g.probability * reading.probability) for g in found)
        return Opinion(goals, reading.probability, reading.refusal)


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


def believed(opinion: Opinion, found: bool, complete: bool) -> bool:
    """Whether the reader is believed rather than the rules.

    Args:
        opinion: what it makes of a request.
        found: whether the rules found a goal.
        complete: whether the grammar read each word of it.
    """
    if not found:
        return opinion.probability >= ALONE and opinion.refusal < REFUSED
    return opinion.probability >= (SURE if complete else BELIEVED)
