"""Evaluates conditions of the catalogue on a world state."""

from collections.abc import Mapping

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or, holds
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState


class Situation:
    """Closed-world truth of literals in one world state.

    Besides what planning knows (goal predicates, affordances, ``(hidden x)``, ``(accessible r)``,
    ``(full r)`` ...) there are ``(known x)``: in memory, or a frontier that is still there; and
    ``(unreachable x)``: an attempt to use it failed.
    """

    def __init__(self, world: WorldState, ontology: Ontology) -> None:
        self.world = world
        self.facts = Facts(world, ontology)

    def true(self, formula: Formula) -> bool:
        """Whether a formula without free variables holds."""
        return holds(formula, self.facts.objects_of, self._fact)

    def _fact(self, predicate: str, args: tuple[str, ...]) -> bool:
        if predicate == "known":
            return args[0] in self.world.objects or self.world.frontier(args[0]) is not None
        if predicate == "unreachable":
            item = self.world.objects.get(args[0])
            return item is not None and item.unreachable > 0
        return self.facts.fact(predicate, args)


def substitute(formula: Formula, values: Mapping[str, str]) -> Formula:
    """The formula with argument names replaced by objects, e.g. ``$0`` by ``Mug_1``."""
    match formula:
        case Atom(predicate, args):
            return Atom(predicate, tuple(values.get(arg, arg) for arg in args))
        case Equal(left, right):
            return Equal(values.get(left, left), values.get(right, right))
        case Not(body):
            return Not(substitute(body, values))
        case And(parts):
            return And(tuple(substitute(part, values) for part in parts))
        case Or(parts):
            return Or(tuple(substitute(part, values) for part in parts))
        case Exists(variables, body):
            return Exists(variables, substitute(body, values))
        case Forall(variables, body):
            return Forall(variables, substitute(body, values))


def closed_containers(world: WorldState, ontology: Ontology, name: str) -> list[str]:
    """Receptacles around an object that are believed closed, outermost first."""
    facts = Facts(world, ontology)
    found: list[str] = []
    item = world.objects.get(name)
    seen = {name}
    while item is not None and item.parent and item.parent not in seen:
        seen.add(item.parent)
        item = world.objects.get(item.parent)
        if item is not None and not facts.fact("accessible", (item.id,)):
            found.append(item.id)
    return found[::-1]
