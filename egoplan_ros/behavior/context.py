# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every subtree works with."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from egoplan_ros.behavior.blackboard import Board, Outcome
from egoplan_ros.behavior.conditions.blocking import Blocking
from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.details.detailed_planner import DetailedPlanner
from egoplan_ros.behavior.ports import Event, EventKind, Ports
from egoplan_ros.behavior.relevance import in_place, missing_types
from egoplan_ros.behavior.selection.selection import Candidate, Context, SelectionEngine
from egoplan_ros.behavior.selection.transition_graph import StateTransitionGraph
from egoplan_ros.behavior.subgoals import parts_in_order, together
from egoplan_ros.behavior.surprise_monitor import Watch
from egoplan_ros.planning.problem.carriers import only_carries
from egoplan_ros.planning.problem.removal import unwanted_in
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.goal import Formula, to_pddl
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.task import TaskUnderstanding

Settle = Callable[[TaskUnderstanding, Iterable[str]], TaskUnderstanding]
GoalHolds = Callable[[Formula, WorldState], bool]


@dataclass(slots=True)
class TaskContext:
    """Ports, settings and tools shared by the subtrees of one executive.

    Attributes:
        detailed_planner: plans for subgoals in the place of the symbolic one, None for that one.
        unsure: resolutions that were done and whose effect is only possible, by what was blocked.
    """

    ports: Ports
    ontology: Ontology
    config: BehaviorConfig
    board: Board
    blocking: Blocking
    graph: StateTransitionGraph
    engine: SelectionEngine
    watch: Watch
    goal_holds: GoalHolds
    settle: Settle | None = None
    detailed_planner: DetailedPlanner | None = None
    clock: Callable[[], float] = time.monotonic
    started: float = 0.0
    unsure: defaultdict[SymbolicAction, list[Candidate]] = field(
        default_factory=lambda: defaultdict(list)
    )

    @property
    def world(self) -> WorldState:
        """The latest world state."""
        return self.ports.world()

    @property
    def steps(self) -> int:
        """Primitives executed in this task."""
        return max(0, self.world.robot.step - self.board.steps_at_start)

    @property
    def seconds(self) -> float:
        """Wall time since the task started."""
        return self.clock() - self.started

    @property
    def goal_text(self) -> str:
        """PDDL text of the goal."""
        return to_pddl(self.board.goal)

    def goal_reached(self) -> bool:
        """Whether the goal is believed to hold."""
        return self.goal_holds(self.board.goal, self.world)

    def selection_context(
        self, done: tuple[str, ...] = (), remaining: tuple[str, ...] = ()
    ) -> Context:
        """What selection engines may look at; what is done and remains, else told by the goal."""
        board = self.board
        if not done and not remaining:
            done, remaining = goal_parts(board.goal, self.world, self.goal_holds)
        return Context(self.world, self.goal_text, board.history, board.errors, done, remaining)

    def new_graph(self) -> None:
        """Forget what blocked, and what was tried against it: it belonged to another goal."""
        self.graph = StateTransitionGraph(self.config.attempts_per_resolution)
        self.unsure.clear()

    def learn(self, action: SymbolicAction, kind: str = "") -> None:
        """Teach the engine which possible effects came true: an action was done, or ``kind`` blocks
        it now."""
        for candidate in self.unsure.pop(action, ()):
            self.engine.learn(candidate, candidate.against != kind)

    def tell(self, kind: EventKind, text: str, **data: str | int | float) -> None:
        """Record an event."""
        self.ports.record(Event(kind, text, self.world.stamp, self.steps, data))

    def end(self, success: bool, reason: str) -> None:
        """End the task; the first reason stands."""
        if self.board.outcome is None:
            self.board.outcome = Outcome(success, reason)
            self.board.phase = "done" if success else "failed"
            self.tell(EventKind.FINISHED, reason, success=int(success))

    def give_up(self, message: str) -> None:
        """End the task because of what stays in the way."""
        self.end(False, f"{message}; nobody helped" if self.board.unhelped else message)

    def block(
        self, condition: BlockingCondition, missing: tuple[str, ...] | None = None
    ) -> BlockingCondition:
        """Fill in what may resolve a condition, count it and tell about it.

        Args:
            condition: what blocks.
            missing: types looked for; None for those the goal lacks.
        """
        board = self.board
        self.learn(condition.action, condition.kind)
        condition = replace(condition, resolutions=self.resolutions(condition, missing))
        board.blocking_counts[str(condition.kind)] += 1
        if condition.kind is not BlockingKind.NOBODY_HELPED:  # what was asked about stands
            board.errors.append(condition.message)
        if condition.kind is BlockingKind.RECEPTACLE_FULL and len(condition.action.args) == 2:
            thing, place = condition.action.args
            board.no_room[thing, place] = _content(self.world, place)
        board.repeats[repeat_key(condition)] += 1
        self.ports.say(condition)
        self.tell(
            EventKind.BLOCKED,
            condition.message,
            condition=str(condition.kind),
            action=str(condition.action),
        )
        return condition

    def resolutions(
        self, condition: BlockingCondition, missing: tuple[str, ...] | None = None
    ) -> tuple[SymbolicAction, ...]:
        """What may resolve a condition; arguments as of :meth:`block`."""
        goal, world = self.board.goal, self.world
        found = self.blocking.resolutions(
            condition,
            world,
            missing_types(goal, world, self.ontology) if missing is None else missing,
            self.question(condition.message),
            in_place(goal, world, self.ontology),
            self._no_room(),
        )
        found = tuple(a for a in found if a.name != "AskHuman" or self._may_ask(a.args[0]))
        place = world.objects.get(next(reversed(condition.action.args), ""))
        full = condition.kind is BlockingKind.RECEPTACLE_FULL
        if full and place and goal and only_carries(place, goal, self.ontology):
            # Emptied it would be filled anew with something else, over and over.
            found = tuple(a for a in found if a.name != "PickUp")
        return tuple(a for a in found if not self.unwanted(a)) or found

    def _may_ask(self, question: str) -> bool:
        return self.config.ask_human and question not in self.board.unhelped

    def unwanted(self, action: SymbolicAction) -> bool:
        """Whether it would put something down just where the goal wants it not to be."""
        goal = self.board.goal
        if action.name != "Put" or goal is None:
            return False
        name, place = action.args
        return unwanted_in(goal, name, place, self.world, self.ontology)

    def _no_room(self) -> frozenset[str]:
        """Places in which what is held found no room, and from which nothing was taken since; and
        those from which it was taken itself, to make room for something else."""
        world = self.world
        held = world.held
        return frozenset(
            place
            for (thing, place), crowd in self.board.no_room.items()
            if held is not None
            and (held.id in crowd if thing != held.id else crowd <= _content(world, place))
        )

    def mark(self, name: str, failures: int = 1) -> None:
        """Make later plans avoid an object or frontier."""
        if name:
            for _ in range(failures):
                self.ports.mark_unreachable(name)
            self.tell(EventKind.MARKED, f"{name} is avoided from now on", object=name)

    def question(self, why: str) -> str:
        """What is asked of a person as the last resolution of what is in the way."""
        task = self.board.understanding.instruction.text or self.goal_text
        return f"{why}; can you help with: {task}?"


def goal_parts(
    goal: Formula, world: WorldState, goal_holds: GoalHolds
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The conditions of a goal that hold by themselves and those that do not, as PDDL texts."""
    done: list[str] = []
    remaining: list[str] = []
    for part in parts_in_order(goal, ()):
        condition = together(goal, [part])
        (done if goal_holds(condition, world) else remaining).append(to_pddl(condition))
    return tuple(done), tuple(remaining)


def _content(world: WorldState, place: str) -> frozenset[str]:
    return frozenset(item.id for item in world.contents(place))


def repeat_key(condition: BlockingCondition) -> tuple[str, str, str]:
    """What counts as being blocked in the same way: action, its objects, kind."""
    return condition.action.name, ",".join(condition.action.args), str(condition.kind)
