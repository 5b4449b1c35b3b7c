# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goal-relevant objects (DANLI 3.4, "search space pruning"), so that plan time follows the goal."""

from collections.abc import Iterable
from functools import cached_property

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import GENERIC, Action, Domain
from egoplan_ros.planning.problem.build import constants, goal_types
from egoplan_ros.planning.problem.requirements import (
    achievers,
    named_types,
    tool_types,
    universal_objects,
    universals_above,
    variable_counts,
)
from egoplan_ros.planning.problem.tight_receptacles import snug_places
from egoplan_ros.world.goal import And, Atom, Formula, Literal, literals
from egoplan_ros.world.object import ObjectInstance

TOOLS = 3
"""Nearest objects kept of each tool or appliance type."""

PLACES = 2
"""Nearest places kept to put down each object that may come into the hand."""


def relevant_objects(
    goal: Formula,
    domain: Domain,
    facts: Facts,
    *,
    max_unreachable: int,
    per_type: int = 6,
) -> set[str]:
    """Ids of the objects that a plan for the goal is likely to need.

    Objects of the goal's types; tools and appliances of the actions that achieve its literals;
    the receptacles all of these are in; what fills those; places to put things down.
    """
    return _Selection(goal, domain, facts, per_type, max_unreachable).run()


def conceivable_objects(goal: Formula, domain: Domain, facts: Facts) -> set[str]:
    """All but the portable objects that no action singles out and the goal does not speak of.

    The widened selection: every place, device and tool, every object of the goal's types.
    """
    tools = (tool_types(action, facts.ontology) for action in domain.actions.values())
    wanted = goal_types(goal).union(*tools)
    chosen = {name for kind in wanted for name in facts.objects_of(kind)}
    chosen |= {
        name
        for name, item in facts.objects.items()
        if not facts.unary("pickupable", item) or item.held
    }
    if "object" in goal_types(goal):
        chosen = set(facts.objects)
    selection = _Selection(goal, domain, facts, len(facts.objects), 0)
    selection.chosen = chosen | constants(goal) & facts.objects.keys()
    selection.close()
    return selection.chosen


