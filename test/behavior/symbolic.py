# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small symbolic home that implements the ports, with injectable failures."""

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.planning.facts import Facts, goal_holds
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import Formula, atoms, parse_goal, to_pddl, variable_types
from egoplan_ros.world.object import Belief, ObjectInstance, Source
from egoplan_ros.world.occupancy import OccupancyGrid, empty_grid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import Frontier, WorldState
from egoplan_ros.world.task import Instruction, TaskUnderstanding

ONTOLOGY = load_ontology()
TURNED = {"Clean": "clean", "Heat": "hot", "Cool": "cold", "Cook": "cooked"}
NEEDS = {"clean": ("Clean", "SinkBasin"), "hot": ("Heat", "Microwave"), "cold": ("Cool", "Fridge")}


@dataclass
class Thing:
    """The truth about an object; ``zone`` is where one must have looked to see it."""

    type: str
    parent: str | None = None
    zone: int = 0
    states: dict[str, bool] = field(default_factory=dict)
    held: bool = False


class Home:
    """Truth, belief, skills and a planner, all symbolic; one furniture piece stands per metre."""

    def __init__(self, things: dict[str, Thing], seen: bool = False) -> None:
        self.things = things
        self.zones_seen: set[int] = set()
        self.known: set[str] = set()
        self.believed: dict[str, Thing] = {}
        self.inspected: set[str] = set()
        self.marks: Counter[str] = Counter()
        self.person = False  # whoever is asked helps
        self.explored: set[str] = set()
        self.faults: dict[str, list[ErrorCode]] = {}
        self.planner_faults: list[PlanStatus] = []
        self.bumps = 0  # primitives that have failed in a skill by the time it is cancelled
        self.step = 0
        self.version = 0
        self.said = []
        self.events = []
        self.started: list[SymbolicAction] = []
        self.active = 0
        self.cancelled = 0
        self.hook = None
        if seen:
            self.reveal({thing.zone for thing in things.values()})

    # -- truth -------------------------------------------------------------------------------
    def lidded(self, name: str) -> bool:
        kind = ONTOLOGY.get(self.things[name].type)
        return {"openable", "receptacle"} <= kind.affords and kind.contains != "surface"

    def closed(self, name: str) -> bool:
        return self.lidded(name) and not self.things[name].states.get("open", False)

    def visible(self, name: str) -> bool:
        thing = self.things[name]
        if thing.zone not in self.zones_seen:
            return False
        return thing.parent is None or not self.closed(thing.parent)

    def reveal(self, zones: set[int]) -> None:
        self.zones_seen |= zones
        self.look()

    def look(self) -> None:
        """Believe what is visible; a believed place that is seen empty is forgotten."""
        self.version += 1
        for name, thing in self.things.items():
            if self.visible(name) or thing.held:
                self.believed[name] = replace(thing, states=dict(thing.states))

    @property
    def held(self) -> str | None:
        return next((name for name, thing in self.things.items() if thing.held), None)

    # -- ports -------------------------------------------------------------------------------
    def world(self) -> WorldState:
        objects = {}
        for index, (name, thing) in enumerate(sorted(self.believed.items())):
            spot = thing.parent if thing.parent in self.things else name
            place = float(sorted(self.things).index(spot))
            objects[name] = ObjectInstance(
                id=name,
                type=thing.type,
                center=(place, float(index % 3) * 0.01, 1.0),
                size=(0.1, 0.1, 0.1),
                states={k: Belief(float(v), Source.EFFECT) for k, v in thing.states.items()},
                parent=None if thing.held else thing.parent,
                held=thing.held,
                inspected=name in self.inspected,
                unreachable=self.marks[name],
            )
        zones = {thing.zone for thing in self.things.values()} - self.zones_seen
        frontiers = tuple(
            Frontier(f"frontier_{zone}", float(zone), 0.0, 0.0, 1.0)
            for zone in sorted(zones)
            if f"frontier_{zone}" not in self.explored
        )
        robot = RobotState(float(self.step), self.step, 1, Pose2D(), 0.0, 1.5, bool(self.held))
        return WorldState(
            stamp=float(self.step),
            robot=robot,
            objects=objects,
            grid=empty_grid(),
            frontiers=frontiers,
            explored=frozenset(self.explored),
            version=self.version,
        )

    def plan(self, goal: Formula) -> "Job":
        return Job(self, 2, lambda: self._plan(goal), steps=False)

    def start_skill(self, action: SymbolicAction) -> "Job":
        self.started.append(action)
        so_far = SkillResult(action, False, ErrorCode.CANCELLED, "", failures=self.bumps)
        return Job(self, 3, lambda: self._do(action), so_far=so_far)

    def say(self, condition) -> None:
        self.said.append(condition)

    def mark_explored(self, name: str) -> None:
        self.version += 1
        self.explored.add(name)

    def mark_unreachable(self, name: str) -> None:
        self.version += 1
        if name.startswith("frontier"):
            self.explored.add(name)
        self.marks[name] += 1

    def record(self, event) -> None:
        self.events.append(event)

    # -- skills ------------------------------------------------------------------------------
    def _do(self, action: SymbolicAction) -> SkillResult:
        for key in (str(action), action.name):
            if self.faults.get(key):
                return self._fail(action, self.faults[key].pop(0))
        error = self._effect(action)
        self.look()
        if error:
            return self._fail(action, error)
        return SkillResult(action, True, primitives=3)

    def _fail(self, action: SymbolicAction, error: ErrorCode) -> SkillResult:
        self.version += 1
        for name in action.args:
            unseen = error in (ErrorCode.NOT_VISIBLE, ErrorCode.NOT_FOUND)
            believed = self.believed.get(name)
            if unseen and believed and believed.parent != self.things[name].parent:
                del self.believed[name]
        spent = {} if action.name == "AskHuman" else {"primitives": 3, "failures": 1}
        return SkillResult(action, False, error, str(error), **spent)

    def _effect(self, action: SymbolicAction) -> ErrorCode:
        name, args = action.name, action.args
        if name == "LookAround":
            self.zones_seen.add(0)
            return ErrorCode.NONE
        if name == "Search":
            wanted = [n for n, t in self.things.items() if t.type == args[0]]
            self.zones_seen |= {self.things[n].zone for n in wanted}
            return ErrorCode.NONE if any(self.visible(n) for n in wanted) else ErrorCode.NOT_FOUND
        if name == "AskHuman":
            return ErrorCode.NONE if self.person else ErrorCode.NOBODY_HELPED
        if name == "Roam":
            return ErrorCode.NONE
        if name == "Explore":
            self.zones_seen.add(int(args[0].split("_")[1]))
            self.explored.add(args[0])
            return ErrorCode.NONE
        thing = self.things.get(args[0])
        if thing is None:
            return ErrorCode.NOT_FOUND
        if name == "Close":
            thing.states["open"] = False
            return ErrorCode.NONE
        if name in ("Open", "Inspect"):
            if name == "Open" or self.lidded(args[0]):
                thing.states["open"] = True
            self.inspected.add(args[0])
            return ErrorCode.NONE
        if not thing.held and not self.visible(args[0]):
            return ErrorCode.NOT_VISIBLE
        believed = self.believed.get(args[0])
        if not thing.held and (believed is None or believed.parent != thing.parent):
            return ErrorCode.NOT_VISIBLE
        if name == "GoTo":
            return ErrorCode.NONE
        if name == "ToggleOn":
            thing.states["toggled"] = True
            return ErrorCode.NONE
        if name == "PickUp":
            if self.held:
                return ErrorCode.HAND_OCCUPIED
            thing.held, thing.parent = True, None
            return ErrorCode.NONE
        if name == "Slice":
            if self.held is None or "Knife" not in self.things[self.held].type:
                return ErrorCode.WRONG_STATE
            self.things[f"{thing.type}Sliced_1"] = replace(
                thing, type=f"{thing.type}Sliced", states={"sliced": True}
            )
            del self.things[args[0]]
            self.believed.pop(args[0], None)
            return ErrorCode.NONE
        if not thing.held:
            return ErrorCode.HAND_EMPTY
        if name in TURNED:
            thing.states[TURNED[name]] = True
            return ErrorCode.NONE
        if args[1] not in self.things:
            return ErrorCode.NOT_FOUND
        if self.closed(args[1]):
            self.believed[args[1]].states["open"] = False
            return ErrorCode.RECEPTACLE_CLOSED
        capacity = ONTOLOGY.get(self.things[args[1]].type).capacity
        inside = sum(t.parent == args[1] for t in self.things.values())
        if capacity is not None and inside >= capacity:
            return ErrorCode.RECEPTACLE_FULL
        thing.held, thing.parent, thing.zone = False, args[1], self.things[args[1]].zone
        return ErrorCode.NONE

    # -- planner -----------------------------------------------------------------------------
    def _plan(self, goal: Formula) -> Plan:
        if self.planner_faults:
            return Plan(self.planner_faults.pop(0), message="injected")
        world = self.world()
        if goal_holds(goal, world):
            return Plan(PlanStatus.SATISFIED)
        actions = self._solve(goal, world)
        if actions is not None:
            return Plan(PlanStatus.SOLVED, tuple(actions), 1.0, to_pddl(goal))
        return self._explore(world)

    def _explore(self, world: WorldState) -> Plan:
        if world.frontiers:
            return Plan(
                PlanStatus.EXPLORE, (SymbolicAction("Explore", (world.frontiers[0].id,)),), 1.0
            )
        facts = Facts(world, ONTOLOGY)
        shut = [
            o
            for o in world.objects.values()
            if facts.lidded(o.type) and not o.inspected and not o.is_("open") and o.unreachable < 2
        ]
        if shut:
            return Plan(PlanStatus.EXPLORE, (SymbolicAction("Inspect", (shut[0].id,)),), 1.0)
        return Plan(PlanStatus.UNSOLVABLE, message="nothing left to explore")

    def _solve(self, goal: Formula, world: WorldState) -> list[SymbolicAction] | None:
        """Means-ends analysis for goals about one object ?o and perhaps one receptacle ?r."""
        facts = Facts(world, ONTOLOGY)
        types = variable_types(goal)
        wanted = {a.predicate for a in atoms(goal)}
        best = lambda kind: sorted(  # noqa: E731
            (world.objects[n] for n in facts.objects_of(kind)), key=lambda o: (o.unreachable, o.id)
        )
        plan: list[SymbolicAction] = []
        items = best(types["?o"])
        hand = world.held.id if world.held else None
        if "sliced" in wanted:
            sliced = [o for o in items if facts.unary("sliced", o)]
            if not sliced:
                knives = best("Knife")
                if not items or not knives:
                    return None
                plan += self._fetch(knives[0].id, hand, world, facts) or []
                return [*plan, SymbolicAction("Slice", (items[0].id,))]
            items = sliced
        items.sort(key=lambda o: (o.unreachable, not o.held))
        if not items:
            return None
        item = items[0]
        fetched = self._fetch(item.id, hand, world, facts)
        if fetched is None:
            return None
        plan += fetched
        for state, (action, place) in NEEDS.items():
            if state in wanted and not item.is_(state):
                spots = best(place)
                if not spots:
                    return None
                plan.append(SymbolicAction(action, (item.id, spots[0].id)))
        if "?r" in types:
            spots = best(types["?r"])
            if not spots:
                return None
            if not facts.unary("accessible", spots[0]):
                plan.append(SymbolicAction("Open", (spots[0].id,)))
            plan.append(SymbolicAction("Put", (item.id, spots[0].id)))
        return plan

    def _fetch(self, name: str, hand: str | None, world: WorldState, facts: Facts):
        if hand == name:
            return []
        plan = []
        if hand is not None:
            kind = world.objects[hand].type
            spot = next(
                (
                    o.id
                    for o in sorted(world.objects.values(), key=lambda o: (o.unreachable, o.id))
                    if ONTOLOGY.fits(kind, o.type)
                    and facts.unary("accessible", o)
                    and not facts.unary("full", o)
                ),
                None,
            )
            if spot is None:
                return None
            plan.append(SymbolicAction("Put", (hand, spot)))
        parent = world.objects[name].parent
        if parent in world.objects and not facts.unary("accessible", world.objects[parent]):
            plan.append(SymbolicAction("Open", (parent,)))
        return [*plan, SymbolicAction("GoTo", (name,)), SymbolicAction("PickUp", (name,))]


