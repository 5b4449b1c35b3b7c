# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far to open a container: all the way, or as far as what is in the way lets it, if that is
enough for what it is opened for."""

from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.container_front import container_of, front_of
from egoplan_ros.skills.geometry.door_clearance import (
    Swing,
    in_the_way,
    least_openness,
    swing_of,
)

_LESS = 0.6
"""How far one opens what jams for unknown reasons, as a share of how far it was to be opened."""
_HAND, _SPARE = 0.12, 0.04
"""Metres that a hand needs, and that what it holds needs beyond its own width."""
_FURTHER = 0.15
"""Share of its travel by which opening something further is worth a try."""
_PLACES = 2
"""From how many places all the way jams before less is tried: the robot may be in the way."""


class Opening:
    """How far one opens a container, and what is learned of it.

    What of it jammed is kept over skills: ``vain.travel``.
    """

    def __init__(self, ctx: SkillContext, name: str) -> None:
        self._ctx, self._name = ctx, name
        item = ctx.object(name)
        keeper = container_of(item, ctx.world, ctx.ontology)
        self._front = front_of(item, ctx.world) if keeper is item else None

    def swing(self) -> Swing:
        """What it sweeps when it is opened as far as what is known to be in the way lets it.

        All the way where that were too little, for the map may be wrong.
        """
        free = self._free()
        return self._swing(free if free >= self._least() else 1.0)

    def from_here(self, swing: Swing) -> float:
        """How far to open it from where the robot stands, for it may be in the way itself."""
        clear = self._clear_of_robot(swing)
        return clear if self._least() <= clear < swing.openness else swing.openness

    def jammed(self, openness: float) -> bool:
        """Learn that it did not open so far; whether to open it less from the very same place.

        That helps where something is known to stand in its way, and not only the robot. For unknown
        reasons it is opened less once it jammed from several places.
        """
        ctx = self._ctx
        if self._front is not None:
            swing = self._swing()
            free = self._clear(swing, light=True, sure=True)
            if self._least() <= free < min(openness, self._clear_of_robot(swing, sure=True)):
                ctx.vain.travel[self._name] = free, openness
                return True
        if ctx.object(self._name).ajar or len(ctx.vain.jams[self._name]) + 1 >= _PLACES:
            ctx.vain.travel[self._name] = 0.0, openness
        return False

    def opened(self, openness: float) -> None:
        """Learn that it did."""
        _, jammed = self._ctx.vain.travel.pop(self._name, (0.0, 0.0))
        if openness < jammed:
            self._ctx.vain.travel[self._name] = openness, jammed

    @property
    def further(self) -> bool:
        """Whether it stands open by a part, and opens further as far as one knows."""
        return self._ctx.object(self._name).ajar and self._free() >= self._least()

    @property
    def too_narrow(self) -> bool:
        """Whether it stands open by less than what the hand holds needs."""
        item = self._ctx.object(self._name)
        return item.ajar and item.openness < self._uncovered()

    def _free(self) -> float:
        """The share of its travel that is free, as far as one knows; of what jammed half of what
        lies between there and how far it is open, or opened before."""
        item = self._ctx.object(self._name)
        free = self._clear(self._swing(), light=False, sure=False)
        known = self._ctx.vain.travel.get(self._name)
        if known is None:
            return free
        opened, jammed = known
        if item.ajar:
            return min(free, 0.5 * (item.openness + jammed))
        return min(free, opened or _LESS * jammed)

    def _swing(self, openness: float = 1.0) -> Swing:
        ctx = self._ctx
        return swing_of(ctx.object(self._name), ctx.ontology, self._front, openness)

    def _uncovered(self) -> float:
        """The share of its travel that uncovers what hand and held thing need."""
        ctx = self._ctx
        return least_openness(ctx.object(self._name), ctx.ontology, self._front, self._gap())

    def _clear(self, swing: Swing, light: bool, sure: bool) -> float:
        if self._front is None:
            return 1.0
        ctx, item = self._ctx, self._ctx.object(self._name)
        return swing.clear(in_the_way(item, self._front, ctx.world, ctx.ontology, light), sure)

    def _clear_of_robot(self, swing: Swing, sure: bool = False) -> float:
        robot = self._ctx.world.robot
        return swing.clear_of_body(robot.base.x, robot.base.y, robot.radius, sure)

    def _gap(self) -> float:
        held = self._ctx.world.held
        return _HAND if held is None else max(_HAND, min(held.size[:2]) + _SPARE)

    def _least(self) -> float:
        """The least share of its travel that is worth a try."""
        item = self._ctx.object(self._name)
        least = self._uncovered()
        return max(least, item.openness + _FURTHER) if item.ajar else least
