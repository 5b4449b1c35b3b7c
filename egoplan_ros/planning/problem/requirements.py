# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a goal asks for: its literals, what achieves them, and types nobody has seen."""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import GENERIC, Action, Domain
from egoplan_ros.planning.problem.build import constants, goal_types
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import (
    And,
    Atom,
    Equal,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    atoms,
    free_variables,
    holds,
    literals,
    to_pddl,
)
from egoplan_ros.world.ontology import Ontology

MAX_INSTANCES = 3000
"""Instances of a goal about all objects that are looked at one by one."""


def variable_counts(goal: Formula) -> dict[str, int]:
    """How many variables of each type a goal has."""
    counts: dict[str, int] = {}
    match goal:
        case Exists(variables, body) | Forall(variables, body):
            counts = variable_counts(body)
            for _, kind in variables:
                counts[kind] = counts.get(kind, 0) + 1
        case Not(body):
            return variable_counts(body)
        case And(parts) | Or(parts):
            for part in parts:
                for kind, count in variable_counts(part).items():
                    counts[kind] = counts.get(kind, 0) + count
    return counts


def needed_counts(goal: Formula) -> dict[str, int]:
    """How many different objects of each type a goal speaks of at least."""
    counts: dict[str, int] = {}
    match goal:
        case Exists(variables, body) | Forall(variables, body):
            counts = needed_counts(body)
            for kind, count in _distinct(variables, body).items():
                counts[kind] = max(count, counts.get(kind, 0))
        case Not(body):
            return needed_counts(body)
        case And(parts) | Or(parts):
            for part in parts:
                for kind, count in needed_counts(part).items():
                    counts[kind] = max(count, counts.get(kind, 0))
    return counts


def wanted_states(goal: Formula) -> dict[str, bool]:
    """The sign with which each predicate occurs; without those that occur with both."""
    signs: dict[str, set[bool]] = {}
    for literal in literals(goal):
        signs.setdefault(literal.atom.predicate, set()).add(literal.positive)
    return {name: min(found) for name, found in signs.items() if len(found) == 1}


def next_subgoal(goal: Formula, facts: Facts) -> Formula:
    """The goal's conditions up to the first that does not hold yet (DANLI Alg. 1).

    Conditions that hold already stay in it, so that they are not undone on the way.
    """
    variables = goal.variables if isinstance(goal, Exists) else ()
    body = goal.body if isinstance(goal, Exists) else goal
    if not isinstance(body, And):
        return goal
    # What only tells the objects apart is no condition to bring about.
    distinct = tuple(part for part in body.parts if not any(atoms(part)))
    wanted = [part for part in body.parts if part not in distinct]
    for count in range(1, len(wanted)):
        parts = (*distinct, *wanted[:count])
        subgoal: Formula = parts[0] if len(parts) == 1 else And(parts)
        used = free_variables(subgoal)
        if kept := tuple(pair for pair in variables if pair[0] in used):
            subgoal = Exists(kept, subgoal)
        if not facts.holds(subgoal):
            return subgoal
    return goal


def universals_above(
    goal: Formula, positive: bool = True, above: frozenset[str] = frozenset()
) -> dict[str, frozenset[str]]:
    """For each type of which a goal wants some object: types for all of whose objects it does."""
    found: dict[str, frozenset[str]] = {}
    parts: tuple[Formula, ...] = ()
    match goal:
        case Exists(variables, body) | Forall(variables, body):
            kinds = [kind for _, kind in variables]
            parts = (body,)
            if isinstance(goal, Forall) == positive:
                above = above.union(kinds)
            else:
                found = dict.fromkeys(kinds, above)
        case Not(body):
            parts, positive = (body,), not positive
        case And(inner) | Or(inner):
            parts = inner
    for part in parts:
        for kind, types in universals_above(part, positive, above).items():
            found[kind] = found.get(kind, frozenset()) | types
    return found


