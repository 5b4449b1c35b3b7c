# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Notices surprising observations and going round in circles (EPA 5; DANLI A.7.2)."""

from collections import Counter
from collections.abc import Sequence
from math import dist

from egoplan_ros.behavior.conditions.situation import NOT_OBJECTS, containers_of
from egoplan_ros.behavior.relevance import relevant_types
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.goal import Formula
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

EXPLORING = frozenset({"Explore", "Inspect", "Search", "Roam"})
"""Actions that may end as soon as they have shown something that matters."""

LASTING = frozenset(
    {
        "PickUp",
        "Put",
        "Slice",
        "Clean",
        "Heat",
        "HeatOnStove",
        "Cool",
        "Cook",
        "Fill",
        "Water",
        "Brew",
        "Pour",
    }
    | {"ToggleOn", "ToggleOff"}
)
"""Actions that bring a task on when they succeed; all others only lead up to them."""

ABOUT = {
    "GoTo": 0,
    "PickUp": 0,
    "Open": 0,
    "Close": 0,
    "ToggleOn": 0,
    "ToggleOff": 0,
    "Put": 1,
}
"""Actions that leave what they are about where it is, or take it in hand, and which argument that
is. What is washed, heated or sliced goes elsewhere by the action itself."""

_STATES = tuple("open toggled sliced clean dirty hot cold cooked filled brewed".split())


