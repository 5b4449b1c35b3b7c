# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a request asks for by its graph, and where no graph is believed."""

from dataclasses import dataclass, field

import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.reader.graph_goals import MOST_NODES, GraphOpinion, Opinion
from egoplan_ros.language.reader.graph_reader import GraphReading
from egoplan_ros.language.reader.request_graph import Graph, Request
from egoplan_ros.language.text.wordpiece import SPECIAL, WordPieces
from egoplan_ros.training.language.request_corpus import graph_of
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology


@dataclass
class Told:
    """A reader that answers what it is told to."""

    goal: str
    probability: float = 0.9
    refusal: float = 0.0
    spell: WordPieces = field(default_factory=lambda: WordPieces(SPECIAL))
    graph: Graph | None = None

    def __call__(self, request: Request) -> GraphReading:
        graph = self.graph
        if graph is None:
            try:
                graph = graph_of(self.goal, request.nodes, load_ontology())
            except LookupError:
                graph = Graph([set() for _ in request.nodes], [None] * len(request.nodes), {})
        return GraphReading(graph, self.probability, self.refusal, -1.0)


def opinion(model: LanguageModel, text: str, told: Told) -> Opinion:
    """What is made of a text of which a reader says what it is told to."""
    known = model.annotations
    about = GraphOpinion(told, model.lexicon, known.popularity, known.seen)  # type: ignore[arg-type]
    return about((("user", text),))


def goals(model: LanguageModel, text: str, told: str) -> list[str]:
    return [to_pddl(g.formula) for g in opinion(model, text, Told(told)).alternatives]


def test_a_graph_is_a_goal_of_its_probability(model: LanguageModel) -> None:
    found = opinion(model, "the fork fancies a spell in the drawer", Told("Fork in Drawer", 0.8))
    goal = "(exists (?f1 - Fork ?d1 - Drawer) (in ?f1 ?d1))"
    assert [to_pddl(item.formula) for item in found.alternatives] == [goal]
    assert found.alternatives[0].probability == pytest.approx(0.8)


def test_a_name_may_stand_for_several_types_of_one_graph(model: LanguageModel) -> None:
    kinds = goals(model, "put the book on the chair", "Book in Chair")
    assert any("ArmChair" in text for text in kinds)
    assert any("- Chair" in text for text in kinds)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bring me two mugs and a cup", "Mug*2 holding; Cup holding"),
        ("wash the bed", "Bed clean"),
        ("bring it here", "Mug holding"),
        ("turn everything off", "Mug holding"),
        ("put the mug down " + "and wait " * 150, "Mug holding"),
    ],
)
def test_what_cannot_be_and_what_no_graph_tells_is_no_goal(
    model: LanguageModel, text: str, told: str
) -> None:
    assert goals(model, text, told) == []


def test_what_cannot_be_is_told(model: LanguageModel) -> None:
    found = opinion(model, "bring me two mugs and a cup", Told("Mug*2 holding; Cup holding"))
    assert "only one thing can be held" in found.problem


def test_too_many_names_are_no_goal(model: LanguageModel) -> None:
    kinds = sorted(k for k in model.ontology.types if model.ontology.affords(k, "pickupable"))
    many = " ".join(kinds[: MOST_NODES + 5])
    assert goals(model, f"bring me the mug, {many}", "Mug holding") == []


def test_nothing_wanted_is_no_goal(model: LanguageModel) -> None:
    graph = Graph([set(), set(), set()], [None] * 3, {(1, 2): ("spared", "1")})
    found = opinion(model, "the fork but the spoon", Told("", graph=graph))
    assert found.alternatives == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("wash the dishes but not the mugs", "Plate clean; Mug clean"),
        ("wash the fork but not the spoon", "Fork clean; Spoon clean"),
    ],
)
def test_what_is_exempt_is_not_wanted(model: LanguageModel, text: str, told: str) -> None:
    assert goals(model, text, told) == []