def universal_objects(goal: Formula, facts: Facts) -> dict[str, set[str]]:
    """Objects that matter to what a goal says about all objects of a type, by type.

    Where the goal as a whole demands it of all, these are the objects of the instances that do not
    hold yet: a plan that leaves the others alone keeps theirs. Where it depends on something else
    (an alternative, another object), they are all objects of the type.
    """
    found: dict[str, set[str]] = {}
    _universal_objects(goal, True, True, facts, found)
    return found


def _universal_objects(
    goal: Formula, positive: bool, required: bool, facts: Facts, found: dict[str, set[str]]
) -> None:
    match goal:
        case Not(body):
            _universal_objects(body, not positive, required, facts, found)
        case And(parts) | Or(parts):
            required = required and isinstance(goal, And) == positive
            for part in parts:
                _universal_objects(part, positive, required, facts, found)
        case Exists(variables, body) | Forall(variables, body):
            if isinstance(goal, Forall) == positive:
                domains = [facts.objects_of(kind) for _, kind in variables]
                if required and prod(map(len, domains)) <= MAX_INSTANCES:
                    exceptions = _exceptions(goal, positive, domains, facts)
                else:
                    exceptions = [set(names) for names in domains]
                for (_, kind), names in zip(variables, exceptions, strict=True):
                    found.setdefault(kind, set()).update(names)
            _universal_objects(body, positive, False, facts, found)


def _exceptions(
    goal: Exists | Forall, positive: bool, domains: list[list[str]], facts: Facts
) -> list[set[str]]:
    """Objects of the instances that do not hold, for each variable."""
    exceptions: list[set[str]] = [set() for _ in domains]
    names = [name for name, _ in goal.variables]
    for values in product(*domains):
        env = dict(zip(names, values, strict=True))
        if holds(goal.body, facts.objects_of, facts.fact, env) != positive:
            for exception, value in zip(exceptions, values, strict=True):
                exception.add(value)
    return exceptions


def check_goal(goal: Formula, domain: Domain, ontology: Ontology) -> None:
    """Refuse goals that the domain cannot express.

    Raises:
        InputError: unknown predicate or type, wrong number of arguments, unbound variable.
    """
    for kind in goal_types(goal):
        if kind not in domain.types and kind != "object":
            ontology.get(kind, "goal")
    for literal in literals(goal):
        name = literal.atom.predicate
        if name not in domain.predicates:
            known = ", ".join(sorted(domain.predicates))
            raise InputError(f"goal: unknown predicate {name!r}; the domain has: {known}")
        wanted = len(domain.predicates[name])
        if len(literal.atom.args) != wanted:
            raise InputError(
                f"goal: {to_pddl(literal.atom)} has {len(literal.atom.args)} arguments, "
                f"{name} takes {wanted}"
            )
    if unbound := _free(goal, frozenset()):
        raise InputError(f"goal: variable {min(unbound)} is not bound by exists or forall")


def _free(goal: Formula, bound: frozenset[str]) -> set[str]:
    match goal:
        case Atom(_, args):
            return {arg for arg in args if arg.startswith("?")} - bound
        case Equal(left, right):
            return {arg for arg in (left, right) if arg.startswith("?")} - bound
        case Not(body):
            return _free(body, bound)
        case And(parts) | Or(parts):
            return set().union(*(_free(part, bound) for part in parts))
        case Exists(variables, body) | Forall(variables, body):
            return _free(body, bound | {name for name, _ in variables})


def achievers(
    domain: Domain, literal: Literal, kinds: Collection[str], ontology: Ontology
) -> list[Action]:
    """Actions that can make a literal true, with things of some types (those of the goal).

    Left out are those of appliances that take none of these: nobody needs a burner for an apple.
    """
    actions = domain.achievers(literal.atom.predicate, literal.positive)
    if not GENERIC.isdisjoint(kinds):
        return actions
    return [action for action in actions if _takes(action, kinds, ontology)]


def named_types(goal: Formula, facts: Facts) -> set[str]:
    """Types a goal speaks of: of its variables and of the objects it names."""
    named = {facts.objects[name].type for name in constants(goal) & facts.objects.keys()}
    return goal_types(goal) | named


