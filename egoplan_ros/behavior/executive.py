# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task executive: one py_trees tree that pursues one goal at a time.

The tree (memory-less composites react within one tick, the others remember where they are)::

    task            sequence: not stopped? - within budgets? - goal current? -
                              initial perception - (first exploration) - settle goal - pursue
    pursue          selector: goal holds? - work
    work            sequence: recover - plan - execute           (repeated until the task ends)
    recover         selector: not blocked? - attempt
    attempt         selector: resolve (grow graph, pick, run, judge) - leave it
    plan            selector: plan stands? - make plan
    execute         sequence: nothing found? - still there? - act (feasible?, run action, judge)

With ``pursuit: resolve`` or ``random`` work is one subtree without a planner
(:mod:`.subtrees.resolve_blocks`, :mod:`.subtrees.random_walk`). A question has a tree of its own
that only looks (:mod:`.subtrees.answer_question`).

This is Iterative Exploration Replanning (EPA Alg. 1) with the state-transition graph of BCR (III)
for actions that are blocked.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import FailureIsRunning, SuccessIsRunning

from egoplan_ros.behavior.blackboard import clear_board, make_board, release_board
from egoplan_ros.behavior.checkpoint import give_back, taken
from egoplan_ros.behavior.conditions.blocking import Blocking
from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.config import LAST, BehaviorConfig
from egoplan_ros.behavior.context import GoalHolds, Settle, TaskContext
from egoplan_ros.behavior.details.detailed_planner import make_detailed_planner
from egoplan_ros.behavior.ports import EventKind, Ports
from egoplan_ros.behavior.selection.engines import make_engine
from egoplan_ros.behavior.selection.selection import choices_of
from egoplan_ros.behavior.selection.transition_graph import StateTransitionGraph
from egoplan_ros.behavior.snapshot import Progress, TreeNode, tree_rows
from egoplan_ros.behavior.subgoals import last_subgoal_only
from egoplan_ros.behavior.subtrees.answer_question import answer_question
from egoplan_ros.behavior.subtrees.execute import execute
from egoplan_ros.behavior.subtrees.explore_first import explore_first
from egoplan_ros.behavior.subtrees.goal import GoalHolds as GoalHoldsLeaf
from egoplan_ros.behavior.subtrees.goal import SettleGoal
from egoplan_ros.behavior.subtrees.guards import GoalIsCurrent, NotStopped, WithinBudgets
from egoplan_ros.behavior.subtrees.look_around import look_around
from egoplan_ros.behavior.subtrees.make_plan import make_plan
from egoplan_ros.behavior.subtrees.random_walk import random_walk
from egoplan_ros.behavior.subtrees.recover import recover
from egoplan_ros.behavior.subtrees.resolve_blocks import resolve_blocks
from egoplan_ros.behavior.surprise_monitor import Watch
from egoplan_ros.language.goals.question import question_asked
from egoplan_ros.planning.facts import goal_holds as planning_goal_holds
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.task import TaskUnderstanding


