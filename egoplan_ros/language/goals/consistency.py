# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What no goal can be, whoever wrote it, and what objects cannot do in one."""

from dataclasses import dataclass, field

from egoplan_ros.language.goals.fitting import Pairs, goes_into, needs_of
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or, to_pddl
from egoplan_ros.world.ontology import Ontology

_EXCLUSIVE = (("hot", "cold"), ("clean", "dirty"), ("holding", "in"))
"""What is never true of one object at once."""


@dataclass(slots=True)
class _Variable:
    name: str
    kind: str
    universal: bool


@dataclass(slots=True)
class _Fact:
    """A literal; two of the same variables hold the same of them."""

    atom: Atom
    positive: bool
    about: tuple[_Variable | str, ...]

    def key(self) -> tuple[object, ...]:
        return (self.atom.predicate, *map(_key, self.about))

    def item(self) -> object:
        """What it is about in the first place; None for (handempty)."""
        return _key(self.about[0]) if self.about else None


@dataclass(slots=True)
class _Group:
    """Literals that have to be true at once, and of each choice one of its branches."""

    facts: list[_Fact] = field(default_factory=list)
    unequal: list[Equal] = field(default_factory=list)
    choices: list[list["_Group"]] = field(default_factory=list)
    never: str = ""


def contradiction(formula: Formula) -> str:
    """Why a goal can never be true, "" if it may be: one thing in itself, or so and not so.

    Of alternatives all have to be such. What the domain has to say is not asked.
    """
    groups = _groups(formula)
    for group in reversed(groups):  # those of a choice come after the group that has it
        group.never = _clash(group) or next(
            (
                branches[0].never
                for branches in group.choices
                if branches and all(branch.never for branch in branches)
            ),
            "",
        )
    return groups[0].never


def _clash(group: _Group) -> str:
    """Why the literals of a group cannot be true at once."""
    wanted = {fact.key() for fact in group.facts if fact.positive}
    for fact in group.facts:
        if not fact.positive and fact.key() in wanted:
            return f"{to_pddl(fact.atom)} is wanted, and not wanted, at once"
    for equal in group.unequal:
        if equal.left == equal.right:
            return f"{equal.left} cannot differ from itself"
    if inside := _in_itself(group):
        return f"{to_pddl(inside)}: nothing can be in or on itself"
    return ""


def beyond(formula: Formula, ontology: Ontology, seen: Pairs = ()) -> str:
    """What of a goal the household's objects cannot do, as compose checks it; "" if nothing.

    Args:
        formula: a goal about variables alone.
        ontology: the object types.
        seen: (item, receptacle) pairs that fit besides those of the ontology.
    """
    for group in _groups(formula):
        cut = {fact.item() for fact in group.facts if fact.atom.predicate == "sliced"}
        for fact in group.facts:
            if problem := _unable(fact, ontology, seen, fact.item() in cut):
                return problem
        held = [fact for fact in group.facts if fact.atom.predicate == "holding" and fact.positive]
        if len({fact.key() for fact in held}) > 1 or any(map(_of_all, held)):
            return "only one thing can be held at once"
        states: dict[object, set[str]] = {}
        for fact in group.facts:
            if fact.positive:
                states.setdefault(fact.item(), set()).add(fact.atom.predicate)
        for one, other in _EXCLUSIVE:
            if any({one, other} <= found for found in states.values()):
                return f"({one} ...) and ({other} ...) exclude each other"
    return ""


def _unable(fact: _Fact, ontology: Ontology, seen: Pairs, sliced: bool) -> str:
    kinds = [item.kind if isinstance(item, _Variable) else "object" for item in fact.about]
    if not kinds or kinds[0] not in ontology:  # (handempty), or any object
        return ""
    for able, words in needs_of(ontology, fact.atom.predicate, fact.positive, sliced):
        if not able(kinds[0]):
            return f"{kinds[0]} cannot {words}"
    if fact.atom.predicate != "in":
        return ""
    if not ontology.affords(kinds[0], "pickupable"):
        return f"{kinds[0]} cannot be carried"
    if kinds[1] not in ontology:
        return ""
    if not ontology.affords(kinds[1], "receptacle"):
        return f"{kinds[1]} cannot hold things"
    if fact.positive and not goes_into(ontology, kinds[0], kinds[1], seen, sliced):
        return f"{kinds[0]} does not go in or on {kinds[1]}"
    return ""


def _of_all(fact: _Fact) -> bool:
    return any(isinstance(item, _Variable) and item.universal for item in fact.about)


def _in_itself(group: _Group) -> Atom | None:
    """A literal with which something would be in itself, if only by way of others."""
    placed = [fact for fact in group.facts if fact.positive and fact.atom.predicate == "in"]
    where: dict[object, set[object]] = {}
    for fact in placed:
        item, place = fact.key()[1:]
        reached, left = {place}, [place]
        while left:
            new = where.get(left.pop(), set()) - reached
            reached |= new
            left += new
        if item in reached:
            return fact.atom
        where.setdefault(item, set()).add(place)
    return None


def _key(item: _Variable | str) -> object:
    return id(item) if isinstance(item, _Variable) else item


def _groups(formula: Formula) -> list[_Group]:
    """Literals that must be true at once; each branch of an alternative is a group of its own.

    The first group is what stands outside all alternatives.
    """
    first = _Group()
    waiting: list[tuple[Formula, bool, dict[str, _Variable], _Group]] = [(formula, True, {}, first)]
    groups = [first]
    kept = []  # a variable is told by its identity, which must not be given away again
    while waiting:
        part, positive, known, group = waiting.pop()
        match part:
            case Atom(_, args):
                about = tuple(known.get(arg, arg) for arg in args)
                group.facts.append(_Fact(part, positive, about))
            case Equal():
                group.unequal += [] if positive else [part]
            case Not(body):
                waiting.append((body, not positive, known, group))
            case And(parts) | Or(parts):
                together = isinstance(part, And) == positive
                branches = [group if together else _Group() for _ in parts]
                if not together:
                    groups += branches
                    group.choices.append(branches)
                for each, branch in zip(reversed(parts), reversed(branches), strict=True):
                    waiting.append((each, positive, known, branch))
            case Exists(variables, body) | Forall(variables, body):
                universal = isinstance(part, Forall) == positive
                new = {name: _Variable(name, kind, universal) for name, kind in variables}
                kept.append(new)
                waiting.append((body, positive, {**known, **new}, group))
    return groups