def _takes(action: Action, kinds: Collection[str], ontology: Ontology) -> bool:
    types = dict(action.parameters)
    condition = action.precondition
    for part in condition.parts if isinstance(condition, And) else (condition,):
        if not isinstance(part, Atom) or part.predicate != "fits":
            continue
        into = types.get(part.args[1], "object")
        if into not in GENERIC and not any(
            ontology.affords(kind, "pickupable") and ontology.fits(kind, place)
            for name in kinds
            for kind in ontology.subtypes(name)
            for place in ontology.meant(into)
        ):
            return False
    return True


def tool_types(action: Action, ontology: Ontology) -> set[str]:
    """Types that an action singles out, by its parameters or in its precondition."""
    named = {kind for _, kind in action.parameters} | goal_types(action.precondition)
    return {kind for name in named - GENERIC for kind in ontology.meant(name)}


def missing_types(goal: Formula, domain: Domain, facts: Facts) -> set[str]:
    """Types without whose discovery the goal cannot be reached; empty when none stands out.

    A relaxed test that never calls a planner: too few known objects for the distinct variables of
    a type, or no known tool for any action that achieves a literal and that static facts allow.
    """
    found = _Missing(domain, facts, named_types(goal, facts)).of(goal, {}, deep=True)
    return {kind for name in found for kind in facts.ontology.meant(name)}


class _Missing:
    def __init__(self, domain: Domain, facts: Facts, named: set[str]) -> None:
        self.domain = domain
        self.facts = facts
        self.named = named
        self.statics = domain.statics

    def of(self, goal: Formula, env: Mapping[str, str], *, deep: bool) -> set[str]:
        """Missing types; ``env`` has variable types, ``deep`` also looks at tools."""
        match goal:
            case And(parts):
                return set().union(*(self.of(part, env, deep=deep) for part in parts))
            case Or(parts):
                options = [self.of(part, env, deep=deep) for part in parts]
                return set() if not all(options) else set().union(*options)
            case Exists(variables, body):
                lacking = {
                    kind
                    for kind, count in _distinct(variables, body).items()
                    if kind != "object" and len(self.facts.objects_of(kind)) < count
                }
                return lacking | self.of(body, {**env, **dict(variables)}, deep=deep)
            case Forall(variables, body):
                if any(not self.facts.objects_of(kind) for _, kind in variables):
                    return set()
                return self.of(body, {**env, **dict(variables)}, deep=deep)
            case Atom(predicate, args) if deep:
                return self._of_atom(predicate, args, env)
        return set()

    def _of_atom(self, predicate: str, args: tuple[str, ...], env: Mapping[str, str]) -> set[str]:
        lacking: set[str] = set()
        for arg in args:
            if not arg.startswith("?") and arg not in self.facts.objects:
                kind = arg.rpartition("_")[0]
                lacking.add(kind if kind in self.facts.ontology else arg)
        if lacking or len(args) != 1:
            return lacking
        names = self.facts.objects_of(env.get(args[0], "object")) if args[0] in env else [args[0]]
        if not names or any(self.facts.fact(predicate, (name,)) for name in names):
            return set()
        literal = Literal(Atom(predicate, args), True, ())
        for action in achievers(self.domain, literal, self.named, self.facts.ontology):
            absent = {
                kind
                for _, kind in action.parameters
                if kind not in GENERIC and not self.facts.objects_of(kind)
            }
            absent |= self.of(action.precondition, {}, deep=False)
            if not absent and self._applies(action, predicate, names):
                return set()
            lacking |= absent
        return lacking

    def _applies(self, action: Action, predicate: str, names: list[str]) -> bool:
        """Whether an action could make the predicate true of one of the objects, statics told."""
        targets = {
            e.atom.args[0] for e in action.effects if e.add and e.atom.predicate == predicate
        }
        variables = [variable for variable, _ in action.parameters]
        if not targets <= set(variables):
            targets = set()  # it does that to things that are no parameters, too
        # Generic types are not told apart here; that only makes the test more lenient.
        domains = [
            names
            if variable in targets
            else self.facts.objects_of("object")
            if kind in GENERIC
            else self.facts.objects_of(kind)
            for variable, kind in action.parameters
        ]
        return any(
            self._maybe(action.precondition, dict(zip(variables, values, strict=True)))
            for values in product(*domains)
        )

    def _maybe(self, condition: Formula, env: Mapping[str, str]) -> bool:
        """False only if static facts make the condition false."""
        match condition:
            case Atom(predicate, args):
                if predicate not in self.statics:
                    return True
                return self.facts.fact(predicate, tuple(env.get(a, a) for a in args))
            case Not(Atom(predicate, args)) if predicate in self.statics:
                return not self.facts.fact(predicate, tuple(env.get(a, a) for a in args))
            case And(parts):
                return all(self._maybe(part, env) for part in parts)
            case Or(parts):
                return any(self._maybe(part, env) for part in parts)
        return True