class Watch:
    """Compares the world with what the plan was made from.

    Args:
        ontology: object types.
        weights: what is no news any more.
        moved_distance: metres an object may shift before it has moved.
    """

    def __init__(self, ontology: Ontology, weights: Weights, moved_distance: float = 0.5) -> None:
        self.ontology = ontology
        self.moved_distance = moved_distance
        self.weights = weights
        self._places: dict[str, Vector3] = {}
        self._relevant: frozenset[str] = frozenset()
        self._most: Counter[str] = Counter()
        self._visited: Counter[tuple[int, str]] = Counter()
        self._circled: dict[str, int] = {}
        self._since = 0
        self._about: ObjectInstance | None = None
        self._startled: Counter[str] = Counter()

    def reset(self) -> None:
        """Forget everything, for a new task."""
        self._places = {}
        self._startled = Counter()
        self._most = Counter()
        self.new_goal(())

    def new_goal(self, history: Sequence[tuple[str, str]]) -> None:
        """What was done for another goal is no going round in circles for this one.

        Args:
            history: actions up to the change.
        """
        self._visited = Counter()
        self._circled = {}
        self._since = len(history)

    def planned(self, plan: Plan, goal: Formula, world: WorldState) -> None:
        """Remember what a new plan relies on."""
        names = {name for action in plan.actions for name in action.args}
        self._places = {n: world.objects[n].center for n in names if n in world.objects}
        self.aim(goal, world)

    def manipulated(self, action: SymbolicAction, world: WorldState) -> None:
        """The robot's own action moved its objects; that is no surprise."""
        for name in action.args:
            item = world.objects.get(name)
            if item is not None and name in self._places:
                self._places[name] = item.center

    def discovery(self, world: WorldState) -> str:
        """A type that matters of which more instances are known than ever before, or "".

        Two of a type are enough for the goals people set; more of them are no news.
        """
        before, enough = self._most, self.weights.news_limit
        now = self._counts(world)
        found = next((k for k in sorted(now) if now[k] > before[k] and before[k] < enough), "")
        if found:
            self._count(world)
        return found

    def relevant_inside(self, receptacle: str, world: WorldState) -> bool:
        """Whether something in a receptacle matters for the goal."""
        return any(content.type in self._relevant for content in world.contents(receptacle))

    def aim(self, goal: Formula, world: WorldState) -> None:
        """What matters from now on is what this goal speaks of; what is known is no news."""
        self._relevant = relevant_types(goal, self.ontology)
        self._count(world)

    def surprise(self, plan: Plan, index: int, world: WorldState) -> str:
        """Why the rest of a plan should not be executed as it is, or ""."""
        for action in plan.actions[index:]:
            if action.name in NOT_OBJECTS:
                continue
            for name in action.args:
                item = world.objects.get(name)
                if item is None:
                    if world.frontier(name) is None and name != THE_FLOOR.id:
                        return f"{name} is no longer there"
                    continue
                if item.held or name not in self._places:
                    continue
                if dist(item.center, self._places[name]) > self.moved_distance:
                    return f"{name} has moved"
        if plan.status is PlanStatus.EXPLORE and (found := self.discovery(world)):
            return f"a {found} was found"
        return ""

    def begin(self, action: SymbolicAction, world: WorldState) -> None:
        """An action starts: what it is about is to stay where it is, if others could take it."""
        at = ABOUT.get(action.name)
        item = None if at is None else world.objects.get(action.args[at])
        small = item is not None and self.ontology.affords(item.type, "pickupable")
        self._about = item if small else None

    def disturbed(self, world: WorldState) -> str:
        """Why the action that was begun has become pointless, or "".

        What the robot itself took in hand was not moved by others, nor was what lies in that; and
        what was only given another id where it was is still there.
        """
        was = self._about
        if was is None or self._startled[was.id] >= self.weights.startled_limit:
            return ""
        item = world.objects.get(was.id)
        if item is None:
            alike = world.of_type(frozenset({was.type}))
            if any(other.held or self._stayed(was, other) for other in alike):
                return ""
            why = f"{was.id} is no longer there"
        elif self._stayed(was, item) or in_hand(item, world):
            return ""
        else:
            why = f"{was.id} has moved"
        self._startled[was.id] += 1
        return why

    def _stayed(self, was: ObjectInstance, now: ObjectInstance) -> bool:
        return dist(was.center, now.center) <= self.moved_distance

    def visits(self, action: SymbolicAction, world: WorldState) -> int:
        """How often an action has ended in just this believed world (counts this time).

        Where chance takes the robot is another place each time.
        """
        if action.name == "Roam":
            return 0
        key = (digest(world), str(action))
        self._visited[key] += 1
        return self._visited[key]

    def circles(self, action: SymbolicAction, history: Sequence[tuple[str, str]]) -> int:
        """How often an action has been done since something last brought the task on, since it was
        last found to go in circles, or since the goal changed.

        Beliefs may change with every look (an object seen elsewhere again and again), so that no
        two worlds are the same although the robot goes round in circles. What is put in the same
        place again and again does not stay there; twice is part of many plans.

        Args:
            action: the one that has just succeeded.
            history: actions so far and how they ended, that one included.
        """
        if not action.args:
            return 0  # a look around is different at every place
        count, name = 0, str(action)
        since = history[self._circled.get(name, self._since) :]
        if action.name == "Put":
            return since.count((name, "ok")) // 2
        for text, code in reversed(since):
            if code == "ok" and text.split("(", 1)[0] in LASTING:
                break
            count += text == name and code == "ok"
        return count

    def circled(self, action: SymbolicAction, history: Sequence[tuple[str, str]]) -> None:
        """Count anew: something was done about it, and the action deserves another chance."""
        self._circled[str(action)] = len(history)

    def _counts(self, world: WorldState) -> Counter[str]:
        return Counter(item.type for item in world.objects.values() if item.type in self._relevant)

    def _count(self, world: WorldState) -> None:
        self._most |= self._counts(world)


def in_hand(item: ObjectInstance, world: WorldState) -> bool:
    """Whether an object is held, or lies in something that is."""
    around = (world.objects.get(name) for name in containers_of(world, item))
    return item.held or any(holder is not None and holder.held for holder in around)


def digest(world: WorldState) -> int:
    """A hash of the discrete beliefs: things, places, states, what is explored."""
    rows = frozenset(
        (
            item.id,
            item.parent,
            item.held,
            item.inspected,
            item.unreachable,
            tuple(item.is_(state) for state in _STATES),
        )
        for item in world.objects.values()
    )
    return hash((rows, world.explored, frozenset(f.id for f in world.frontiers)))
