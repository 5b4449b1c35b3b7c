# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is kept between calls: plans whose remaining steps still lead to the goal, and time-outs."""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import Domain
from egoplan_ros.planning.problem.build import Model
from egoplan_ros.planning.simulate import Step
from egoplan_ros.planning.validate import Report, validate

CAPACITY = 16
"""Plans that are kept."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A plan, and what has to be as it was for it to be worth keeping.

    Attributes:
        steps: over object ids, implicit arguments included.
        cost: of the whole plan when it was made.
        relevant: ids it was chosen among.
        failures: by object the plan uses, how often using it had failed.
    """

    steps: tuple[Step, ...]
    cost: int
    relevant: frozenset[str]
    failures: Mapping[str, int]


class PlanMemory:
    """The latest plans by goal, and how often in a row there was no time for one; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._plans: OrderedDict[Hashable, Remembered] = OrderedDict()
        self._late: tuple[Hashable, int] = (None, 0)

    def keep(self, key: Hashable, plan: Remembered) -> None:
        """Remember a plan in place of an older one for the same."""
        with self._lock:
            self._plans[key] = plan
            self._plans.move_to_end(key)
            while len(self._plans) > CAPACITY:
                self._plans.popitem(last=False)

    def recall(self, key: Hashable) -> Remembered | None:
        """The latest plan for that."""
        with self._lock:
            return self._plans.get(key)

    def ended(self, key: Hashable, *, late: bool) -> None:
        """Take note of whether the latest call ran out of time."""
        with self._lock:
            self._late = (key, self._times_late(key) + 1) if late else (None, 0)

    def times_late(self, key: Hashable) -> int:
        """How many calls for that, in a row, have run out of time."""
        with self._lock:
            return self._times_late(key)

    def _times_late(self, key: Hashable) -> int:
        latest, times = self._late
        return times if latest == key else 0


def remember(steps: tuple[Step, ...], cost: int, relevant: set[str], facts: Facts) -> Remembered:
    """A plan over object ids with the circumstances it was made in."""
    used = {arg for step in steps for arg in step.args if arg in facts.objects}
    failures = {name: facts.objects[name].unreachable for name in used}
    return Remembered(steps, cost, frozenset(relevant), failures)


def still_good(plan: Remembered, relevant: set[str], facts: Facts) -> bool:
    """Whether nothing speaks for another plan: nothing new to choose from, and no failure since."""
    last = facts.world.robot.last
    return (
        relevant <= plan.relevant
        and (last is None or last.success)
        and all(
            name in facts.objects and facts.objects[name].unreachable <= count
            for name, count in plan.failures.items()
        )
    )


def remaining(
    plan: Remembered, domain: Domain, model: Model
) -> Iterator[tuple[tuple[Step, ...], Report]]:
    """Endings of the plan that reach the goal from where things stand, the shortest first.

    None that would now cost more than the whole plan did when it was made.
    """
    names = {original: plain for plain, original in model.ids.items()}
    steps = tuple(
        Step(step.action, tuple(names.get(arg, arg) for arg in step.args)) for step in plan.steps
    )
    for start in range(len(steps) - 1, -1, -1):
        report = validate(domain, model.problem, steps[start:])
        if not report.problem and report.cost <= plan.cost:
            yield steps[start:], report
