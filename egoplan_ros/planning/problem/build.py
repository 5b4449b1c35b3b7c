# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Beliefs and a goal as a planning problem (EPA 5.1: objects, initial state, goal)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product

from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import GENERIC, Domain
from egoplan_ros.planning.problem.carriers import spent_carriers
from egoplan_ros.planning.problem.problem import Fact, Problem
from egoplan_ros.planning.problem.tight_receptacles import snug_places
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import Frontier

_SAFE = re.compile(r"[a-z][a-z0-9_-]*")
_COMPUTED = frozenset({"unknown", "explored"})


@dataclass(frozen=True, slots=True)
class Model:
    """A problem over planner names, with the ids they stand for."""

    problem: Problem
    ids: dict[str, str]


def build_model(
    domain: Domain,
    facts: Facts,
    goal: Formula,
    objects: Iterable[str],
    *,
    max_unreachable: int,
    efforts: Costs,
    frontiers: Iterable[Frontier] = (),
    unknown: Iterable[str] = (),
) -> Model:
    """The planning problem about some objects.

    Args:
        domain: gives the predicates.
        facts: beliefs.
        goal: over object ids.
        objects: ids of the objects to take part.
        max_unreachable: failures after which an object costs more.
        efforts: what using one costs beside the way to it.
        frontiers: anchors to take part.
        unknown: ids of unexplored anchors.
    """
    chosen = [facts.item(name) for name in objects]
    anchors = list(frontiers)
    names = planner_names([item.id for item in chosen] + [item.id for item in anchors])
    types = {names[item.id]: item.type for item in chosen}
    types |= {names[item.id]: "frontier" for item in anchors}
    parents = type_parents(
        domain, facts.ontology, set(types.values()) | goal_types(goal) | _domain_types(domain)
    )
    base = facts.world.robot.base
    snug = snug_places(goal, facts)
    named = {facts.objects[name].type for name in constants(goal) & facts.objects.keys()}
    bins = facts.ontology.playing("bin")
    # Who wants a counter cleared does not want things thrown away.
    wasteful = not (goal_types(goal) | named) & set(bins)

    init: set[Fact] = {("handempty",)} if facts.world.held is None else set()
    costs: dict[Fact, int] = {}
    unary = [
        (predicate, kinds[0])
        for predicate, kinds in domain.predicates.items()
        if len(kinds) == 1 and predicate not in _COMPUTED
    ]
    for item in chosen:
        name = names[item.id]
        ancestors = _ancestors(item.type, parents)
        init.update(
            (predicate, name)
            for predicate, kind in unary
            if kind in ancestors and facts.unary(predicate, item)
        )
        if (item.unreachable or item.id in snug) and not item.held:
            # Where the robot stands is no good, or may be: going there must be paid for.
            init.discard(("near", name))
        if not item.held and item.parent in names:
            init.add(("in", name, names[item.parent]))
            if facts.item(item.parent).parent in names:
                init.add(("nested", name, names[item.parent]))
        distance = item.planar_distance(base.x, base.y)
        avoided = efforts.avoided_effort if item.unreachable > max_unreachable else 0
        avoided += efforts.failure_effort * min(item.unreachable, max_unreachable)
        avoided += efforts.snug_effort if item.id in snug else 0
        avoided += efforts.avoided_effort if item.type in bins and wasteful else 0
        costs["effort", name] = effort(distance) + avoided
    spent = {names[n] for n in spent_carriers(goal, facts, max_unreachable) if n in names}
    init.update(pair for pair in _placements(facts, types) if pair[-1] not in spent)
    for anchor in anchors:
        costs["effort", names[anchor.id]] = effort(base.distance_to(anchor.x, anchor.y))
    init.update(("unknown", names[name]) for name in unknown if name in names)
    kept = {fact for fact in init if fact[0] in domain.predicates}
    problem = Problem(
        types,
        parents,
        frozenset(kept),
        rename(goal, names),
        costs if "effort" in domain.functions else {},
    )
    return Model(problem, {name: original for original, name in names.items()})


def effort(distance: float) -> int:
    """Planner units of going that many metres."""
    return 1 + round(2.0 * distance)


def _placements(facts: Facts, types: Mapping[str, str]) -> Iterator[Fact]:
    """Where objects go, now or once sliced (slices fit other places than the whole)."""
    affords = facts.ontology.affords
    by_type: dict[str, list[str]] = {}
    for name, kind in types.items():
        by_type.setdefault(kind, []).append(name)
    places = [kind for kind in by_type if affords(kind, "receptacle")]
    for kind, place in product(by_type, places):
        if affords(kind, "pickupable") and (predicate := facts.placement(kind, place)):
            for pair in product(by_type[kind], by_type[place]):
                if pair[0] != pair[1]:
                    yield predicate, *pair


