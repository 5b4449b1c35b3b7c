# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What has to be so before the hand does something; who calls hears what is not."""

from egoplan_ros.skills.context import SkillContext, SkillFailure
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode


def need_empty_hand(ctx: SkillContext) -> None:
    """The hand must be empty.

    Raises:
        SkillFailure: otherwise.
    """
    if ctx.world.robot.holding:
        held = ctx.world.held
        name = held.id if held else "something"
        raise SkillFailure(
            ErrorCode.HAND_OCCUPIED, f"the hand holds {name}", *([held.id] if held else [])
        )


def need_in_hand(ctx: SkillContext, name: str) -> None:
    """An object must be in the hand.

    Raises:
        SkillFailure: otherwise.
    """
    if not ctx.world.robot.holding:
        raise SkillFailure(ErrorCode.HAND_EMPTY, f"{name} is not in hand", name)
    held = ctx.world.held
    if held is not None and held.id != name and ctx.find(name) is not held:
        raise SkillFailure(
            ErrorCode.HAND_OCCUPIED, f"the hand holds {held.id}, not {name}", held.id
        )


def need_open(ctx: SkillContext, item: ObjectInstance) -> None:
    """What has a door or a lid must be open.

    Raises:
        SkillFailure: otherwise.
    """
    if ctx.ontology.lidded(item.type) and not item.is_("open"):
        raise SkillFailure(ErrorCode.RECEPTACLE_CLOSED, f"{item.id} is closed", item.id)


def need_open_parent(ctx: SkillContext, item: ObjectInstance) -> None:
    """What an object is in must be open, unless it is in view.

    Raises:
        SkillFailure: otherwise.
    """
    parent = ctx.find(item.parent) if item.parent else None
    if parent is not None and item.view is None:
        need_open(ctx, parent)
