# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One of ALFRED's episodes: how a room was, what people asked for, what the expert did."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from egoplan_ros.world.geometry import Vector3

RENAMED: Mapping[str, str] = {
    "Bathtub": "BathtubBasin",
    "Glassbottle": "Bottle",
    "Sink": "SinkBasin",
}
"""Types that AI2-THOR 5 calls otherwise, or that people name for the part which holds things."""

TASK_TYPES = frozenset(
    {
        "look_at_obj_in_light",
        "pick_and_place_simple",
        "pick_and_place_with_movable_recep",
        "pick_clean_then_place_in_recep",
        "pick_cool_then_place_in_recep",
        "pick_heat_then_place_in_recep",
        "pick_two_obj_and_place",
    }
)
"""ALFRED's (Shridhar et al. 2020)."""

GOAL, STEPS, TRUTH = "goal", "steps", "truth"
INSTRUCTIONS = (GOAL, STEPS, TRUTH)
"""What an agent is told: a person's goal sentence; the step sentences, too; or the goal itself."""


@dataclass(frozen=True, slots=True)
class ObjectPose:
    """Where a loose object stands; a name that comes twice is a copy.

    Attributes:
        name: type and a hash that only the recorded build knows.
        position: metres, AI2-THOR's frame.
        rotation: Euler degrees, AI2-THOR's.
    """

    name: str
    position: Vector3
    rotation: Vector3

    @property
    def kind(self) -> str:
        """The object's type, as AI2-THOR 5 calls it."""
        said = self.name.partition("_")[0]
        return RENAMED.get(said, said) if said != "Sink" else said


@dataclass(frozen=True, slots=True)
class AlfredEpisode:
    """An episode of ALFRED, with the words of its ``traj_data.json``.

    Attributes:
        task_id: its name.
        task_type: one of ``TASK_TYPES``.
        scene: the room, e.g. ``FloorPlan14``.
        params: ``pddl_params``: types by role, and whether the target is to be sliced.
        poses: of all loose objects.
        toggles: types of the devices that are switched before, and how.
        dirty_and_empty: whether everything is dirty, and every vessel empty.
        start: position in AI2-THOR's frame, metres.
        yaw: degrees, AI2-THOR's.
        horizon: degrees below the level.
        goals: what people asked for, one sentence each.
        steps: what they said to do, step by step, beside each of ``goals``.
        expert: the low-level actions of ALFRED's expert.
    """

    task_id: str
    task_type: str
    scene: str
    params: Mapping[str, Any]
    poses: tuple[ObjectPose, ...]
    toggles: tuple[tuple[str, bool], ...]
    dirty_and_empty: bool
    start: Vector3
    yaw: float
    horizon: float
    goals: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]
    expert: tuple[Mapping[str, Any], ...]
