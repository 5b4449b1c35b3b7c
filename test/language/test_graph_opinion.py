"""Whether the reader of graphs is believed rather than the rules."""

from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from egoplan_ros.language.graph_opinion import MOST_NODES, GraphOpinion
from egoplan_ros.language.graph_reader import GraphReading
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.request_corpus import graph_of
from egoplan_ros.language.request_graph import Graph, Request
from egoplan_ros.language.wordpiece import SPECIAL, WordPieces
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction


@dataclass
class Told:
    """A reader that answers what it is told to."""

    goal: str
    probability: float = 0.9
    refusal: float = 0.0
    spell: WordPieces = field(default_factory=lambda: WordPieces(SPECIAL))
    asked: list[Request] = field(default_factory=list)
    graph: Graph | None = None

    def __call__(self, request: Request) -> GraphReading:
        self.asked.append(request)
        if self.graph:
            return GraphReading(self.graph, self.probability, self.refusal, -1.0)
        try:
            graph = graph_of(self.goal, request.nodes, load_ontology())
        except LookupError:
            graph = Graph([set() for _ in request.nodes], [None] * len(request.nodes), {})
        return GraphReading(graph, self.probability, self.refusal, -1.0)


def reading(model: LanguageModel, told: Told, text: str = "", **more: object) -> str:
    """What a model whose reader is told what to say understands."""
    whole = LanguageModel(model.network, model.ontology, model.literal, model.dialogs, told)  # type: ignore[arg-type]
    return to_pddl(whole.understand(Instruction(text, **more)).formula)  # type: ignore[arg-type]


UNREAD = "the fork fancies, as it were, a spell among whatever the drawer has"
"""What no rule understands."""
DRAWER = "(exists (?f1 - Fork ?d1 - Drawer) (in ?f1 ?d1))"


def test_it_is_believed_where_the_rules_find_nothing(model: LanguageModel) -> None:
    assert reading(model, Told("Fork in Drawer"), UNREAD) == DRAWER
    for doubtful in (Told("Fork in Drawer", 0.5), Told("Fork in Drawer", 0.9, refusal=0.8)):
        with pytest.raises(InputError):
            reading(model, doubtful, UNREAD)


def test_it_is_believed_against_the_rules_where_it_is_sure(model: LanguageModel) -> None:
    text = "put the fork in the sink and open the fridge"
    assert "SinkBasin" in reading(model, Told("Fork clean", 0.3), text)
    assert reading(model, Told("Fork clean", 0.95), text) == "(exists (?f1 - Fork) (clean ?f1))"


def test_what_annotators_mean_is_left_to_the_model_of_their_sentences(model: LanguageModel) -> None:
    told = Told("Fork clean", 0.99)
    assert "SinkBasin" in reading(model, told, "put the fork in the sink")
    assert not told.asked, "it costs time, and changes nothing"


@pytest.mark.parametrize(
    ("text", "told", "kept"),
    [
        ("where is my phone", "CellPhone holding", "near"),
        (
            "put two forks in the drawer and put one fork in the sink",
            "Fork in SinkBasin",
            "Drawer",
        ),
    ],
)
def test_what_it_cannot_tell_or_leaves_out_is_left_to_the_rules(
    model: LanguageModel, text: str, told: str, kept: str
) -> None:
    assert kept in reading(model, Told(told, 0.99), text)


def test_what_must_be_refused_is_although_the_rules_read_it(model: LanguageModel) -> None:
    text = "I should be so grateful if each vase could be moved to the dining table"
    with pytest.raises(InputError, match="not all of it"):
        reading(model, Told("", 0.0, refusal=0.9), text)
    assert "Vase" in reading(model, Told("", 0.0, refusal=0.5), text)
    known = "put the fork in the sink"  # all of it is known to the grammar, new types, too
    assert "Fork" in reading(model, Told("", 0.0, refusal=0.9), known)


def test_the_plainest_of_corrections_is_left_to_the_rules(model: LanguageModel) -> None:
    told = Told("Fork clean; Spoon clean", 0.99)
    dialog = (("Commander", "wash the fork"), ("Driver", "ok"), ("Commander", "sorry, the spoon"))
    assert reading(model, told, dialog=dialog) == "(exists (?s1 - Spoon) (clean ?s1))"


