# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sessions that begin in the middle of a task (TEACh's execution from dialog history, EDH).

A reference run does the whole task: the agent with oracle perception, the goal told. It is cut
after something was picked, put, switched, sliced or poured, drawn by seed. Its robot commands up to
there are done again before the episode, by the simulator; what it did to which thing, where it
believed it to be, is the action history that the agent is told. The steps that it needed for the
rest are the path weight, as in TEACh those of the person are.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.robots.thor import PAST, ThorRobot
from egoplan_ros.robots.thor_actions import to_action
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.task import ActedStep, Instruction

Actions = tuple[dict[str, Any], ...]

REFERENCE = "egoplan"
"""Strategy of the reference run."""

_DOORS = frozenset({PrimitiveKind.OPEN, PrimitiveKind.CLOSE})
"""A door that was opened is seldom the end of a subgoal."""
_ATTEMPTS = 4
"""Cuts that are tried."""


class RecordedRobot(ThorRobot):
    """A robot of which it is kept what the simulator was told.

    Attributes:
        done: AI2-THOR actions by number of the primitive that succeeded.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.done: dict[int, Actions] = {}

    def reset(self, scene: str | None = None, seed: int | None = None) -> RgbdFrame:
        """Begin anew, with nothing done."""
        self.done = {}
        return super().reset(scene, seed)

    def execute(self, primitive: Primitive) -> RgbdFrame:
        """Do one primitive, and keep it."""
        held = (self.truth()["inventory"] or [None])[0]
        frame = super().execute(primitive)
        last = frame.robot.last
        if last is not None and last.success:
            kinds = [primitive]
            if primitive.kind is PrimitiveKind.POUR_ONTO:  # which is two actions
                kinds.append(Primitive(PrimitiveKind.POUR))
            actions = (to_action(each, held) for each in kinds)
            self.done[frame.robot.step] = tuple({"action": n, **words} for n, words in actions)
        return frame


@dataclass(slots=True)
class Memoir:
    """What a reference run did to things, as it believed them to be.

    Attributes:
        steps: by number of the primitive.
    """

    steps: dict[int, ActedStep] = field(default_factory=dict)
    _before: WorldState | None = None

    def note(self, frame: RgbdFrame, _: Detections, world: WorldState) -> None:
        """Take in a frame and what was believed after it."""
        before, self._before = self._before, world
        last = frame.robot.last
        if last is None or before is None or frame.robot.step in self.steps:
            return
        done = last.primitive
        if not (done.kind.is_interaction or done.kind is PrimitiveKind.DROP):
            return
        thing = before.objects.get(done.object_id)
        if done.kind in (PrimitiveKind.PUT, PrimitiveKind.DROP) and before.held is not None:
            thing = world.objects.get(before.held.id)
        self.steps[frame.robot.step] = ActedStep(
            done.kind,
            done.object_type,
            done.object_id,
            last.success,
            None if thing is None else thing.center,
        )


def begun(
    task: BenchTask,
    words: str,
    placement: int | None,
    options: Mapping[str, Any],
    settings: Mapping[str, Mapping[str, Any]],
    ontology: Ontology,
) -> tuple[BenchTask, int] | None:
    """The rest of a task, and the steps that the reference run needed for it.

    Args:
        task: the whole task.
        words: draw where it is cut.
        placement: seed of the objects' placement, None for the room's own.
        options: of the robot driver: which rooms.
        settings: of the agent that makes the reference run, by room.
        ontology: for the judge.

    Returns:
        None when the reference run fails, or does nothing that it could be cut after.
    """
    from egoplan_ros.agent import Agent

    memoir = Memoir()
    robot = RecordedRobot(scene=task.scene, seed=placement, **_arranged(task.setup), **options)
    with Agent(task.scene, placement, strategy=REFERENCE, robot=robot, settings=settings) as agent:
        result = agent.follow(
            Instruction("", goal=to_pddl(task.goal)),
            on_frame=memoir.note,
            on_request=lambda _: True,
        )
        if not evaluate(task.goal, robot.truth(), ontology).success:
            return None
        done = robot.done
        for cut in _cuts(memoir.steps, f"{task.scene}/{words}"):
            past = _past(done, cut)
            started = replace(task, setup=(*task.setup, *past))
            robot.setup = _arranged(started.setup)["setup"]
            try:
                robot.reset(task.scene, placement)
            except InputError:  # the way back went otherwise
                continue
            judged = evaluate(task.goal, robot.truth(), ontology)
            if not judged.success:
                history = tuple(s for number, s in sorted(memoir.steps.items()) if number <= cut)
                rest = replace(started, history=history, met=judged.satisfied)
                return rest, max(result.steps - cut, 1)
    return None


def _cuts(steps: Mapping[int, ActedStep], words: str) -> list[int]:
    """Primitives after which a run may be cut, some of them in a drawn order; not the last one."""
    worked = [number for number, step in sorted(steps.items()) if step.success][:-1]
    ends = [number for number in worked if steps[number].action not in _DOORS]
    Random(f"edh/{words}").shuffle(ends)
    return ends[:_ATTEMPTS]


def _past(done: Mapping[int, Actions], cut: int) -> Actions:
    actions = [a for number, some in sorted(done.items()) if number <= cut for a in some]
    return tuple({**action, PAST: True} for action in actions)


def _arranged(setup: Sequence[dict[str, Any]]) -> dict[str, str]:
    return {"setup": json.dumps(setup) if setup else ""}
