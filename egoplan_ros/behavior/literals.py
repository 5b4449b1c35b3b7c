# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A goal as a list of ground literals: which objects are meant, and what is left to achieve."""

from collections.abc import Iterable, Sequence
from itertools import product

from egoplan_ros.behavior.binding_search import IMPOSSIBLE, cheapest
from egoplan_ros.behavior.conditions.effects import Effects, Literal, suits
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or

Choice = tuple[float, tuple[Literal, ...]]


class Literals:
    """Chooses the objects a goal is about so that little is left to do.

    Args:
        facts: beliefs.
        effects: what can be achieved at all.
        weights: prices of objects.
        kept: objects chosen before; they are kept while nothing speaks against them.
        lost: types of which no further one was to be found: those known have to do.
    """

    def __init__(
        self,
        facts: Facts,
        effects: Effects,
        weights: Weights,
        kept: Iterable[str] = (),
        lost: Iterable[str] = (),
    ) -> None:
        self.facts = facts
        self.effects = effects
        self.kept = frozenset(kept)
        self.lost = frozenset(lost)
        self.weights = weights

    def of(self, goal: Formula) -> tuple[Literal, ...]:
        """All literals of the goal for the cheapest choice of objects, true ones included."""
        return tuple(dict.fromkeys(self._need(goal, True, {})[1]))

    def true(self, literal: Literal) -> bool:
        """Whether a literal is believed."""
        return self.facts.fact(literal.predicate, literal.args) == literal.positive

    def _need(self, formula: Formula, wanted: bool, env: dict[str, str]) -> Choice:
        match formula:
            case Atom(predicate, args):
                return self._atom(
                    Literal(predicate, tuple(env.get(arg, arg) for arg in args), wanted)
                )
            case Equal(left, right):
                a, b = env.get(left, left), env.get(right, right)
                # Two objects not seen yet may well be different ones.
                same = a == b and (a in self.facts.objects or left == right)
                return (0.0 if same == wanted else IMPOSSIBLE), ()
            case Not(body):
                return self._need(body, not wanted, env)
            case And(parts) | Or(parts):
                found = [self._need(part, wanted, env) for part in parts]
                return _all(found) if isinstance(formula, And) == wanted else _best(found)
            case Exists(variables, body) | Forall(variables, body):
                if isinstance(formula, Exists) == wanted:
                    return self._cheapest(formula, wanted, env)
                names = [name for name, _ in variables]
                columns = [self._known(kind) for _, kind in variables]
                return _all(
                    [
                        self._need(body, wanted, env | dict(zip(names, values, strict=True)))
                        for values in product(*columns)
                    ]
                )

    def _cheapest(self, formula: Exists | Forall, wanted: bool, env: dict[str, str]) -> Choice:
        """What is needed with the objects for a quantifier's variables that leave least to do."""
        joint = isinstance(formula.body, And if wanted else Or)
        parts = formula.body.parts if isinstance(formula.body, And | Or) else ()
        columns = {name: self._candidates(kind) for name, kind in formula.variables}
        values = cheapest(
            columns,
            parts if joint else (formula.body,),
            lambda part, inner: self._need(part, wanted, env | inner)[0],
            self._price,
        )
        if values is None:
            return _best([])
        price, literals = self._need(formula.body, wanted, env | values)
        return price + sum(map(self._price, values.values())), literals

    def _atom(self, literal: Literal) -> Choice:
        if self.true(literal):
            return 0.0, (literal,)
        if not self.effects.achievable(literal):
            return IMPOSSIBLE, ()
        misfit = len(literal.args) == 2 and not suits(
            literal.args[0], literal.args[1], self.facts.world, self.facts.ontology
        )
        return (IMPOSSIBLE if misfit else 1.0), (literal,)

    def _known(self, kind: str) -> list[str]:
        return sorted(self.facts.objects_of(kind), key=lambda name: (self._price(name), name))

    def _candidates(self, kind: str) -> list[str]:
        known = self._known(kind)[: self.weights.meant_choices]
        unseen = kind != "object" and not (known and kind in self.lost)
        return known + ([kind] if unseen else [])

    def _price(self, name: str) -> float:
        item, weights = self.facts.objects.get(name), self.weights
        if item is None:
            return weights.unseen_price
        if item.held:
            return -weights.kept_discount
        base = self.facts.world.robot.base
        way = item.planar_distance(base.x, base.y)
        discount = weights.kept_discount if name in self.kept else 0.0
        return weights.metre_price * way + weights.failure_price * item.unreachable - discount


def _all(found: Sequence[Choice]) -> Choice:
    return sum(price for price, _ in found), tuple(x for _, literals in found for x in literals)


def _best(found: Sequence[Choice]) -> Choice:
    return min(found, key=lambda choice: choice[0], default=(IMPOSSIBLE, ()))


def in_the_way(literal: Literal, pending: Sequence[Literal], effects: Effects) -> int:
    """How many pending literals should be achieved before this one.

    Those whose predicate comes earlier in the table, and, for an object to be put somewhere, what
    is still to be put into that object.
    """
    mine = effects.order(literal)
    earlier = sum(effects.order(other) < mine for other in pending)
    if literal.predicate == "in" and literal.positive:
        earlier += sum(
            other.predicate == "in" and other.positive and other.args[1] == literal.args[0]
            for other in pending
        )
    return earlier