def test_a_name_may_stand_for_several_types_of_one_graph(model: LanguageModel) -> None:
    told = Told("Book in Chair", 0.99)
    whole = LanguageModel(model.network, model.ontology, True, model.dialogs, told)  # type: ignore[arg-type]
    kinds = {
        to_pddl(item.formula)
        for item in whole.understand(Instruction("put the book on the chair")).alternatives
    }
    assert any("ArmChair" in text for text in kinds)
    assert any("- Chair" in text for text in kinds)


def test_what_the_rules_read_stays_an_alternative(model: LanguageModel) -> None:
    told = Told("Fork clean", 0.95)
    whole = LanguageModel(model.network, model.ontology, True, model.dialogs, told)  # type: ignore[arg-type]
    found = whole.understand(Instruction("put the fork in the sink and open the fridge"))
    assert found.confidence == found.alternatives[0].probability == pytest.approx(0.95)
    assert "SinkBasin" in to_pddl(found.alternatives[-1].formula)
    assert sum(item.probability for item in found.alternatives) <= 1.0


def test_what_both_read_keeps_the_alternatives_of_the_rules(model: LanguageModel) -> None:
    request = Instruction("put the mug on the table")
    told = Told("Mug in DiningTable", 0.95)
    whole = LanguageModel(model.network, model.ontology, True, model.dialogs, told)  # type: ignore[arg-type]
    alone = LanguageModel(
        model.network,
        model.ontology,
        True,
        model.dialogs,
        Told("", 0.0),  # type: ignore[arg-type]
    )
    assert whole.understand(request).alternatives == alone.understand(request).alternatives


@pytest.mark.parametrize(
    "more",
    [
        {"text": "put the fork in the sink", "steps": ("take the mug",)},
        {"text": "", "dialog": (("Commander", "hi"), ("Driver", "hello")) * 8},
        {"text": "(exists (?m - Mug) (clean ?m))"},
        {"text": "置く マグ"},
        {"text": "put the mug <b>in</b> the sink"},
    ],
)
def test_steps_long_dialogs_and_what_nobody_says_are_not_read(
    model: LanguageModel, more: dict[str, object]
) -> None:
    told = Told("Mug clean")
    with suppress(InputError):
        reading(model, told, **more)  # type: ignore[arg-type]
    assert not told.asked


def test_what_cannot_be_and_what_is_too_long_is_no_opinion(model: LanguageModel) -> None:
    def opinion(text: str, goal: str):
        told = Told(goal)
        about = GraphOpinion(told, model.lexicon, model.popularity, model.decode_any.seen)  # type: ignore[arg-type]
        return about((("user", text),))

    assert opinion("bring me the mug", "Mug holding") is not None
    assert opinion("bring me two mugs and a cup", "Mug*2 holding; Cup holding").alternatives == ()
    assert opinion("wash the bed", "Bed clean").alternatives == ()
    assert opinion("bring it here", "Mug holding") is None
    told = Told("")
    graph = Graph([set(), set(), set()], [None] * 3, {(1, 2): ("spared", "1")})
    told.graph = graph
    about = GraphOpinion(told, model.lexicon, model.popularity, model.decode_any.seen)  # type: ignore[arg-type]
    assert about((("user", "the fork but the spoon"),)).alternatives == ()  # no goal of nothing
    assert opinion("put the mug down " + "and wait " * 150, "Mug holding") is None
    kinds = sorted(k for k in model.ontology.types if model.ontology.affords(k, "pickupable"))
    many = " ".join(kinds[: MOST_NODES + 5])
    assert opinion(f"bring me the mug, {many}", "Mug holding") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("wash the dishes but not the mugs", "Plate clean; Mug clean"),
        ("wash the fork but not the spoon", "Fork clean; Spoon clean"),
    ],
)
def test_what_is_exempt_is_not_wanted(model: LanguageModel, text: str, told: str) -> None:
    assert told.split()[-2] not in reading(model, Told(told, 0.99), text)
