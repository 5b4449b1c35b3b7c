# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a running skill knows, and the one place where it hands out primitives."""

from collections.abc import Generator
from math import dist

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.skills.paths.lattice import Rectangle
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.skill import Feedback
from egoplan_ros.world.state import WorldState

Steps = Generator[Primitive, Feedback, None]
_SAME_PLACE = 0.35
"""Metres within which a new memory is that of an object that was forgotten."""


class SkillFailure(Exception):
    """A skill cannot go on."""

    def __init__(self, error: ErrorCode, message: str, *objects: str) -> None:
        super().__init__(message)
        self.error = error
        self.objects = objects

    @property
    def final(self) -> bool:
        """Whether nothing else may be tried in this skill."""
        return self.error in (ErrorCode.ROBOT_FAULT, ErrorCode.CANCELLED, ErrorCode.BUDGET)


class SkillContext:
    """The newest world state, counters, and what this skill has learned on its way.

    Attributes:
        world: newest world state.
        watchful: looking for something: it goes where it looks, for what it sees on the way.
        keep_out: floor under what the robot has pulled out, by id, whether the map shows it or not.
        vain: places that did not show something and moves that collided, in earlier skills, too.
        primitives: number executed.
        failures: number of them that failed.
        ways: number that a learned path planner was asked for.
        circles: number of them that it led in a circle on, so that Dijkstra's was taken instead.
    """

    def __init__(
        self,
        world: WorldState,
        ontology: Ontology,
        config: SkillConfig,
        vain: InVain | None = None,
    ) -> None:
        self.vain = vain if vain is not None else InVain()
        self.vain.begin(world.robot.episode)
        self.world = world
        self.ontology = ontology
        self.config = config
        self.watchful = False
        self.keep_out: dict[str, Rectangle] = {}
        self.primitives = 0
        self.failures = 0
        self.ways = 0
        self.circles = 0
        self._known = frozenset(world.objects)
        self._places: dict[str, tuple[str, Vector3]] = {}
        self._aliases: dict[str, str] = {}
        self._switched_on: set[str] = set()

    def act(
        self,
        kind: PrimitiveKind,
        magnitude: float = 0.0,
        target: ObjectInstance | None = None,
        *,
        beyond_budget: bool = False,
    ) -> Generator[Primitive, Feedback, PrimitiveResult]:
        """Have one primitive executed; with a target, it is pointed at in the latest image.

        Args:
            kind: of the primitive. magnitude: 0 is the robot's default. target: what it is for.
            beyond_budget: whether it may be the one that leaves nothing on.

        Raises:
            SkillFailure: the skill has used up its primitives, or the target is not in view.
        """
        if self.primitives >= self.config.max_primitives and not beyond_budget:
            raise SkillFailure(
                ErrorCode.BUDGET, f"gave up after {self.primitives} primitives in one skill"
            )
        point = None
        if target is not None and kind is not PrimitiveKind.POUR:
            if target.view is None:
                raise SkillFailure(ErrorCode.NOT_VISIBLE, f"{target.id} is not in view", target.id)
            point = target.view.point
        feedback = yield Primitive(
            kind,
            magnitude,
            point,
            target.id if target else "",
            target.type if target else "",
        )
        self.note(feedback)
        return feedback.result

    def note(self, feedback: Feedback) -> None:
        """Take in the outcome of a primitive.

        Raises:
            SkillFailure: the robot is out of order.
        """
        self.world = feedback.world
        self.primitives += 1
        self.vain.collisions.step()
        done = feedback.result.primitive
        item = self.world.objects.get(done.object_id)
        success = feedback.result.success
        if success and done.kind is PrimitiveKind.TOGGLE_ON:
            self._switched_on.add(done.object_id)
        if success and done.kind in (PrimitiveKind.PICK, PrimitiveKind.PUT):
            self.vain.collisions.clear()
        elif (
            success
            and done.kind is PrimitiveKind.CLOSE
            and item is not None
            and not item.is_("open")
        ):
            self.vain.collisions.closed(item, self.config.step)
        # One late image is no failed action; a camera that stays silent is.
        stale = feedback.result.error is ErrorCode.PERCEPTION_STALE
        excused, self.vain.stale = stale and not self.vain.stale, stale
        # Who halts for what crosses its way does right.
        excused |= feedback.result.error is ErrorCode.PATH_BLOCKED and done.kind.is_translation
        if not feedback.result.success:
            self.failures += not excused
            if feedback.result.error in (ErrorCode.ROBOT_FAULT, ErrorCode.CANCELLED):
                raise SkillFailure(feedback.result.error, feedback.result.message)

    def by_dijkstra(self) -> str:
        """How many ways the chosen path planner did not find, in words; "" for none."""
        planner = self.config.path_planner
        return f"{self.circles} of {self.ways} ways not by {planner}" if self.circles else ""

    def left_on(self) -> str:
        """What this skill has switched on and is still on, in words; "" when there is nothing."""
        names = [n for n in sorted(self._switched_on) if (x := self.find(n)) and x.is_("toggled")]
        return f"{', '.join(names)} left on" if names else ""

    def find(self, name: str) -> ObjectInstance | None:
        """The object of that id, or a new memory of one of its type in the same place."""
        item = self.world.objects.get(self._aliases.get(name, name))
        if item is None and name in self._places:
            kind, place = self._places[name]
            near = [
                other
                for other in self.world.of_type(frozenset({kind}))
                if other.id not in self._known and dist(other.center, place) < _SAME_PLACE
            ]
            if near:
                item = min(near, key=lambda other: dist(other.center, place))
                self._aliases[name] = item.id
        if item is not None:
            self._places[name] = (item.type, item.center)
        return item

    def object(self, name: str) -> ObjectInstance:
        """Like :meth:`find`.

        Raises:
            SkillFailure: it is no longer believed to exist.
        """
        item = self.find(name)
        if item is None:
            raise SkillFailure(
                ErrorCode.NOT_FOUND, f"{name} is not where it was believed to be", name
            )
        return item
