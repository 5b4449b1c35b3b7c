# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The registry of skills by action name, and the object that drives one step by step."""

from collections.abc import Callable
from dataclasses import replace

from egoplan_ros.skills import composite, search
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.skills.manipulation import manipulation
from egoplan_ros.skills.roam import roam
from egoplan_ros.skills.viewing.survey import survey
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveResult
from egoplan_ros.world.skill import (
    GROUP,
    SIGNATURES,
    Feedback,
    SkillResult,
    SkillSteps,
    argument_count,
)
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.registry import Registry


def ask_human(ctx: SkillContext, text: str) -> Steps:
    """Nothing the robot can do by itself: whoever runs the skills puts the question."""
    raise SkillFailure(ErrorCode.NOBODY_HELPED, f"help needed: {text}")
    yield


class _Skills(Registry[Callable[..., Steps]]):
    """Whose names, with their numbers of arguments, domains and catalogues may use as well."""

    def register(self, name: str, thing: Callable[..., Steps]) -> None:
        """Make a further one known in this process.

        Raises:
            InputError: the name is empty or taken, or it takes no context.
        """
        try:
            count = argument_count(name, thing)
        except TypeError as error:
            raise InputError(f"skill {name!r}: {error}") from error
        super().register(name, thing)
        SIGNATURES.register(name, count)


SKILLS: Registry[Callable[..., Steps]] = _Skills(
    "skill",
    GROUP,
    {
        "GoTo": search.go_to,
        "PickUp": manipulation.pick_up,
        "Put": manipulation.put,
        "Open": manipulation.open_up,
        "Close": manipulation.close,
        "ToggleOn": manipulation.toggle_on,
        "ToggleOff": manipulation.toggle_off,
        "Slice": manipulation.cut,
        "Pour": manipulation.pour,
        "Clean": composite.clean,
        "Heat": composite.heat,
        "HeatOnStove": composite.heat_on_stove,
        "Cool": composite.cool,
        "Cook": composite.cook,
        "Fill": composite.fill,
        "Water": composite.water,
        "Brew": composite.brew,
        "Explore": search.explore,
        "Inspect": search.inspect,
        "Search": search.search,
        "Roam": roam,
        "LookAround": survey,
        "AskHuman": ask_human,
    },
)
"""Generator function by symbolic action; it takes the context, and the action's arguments."""


def _run(action: SymbolicAction, steps: Callable[..., Steps], ctx: SkillContext) -> SkillSteps:
    result = SkillResult(action, True)
    try:
        yield from steps(ctx, *action.args)
    except SkillFailure as failure:
        result = SkillResult(action, False, failure.error, str(failure), failure.objects)
    line = "; ".join(filter(None, (result.message, ctx.by_dijkstra())))
    return replace(result, message=line, primitives=ctx.primitives, failures=ctx.failures)


class SkillRun:
    """A skill in progress.

    Attributes:
        action: what it carries out.
        primitive: to execute next; None when the skill has ended.
        result: of the skill; None while it runs.
    """

    def __init__(
        self,
        action: SymbolicAction,
        world: WorldState,
        ontology: Ontology,
        config: SkillConfig | None = None,
        vain: InVain | None = None,
    ) -> None:
        """Start; the first primitive is there at once.

        Args:
            action: what to carry out.
            world: newest world state.
            ontology: object types.
            config: the robot's body.
            vain: what the skills before learned, and those after this one will.

        Raises:
            InputError: unknown action, wrong number of arguments, or unknown type to search for.
        """
        steps = SKILLS.get(action.name)
        count = argument_count(action.name, steps)
        if len(action.args) != count:
            raise InputError(f"skill: {action} needs {count} argument(s), got {len(action.args)}")
        if action.name == "Search":
            ontology.get(action.args[0], "Search")
        self.action = action
        self.primitive: Primitive | None = None
        self.result: SkillResult | None = None
        self._ctx = SkillContext(world, ontology, config or SkillConfig(), vain)
        self._steps = _run(action, steps, self._ctx)
        self._advance(None)

    @property
    def primitives(self) -> int:
        """Number executed so far."""
        return self._ctx.primitives

    @property
    def failures(self) -> int:
        """How many of them failed, in vain."""
        return self._ctx.failures

    def feed(self, result: PrimitiveResult, world: WorldState) -> None:
        """Tell how the primitive went, with a world state newer than its end."""
        if self.result is not None:
            return
        self._advance(Feedback(result, world))

    def cancel(self) -> SkillResult:
        """End the skill between two primitives; its result.

        Nothing more is done, not even to what the skill has switched on: the message tells that.
        """
        if self.result is None:
            self._steps.close()
            left_on = self._ctx.left_on()
            self.primitive = None
            self.result = SkillResult(
                self.action,
                False,
                ErrorCode.CANCELLED,
                f"cancelled; {left_on}" if left_on else "cancelled",
                primitives=self.primitives,
                failures=self.failures,
            )
        return self.result

    def _advance(self, feedback: Feedback | None) -> None:
        try:
            self.primitive = next(self._steps) if feedback is None else self._steps.send(feedback)
        except StopIteration as end:
            self.primitive, self.result = None, end.value