def _domain_types(domain: Domain) -> set[str]:
    """Types that the domain uses, whether it declares them or objects.yaml does."""
    found = {kind for kinds in domain.predicates.values() for kind in kinds}
    for action in domain.actions.values():
        found |= {kind for _, kind in action.parameters} | goal_types(action.precondition)
        for effect in action.effects:
            found |= {kind for _, kind in effect.variables}
    return found


def planner_names(ids: Iterable[str]) -> dict[str, str]:
    """Names that every planner reads: lower case, no odd characters, no clashes."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for index, name in enumerate(ids):
        plain = name.lower()
        if not _SAFE.fullmatch(plain) or plain in taken:
            plain = f"object-{index}"
        taken.add(plain)
        names[name] = plain
    return names


def type_parents(domain: Domain, ontology: Ontology, used: Iterable[str]) -> dict[str, str]:
    """Parent of each used type; the domain file's own hierarchy wins over the ontology's.

    But for the types that single out nothing: what is an ``item`` there is a ``blade`` by its role.
    """
    parents: dict[str, str] = {}
    pending = [kind for kind in used if kind != "object"]
    while pending:
        kind = pending.pop()
        if kind in parents or kind == "object":
            continue
        declared = domain.types.get(kind)
        if declared in GENERIC and (role := ontology.role(kind)) in domain.types:
            parents[kind] = str(role)
        elif declared is not None:
            parents[kind] = declared
        elif (entry := ontology.types.get(kind)) is not None and entry.is_a is not None:
            parents[kind] = entry.is_a
        else:
            parents[kind] = _class(domain, ontology, kind)
        pending.append(parents[kind])
    return parents


def _class(domain: Domain, ontology: Ontology, kind: str) -> str:
    role = ontology.role(kind)
    if role is not None and role in domain.types:
        best = role
    elif not ontology.affords(kind, "pickupable"):
        best = "furniture"
    elif ontology.affords(kind, "receptacle"):
        best = "carrier"
    else:
        best = "item"
    return best if best in domain.types else "object"


def _ancestors(kind: str, parents: Mapping[str, str]) -> set[str]:
    found = {"object"}
    while kind not in found:
        found.add(kind)
        kind = parents.get(kind, "object")
    return found


def members_of(domain: Domain, facts: Facts, goal: Formula) -> Callable[[str], tuple[str, ...]]:
    """Ids of the known objects by type, with the types that a problem about all of them has."""
    by_type: dict[str, list[str]] = {}
    for name, item in facts.objects.items():
        by_type.setdefault(item.type, []).append(name)
    used = by_type.keys() | goal_types(goal) | _domain_types(domain)
    parents = type_parents(domain, facts.ontology, used)
    lineages = {kind: _ancestors(kind, parents) for kind in by_type}

    @cache
    def members(kind: str) -> tuple[str, ...]:
        alike = (names for of, names in by_type.items() if kind in lineages[of])
        return tuple(chain.from_iterable(alike))

    return members


def goal_types(goal: Formula) -> set[str]:
    """Types that a formula's quantifiers name."""
    match goal:
        case Exists(variables, body) | Forall(variables, body):
            return {kind for _, kind in variables} | goal_types(body)
        case Not(body):
            return goal_types(body)
        case And(parts) | Or(parts):
            return set().union(*(goal_types(part) for part in parts))
        case Atom() | Equal():
            return set()


def constants(goal: Formula) -> set[str]:
    """Object ids that a formula names."""
    match goal:
        case Atom(_, args):
            return {arg for arg in args if not arg.startswith("?")}
        case Equal(left, right):
            return {arg for arg in (left, right) if not arg.startswith("?")}
        case Not(body) | Exists(_, body) | Forall(_, body):
            return constants(body)
        case And(parts) | Or(parts):
            return set().union(*(constants(part) for part in parts))


def rename(goal: Formula, names: Mapping[str, str]) -> Formula:
    """The formula with constants replaced: object ids, or ``$0`` in a catalogue's."""
    match goal:
        case Atom(predicate, args):
            return Atom(predicate, tuple(names.get(arg, arg) for arg in args))
        case Equal(left, right):
            return Equal(names.get(left, left), names.get(right, right))
        case Not(body):
            return Not(rename(body, names))
        case And(parts):
            return And(tuple(rename(part, names) for part in parts))
        case Or(parts):
            return Or(tuple(rename(part, names) for part in parts))
        case Exists(variables, body):
            return Exists(variables, rename(body, names))
        case Forall(variables, body):
            return Forall(variables, rename(body, names))