class _Selection:
    def __init__(
        self, goal: Formula, domain: Domain, facts: Facts, per_type: int, max_unreachable: int
    ) -> None:
        self.goal = goal
        self.domain = domain
        self.facts = facts
        self.per_type = per_type
        self.max_unreachable = max_unreachable
        self.literals = list(literals(goal))
        self.chosen: set[str] = set()
        self.contents: dict[str | None, set[str]] = {}
        for item in facts.world.objects.values():
            self.contents.setdefault(item.parent, set()).add(item.id)

    @cached_property
    def snug(self) -> frozenset[str]:
        """Ids of places that are hardly large enough."""
        return snug_places(self.goal, self.facts)

    def run(self) -> set[str]:
        everyone = universal_objects(self.goal, self.facts)
        someone = universals_above(self.goal)
        wanted = variable_counts(self.goal)
        for kind in goal_types(self.goal):
            self.chosen |= everyone.get(kind, set())
            if kind in someone:
                names = self.facts.objects_of(kind)
                count = wanted.get(kind, 1)
                limit = self.per_type + count - 1
                if above := someone[kind]:
                    # Each of all may need one of its own, and those that serve already come first.
                    serving = sum(self._serves(self.facts.objects[name], kind) for name in names)
                    each = max(len(everyone.get(other, ())) for other in above)
                    limit = max(limit, count * each + serving)
                self._take(names, limit, kind)
        self.chosen |= constants(self.goal) & self.facts.objects.keys()
        named = named_types(self.goal, self.facts)
        for literal in self.literals:
            for action in achievers(self.domain, literal, named, self.facts.ontology):
                self._take_tools(action, literal)
        if (held := self.facts.world.held) is not None and held.id in self.facts.objects:
            self.chosen.add(held.id)
        self.close()
        self._take_places()
        self.close()
        return self.chosen

    def _take(self, names: Iterable[str], limit: int, kind: str = "") -> None:
        ranked = sorted(names, key=lambda name: self._rank(self.facts.objects[name], kind))
        self.chosen.update(ranked[:limit])

    def _rank(self, item: ObjectInstance, kind: str) -> tuple[bool, int, bool, bool, float, str]:
        """Usable first, then those that already satisfy most of the goal or have room, then the
        nearest."""
        base = self.facts.world.robot.base
        met = sum(
            self.facts.unary(literal.atom.predicate, item) == literal.positive
            for literal in self.literals
            if literal.kinds == (kind,)
        )
        met += sum(self._inside(item, literal, kind) for literal in self.literals)
        return (
            item.unreachable > self.max_unreachable,
            -met,
            self.facts.hidden(item),
            item.id in self.snug,
            item.planar_distance(base.x, base.y),
            item.id,
        )

    def _serves(self, item: ObjectInstance, kind: str) -> bool:
        return any(self._inside(item, literal, kind) for literal in self.literals)

    def _inside(self, item: ObjectInstance, literal: Literal, kind: str) -> bool:
        if literal.atom.predicate != "in" or len(literal.kinds) != 2:
            return False
        first, second = literal.kinds
        if kind == first:
            return item.parent in self.facts.objects_of(second)
        contents = self.contents.get(item.id, set())
        return kind == second and not contents.isdisjoint(self.facts.objects_of(first))

    def _take_tools(self, action: Action, literal: Literal) -> None:
        for kind in tool_types(action, self.facts.ontology):
            self._take(self.facts.objects_of(kind), TOOLS)
        bound = {
            arg
            for effect in action.effects
            if effect.atom.predicate == literal.atom.predicate
            for arg in effect.atom.args
        }
        statics = self.domain.statics
        conjuncts = (
            action.precondition.parts
            if isinstance(action.precondition, And)
            else (action.precondition,)
        )
        for name, kind in action.parameters:
            needs = [
                part.predicate
                for part in conjuncts
                if isinstance(part, Atom) and part.args == (name,) and part.predicate in statics
            ]
            if name in bound or kind not in GENERIC or not needs:
                continue
            fitting = [
                item.id
                for item in self.facts.objects.values()
                if all(self.facts.unary(need, item) for need in needs)
            ]
            self._take(fitting, TOOLS)

    def close(self) -> None:
        """Add what chosen objects are in, and what fills chosen receptacles or is carried along."""
        pending = list(self.chosen)
        while pending:
            item = self.facts.objects[pending.pop()]
            linked = [item.parent] if item.parent in self.facts.objects else []
            if self.facts.unary("full", item) or self.facts.unary("pickupable", item):
                linked += sorted(self.contents.get(item.id, ()))
            for name in linked:
                if name is not None and name in self.facts.objects and name not in self.chosen:
                    self.chosen.add(name)
                    pending.append(name)

    def _take_places(self) -> None:
        facts = self.facts
        places = [
            item
            for item in facts.objects.values()
            if facts.unary("receptacle", item)
            and not facts.unary("pickupable", item)
            and facts.unary("accessible", item)
            and not facts.unary("full", item)
            and not facts.hidden(item)
        ]
        # Not first of all where the goal wants to have nothing.
        avoided = {
            literal.kinds[1]
            for literal in self.literals
            if literal.atom.predicate == "in" and not literal.positive
        }
        lineage = facts.ontology.lineage
        places.sort(key=lambda p: (not avoided.isdisjoint(lineage(p.type)), *self._rank(p, "")))
        kinds = {
            facts.objects[name].type
            for name in self.chosen
            if facts.unary("pickupable", facts.objects[name])
        }
        for kind in kinds:
            fitting = [p.id for p in places if facts.ontology.fits(kind, p.type)]
            self.chosen.update(fitting[:PLACES])
