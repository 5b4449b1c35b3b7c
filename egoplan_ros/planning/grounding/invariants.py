# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pairs of atoms that are never true together, proven by induction over the action schemas.

Search cannot prove in reasonable time that nobody holds two mugs. A lifted argument can: a pair
that does not hold at first, and that no action brings about as long as the pairs proven with it do
not hold, never holds (the two-atom case of Fast Downward's invariants, Helmert 2009, section 5,
with pairs that may also both be false).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import TRUE, Action, Domain, Effect
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Formula, Not, to_pddl, variable_types

Terms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Atoms over variables that exclude each other; ``apart`` are variables that must differ."""

    first: Atom
    second: Atom
    apart: tuple[str, str] | None = None

    def turned(self) -> "Pair":
        """The same with its atoms exchanged."""
        return Pair(self.second, self.first, self.apart)


def contradiction(goal: Formula, domain: Domain, facts: Facts) -> str:
    """Two atoms that a goal wants together and that never are; "" when none were found.

    Looks at conjunctions below existential quantifiers.
    """
    names = list(_names(goal))
    if len(set(names)) < len(names):
        return ""  # one name for two variables: not worth telling apart
    wanted, unequal = _conjunction(goal)
    unequal |= _unlike(goal, wanted, facts)
    suspects = list(combinations(wanted, 2))
    if not suspects:
        return ""
    likely = inductive_pairs(tuple(domain.actions.values()), tuple(domain.predicates.items()))
    suspects = [two for two in suspects if any(_instance(p, *two, unequal) for p in likely)]
    if not suspects:
        return ""
    # What holds together now was wrongly assumed not to, and with it whatever rests on that.
    fine = [pair for pair in likely if not _holds_now(pair, facts)]
    proven = fine if len(fine) == len(likely) else _fixpoint(fine, domain.actions.values())
    for one, other in suspects:
        if any(_instance(pair, one, other, unequal) for pair in proven):
            return f"{to_pddl(one)} and {to_pddl(other)} are never true together"
    return ""


def _names(goal: Formula) -> Iterator[str]:
    match goal:
        case Exists(variables, body):
            yield from (name for name, _ in variables)
            yield from _names(body)
        case And(parts):
            for part in parts:
                yield from _names(part)


def _unlike(goal: Formula, wanted: Iterable[Atom], facts: Facts) -> set[frozenset[str]]:
    """Pairs of terms that no object can be both of: a sink is no table."""
    ontology = facts.ontology
    types = {
        term: {facts.objects[term].type}
        for atom in wanted
        for term in atom.args
        if term in facts.objects
    }
    for name, kind in variable_types(goal).items():
        if kind in ontology:
            types[name] = set(ontology.subtypes(kind))
    return {
        frozenset(pair)
        for pair in combinations(types, 2)
        if types[pair[0]].isdisjoint(types[pair[1]])
    }


def _conjunction(goal: Formula) -> tuple[list[Atom], set[frozenset[str]]]:
    match goal:
        case Atom():
            return [goal], set()
        case Not(Equal(left, right)):
            return [], {frozenset((left, right))}
        case Exists(_, body):
            return _conjunction(body)
        case And(parts):
            found = [_conjunction(part) for part in parts]
            return [a for atoms, _ in found for a in atoms], set().union(*(u for _, u in found))
    return [], set()


@lru_cache(maxsize=8)
def inductive_pairs(
    actions: tuple[Action, ...], predicates: tuple[tuple[str, Terms], ...]
) -> tuple[Pair, ...]:
    """Pairs that no action brings about as long as none of them holds."""
    changed = {effect.atom.predicate for action in actions for effect in action.effects}
    fluents = {name: kinds for name, kinds in predicates if name in changed}
    return tuple(_fixpoint(list(_candidates(fluents)), actions))


def _fixpoint(pairs: list[Pair], actions: Iterable[Action]) -> list[Pair]:
    while True:
        kept = [
            pair
            for pair in pairs
            if all(
                _preserved(side, action, pairs)
                for action in actions
                for side in (pair, pair.turned())
            )
        ]
        if len(kept) == len(pairs):
            return pairs
        pairs = kept


def _candidates(predicates: Mapping[str, Terms]) -> Iterator[Pair]:
    names = sorted(name for name, kinds in predicates.items() if len(kinds) <= 2)
    for one, other in combinations_with_replacement(names, 2):
        first, second = len(predicates[one]), len(predicates[other])
        if first == 0 or second == 0:
            if one != other:
                yield Pair(_atom(one, first, ".x"), _atom(other, second, ".y"))
        elif one != other:
            for here in range(first):
                for there in range(second):
                    left, right = _atom(one, first, ".x"), _atom(other, second, ".y")
                    yield Pair(left, _with(right, there, left.args[here]))
        elif first == 1:
            yield Pair(Atom(one, ("?.x0",)), Atom(one, ("?.y0",)), ("?.x0", "?.y0"))
        else:
            yield Pair(Atom(one, ("?.x0", "?.x1")), Atom(one, ("?.x0", "?.y1")), ("?.x1", "?.y1"))


def _atom(name: str, count: int, letter: str) -> Atom:
    return Atom(name, tuple(f"?{letter}{index}" for index in range(count)))


def _with(atom: Atom, index: int, name: str) -> Atom:
    return Atom(atom.predicate, (*atom.args[:index], name, *atom.args[index + 1 :]))


def _holds_now(pair: Pair, facts: Facts) -> bool:
    return any(
        _instance(pair, one, other, None)
        for one in _true_atoms(pair.first.predicate, len(pair.first.args), facts)
        for other in _true_atoms(pair.second.predicate, len(pair.second.args), facts)
    )


def _true_atoms(name: str, count: int, facts: Facts) -> Iterator[Atom]:
    if count == 0:
        if facts.fact(name, ()):
            yield Atom(name)
    elif count == 1:
        yield from (
            Atom(name, (o,)) for o, item in facts.objects.items() if facts.unary(name, item)
        )
    elif name == "in":
        for o, item in facts.objects.items():
            if item.parent in facts.objects and not item.held:
                yield Atom(name, (o, str(item.parent)))
    else:
        names = list(facts.objects)
        yield from (Atom(name, (a, b)) for a in names for b in names if facts.fact(name, (a, b)))


def _bind(pattern: Atom, atom: Atom, env: dict[str, str]) -> bool:
    """Extend ``env`` so that the pattern is the atom; False when it cannot be."""
    if pattern.predicate != atom.predicate or len(pattern.args) != len(atom.args):
        return False
    return all(
        env.setdefault(name, value) == value
        for name, value in zip(pattern.args, atom.args, strict=True)
    )


def _instance(pair: Pair, one: Atom, other: Atom, unequal: set[frozenset[str]] | None) -> bool:
    """Whether two atoms are a case of the pair, in either order.

    Args:
        unequal: variables known to differ; None when different names are different things.
    """
    for side in (pair, pair.turned()):
        env: dict[str, str] = {}
        if not (_bind(side.first, one, env) and _bind(side.second, other, env)):
            continue
        if side.apart is None:
            return True
        left, right = (env[name] for name in side.apart)
        constants = not left.startswith("?") and not right.startswith("?")
        if left != right and (unequal is None or constants or frozenset((left, right)) in unequal):
            return True
    return False


def _preserved(pair: Pair, action: Action, proven: list[Pair]) -> bool:
    """Whether no effect of an action makes ``first`` true next to ``second``."""
    parameters = {name for name, _ in action.parameters}
    for effect in action.effects:
        if not effect.add or effect.atom.predicate != pair.first.predicate:
            continue
        if parameters & {name for name, _ in effect.variables}:
            return False  # a name with two meanings: not looked into
        env: dict[str, str] = {}
        if not _bind(pair.first, effect.atom, env):
            return False  # two arguments that may be the same: not looked into
        other = Atom(pair.second.predicate, tuple(env.get(a, a) for a in pair.second.args))
        apart = None if pair.apart is None else {env.get(name, name) for name in pair.apart}
        if any(_may_add(e, other, apart) for e in action.effects):
            return False
        if any(_deletes(e, other, effect) for e in action.effects):
            continue
        # Where the action deletes the other atom of one object, that leaves those of the rest.
        cases = [apart, *(({*rest}) for e in action.effects if (rest := _all_but(e, other)))]
        if not any(_false_before(action, effect, other, case, proven) for case in cases):
            return False
    return True


def _may_add(effect: Effect, other: Atom, apart: set[str] | None) -> bool:
    if not effect.add or effect.atom.predicate != other.predicate:
        return False
    if apart is None:
        return True
    # The effect adds an atom that differs from the other one only where that has to be apart.
    return not any(
        name != value and {name, value} == apart
        for name, value in zip(other.args, effect.atom.args, strict=True)
    )


def _deletes(effect: Effect, other: Atom, adding: Effect) -> bool:
    """Whether an effect deletes every atom that ``other`` may stand for, whenever one adds."""
    together = (effect.variables, effect.condition) == (adding.variables, adding.condition)
    quantified = set() if together else {name for name, _ in effect.variables}
    if effect.add or effect.atom.predicate != other.predicate:
        return False
    if effect.condition != TRUE and not together:
        return False
    free = {name for name, kind in effect.variables if kind == "object"}
    values = effect.atom.args
    if len(set(values)) < len(values):
        return False
    return all(
        v in free or (v == name and v not in quantified)
        for v, name in zip(values, other.args, strict=True)
    )


def _all_but(effect: Effect, other: Atom) -> tuple[str, ...]:
    """The object for which an effect deletes ``other``, and the free variable in its place."""
    if effect.add or effect.condition != TRUE or effect.variables:
        return ()
    if effect.atom.predicate != other.predicate:
        return ()
    unlike = [(v, name) for v, name in zip(effect.atom.args, other.args, strict=True) if v != name]
    return unlike[0] if len(unlike) == 1 and unlike[0][1].startswith("?.") else ()


def _false_before(
    action: Action, effect: Effect, other: Atom, apart: set[str] | None, proven: list[Pair]
) -> bool:
    unequal = set() if apart is None else {frozenset(apart)}
    conditions = (*_conjuncts(action.precondition), *_conjuncts(effect.condition))
    return any(
        condition == Not(other)
        or (
            isinstance(condition, Atom)
            and any(_instance(pair, condition, other, unequal) for pair in proven)
        )
        for condition in conditions
    )


def _conjuncts(condition: Formula) -> Iterator[Formula]:
    if isinstance(condition, And):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition
