# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An action history as a prior of the object memory (TEACh's execution from dialog history).

What was done is done again in a memory of its own, by the same effects as the robot's own actions
(DANLI 3.1): what was under the running tap is clean, what was picked last is in the hand. What
comes of it is then believed as far as nothing was seen of it yet; a look confirms or refutes it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.effects import Effects
from egoplan_ros.mapping.objects.evidence import logit
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.object import Belief, Source
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.task import ActedStep

TOLD = 0.9
"""Probability of what a history tells: of a state, and that a thing is where it tells."""
_SAME = 0.6
"""Metres from a thing's box within which a history means that thing."""
_NOWHERE = np.full(3, np.nan)


def assume(memory: ObjectMemory, history: Sequence[ActedStep], robot: RobotState) -> None:
    """Take over what a history tells and nothing that was seen contradicts.

    What somebody left at a place that is not told stays unknown, and so does what would have to be
    in the hand when the robot feels that it is empty.

    Args:
        memory: changed in place.
        history: in order.
        robot: proprioception: whether there is something in the hand.
    """
    past = outcome(memory.ontology, memory.config, history, robot)
    known: dict[str, Track] = {}
    for told in past.tracks.values():
        track = _counterpart(memory, told, robot)
        if track is not None:
            known[told.id] = track
            for name, belief in told.states.items():
                mine = track.states.get(name)
                if mine is None or mine.source is Source.PRIOR:
                    track.believe({name: Belief(_told(belief), Source.PRIOR, robot.stamp)})
    for name, track in known.items():
        parent = known.get(past.tracks[name].parent or "")
        if parent is not None and track.parent is None and not track.held and not track.hits:
            track.parent = parent.id


def outcome(
    ontology: Ontology, config: MappingConfig, history: Sequence[ActedStep], robot: RobotState
) -> ObjectMemory:
    """What is the case after a history, for all that is known: rows of a memory of its own.

    The place of a row is NaN where the history does not tell it.
    """
    memory = ObjectMemory(ontology, config)
    effects, names = Effects(memory), dict[str, str]()
    for step in history:
        if not step.success or not (step.object_type in ontology or not step.object_type):
            continue
        point = None if step.position is None else np.array(step.position, dtype=np.float64)
        name = ""
        if step.object_type:
            name = _row(memory, step, names, point, robot).id
            if step.object_id:
                names[step.object_id] = name
        done = Primitive(step.action, object_id=name, object_type=step.object_type)
        held = memory.held
        if step.action is PrimitiveKind.DROP and point is None:
            point = _NOWHERE
        elif point is None and name:
            point = memory.tracks[name].center
        effects.apply(PrimitiveResult(done, True, stamp=robot.stamp), robot, point)
        if step.action is PrimitiveKind.PUT and step.position is not None and held is not None:
            held.place(np.array(step.position))  # of a long counter the middle tells little
    return memory


def _row(
    memory: ObjectMemory,
    step: ActedStep,
    names: dict[str, str],
    point: npt.NDArray[np.float64] | None,
    robot: RobotState,
) -> Track:
    """The row that a step is about: by its id, else the nearest of its type, else a new one."""
    held, kind = memory.held, step.object_type
    track = memory.tracks.get(names.get(step.object_id, ""))
    if track is None and step.action is not PrimitiveKind.PICK and held and held.type == kind:
        track = held
    if track is None and not step.object_id and point is None:
        same = (item for item in memory.tracks.values() if item.type == kind and not item.held)
        track = next(same, None)
    track = track or memory.nearest(kind, point, _SAME)
    if track is None or track.type != kind:
        track = memory.create_unseen(kind, _NOWHERE if point is None else point, robot.stamp)
    elif point is not None and not np.isfinite(track.low).all():
        size = memory.ontology.types[kind].size or (0.1,) * 3
        track.low, track.high = point - 0.5 * np.array(size), point + 0.5 * np.array(size)
    return track


def _counterpart(memory: ObjectMemory, told: Track, robot: RobotState) -> Track | None:
    """The row of the memory that a row of the history is about; None where that is not known."""
    if told.held:
        return _in_hand(memory, told, robot)
    if not np.isfinite(told.low).all():
        return None
    track = memory.nearest(told.type, told.center, _SAME)
    if track is None:
        track = memory.create_unseen(told.type, told.center, robot.stamp)
        track.low, track.high = told.low.copy(), told.high.copy()
        # Points for a look to see through, or not.
        steps = np.linspace(0.1, 0.9, 4)
        grid = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3)
        track.samples = (track.low + grid * track.size).astype(np.float32)
        track.existence, track.last_seen = logit(TOLD), robot.stamp
        memory.fusion.judge(track)
    return track


def _in_hand(memory: ObjectMemory, told: Track, robot: RobotState) -> Track | None:
    held = memory.held
    if held is not None or not robot.holding:
        return held if held is not None and held.type == told.type else None
    place = np.array([robot.base.x, robot.base.y, 1.0])
    track = memory.create_unseen(told.type, place, robot.stamp)
    memory.take(track, robot.stamp)
    return track


def _told(belief: Belief) -> float:
    return min(max(belief.probability, 1.0 - TOLD), TOLD)