class TaskExecutive:
    """Pursues a goal through ports.

    Call :meth:`start`, then :meth:`tick` until it no longer returns RUNNING, then :meth:`result`.
    No call blocks for longer than the ports do. Not thread-safe, except :meth:`cancel` and
    :meth:`new_goal`, which only leave a note for the next tick.

    Args:
        ports: the outside.
        ontology: object types.
        config: strategy, budgets.
        settle: re-ranks the readings of an instruction with the types seen (language room).
        goal_holds: truth of a goal in a world state.
        clock: monotonic seconds.

    Raises:
        InputError: malformed catalogue of blocking conditions, unknown selection engine, weights
            of detailed planners that cannot be read.
    """

    def __init__(
        self,
        ports: Ports,
        ontology: Ontology,
        config: BehaviorConfig | None = None,
        *,
        settle: Settle | None = None,
        goal_holds: GoalHolds = planning_goal_holds,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        config = config or BehaviorConfig()
        self._task = TaskContext(
            ports=ports,
            ontology=ontology,
            config=config,
            board=make_board(),
            blocking=Blocking(load_catalogue(config.catalogue_path), ontology, config.weights),
            graph=StateTransitionGraph(config.attempts_per_resolution),
            engine=make_engine(config),
            watch=Watch(ontology, config.weights, config.moved_distance),
            goal_holds=goal_holds,
            settle=settle,
            detailed_planner=make_detailed_planner(config.details, ontology, config.weights),
            clock=clock,
        )
        self._root: Behaviour | None = None
        self._ended_after = 0.0

    def start(
        self, understanding: TaskUnderstanding, kept: Mapping[str, Any] | None = None
    ) -> None:
        """Begin a task, or go on with one of which :meth:`checkpoint` kept this.

        A task under way is cancelled.

        Raises:
            InputError: what was kept is of something else.
        """
        self.shutdown()
        task = self._task
        understanding = self._pursued(understanding)
        task.started = task.clock()
        clear_board(task.board, understanding, task.world.robot.step)
        task.new_graph()
        task.engine = make_engine(task.config)
        task.watch.reset()
        if kept is not None:
            try:
                give_back(task, kept)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise InputError(f"the task's checkpoint is damaged ({error})") from error
        self._root = _build(task, understanding)
        task.tell(
            EventKind.STARTED, understanding.instruction.text or to_pddl(understanding.formula)
        )
        task.tell(EventKind.GOAL, to_pddl(understanding.formula))

    def tick(self) -> Status:
        """Advance by one tick: RUNNING, SUCCESS or FAILURE."""
        root, board = self._started(), self._task.board
        if board.outcome is None:
            try:
                root.tick_once()
            except RobotError as error:
                self._task.end(False, f"robot fault: {error}")
            except InputError as error:
                self._task.end(False, str(error))
            if board.outcome is not None:
                self._ended_after = self._task.seconds
                root.stop(Status.INVALID)
        if board.outcome is None:
            return Status.RUNNING
        return Status.SUCCESS if board.outcome.success else Status.FAILURE

    def cancel(self, reason: str = "cancelled") -> None:
        """Ask for the end of the task; the next tick cancels what runs and ends in FAILURE."""
        if self._root is not None:
            self._task.board.stop_requested = reason

    def new_goal(self, understanding: TaskUnderstanding) -> None:
        """Pursue another goal from the next tick on, with the budgets and memory of this task."""
        self._started()
        self._take_over(self._pursued(understanding))

    def _pursued(self, told: TaskUnderstanding) -> TaskUnderstanding:
        """What of it is to be done; a question is answered whole."""
        if self._task.config.subgoals != LAST or question_asked(told) is not None:
            return told
        return last_subgoal_only(told, self._task.ontology)

    def _take_over(self, new: TaskUnderstanding) -> None:
        """Leave a note for the next tick; a question and a goal have different trees."""
        board = self._task.board
        if (question_asked(new) is None) != (question_asked(board.understanding) is None):
            self.shutdown()
            self._root = _build(self._task, new)
        board.new_understanding = new

    def follow(self, told: TaskUnderstanding) -> bool:
        """Take over what language tells anew of the instruction in hand; whether the goal changes.

        What a person answered takes over at the next tick, and nothing ranks the readings anew
        afterwards. Another ranking of the same readings is left to :class:`SettleGoal`, which knows
        what was seen, too, and changes its mind between two plans only.
        """
        self._started()
        board, told = self._task.board, self._pursued(told)
        if not told.overrules(board.new_understanding or board.understanding):
            return False
        if board.new_understanding is None and told.formula == board.goal:
            board.understanding = told
            return False
        self._take_over(told)
        return True

    def checkpoint(self) -> dict[str, Any]:
        """What another executive needs to go on with this task, for JSON."""
        self._started()
        return taken(self._task)

    def result(self) -> EpisodeResult:
        """What happened (so far)."""
        self._started()
        board = self._task.board
        outcome = board.outcome
        return EpisodeResult(
            success=outcome is not None and outcome.success,
            reason=outcome.reason if outcome else "still running",
            goal=to_pddl(board.goal),
            steps=self._task.steps,
            failed_actions=board.failed_primitives,
            plans=board.plans,
            seconds=self._ended_after if outcome else self._task.seconds,
            blocking=dict(board.blocking_counts),
            actions=tuple(board.history),
            decisions=tuple(board.decisions),
            choices=choices_of(self._task.engine),
        )

    def status(self) -> Progress:
        """Where the task stands, for displays."""
        self._started()
        board = self._task.board
        return Progress(
            phase=board.phase,
            goal=to_pddl(board.goal),
            plan=tuple(map(str, board.plan.actions)) if board.plan else (),
            plan_index=board.plan_index,
            action=str(board.current) if board.current else "",
            block=board.block,
            steps=self._task.steps,
            failures=board.failed_primitives,
            plans=board.plans,
            seconds=self._ended_after if board.outcome else self._task.seconds,
        )

    def snapshot(self) -> tuple[TreeNode, ...]:
        """The tree as plain rows, for the ``behavior/tree`` message."""
        return tree_rows(self._started())

    def blocking_graph(self) -> StateTransitionGraph:
        """What blocks which action, and what is tried against it; to look at, not to change."""
        self._started()
        return self._task.graph

    @property
    def root(self) -> Behaviour:
        """The tree itself, for py_trees' own tools (displays, dot files, visitors)."""
        return self._started()

    def shutdown(self) -> None:
        """Cancel what runs and forget the tree; :meth:`start` may be called again."""
        if self._root is not None:
            self._root.stop(Status.INVALID)
            self._root = None

    def close(self) -> None:
        """Shut down and give the blackboard keys back; the executive is of no use afterwards.

        May be called twice.
        """
        self.shutdown()
        release_board(self._task.board)

    def _started(self) -> Behaviour:
        if self._root is None:
            raise RuntimeError("executive: start() must be called first")
        return self._root


def _build(task: TaskContext, pursued: TaskUnderstanding) -> Behaviour:
    root = Sequence("task", memory=False)
    current = [NotStopped("not stopped?", task), GoalIsCurrent("goal current?", task)]
    if question_asked(pursued) is not None:
        root.add_children([*current, answer_question(task)])
        return root
    work = Sequence("work", memory=False)
    if task.config.pursuit == "resolve":
        work.add_children([resolve_blocks(task)])
    elif task.config.pursuit == "random":
        work.add_children([random_walk(task)])
    else:
        work.add_children([recover(task), make_plan(task), execute(task)])
    go_on = FailureIsRunning("go on", SuccessIsRunning("repeat", work))
    pursue = Selector("pursue", memory=False)
    pursue.add_children([GoalHoldsLeaf("goal holds?", task), go_on])
    root.add_children(
        [
            current[0],
            WithinBudgets("within budgets?", task),
            current[1],
            look_around(task),
            *([explore_first(task)] if task.config.explore_steps else []),
            SettleGoal("settle goal", task),
            pursue,
        ]
    )
    return root
