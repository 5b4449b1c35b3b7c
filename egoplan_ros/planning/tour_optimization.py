# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Makes a plan short in the world: the travel of the whole tour, not only from where the robot is.

The solver knows what it takes to go to each object from the robot's present place, so it is blind
to whether the mug it takes is near the sink it goes to next. Here a valid plan is changed little by
little - another object of the same type in the place of one, errands in another order - and each
change that makes the tour shorter is kept if the plan checker finds the plan still valid: local
search by relocation (Or 1976) and substitution, the best first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import hypot

from egoplan_ros.planning.costs import Costs
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import Domain
from egoplan_ros.planning.problem.build import Model, effort
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.planning.validate import validate
from egoplan_ros.world.goal import Atom

EFFORT = "effort"
"""The function of the domain that stands for travel; its argument is where an action goes."""

Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Footprint of an object, map metres, and what failures to use it add to its effort."""

    x: float
    y: float
    half_x: float
    half_y: float
    extra: float

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        return (
            min(max(x, self.x - self.half_x), self.x + self.half_x),
            min(max(y, self.y - self.half_y), self.y + self.half_y),
        )


class Tour:
    """Measures plans by the way from object to object.

    Args:
        domain: whose actions the plans are made of.
        model: the problem they are for.
        facts: beliefs; where the objects are.
        costs: what is in the way beside distance.
    """

    def __init__(self, domain: Domain, model: Model, facts: Facts, costs: Costs) -> None:
        self.domain = domain
        self.model = model
        self.base = facts.world.robot.base
        self.places: dict[str, _Place] = {}
        self.containers: set[str] = set()
        self.costs = costs
        efforts = model.problem.costs
        for name, original in model.ids.items():
            item = facts.objects.get(original)
            if item is not None and (EFFORT, name) in efforts:
                away = item.planar_distance(self.base.x, self.base.y)
                self.places[name] = _Place(
                    x=item.center[0],
                    y=item.center[1],
                    half_x=item.size[0] / 2.0,
                    half_y=item.size[1] / 2.0,
                    extra=efforts[EFFORT, name] - effort(away),
                )
                if facts.ontology.get(item.type).contains == "inside":
                    self.containers.add(name)

    def goes_to(self, step: Step) -> str:
        """The object that a step travels to, "" for none."""
        cost = step.action.cost
        if not isinstance(cost, Atom) or cost.predicate != EFFORT or len(cost.args) != 1:
            return ""
        for value, (name, _) in zip(step.args, step.action.parameters, strict=True):
            if name == cost.args[0] and value in self.places:
                return value
        return ""

    def cost(self, steps: Sequence[Step]) -> float:
        """Planner units of a plan when each way begins where the one before has ended."""
        x, y, total = self.base.x, self.base.y, 0.0
        put: dict[str, str] = {}
        ajar: set[str] = set()
        for step in steps:
            ajar -= {name for (name,) in _made(step, "open", False)}
            ajar |= {name for (name,) in _made(step, "open")}
            if target := self.goes_to(step):
                place = self.places[target]
                there = self.places[put.get(target, target)].nearest(x, y)
                total += 1.0 + 2.0 * hypot(there[0] - x, there[1] - y) + place.extra
                total += self.costs.ajar_cost * len(ajar - {target})
                x, y = there
                continue
            total += self._fixed(step)
            for name, into in _made(step, "in"):
                if put.get(into) in self.containers:
                    total += self.costs.loaded_cost
                if into in self.places:
                    put[name] = put.get(into, into)
        return total

    def _fixed(self, step: Step) -> int:
        cost = step.action.cost
        if isinstance(cost, int):
            return cost
        env = _arguments(step)
        key = (cost.predicate, *(env.get(arg, arg) for arg in cost.args))
        return self.model.problem.costs.get(key, 0)


def shorten(steps: Steps, domain: Domain, model: Model, facts: Facts, costs: Costs) -> Steps:
    """The plan, or a valid one for the same problem with a shorter tour.

    Args:
        steps: a valid plan over the planner names of ``model``.
        domain: action schemas.
        model: the problem.
        facts: beliefs the problem was made from.
        costs: what is in the way beside distance, and how long to try.
    """
    tour = Tour(domain, model, facts, costs)
    direct = _direct(steps, tour)
    if len(direct) < len(steps) and not validate(domain, model.problem, direct).problem:
        steps = direct
    if len(steps) > costs.longest_tour or sum(bool(tour.goes_to(step)) for step in steps) < 2:
        return steps
    best, best_cost = steps, tour.cost(steps)
    checks = costs.tour_checks
    seen = {steps}
    while checks > 0:
        shorter: list[tuple[float, int, Steps]] = []
        for count, changed in enumerate(_changes(best, tour)):
            if count >= costs.tour_changes:
                break
            if changed in seen:
                continue
            seen.add(changed)
            if (cost := tour.cost(changed)) <= best_cost - costs.least_saved:
                shorter.append((cost, count, changed))
        for cost, _, changed in sorted(shorter)[:checks]:
            checks -= 1
            if not validate(domain, model.problem, changed).problem:
                best, best_cost = changed, cost
                break
        else:
            return best
    return best


def _direct(steps: Steps, tour: Tour) -> Steps:
    """The plan without ways that another way follows at once: nothing is done at their end."""
    kept = (
        one for one, after in pairwise(steps) if not (tour.goes_to(one) and tour.goes_to(after))
    )
    return (*kept, *steps[-1:])


def _changes(steps: Steps, tour: Tour) -> Iterator[Steps]:
    """Plans that differ little from one."""
    yield from _loaded_first(steps, tour)
    yield from _opened_later(steps, tour)
    swaps = list(_swaps(steps, tour))
    for swap in swaps:
        yield from _swapped(steps, tour, swap)
    yield from _reordered(steps, tour)
    for one, two in combinations(swaps, 2):
        if one.keys().isdisjoint(two):
            yield from _swapped(steps, tour, {**one, **two})


def _loaded_first(steps: Steps, tour: Tour) -> Iterator[Steps]:
    """The plan in which a carrier is put into a container only after it was loaded."""
    way = next((step.action for step in steps if tour.goes_to(step)), None)
    taken: dict[str, int] = {}
    for index, step in enumerate(steps):
        taken |= {name: index for (name,) in _made(step, "holding")}
        for carrier, container in _made(step, "in"):
            loads = [
                later + 1
                for later in range(index + 1, len(steps))
                if any(into == carrier for _, into in _made(steps[later], "in"))
            ]
            if container not in tour.containers or carrier not in taken or not loads or not way:
                continue
            start = taken[carrier]
            before, errand, after = steps[:start], steps[start:index], steps[loads[-1] :]
            while before and tour.goes_to(before[-1]):
                before = before[:-1]  # to the carrier, with nothing to do there yet
            if not any(tour.goes_to(each) == container for each in errand):
                errand += (Step(way, (container,)),)
            yield before + steps[index + 1 : loads[-1]] + errand + (step,) + after


def _opened_later(steps: Steps, tour: Tour) -> Iterator[Steps]:
    """The plan in which a container is opened only when the robot next comes to it."""
    for index, step in enumerate(steps):
        for (container,) in _made(step, "open"):
            rest = steps[index + 1 :]
            ways = [k for k, later in enumerate(rest) if tour.goes_to(later) == container]
            if not ways or step.args != (container,):
                continue
            before, at = steps[:index], ways[0] + 1
            moved = (*rest[:at], step, *rest[at:])
            yield before + moved
            if before and tour.goes_to(before[-1]) == container:
                yield before[:-1] + moved


def _made(step: Step, predicate: str, true: bool = True) -> Iterator[tuple[str, ...]]:
    """The arguments with which a predicate becomes true (or false), maybe on a condition."""
    env = _arguments(step)
    for effect in step.action.effects:
        if effect.add == true and effect.atom.predicate == predicate and not effect.variables:
            yield tuple(env.get(arg, arg) for arg in effect.atom.args)


def _swaps(steps: Steps, tour: Tour) -> Iterator[dict[str, str]]:
    """Exchanges of an object of the plan with another of the same type."""
    types = tour.model.problem.objects
    used = list(dict.fromkeys(arg for step in steps for arg in step.args if arg in tour.places))
    for name in used:
        for other in tour.places:
            if other == name or types[other] != types[name]:
                continue
            if other not in used or used.index(name) < used.index(other):
                yield {name: other, other: name}


def _swapped(steps: Steps, tour: Tour, swap: Mapping[str, str]) -> Iterator[Steps]:
    """The plan about other objects, with the containers they are in or without a stop there."""
    changed = _renamed(steps, swap)
    yield changed
    inside = {fact[1]: fact[2] for fact in tour.model.problem.init if fact[0] == "in"}
    for name, other in swap.items():
        around = inside.get(name)
        if around is None or not any(around in step.args for step in steps):
            continue
        instead = inside.get(other)
        if instead is not None and instead != around and instead not in swap:
            yield _renamed(steps, {**swap, around: instead, instead: around})
        head, stops = _stops(changed, tour)
        for index, stop in enumerate(stops):
            if stop[0].args[:1] == (around,):
                yield _joined(head, stops[:index] + stops[index + 1 :])


def _reordered(steps: Steps, tour: Tour) -> Iterator[Steps]:
    """The plan with a run of stops moved; runs that leave the hand as they found it."""
    head, stops = _stops(steps, tour)
    hands = _hands(head, stops, tour)
    for start in range(len(stops)):
        for end in range(start + 1, len(stops) + 1):
            if hands[start] != hands[end]:
                continue
            idle = len(set(hands[start : end + 1])) == 1
            rest = stops[:start] + stops[end:]
            for at in range(len(rest) + 1):
                if at == start:
                    continue
                before = hands[at] if at < start else hands[at + end - start]
                if idle or before == hands[start]:
                    yield _joined(head, rest[:at] + stops[start:end] + rest[at:])


def _stops(steps: Steps, tour: Tour) -> tuple[Steps, list[Steps]]:
    """What is done before the first way, and each way with what is done at its end."""
    starts = [index for index, step in enumerate(steps) if tour.goes_to(step)]
    ends = [*starts[1:], len(steps)]
    return steps[: starts[0]], [steps[a:b] for a, b in zip(starts, ends, strict=True)]


def _hands(head: Steps, stops: list[Steps], tour: Tour) -> list[frozenset[str]]:
    """What is in the hand before each stop and after the last."""
    simulator = Simulator(tour.domain, tour.model.problem)
    hands: list[frozenset[str]] = []
    for part in (head, *stops):
        for step in part:
            simulator.apply(step)
        hands.append(frozenset(fact[1] for fact in simulator.state if fact[0] == "holding"))
    return hands


def _arguments(step: Step) -> dict[str, str]:
    names = (name for name, _ in step.action.parameters)
    return dict(zip(names, step.args, strict=True))


def _joined(head: Steps, stops: list[Steps]) -> Steps:
    return head + tuple(step for stop in stops for step in stop)


def _renamed(steps: Steps, names: Mapping[str, str]) -> Steps:
    return tuple(Step(s.action, tuple(names.get(arg, arg) for arg in s.args)) for s in steps)