class Job:
    """Pending work that takes a few calls of ``done``, one primitive each."""

    def __init__(self, home: Home, calls: int, finish, steps: bool = True, so_far=None) -> None:
        self.home, self.calls, self.finish, self.steps = home, calls, finish, steps
        self.so_far = so_far
        self.value = None
        home.active += 1

    def done(self) -> bool:
        assert self.calls >= 0, "asked again after it was cancelled or finished"
        if self.calls > 0:
            self.calls -= 1
            self.home.step += self.steps
            if self.home.hook:
                self.home.hook()
            if self.calls == 0:
                self.value = self.finish()
        return self.calls == 0

    def result(self):
        assert self.calls == 0
        self.calls = -1
        self.home.active -= 1
        return self.value

    def cancel(self):
        assert self.calls >= 0
        self.calls = -1
        self.home.active -= 1
        self.home.cancelled += 1
        return self.so_far


def barred(home: Home) -> Home:
    """The home with its refrigerator open, whose door stands across the only way to Cabinet_1."""
    home.things["Fridge_1"].states["open"] = True
    effect, sight = home._effect, home.world

    def hindered(action: SymbolicAction) -> ErrorCode:
        shut = not home.things["Fridge_1"].states["open"]
        if str(action) == "Inspect(Cabinet_1)" and not shut:
            return ErrorCode.OUT_OF_REACH
        return effect(action)

    def world() -> WorldState:
        state = sight()
        data = np.full((40, 400), 100, dtype=np.int8)
        data[15:25] = 0
        item, door = state.objects.get("Cabinet_1"), state.objects.get("Fridge_1")
        if item is not None and door is not None and door.is_("open"):
            left = item.center[0] - 2.0
            data[:, round((left + 5.0) / 0.05) :][:, :4] = 100
            closed = ((left, 0.8, 1.0), (0.1, 0.1, 0.1))
            across = replace(
                door, center=(left + 0.1, 0.0, 1.0), size=(0.2, 2.0, 1.0), closed_box=closed
            )
            robot = replace(state.robot, base=Pose2D(left - 1.0, 0.0))
            objects = {**state.objects, "Fridge_1": across}
            state = replace(state, objects=objects, robot=robot)
        return replace(state, grid=OccupancyGrid(data, 0.05, (-5.0, -1.0)))

    home._effect, home.world = hindered, world
    return home