def _distinct(variables: tuple[tuple[str, str], ...], body: Formula) -> dict[str, int]:
    """How many objects of each type the variables need at least."""
    unequal = {name for pair in _inequalities(body) for name in pair}
    counts: dict[str, int] = {}
    for name, kind in variables:
        if name in unequal:
            counts[kind] = counts.get(kind, 0) + 1
        else:
            counts.setdefault(kind, 0)
    return {kind: max(count, 1) for kind, count in counts.items()}


def wholes(goal: Formula, facts: Facts) -> dict[str, list[str]]:
    """Known objects that can be sliced into what a goal wants slices only of, by type, best first.

    How many slices one gives shows once it is sliced, so they do for any number.
    """
    found: dict[str, list[str]] = {}
    for kind in _sliced_types(goal):
        names = [
            name
            for name in facts.objects_of(kind)
            if facts.slices(facts.objects[name].type) and not facts.fact("sliced", (name,))
        ]
        if names:
            base = facts.world.robot.base
            found[kind] = sorted(
                names,
                key=lambda name: (
                    facts.objects[name].unreachable,
                    facts.objects[name].planar_distance(base.x, base.y),
                    name,
                ),
            )
    return found


def _sliced_types(goal: Formula) -> set[str]:
    """Types of which a goal wants every object sliced that it asks for."""
    wanted: set[str] = set()
    other: set[str] = set()
    for variables, body in _quantifiers(goal):
        sliced = {
            literal.atom.args[0]
            for literal in literals(body)
            if literal.positive and literal.atom.predicate == "sliced"
        }
        for name, kind in variables:
            (wanted if name in sliced else other).add(kind)
    return wanted - other


def _quantifiers(goal: Formula) -> Iterator[tuple[tuple[tuple[str, str], ...], Formula]]:
    match goal:
        case Exists(variables, body) | Forall(variables, body):
            yield variables, body
            yield from _quantifiers(body)
        case Not(body):
            yield from _quantifiers(body)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _quantifiers(part)


def _inequalities(goal: Formula) -> Iterator[tuple[str, str]]:
    match goal:
        case Not(Equal(left, right)):
            yield left, right
        case And(parts):
            for part in parts:
                yield from _inequalities(part)
        case Exists(_, body):
            yield from _inequalities(body)


def impossible(goal: Formula, facts: Facts) -> str:
    """Why no discovery can help, or "": an object type that fits no receptacle of the wanted type.

    Looks at conjunctions below existential quantifiers only.
    """
    return _impossible(goal, facts, {})


def _impossible(goal: Formula, facts: Facts, env: Mapping[str, str]) -> str:
    match goal:
        case And(parts):
            return next((text for part in parts if (text := _impossible(part, facts, env))), "")
        case Or(parts) if parts:
            texts = [_impossible(part, facts, env) for part in parts]
            return texts[0] if all(texts) else ""
        case Exists(variables, body):
            return _impossible(body, facts, {**env, **dict(variables)})
        case Atom("in", (item, place)) if item in env and place in env:
            ontology = facts.ontology
            things, places = ontology.subtypes(env[item]), ontology.subtypes(env[place])
            if any(
                facts.fact("in", (o, r))
                for o in facts.objects_of(env[item])
                for r in facts.objects_of(env[place])
            ):
                return ""
            pairs = (ontology.fits(a, b) for a in things for b in places)
            return "" if any(pairs) else f"no {env[item]} can be put in or on a {env[place]}"
    return ""
