# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small domains with one mistake each: refused with file and line, never planned with."""

import pytest

from egoplan_ros.cli import main
from egoplan_ros.planning.check_objects import check_objects
from egoplan_ros.planning.pddl.check import check_domain, require_sound
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

MINE = """(define (domain mine)
  (:extends household)
  (:predicates (polished ?o - object))
  (:action Polish
    :parameters (?o - item)
    :precondition (and (holding ?o) (not (polished ?o)))
    :effect (and (polished ?o) (increase (total-cost) 3))
    :skill (Clean ?o ?o)))
"""

MISTAKES = [
    # fields
    (":skill", ":precondition (clean ?o)\n    :skill", 8, "has :precondition twice"),
    (":skill", ":effect (clean ?o)\n    :skill", 8, "has :effect twice"),
    (":skill", ":Parameters (?p - Mug)\n    :skill", 8, "has :Parameters twice"),
    ("(Clean ?o ?o)))", "(Clean ?o ?o) :skill (Open ?o)))", 8, "has :skill twice"),
    ("(Clean ?o ?o)))", "(Clean ?o ?o) :effect))", 8, "expected :field"),
    # parameters and variables
    ("(?o - item)", "(?o - item ?o - Mug)", 5, "variable ?o is declared twice"),
    ("(?o - item)", "(?o ?o - item)", 5, "variable ?o is declared twice"),
    ("(?o - item)", "(?o - item ?O - item)", 5, "variable ?O is declared twice"),
    ("(polished ?o - object)", "(polished ?o - object) (by ?a ?a - object)", 3, "?a is declared"),
    ("(holding ?o)", "(exists (?k - Mug ?k - Knife) (holding ?k))", 6, "?k is declared twice"),
    ("(polished ?o) (inc", "(forall (?x ?x - item) (polished ?x)) (inc", 7, "?x is declared twice"),
    # costs
    ("(increase (total-cost) 3)", "(increase (effort ?o) 3)", 7, "only (total-cost)"),
    (
        "(:predicates",
        "(:functions (wear) - number)\n  (:predicates",
        3,
        "no values of the function",
    ),
    ("(increase (total-cost) 3)", "(increase (total-cost) -3)", 7, "whole number"),
    ("(increase (total-cost) 3)", "(increase (total-cost) 2.5)", 7, "whole number"),
    ("(increase (total-cost) 3)", "(decrease (total-cost) 3)", 7, "decrease"),
    ("(increase (total-cost) 3)", "(increase (total-cost))", 7, "amount"),
    (
        "(increase (total-cost) 3)",
        "(increase (total-cost) 3) (increase (total-cost) 4)",
        7,
        "second",
    ),
    ("(increase (total-cost) 3)", "(when (clean ?o) (increase (total-cost) 3))", 7, "by itself"),
    ("(holding ?o)", "(holding ?o) (increase (total-cost) 3)", 6, "by itself"),
    # types
    ("(:predicates", "(:types Mug - Rag Rag - Mug)\n  (:predicates", 3, "circle"),
    ("(:predicates", "(:types Rag - Rag)\n  (:predicates", 3, "circle"),
    ("(:predicates", "(:types item - blade)\n  (:predicates", 3, "circle"),
    ("(:predicates", "(:types Knife - item\n    Knife - furniture)\n  (:predicates", 4, "twice"),
    ("(:predicates", "(:types Knife KNIFE - item)\n  (:predicates", 3, "KNIFE is declared twice"),
    ("(:predicates", "(:types Knife - (either item furniture))\n  (:predicates", 3, "a type"),
    # what nothing makes true
    ("(polished ?o - object)", "(polished ?o - object) (daytime)", 3, "nothing makes daytime true"),
    ("(polished ?o - object)", "(polished ?o - object)\n (licensed)", 4, "nothing makes licensed"),
    ("(polished ?o - object)", "(polished ?o - object) (beside ?a ?b - object)", 3, "beside true"),
    ("(polished ?o) (inc", "(polished ?o) (not (wet)) (inc", 7, "wet"),
    (
        "(polished ?o - object))",
        "(polished ?o - object) (given ?a ?b ?c - object))",
        3,
        "nothing makes given true",
    ),
    # names
    ("polished", "glänzend", 3, "glänzend is no name of PDDL"),
    ("Polish", "Réparer", 4, "Réparer is no name"),
    ("?o - item", "?ö - item", 5, "?ö is no name"),
    ("domain mine", "domain дом", 1, "дом is no name"),
    ("polished", "3polished", 3, "3polished is no name"),
    ("(holding ?o)", "(holding ?o,)", 6, "?o, is no name"),
]


@pytest.fixture(scope="module")
def ontology():
    return load_ontology()


def test_what_they_are_made_from_is_sound(tmp_path, ontology):
    path = tmp_path / "household.pddl"
    path.write_text(MINE, encoding="utf-8")
    assert check_domain(path, ontology) == []
    path.write_text("\ufeff" + MINE + "; für später", encoding="utf-8")
    assert check_domain(path, ontology) == []


@pytest.mark.parametrize(("old", "new", "line", "told"), MISTAKES)
def test_a_mistake_is_refused_with_file_and_line(tmp_path, ontology, old, new, line, told):
    path = tmp_path / "household.pddl"
    path.write_text(MINE.replace(old, new, 1), encoding="utf-8")
    assert any(
        problem.startswith(f"{path}:{line}: ") and told in problem
        for problem in check_domain(path, ontology)
    )
    with pytest.raises(InputError, match=r"household\.pddl:\d"):
        require_sound(path, ontology)


@pytest.mark.parametrize("before", ["", "; eins\n", "; eins\n; zwei\n", "\n" * 40, "; Straße\n"])
def test_another_encoding_is_told_with_its_line(tmp_path, ontology, before):
    path = tmp_path / "household.pddl"
    path.write_bytes(before.encode() + MINE.encode() + "; für".encode("latin-1"))
    line = before.count("\n") + MINE.count("\n") + 1
    (problem,) = check_domain(path, ontology)
    assert problem == f"{path}:{line}: is not UTF-8 text; save it as UTF-8"
    objects = tmp_path / "objects.yaml"
    text = f"{before.replace(';', '#')}extends: objects.yaml\ntypes:\n  Tür: {{is_a: Door}}\n"
    objects.write_bytes(text.encode("utf-8").replace("Tür".encode(), "Tür".encode("latin-1")))
    (problem,) = check_objects(objects)
    assert problem.startswith(f"{objects}:{before.count(chr(10)) + 3}: is not UTF-8")


@pytest.mark.parametrize("name", ["Tür", "Чашка", "Tea Pot", "3Cup", "Cup-Board"])
def test_names_of_types_become_names_of_pddl(tmp_path, name):
    path = tmp_path / "objects.yaml"
    path.write_text(f"extends: objects.yaml\ntypes:\n  {name}: {{is_a: Mug}}\n", encoding="utf-8")
    (problem,) = check_objects(path)
    assert problem.startswith(f"{path}:3: ")
    assert name in problem


def test_the_file_is_to_blame_not_the_goal(tmp_path, monkeypatch, capsys):
    (tmp_path / "config").mkdir()
    path = tmp_path / "config" / "household.pddl"
    path.write_bytes(MINE.encode() + "; für".encode("latin-1"))
    world = tmp_path / "world.json"
    world.write_text('{"objects": [{"type": "Mug", "center": [1, 0, 1]}]}')
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    goal = "(exists (?m - Mug) (polished ?m))"
    assert main(["plan", "--world", str(world), "--goal", goal]) == 2
    assert f"{path}:9: is not UTF-8" in capsys.readouterr().err