def kitchen(seen: bool = False) -> Home:
    """Two mugs, an apple in the closed fridge, a knife; half of it in a part not seen at first."""
    return Home(
        {
            "CounterTop_1": Thing("CounterTop"),
            "CounterTop_2": Thing("CounterTop", zone=1),
            "SinkBasin_1": Thing("SinkBasin"),
            "Fridge_1": Thing("Fridge", states={"open": False}),
            "Microwave_1": Thing("Microwave", zone=1, states={"open": False}),
            "CoffeeMachine_1": Thing("CoffeeMachine", zone=1),
            "Cabinet_1": Thing("Cabinet", states={"open": False}),
            "Mug_1": Thing("Mug", "CounterTop_1"),
            "Mug_2": Thing("Mug", "CounterTop_2", zone=1),
            "Apple_1": Thing("Apple", "Fridge_1"),
            "Knife_1": Thing("Knife", "CounterTop_2", zone=1),
            "Bowl_1": Thing("Bowl", "Cabinet_1"),
        },
        seen,
    )


def understanding(goal: str, *others: str) -> TaskUnderstanding:
    """What language would say about a goal."""
    from egoplan_ros.world.task import GoalAlternative

    formulas = [parse_goal(text) for text in (goal, *others)]
    return TaskUnderstanding(
        Instruction(goal),
        formulas[0],
        1.0,
        tuple(GoalAlternative(f, 1.0 / (i + 1)) for i, f in enumerate(formulas)),
    )


def pursue(home: Home, goal: str, limit: int = 20_000, **settings):
    """Run a task to its end."""
    executive = TaskExecutive(home, ONTOLOGY, BehaviorConfig(**settings))
    executive.start(understanding(goal))
    return ended(executive, home, limit)


def ended(executive: TaskExecutive, home: Home, limit: int = 20_000):
    """The result of a task that was started, once it has ended; nothing may be left behind."""
    for _ in range(limit):
        if executive.tick().name != "RUNNING":
            break
    else:
        raise AssertionError("the executive does not end")
    result = executive.result()
    executive.close()
    assert home.active == 0, "work was left behind"
    return result


def restless(home: Home) -> Home:
    """The home with every act changing what counts as inspected: no two worlds are the same."""
    effect = home._effect

    def stirred(action: SymbolicAction) -> ErrorCode:
        home.inspected = {sorted(home.things)[home.step % len(home.things)]}
        return effect(action)

    home._effect = stirred
    return home
