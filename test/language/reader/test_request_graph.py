# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Requests as graphs: what is named, what can be, and the goals graphs stand for."""

import pytest

from egoplan_ros.language.goals.composition import compose
from egoplan_ros.language.reader.request_graph import (
    Graph,
    decisions,
    fitting,
    request_of,
    things_of,
    well_typed,
)
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.training.language.request_corpus import graph_of
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
LEXICON = Lexicon(ONTOLOGY)


def request(text: str):
    return request_of((("user", text),), LEXICON)


def goal(text: str, notation: str) -> str:
    nodes = request(text).nodes
    things = things_of(graph_of(notation, nodes, ONTOLOGY), nodes, LEXICON)
    return to_pddl(compose(things, LEXICON, {}, frozenset())[0].formula)


def test_each_name_is_a_node_with_all_its_mentions():
    found = request("Put the mug on the desk; no, the mug's dirty. Wash it.")
    assert [node.types[0] for node in found.nodes] == ["object", "Mug", "Desk"]
    assert len(found.nodes[1].spans) == 2
    first, end = found.nodes[2].spans[0]
    assert found.words[first:end] == ("desk",)
    assert found.words[-1] == ""


def test_names_do_not_go_on_over_a_comma_or_a_turn():
    assert [n.types[0] for n in request("the coffee, table").nodes] != ["object", "CoffeeTable"]
    two = request_of((("user", "a cup on the coffee"), ("robot", "table?")), LEXICON)
    assert all("" not in two.words[a:b] for node in two.nodes for a, b in node.spans)
    assert two.words[two.words.index("") + 1] == "robot"


def test_slices_are_of_the_whole_and_some_words_imply_a_thing():
    assert request("a slice of toast").nodes[1].types == ("Bread",)
    assert request("throw the egg away").nodes[-1].types == ("GarbageCan",)
    assert request("make me a coffee").nodes[-1].types == ("Mug",)
    assert request("two coffees for us").nodes[-1].types == ("Mug",)
    assert len(request("throw it in the bin").nodes) == 3


def test_only_what_can_be_is_well_typed_and_fits():
    nodes = request("put the laptop and a fork in the drawer").nodes
    laptop, fork, drawer = 1, 2, 3

    def graph(states=(), relations=()):
        wanted = [set() for _ in nodes]
        for number, state in states:
            wanted[number].add(state)
        return Graph(wanted, [None] * len(nodes), {pair: (r, "1") for pair, r in relations})

    assert well_typed(graph([(laptop, "open")]), nodes, ONTOLOGY)
    assert not well_typed(graph([(fork, "!open")]), nodes, ONTOLOGY)
    inside = graph((), [((fork, drawer), "in")])
    assert well_typed(inside, nodes, ONTOLOGY)
    assert fitting(inside, nodes, ONTOLOGY)
    large = graph((), [((laptop, drawer), "in")])
    assert well_typed(large, nodes, ONTOLOGY)
    assert not fitting(large, nodes, ONTOLOGY)
    assert not well_typed(graph((), [((drawer, fork), "in")]), nodes, ONTOLOGY)
    assert well_typed(graph((), [((0, drawer), "not_in")]), nodes, ONTOLOGY)


def test_nothing_is_told_of_everything_and_of_itself():
    states, relations = decisions(3)
    assert not states[0].any()
    assert states[1:].all()
    assert not relations[[0, 1, 2], [0, 1, 2], 1:].any()
    assert not relations[0, 1, 1]
    assert relations[0, 1, 2]
    assert relations[1, 0, 3]


@pytest.mark.parametrize(
    ("text", "notation", "pddl"),
    [
        (
            "two clean forks in the drawer",
            "Fork*2 clean in Drawer",
            "(exists (?f1 - Fork ?f2 - Fork ?d1 - Drawer) (and (not (= ?f1 ?f2)) (clean ?f1) "
            "(in ?f1 ?d1) (clean ?f2) (in ?f2 ?d1)))",
        ),
        (
            "all the pens go on the desk",
            "every Pen in Desk",
            "(exists (?d1 - Desk) (forall (?p1 - Pen) (in ?p1 ?d1)))",
        ),
        (
            "the spoon in the bowl, the bowl in the fridge",
            "Spoon in Bowl; Bowl in Fridge",
            "(exists (?s1 - Spoon ?b1 - Bowl ?f1 - Fridge) (and (in ?s1 ?b1) (in ?b1 ?f1)))",
        ),
        (
            "no books on the bed",
            "every Book !in Bed",
            "(and (forall (?b1 - Bed) (forall (?x1 - Book) (not (in ?x1 ?b1)))) (handempty))",
        ),
        (
            "clear the bed",
            "every object !in Bed",
            "(and (forall (?b1 - Bed) (forall (?x - object) (not (and (pickupable ?x) "
            "(in ?x ?b1))))) (handempty))",
        ),
        (
            "turn the tv off",
            "Television !toggled",
            "(exists (?t1 - Television) (not (toggled ?t1)))",
        ),
    ],
)
def test_graphs_are_goals(text, notation, pddl):
    assert goal(text, notation) == pddl


def test_what_is_spared_stays():
    cleared = goal("clear the bed except for the pillow", "every object !in Bed except Pillow")
    assert "Pillow" not in cleared
    assert "- Book) (not (in" in cleared
    cutlery = goal("all cutlery but the knife in the drawer", "every Fork in Drawer")
    assert "Fork" in cutlery
    nodes = request("all the cutlery but the butter knives in the drawer").nodes
    graph = graph_of(
        "every Fork in Drawer; every object !in Drawer except ButterKnife", nodes, ONTOLOGY
    )
    graph.relations = {(1, 3): ("in", "every"), (2, 1): ("spared", "1")}
    kinds = {kind for thing in things_of(graph, nodes, LEXICON) for kind in thing.types}
    assert kinds >= {"Fork", "Spoon", "Knife"}
    assert "ButterKnife" not in kinds


def test_one_of_a_group_of_which_nothing_else_is_wanted_is_left_out():
    def kinds(text, notation):
        nodes = request(text).nodes
        things = things_of(graph_of(notation, nodes, ONTOLOGY), nodes, LEXICON)
        return {kind for thing in things for kind in thing.types}

    text = "all the cutlery bar the spoons in the drawer"
    assert "Spoon" not in kinds(text, "every Fork in Drawer")
    text = "wash the spoon and put all the cutlery in the drawer"
    assert kinds(text, "Spoon clean; every Fork in Drawer") >= {"Spoon", "Fork", "Knife"}


def test_one_thing_goes_to_two_places():
    nodes = request("two books on the sofa and one on the bed").nodes
    graph = graph_of("Book*2 in Sofa; Book in Bed", nodes, ONTOLOGY)
    things = things_of(graph, nodes, LEXICON)
    told = [(t.count, t.place.types[0]) for t in things if t.types == ("Book",) and t.place]
    assert sorted(told) == [(1, "Bed"), (2, "Sofa")]
