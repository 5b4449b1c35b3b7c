# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Between tasks, formulas and what other rooms read from a formula."""

from collections import Counter
from collections.abc import Sequence

from egoplan_ros.language.goals.slots import LAMPS, Slots
from egoplan_ros.world.goal import (
    And,
    Atom,
    Equal,
    Exists,
    Formula,
    Literal,
    Not,
    literals,
    variable_types,
)
from egoplan_ros.world.ontology import AFFORDANCES, Ontology
from egoplan_ros.world.task import Subgoal

STATE_OF = {
    "pick_clean_then_place_in_recep": "clean",
    "pick_heat_then_place_in_recep": "hot",
    "pick_cool_then_place_in_recep": "cold",
}
_WITH_APPLIANCE = frozenset({"clean", "hot", "cold", "filled", "brewed"})

COMPOSED = "composed"
"""Task type of goals beyond ALFRED's seven forms."""

_ORDER = ("sliced", "clean", "filled", "brewed", "cooked", "hot", "cold")
"""Order in which states are reached; all other literals follow."""


def conjunction(parts: Sequence[Formula]) -> Formula:
    """``(and ...)``, or the only part."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def goal_of(slots: Slots) -> Formula:
    """The first-order goal of a task."""
    cut: list[Formula] = [Atom("sliced", ("?o",))] if slots.sliced else []
    if slots.task_type == "look_at_obj_in_light":
        return Exists(
            (("?o", slots.object), ("?l", slots.toggle)),
            And((*cut, Atom("holding", ("?o",)), Atom("toggled", ("?l",)))),
        )
    if slots.task_type == "pick_two_obj_and_place":
        each = ("?o1", "?o2")
        cuts = [Atom("sliced", (o,)) for o in each] if slots.sliced else []
        placed = [Atom("in", (o, "?r")) for o in each]
        return Exists(
            (("?o1", slots.object), ("?o2", slots.object), ("?r", slots.recep)),
            And((Not(Equal(*each)), *cuts, *placed)),
        )
    if slots.task_type == "pick_and_place_with_movable_recep":
        return Exists(
            (("?o", slots.object), ("?m", slots.mrecep), ("?r", slots.recep)),
            And((*cut, Atom("in", ("?o", "?m")), Atom("in", ("?m", "?r")))),
        )
    state = STATE_OF.get(slots.task_type)
    parts = [*cut, *([Atom(state, ("?o",))] if state else []), Atom("in", ("?o", "?r"))]
    return Exists((("?o", slots.object), ("?r", slots.recep)), conjunction(parts))


def subgoals_of(formula: Formula) -> tuple[Subgoal, ...]:
    """Subgoals in the order a person would do them (DANLI 3.2).

    States come first, then carrying things into things that are themselves moved, then other
    literals; a negated one is written ``not open``. Arguments that are object ids stay ids.
    """
    return tuple(subgoal for _, _, subgoal in ordered_literals(formula))


def ordered_literals(formula: Formula) -> list[tuple[Atom, bool, Subgoal]]:
    """Atoms with their sign and as subgoals, in the order of :func:`subgoals_of`."""
    found = [
        item
        for item in literals(formula)
        if item.atom.args and item.atom.predicate not in AFFORDANCES
    ]
    moved = {item.atom.args[0] for item in found if item.atom.predicate == "in"}

    def rank(item: Literal) -> tuple[int, int]:
        atom = item.atom
        if atom.predicate in _ORDER:
            return (0, _ORDER.index(atom.predicate))
        return (1 if atom.predicate == "in" and set(atom.args[1:]) & moved else 2, 0)

    return [(item.atom, item.positive, as_subgoal(item)) for item in sorted(found, key=rank)]


def as_subgoal(literal: Literal) -> Subgoal:
    """A literal as a triple of types; what is an object id stays one."""
    args = [
        kind if arg.startswith("?") else arg
        for arg, kind in zip(literal.atom.args, literal.kinds, strict=True)
    ]
    name = literal.atom.predicate if literal.positive else f"not {literal.atom.predicate}"
    return Subgoal(args[0], name, args[1] if len(args) > 1 else "")


def context_of(formula: Formula, ontology: Ontology) -> dict[str, str]:
    """CAPEAM's context: target, carrier and destination, plus the appliance (CAPEAM 3.1.1)."""
    types = variable_types(formula)
    spoken = [
        (item.atom, item.positive)
        for item in literals(formula)
        if item.atom.args and item.atom.predicate not in AFFORDANCES
    ]
    found = [atom for atom, positive in spoken if positive]
    places = [atom for atom in found if atom.predicate == "in" and len(atom.args) == 2]
    context: dict[str, str] = {}
    carried = {atom.args[0]: atom.args[1] for atom in places}
    for atom in places:
        if atom.args[1] in carried:
            context["carrier"] = types.get(atom.args[1], atom.args[1])
            context["destination"] = types.get(carried[atom.args[1]], carried[atom.args[1]])
    if places and "destination" not in context:
        context["destination"] = types.get(places[0].args[1], places[0].args[1])
    held = [atom for atom in found if atom.predicate == "holding"]
    inner = [atom for atom in places if atom.args[1] in carried]
    first = next(iter(inner or places or held or found or [atom for atom, _ in spoken]), None)
    if first is not None:
        kinds = [types.get(arg, arg) for arg in first.args]
        context["target"] = next((kind for kind in kinds if kind != "object"), kinds[0])
    for atom in found:
        if atom.predicate in _WITH_APPLIANCE and (means := ontology.means(atom.predicate)):
            context["appliance"] = means[0][0]  # where it is usually reached
        elif atom.predicate == "toggled" and held:
            context["appliance"] = types.get(atom.args[0], atom.args[0])
    return context


def task_type_of(formula: Formula) -> str:
    """Name of the form of a formula; :data:`COMPOSED` when it is none of ALFRED's seven."""
    if not isinstance(formula, Exists):
        return COMPOSED
    body = formula.body.parts if isinstance(formula.body, And) else (formula.body,)
    types = dict(formula.variables)
    atoms = [part for part in body if isinstance(part, Atom)]
    others = [part for part in body if not isinstance(part, Atom)]
    names = Counter(atom.predicate for atom in atoms)
    cuts = names.pop("sliced", 0)
    places = [atom for atom in atoms if atom.predicate == "in"]
    if names == {"holding": 1, "toggled": 1} and not others and len(types) == 2:
        lamp = next(atom.args[0] for atom in atoms if atom.predicate == "toggled")
        return "look_at_obj_in_light" if types.get(lamp) in LAMPS else COMPOSED
    if names == {"in": 2} and len(types) == 3:
        (a, b), (c, d) = (atom.args for atom in places)
        if others == [Not(Equal(a, c))] and b == d and types.get(a) == types.get(c):
            return "pick_two_obj_and_place" if cuts in (0, 2) else COMPOSED
        if not others and (b == c or a == d) and cuts < 2:
            return "pick_and_place_with_movable_recep"
        return COMPOSED
    if others or len(types) != 2 or names.pop("in", 0) != 1 or cuts > 1:
        return COMPOSED
    if not names:
        return "pick_and_place_simple"
    for task_type, state in STATE_OF.items():
        if names == {state: 1} and all(a.args[0] == places[0].args[0] for a in atoms):
            return task_type
    return COMPOSED
