# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""CAPEAM's sub-goal frames: what is done to whom by role, filled in with the context (3.1.1).

A frame names roles only, so that all subgoals of a task share the same objects. Picking up is no
frame of its own: it is the first step of the detailed plan to any of them.
"""

from egoplan_ros.world.task import Subgoal, TaskUnderstanding

_PLACE = ("in", "target", "destination")

FRAMES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "look_at_obj_in_light": (("holding", "target", ""), ("toggled", "appliance", "")),
    "pick_and_place_simple": (_PLACE,),
    "pick_and_place_with_movable_recep": (
        ("in", "target", "carrier"),
        ("in", "carrier", "destination"),
    ),
    "pick_clean_then_place_in_recep": (("clean", "target", ""), _PLACE),
    "pick_cool_then_place_in_recep": (("cold", "target", ""), _PLACE),
    "pick_heat_then_place_in_recep": (("hot", "target", ""), _PLACE),
    "pick_two_obj_and_place": (_PLACE, _PLACE),
}
"""(predicate, role of the patient, role of the destination) in order, by form of the task."""


def filled_frames(told: TaskUnderstanding) -> tuple[Subgoal, ...]:
    """The frames of a task with the objects of its context in the place of the roles.

    Empty when the task has none of the forms, or its context lacks a role.
    """
    frames = FRAMES.get(told.task_type, ())
    # The context does not tell what is cut; nothing else can come before that.
    cuts = sum(item.predicate == "sliced" for item in told.subgoals)
    roles = {"": "", **told.context}
    try:
        return tuple(
            Subgoal(roles[patient], predicate, roles[place])
            for predicate, patient, place in (*(("sliced", "target", ""),) * cuts, *frames)
            if frames
        )
    except KeyError:
        return ()
