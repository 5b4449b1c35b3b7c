# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lists of requests as examples to learn from."""

import random
from pathlib import Path

import pytest

from egoplan_ros.language.reader.request_graph import request_of
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import singular
from egoplan_ros.training.language.request_corpus import (
    LISTS,
    Example,
    Variation,
    graph_of,
    read_requests,
    turns_of_line,
)
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.words.english import plural

ONTOLOGY = load_ontology()
LEXICON = Lexicon(ONTOLOGY)


def example(text: str, goal: str) -> Example:
    asked = request_of((("user", text),), LEXICON)
    return Example(asked, graph_of(goal, asked.nodes, ONTOLOGY))


def test_a_list_is_read_with_its_dialogs_and_refusals(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "# a comment\n\n"
        "count | two forks in the drawer | Fork*2 in Drawer\n"
        "dialog | wash a mug / r: which one? / the cup, sorry | Cup clean\n"
        "two | put the dragon away | refuse\n"
        "two | a fork in the drawer or sink | Spoon in Drawer OR Fork in Drawer\n"
        "two | tidy up | Pillow in Bed\n"
    )
    found, odd = read_requests(tmp_path, LEXICON)
    assert [e.graph is None for e in found] == [False, False, True, False]
    assert odd == 1
    assert found[0].graph is not None
    assert found[0].graph.relations == {(1, 2): ("in", "2")}
    assert "robot" in found[1].request.words


def test_mistakes_in_a_list_are_told_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no lists of requests"):
        read_requests(tmp_path, LEXICON)
    (tmp_path / "a.txt").write_text("# x\ncount | two forks\n")
    with pytest.raises(InputError, match=r"a\.txt:2: needs kind \| text \| goal"):
        read_requests(tmp_path, LEXICON)


def test_turns_tell_who_speaks() -> None:
    assert turns_of_line("dialog", "a / r: b / c") == (("user", "a"), ("robot", "b"), ("user", "c"))
    assert turns_of_line("two", "this / that") == (("user", "this / that"),)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("a mug", "Fork in Mug"),
        ("put the laptop in the drawer", "Laptop in Drawer"),
        ("thirteen mugs", "Mug*13 clean"),
        ("clean the desk", "Desk clean"),
    ],
)
def test_what_is_not_named_or_cannot_be_is_no_graph(text: str, goal: str) -> None:
    with pytest.raises((LookupError, ValueError)):
        example(text, goal)


def test_exchanged_things_leave_the_form_as_it_is() -> None:
    vary = Variation(LEXICON, swapped=1.0, strange=0.0, counted=0.0)
    first = example("put two forks and the clean mug in the sink", "Fork*2 in SinkBasin; Mug clean")
    assert first.graph is not None
    others = 0
    for seed in range(40):
        other = vary(first, random.Random(seed))
        assert other.graph is not None
        assert sorted(other.graph.relations.values()) == sorted(first.graph.relations.values())
        assert sum(map(len, other.graph.states)) == 1
        assert any(word.startswith("two") for word in other.request.words)
        others += other is not first
    assert others > 5


def test_another_number_is_told_and_wanted() -> None:
    vary = Variation(LEXICON, swapped=0.0, strange=0.0, counted=1.0)
    first = example("put two forks in the drawer and wash the mug", "Fork*2 in Drawer; Mug clean")
    numbers = set()
    for seed in range(60):
        other = vary(first, random.Random(seed))
        assert other.graph is not None
        ((_, number),) = other.graph.relations.values()
        assert other.graph.numbers == [None, None, None, "1"]
        assert other.request.words[1] in (number, *_WORDS[int(number) - 2 : int(number) - 1])
        numbers.add(number)
    assert len(numbers) > 8
    either = example("two mugs and two cups in the sink", "Mug*2 in SinkBasin")
    assert vary(either, random.Random(0)) is either


_WORDS = "two three four five six seven eight nine ten eleven twelve".split()


def test_strangers_and_compounds_make_a_request_that_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "stranger | yoga mat | refuse\ncompound | mug tree | refuse\ncompound | egg box | refuse\n"
    )
    found, _ = read_requests(tmp_path, LEXICON)
    vary = Variation(LEXICON, found, swapped=0.0, strange=1.0, counted=0.0, joined=0.0)
    wish = example("wash the mugs", "every Mug clean")
    made = [vary(wish, random.Random(seed)) for seed in range(20)]
    assert all(other.graph is None for other in made)
    said = {" ".join(other.request.words).strip() for other in made}
    assert said == {"wash the yoga mats", "wash the mug trees"}
    nobody = Variation(LEXICON, swapped=0.0, strange=1.0, counted=0.0)
    assert nobody(wish, random.Random(0)) is wish


def test_the_lexicon_knows_no_stranger_and_of_each_compound_a_part() -> None:
    found, _ = read_requests(LISTS, LEXICON)
    names = {kind: [e for e in found if e.kind == kind] for kind in ("stranger", "compound")}
    known = {
        e.kind + ": " + " ".join(e.request.words) for e in names["stranger"] if e.request.nodes[1:]
    }
    known |= {
        e.kind + ": " + " ".join(e.request.words)
        for e in names["compound"]
        if not e.request.nodes[1:]
    }
    assert min(map(len, names.values())) > 100
    assert not known


def test_plurals_are_what_the_lexicon_knows_as_such() -> None:
    for noun in "knife shelf mug box watch dish tomato pantry key vase".split():
        assert singular(plural(noun)) == noun


def test_beside_an_errand_a_request_is_refused_and_beside_a_remark_it_stays(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "errand | feed the cat | refuse\n"
        "remark | the cat has been fed | refuse\n"
        "state | wash the mug. | Mug clean\n"
    )
    found, _ = read_requests(tmp_path, LEXICON)
    vary = Variation(LEXICON, found, swapped=0.0, strange=0.0, counted=0.0, joined=1.0)
    rng = random.Random(0)
    wish = found[2]
    seen = set()
    for _ in range(60):
        made = vary(wish, rng)
        said = " ".join(made.request.words)
        assert "wash the mug" in said
        errand = "feed the cat" in said
        assert errand != ("the cat has been fed" in said)
        assert (made.graph is None) == errand
        if made.graph:
            assert made.graph == wish.graph
            assert [n.types for n in made.request.nodes] == [n.types for n in wish.request.nodes]
        seen.add((errand, said.index("wash") == 0))
    assert len(seen) == 4
    assert vary(found[0], rng) == found[0]


def test_a_remark_that_names_something_stays_out_of_a_request(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "remark | the fork is mine | refuse\nstate | wash the mug | Mug clean\n"
    )
    found, _ = read_requests(tmp_path, LEXICON)
    vary = Variation(LEXICON, found, swapped=0.0, strange=0.0, counted=0.0, joined=1.0)
    assert all(vary(found[1], random.Random(seed)) == found[1] for seed in range(20))
