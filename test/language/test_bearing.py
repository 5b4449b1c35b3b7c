"""The bearing words of a request, and its clauses."""

import pytest

from egoplan_ros.language.bearing import bearings, tokens_of, verb_of
from egoplan_ros.language.clauses import clauses_of
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.world.ontology import load_ontology


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(load_ontology())


@pytest.mark.parametrize(
    ("text", "bears"),
    [
        ("i should be so grateful if each vase could be moved to the dining table",
         "wish stop stop thing wish act into thing"),
        ("the plate needs a wash", "thing wish state"),
        ("turn the lamp on the desk on", "act thing into thing state"),
        ("the card that is in the box", "thing is away thing"),
        ("all of them", "every"),
        ("three of them on the shelf", "number into thing"),
        ("at eight please", ""),
        ("juggle the plate", "strange thing"),
        ("put it on the piano", "act it into unknown"),
    ],
)  # fmt: skip
def test_kinds(lexicon: Lexicon, text: str, bears: str) -> None:
    assert [item.kind for item in bearings(tokens_of(text), lexicon)] == bears.split()


@pytest.mark.parametrize(
    ("word", "verb"),
    [("slicing", "slice"), ("popped", "pop"), ("hung", "hang"), ("puts", ""), ("mug", "")],
)
def test_forms_of_verbs(word: str, verb: str) -> None:
    assert verb_of(word) == verb


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("wash the fork and the spoon", [""]),
        ("wash the fork. the spoon goes in the drawer", ["", ""]),
        ("once the mug is clean, put it on the shelf", ["once", ""]),
        ("put the mug on the shelf because the sink is full", ["", "because"]),
        ("pens in the drawer, laptop on the desk", ["", ""]),
    ],
)
def test_clauses(lexicon: Lexicon, text: str, heads: list[str]) -> None:
    tokens = tokens_of(text)
    found = clauses_of(bearings(tokens, lexicon), len(tokens))
    # What stands before a clause that tells nothing about it is told as it stands, or not at all.
    assert [c.head if c.head in ("once", "because") else "" for c in found] == heads
    assert [c.end for c in found[:-1]] == [c.start for c in found[1:]]
