# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a plan made with the relevant objects is right when everything known takes part.

What was left out can make a plan wrong only through what is said of all objects. Executing it on
all of them takes a time that grows with the home. Where nothing that the plan does reaches what was
left out, executing it on the chosen objects tells the same, and of the others only what is said of
all objects is looked up in the beliefs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import TRUE, Action, Domain, Effect
from egoplan_ros.planning.problem.build import Model, members_of
from egoplan_ros.planning.simulate import Simulator, Step, ground
from egoplan_ros.planning.validate import validate
from egoplan_ros.world.goal import (
    And,
    Atom,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    conjuncts,
    holds,
    literals,
    universal_types,
)

_LINKS = frozenset({"in", "nested"})
"""Relations of an object to the one thing that it is in."""
_ADJUSTED = frozenset({"near", "nested", "fits", "fits_sliced", "unknown", "explored"})
"""Predicates of which a problem says something else than the beliefs alone do."""


def speaks_of_all(goal: Formula, steps: Iterable[Step]) -> bool:
    """Whether objects that were left out could make a plan wrong."""
    conditions = {step.action.name: step.action.precondition for step in steps}
    return any(map(universal_types, (goal, *conditions.values())))


def trouble_with_all(
    goal: Formula,
    steps: Sequence[Step],
    domain: Domain,
    model: Model,
    facts: Facts,
    whole: Callable[[], Model],
) -> str:
    """Why a plan is wrong when everything known takes part; "" when it is not.

    Args:
        goal: over object ids.
        steps: the plan, over the names of ``model``.
        domain: of the steps.
        model: the problem that the plan was made for.
        facts: beliefs.
        whole: makes the problem with all objects; called only where the plan reaches others.
    """
    checked = _Others(goal, steps, domain, model, facts)
    if checked.apart() and not checked.execute():
        return checked.trouble
    everything = whole()
    return validate(domain, everything.problem, rename_steps(steps, model, everything)).problem


def rename_steps(steps: Iterable[Step], source: Model, target: Model) -> list[Step]:
    """Steps over the names of one model as steps over those of another."""
    names = {original: plain for plain, original in target.ids.items()}
    return [Step(s.action, tuple(names[source.ids[arg]] for arg in s.args)) for s in steps]


class _Others:
    """Executes a plan on the chosen objects and looks at the others where all are spoken of."""

    def __init__(
        self, goal: Formula, steps: Sequence[Step], domain: Domain, model: Model, facts: Facts
    ) -> None:
        self.goal, self.steps, self.domain, self.facts = goal, steps, domain, facts
        self.model = model
        self.names = {original: plain for plain, original in model.ids.items()}
        self.simulator = Simulator(domain, model.problem)
        self.actions = {step.action.name: step.action for step in steps}
        self.members = members_of(domain, facts, goal)
        self.taken: list[tuple[Effect, dict[str, str]]] = []
        self.trouble = ""

    def apart(self) -> bool:
        """Whether chosen objects fare as they would among all, and others stay as they are."""
        if not all(map(_is_linked, self._effects())):
            return False
        for name in self.names:
            parent = self.facts.item(name).parent
            if parent in self.facts.objects and parent not in self.names:
                return False
        spoken = {literal.atom.predicate for literal in literals(self.goal)}
        for action in self.actions.values():
            for part in _about_all(action):
                spoken |= {literal.atom.predicate for literal in literals(part)}
        return all(map(self._is_told, spoken))

    def execute(self) -> str:
        """Why the plan cannot be executed on the chosen objects alone; ``trouble`` tells why it is
        wrong for the others."""
        for step in self.steps:
            names = [name for name, _ in step.action.parameters]
            plain = dict(zip(names, step.args, strict=True))
            env = {name: self.model.ids[value] for name, value in plain.items()}
            failed = next((p for p in _about_all(step.action) if not self._holds(p, env)), None)
            if reason := self.simulator.apply(step):
                return reason
            if failed is not None:
                self.trouble = f"{step}: precondition {ground(failed, plain)} does not hold"
                return ""
            self.taken += [(e, env) for e in step.action.effects if e.variables]
        if not self._holds(self.goal, {}):
            self.trouble = "the goal does not hold at the end of the plan"
        return ""

    def _effects(self) -> Iterable[Effect]:
        return (effect for action in self.actions.values() for effect in action.effects)

    def _is_told(self, predicate: str) -> bool:
        """Whether the beliefs tell a predicate of what was left out, before and after each step."""
        kinds = self.domain.predicates.get(predicate, ())
        if predicate in _ADJUSTED or predicate not in self.domain.predicates:
            return False
        if predicate != "in" and (len(kinds) > 1 or any(kind != "object" for kind in kinds)):
            return False
        for effect in self._effects():
            spreads = effect.variables and effect.atom.predicate == predicate
            lifted = predicate == "in" and not effect.add and effect.condition == TRUE
            if spreads and not lifted:
                return False
        return True

    def _holds(self, formula: Formula, env: Mapping[str, str]) -> bool:
        return holds(formula, self.members, self._fact, env)

    def _fact(self, predicate: str, args: tuple[str, ...]) -> bool:
        if all(arg in self.names for arg in args):
            return (predicate, *(self.names[arg] for arg in args)) in self.simulator.state
        found = self.facts.fact(predicate, args)
        return found and not any(self._takes(e, env, predicate, args) for e, env in self.taken)

    def _takes(
        self, effect: Effect, env: Mapping[str, str], predicate: str, args: tuple[str, ...]
    ) -> bool:
        """Whether an effect about all objects of some types deletes a fact."""
        if effect.add or effect.atom.predicate != predicate:
            return False
        free, chosen = dict(effect.variables), dict(env)
        for term, value in zip(effect.atom.args, args, strict=True):
            if term in free and value not in self.members(free.pop(term)):
                return False
            if chosen.setdefault(term, value) != value:
                return False
        return True


def _about_all(action: Action) -> list[Formula]:
    """Conjuncts of a precondition that say something of all objects."""
    return [part for part in conjuncts(action.precondition) if universal_types(part)]


def _is_linked(effect: Effect) -> bool:
    """Whether an effect on chosen objects depends on no others than the things they are in."""
    parts = conjuncts(effect.condition)
    if not all(map(_plain, parts)):
        return False
    loose = {name for name, _ in effect.variables} - set(effect.atom.args)
    links = [p.args for p in parts if isinstance(p, Atom) and p.predicate in _LINKS]
    while found := {holder for item, holder in links if holder in loose and item not in loose}:
        loose -= found
    return not loose


def _plain(formula: Formula) -> bool:
    match formula:
        case Exists() | Forall():
            return False
        case Not(body):
            return _plain(body)
        case And(parts) | Or(parts):
            return all(map(_plain, parts))
    return True
