# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What messages of each type must be to mean something: known names, sizes that fit, ranges."""

import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np
from nav_msgs.msg import OccupancyGrid

from egoplan_ros.action import ExecutePrimitive, ExecuteSkill
from egoplan_ros.msg import (
    Belief,
    BlockingCondition,
    Detections,
    Event,
    Goal,
    Instruction,
    ObjectArray,
    ObjectInstance,
    Plan,
    RobotState,
    SkillStatus,
    Stop,
)
from egoplan_ros.nodes.convert.events import from_event
from egoplan_ros.nodes.convert.plan import (
    CANCELLED,
    FAILED,
    RUNNING,
    SUCCEEDED,
    from_blocking,
    from_plan,
)
from egoplan_ros.nodes.convert.robot import from_primitive
from egoplan_ros.nodes.convert.stamps import MAP
from egoplan_ros.nodes.convert.task import from_goal, from_instruction
from egoplan_ros.nodes.door.shape import Rule
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.object import Source
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import PrimitiveKind

_SOURCES = frozenset(map(str, Source))
_KINDS = frozenset(map(str, PrimitiveKind))
_STATES = frozenset({RUNNING, SUCCEEDED, FAILED, CANCELLED})
_MOST_CELLS = 25_000_000
_FINEST, _COARSEST = 0.001, 2.0
_STEEPEST = 3.2
_TALLEST, _BROADEST = 10.0, 5.0
_MOST_ARGUMENTS = 20
_MOST_PIXELS = 1e7
_MOST_SHIFT = 20.0
_AHEAD_NANOSECONDS = 24 * 3600 * 10**9
"""What comes from so far ahead would outdo every later message."""


@lru_cache(maxsize=1)
def _types() -> frozenset[str]:
    return frozenset(load_ontology().types)


def _share(name: str, value: float) -> str:
    return "" if 0.0 <= value <= 1.0 else f"{name} is {value:g}; it must be from 0 to 1"


def _one_of(name: str, value: str, known: Iterable[str]) -> str:
    if value in known:
        return ""
    return f"{name} {value[:40]!r} is unknown; use one of {', '.join(sorted(known))}"


def _first(*problems: str) -> str:
    return next(filter(None, problems), "")


def _in_map(message: Any) -> str:
    frame = message.header.frame_id
    return "" if frame == MAP else f"frame_id is {frame[:40]!r}; it must be {MAP!r}"


def _belief(message: Belief) -> str:
    if message.source not in _SOURCES:
        return f"of {message.state[:40]}: " + _one_of("source", message.source, _SOURCES)
    return _share("probability", message.probability)


def _object(message: ObjectInstance) -> str:
    if message.type not in _types():
        return f"type {message.type[:40]!r} is not in config/objects.yaml"
    if not message.id:
        return "has no id"
    if len(message.candidates) != len(message.candidate_probabilities):
        return "has another number of candidates than of their probabilities"
    size = message.size
    if min(size.x, size.y, size.z) < 0.0:
        return "has a negative size"
    return _share("confidence", message.confidence)


def _objects(message: ObjectArray) -> str:
    ids = [item.id for item in message.objects]
    if len(set(ids)) != len(ids):
        return "two objects have one id"
    return _in_map(message)


def _grid(message: OccupancyGrid) -> str:
    info, cells = message.info, len(message.data)
    if info.width * info.height != cells or not 0 < cells <= _MOST_CELLS:
        return f"{info.width}x{info.height} cells need as many values, got {cells}"
    if not _FINEST <= info.resolution <= _COARSEST:
        return f"resolution is {info.resolution:g} m; it must be from {_FINEST} to {_COARSEST}"
    values = np.frombuffer(message.data, dtype=np.int8)
    if values.min() < -1 or values.max() > 100:
        return "has cells that are not from -1 to 100"
    return _in_map(message)


def _robot(message: RobotState) -> str:
    if abs(message.camera_pitch) > _STEEPEST:
        return f"camera_pitch is {message.camera_pitch:g} rad"
    if not 0.0 <= message.radius <= _BROADEST or abs(message.camera_height) > _TALLEST:
        return f"radius {message.radius:g} m or camera_height {message.camera_height:g} m is none"
    if message.stride < 0.0:
        return f"stride is {message.stride:g} m"
    if message.uncorrected < 0.0:
        return f"uncorrected is {message.uncorrected:g} m"
    if message.has_last and message.last.primitive.kind not in _KINDS:
        return _one_of("kind of the last primitive", message.last.primitive.kind, _KINDS)
    return _in_map(message)


def _status(message: SkillStatus) -> str:
    kind = message.primitive.kind
    return _first(
        _one_of("state", message.state, _STATES),
        _one_of("kind of the primitive", kind, _KINDS) if kind else "",
    )


def _stop(message: Stop) -> str:
    ahead = message.order - time.time_ns()
    if message.order > 0 and ahead < _AHEAD_NANOSECONDS:
        return ""
    return f"order is {message.order}; it must be nanoseconds of about now"


def _converted(convert: Callable[[Any], object]) -> Rule:
    """What the conversion raises is what is wrong."""

    def rule(message: Any) -> str:
        try:
            convert(message)
        except InputError as error:
            return str(error)
        return ""

    return rule


def _detections(message: Detections) -> str:
    for item in message.detections:
        if len(item.states) != len(item.probabilities):
            return "a detection has another number of states than of probabilities"
        if not isfinite(item.score):
            return f"the score of a {item.type[:40]} is {item.score:g}"
    rate, pixels = message.finding_rate, message.finding_pixels
    if rate and not (0.0 < rate < 1.0 and 0.0 < pixels < _MOST_PIXELS):
        return f"finding_rate is {rate:g}, finding_pixels {pixels:g}"
    shifts = message.finding_shifts
    if len(shifts) != len(message.finding_types):
        return f"{len(message.finding_types)} finding_types, but {len(shifts)} finding_shifts"
    if not all(abs(shift) <= _MOST_SHIFT for shift in shifts):
        return f"a finding_shift is beyond {_MOST_SHIFT:g}"
    return ""


def _skill(message: Any) -> str:
    action = message.action
    if not action.name.isidentifier():
        return f"action {action.name[:40]!r} is no name"
    return "" if len(action.args) <= _MOST_ARGUMENTS else f"{len(action.args)} arguments"


def _command(message: Any) -> str:
    return _converted(from_primitive)(message.primitive)


RULES: Mapping[type, Rule] = {
    Belief: _belief,
    ObjectInstance: _object,
    ObjectArray: _objects,
    OccupancyGrid: _grid,
    RobotState: _robot,
    SkillStatus: _status,
    Stop: _stop,
    Detections: _detections,
    Plan: _converted(from_plan),
    BlockingCondition: _converted(from_blocking),
    Event: _converted(from_event),
    Goal: _converted(from_goal),
    Instruction: _converted(from_instruction),
    ExecuteSkill.Goal: _skill,
    ExecutePrimitive.Goal: _command,
}
"""By type; a type that is not here need only have a true shape."""
