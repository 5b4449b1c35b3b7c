# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which object types matter for a goal."""

from collections import Counter

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.problem.requirements import needed_counts, wholes
from egoplan_ros.world.floor import FLOOR
from egoplan_ros.world.goal import Formula, atoms, literals, variable_types
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState


def _types_with_subtypes(goal: Formula, ontology: Ontology) -> frozenset[str]:
    """Types, with their subtypes, the goal's variables range over, ``object`` left out."""
    kinds = set(variable_types(goal).values()) - {"object"}
    return frozenset().union(*map(ontology.subtypes, kinds))


def in_place(goal: Formula, world: WorldState, ontology: Ontology) -> frozenset[str]:
    """Ids of what is believed where, and as, the goal wants things of its type."""
    facts = Facts(world, ontology)
    wants = list(literals(goal))
    found: set[str] = set()
    for want in wants:
        args = want.atom.args
        if want.atom.predicate != "in" or not want.positive or not all(a[0] == "?" for a in args):
            continue
        things, places = (ontology.subtypes(kind) for kind in want.kinds)
        states = [(o.atom.predicate, o.positive) for o in wants if o.atom.args == args[:1]]
        for item in world.of_type(things):
            place = world.objects.get(item.parent or "")
            if place is None or place.type not in places:
                continue
            if all(facts.unary(predicate, item) == yes for predicate, yes in states):
                found.add(item.id)
    return frozenset(found)


def relevant_types(goal: Formula, ontology: Ontology) -> frozenset[str]:
    """Goal types and the types that bring the goal's states about."""
    wanted = _types_with_subtypes(goal, ontology)
    return wanted.union(
        *(kinds for atom in atoms(goal) for kinds in _means(atom.predicate, wanted, ontology))
    )


def _means(predicate: str, wanted: frozenset[str], ontology: Ontology) -> list[tuple[str, ...]]:
    """Sets of types that bring a state about; without those into which nothing wanted goes."""

    def helps(kind: str) -> bool:
        takes = any(ontology.fits(item, kind) for item in wanted)
        return takes or not wanted or not ontology.affords(kind, "receptacle")

    return [kinds for kinds in ontology.means(predicate) if all(map(helps, kinds))]


def missing_types(goal: Formula, world: WorldState, ontology: Ontology) -> tuple[str, ...]:
    """Goal types of which too few instances are known, then means of which none is known.

    Of several means those of which the least is missing.
    """
    known = Counter(item.type for item in world.objects.values())
    cut = wholes(goal, Facts(world, ontology))
    missing = [
        name
        for kind, count in needed_counts(goal).items()
        if kind not in ("object", FLOOR)
        and kind not in cut
        and sum(known[name] for name in ontology.subtypes(kind)) < count
        for name in ontology.meant(kind)
        if name in ontology
    ]
    wanted = _types_with_subtypes(goal, ontology)
    for predicate in dict.fromkeys(atom.predicate for atom in atoms(goal)):
        lacking = [
            [kind for kind in kinds if not known[kind]]
            for kinds in _means(predicate, wanted, ontology)
        ]
        if lacking:
            fewest = min(lacking, key=len)
            missing += fewest
    return tuple(dict.fromkeys(missing))
