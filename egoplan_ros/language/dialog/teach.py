# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The goals of TEACh's twelve household tasks (Padmakumar et al. 2022)."""

from egoplan_ros.language.dialog.dialog_model import GROUPS, ROBOT, DialogTask, Turns
from egoplan_ros.language.goals.forms import conjunction
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not
from egoplan_ros.world.ontology import Ontology

RECIPES = {
    "Breakfast": "breakfast",
    "Plate Of Toast": "toast",
    "Salad": "salad",
    "Sandwich": "sandwich",
}
"""Tasks whose name stands for things that nobody needs to name, and the word for each."""


def dishes_named(turns: Turns) -> frozenset[str]:
    """Words for recipes in what people, not the robot, say in a dialog."""
    said = {word for who, text in turns if who not in ROBOT for word in tokenize(text)}
    return frozenset(said & set(RECIPES.values()))


def goal_of_task(task: DialogTask, ontology: Ontology) -> Formula | None:
    """The goal of a task; None when one of its parameters is nothing we know."""
    given = task.params
    match task.name:
        case "Water Plant":
            return Exists((("?p", "HousePlant"),), Atom("filled", ("?p",)))
        case "Coffee":
            return _coffee()
        case "Boil X":
            kind = given[0]
            known = kind in ontology
            return Exists((("?o", kind),), Atom("cooked", ("?o",))) if known else None
        case "Clean All X":
            parts = [_each(kind, Atom("clean", ("?o",))) for kind in _kinds(given[0], ontology)]
            return conjunction(parts) if parts else None
        case "Put All X On Y" | "Put All X In One Y":
            return _all_in(given[0], given[2], ontology)
        case "N Slices Of X In Y":
            return _served([(given[1], int(given[0]), False)], given[3], ontology)
        case "N Cooked Slices Of X In Y":
            return _served([(given[1], int(given[0]), True)], given[3], ontology)
        case "Plate Of Toast":
            return _served([("Bread", 1, True)], "Plate", ontology)
        case "Sandwich":
            food = [("Bread", 2, True), ("Tomato", 1, False), ("Lettuce", 1, False)]
            return _served(food, "Plate", ontology)
        case "Salad":
            food = [("Lettuce", 1, False), ("Tomato", 1, False), ("Potato", 1, True)]
            return _served(food, "Plate", ontology)
        case "Breakfast":
            toast = _served([("Bread", 1, True)], "Plate", ontology)
            return And((_coffee(), toast)) if toast else None
    return None


def _coffee() -> Formula:
    body = And((Atom("clean", ("?m",)), Atom("brewed", ("?m",))))
    return Exists((("?m", "Mug"),), body)


def _kinds(name: str, ontology: Ontology) -> list[str]:
    return [kind for kind in GROUPS.get(name, (name,)) if kind in ontology]


def _each(kind: str, body: Formula) -> Formula:
    return Forall((("?o", kind),), body)


def _all_in(item: str, place: str, ontology: Ontology) -> Formula | None:
    items, places = _kinds(item, ontology), _kinds(place, ontology)
    if not items or not places:
        return None
    parts = [_each(kind, Atom("in", ("?o", "?r"))) for kind in items]
    return Exists((("?r", places[0]),), conjunction(parts))


def _served(food: list[tuple[str, int, bool]], dish: str, ontology: Ontology) -> Formula | None:
    """Slices of food, some of them cooked, together in or on one clean dish."""
    if dish not in ontology or any(kind not in ontology for kind, _, _ in food):
        return None
    variables: list[tuple[str, str]] = [("?d", dish)]
    different: list[Formula] = []
    parts: list[Formula] = [Atom("clean", ("?d",))]
    for kind, count, cooked in food:
        names = [f"?{kind[0].lower()}{number}" for number in range(1, count + 1)]
        variables += [(name, kind) for name in names]
        different += [Not(Equal(a, b)) for i, a in enumerate(names) for b in names[i + 1 :]]
        for name in names:
            parts.append(Atom("sliced", (name,)))
            if cooked:
                parts.append(Atom("cooked", (name,)))
            parts.append(Atom("in", (name, "?d")))
    return Exists(tuple(variables), And((*different, *parts)))
