# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One running simulation: world, renderer and eyes, and how actions pick their target."""

from typing import Any

import numpy as np

from egoplan_ros.sim.metadata import Report
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.visibility import Eyes
from egoplan_ros.sim.world import World
from egoplan_ros.world.errors import InputError

BOOT_SCENE = "FloorPlan1_physics"


class Simulation:
    """Holds what actions act upon. `size` is (width, height) of all images."""

    def __init__(
        self, size: tuple[int, int], scene: str = BOOT_SCENE, library: Library | None = None
    ) -> None:
        self.size = size
        self.library = library or Library()
        # Why the last Reset failed; the client only looks at what Initialize says.
        self.unready: str | None = None
        self.active = 0
        self.load(scene)

    def load(self, scene: str) -> None:
        """Replace the world. Raises Refused for unknown scenes."""
        try:
            world = self.library.load(scene)
        except KeyError as error:
            self.unready = f"scene {error.args[0]!r} is not in the build"
            raise Refused(self.unready) from None
        except InputError as error:
            self.unready = str(error)
            raise Refused(self.unready) from None
        self.unready = None
        self.enter(world)

    def enter(self, world: World) -> None:
        """Take over a ready world."""
        self.world = world
        self.active = 0
        self.renderer = Renderer(world)
        self.eyes = Eyes(world, self.renderer)
        self.report = Report(world)

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.size[0] / self.size[1]

    def index(self, thing: Thing) -> int:
        """Position of a thing in the world's list."""
        return next(i for i, t in enumerate(self.world.things) if t is thing)

    def known(self, object_id: str) -> Thing:
        """The object of an id, or refusal."""
        thing = self.world.find(object_id)
        if thing is None:
            raise Refused(f"objectId: {object_id} is not the objectId on any object in the scene!")
        return thing

    def target(
        self, object_id: str | None, x: float | None, y: float | None, force: bool
    ) -> tuple[Thing, Array | None]:
        """The object meant by id or by image point, with the point hit (protocol section 3.2)."""
        if object_id is not None:
            thing = self.known(object_id)
            if not force:
                self.require_sight(thing)
            return thing, None
        if x is None or y is None:
            raise Refused("either objectId or both x and y are needed", "MissingArguments")
        return self.pointed(x, y, force)

    def require_sight(self, thing: Thing) -> None:
        """Refuse unless the object is visible and interactable."""
        number = self.index(thing)
        body = self.world.body
        visible, blocked = self.eyes.check(body.eye(), body.gaze(), self.aspect, [(number, thing)])
        if thing.out_of_sight or number not in visible:
            raise Refused("Target object not found within the specified visibility.")
        if number in blocked:
            raise Refused(
                "Target object is visible but not interactable. "
                "It is likely obstructed by some clear object like glass."
            )

    def pointed(self, x: float, y: float, force: bool, held: bool = False) -> tuple[Thing, Array]:
        """The object under an image point."""
        if not (0 <= x <= 1 and 0 <= y <= 1):
            raise Refused("x/y must be in [0:1]")
        thing, point = self.eyes.point_under(x, y, self.aspect, held)
        if thing is not None and thing.kind == "Rug":
            thing = self.world.floor(point)
        if thing is None or point is None or thing.facts is None:
            raise Refused(f"No SimObject found at (x: {x}, y: {y})")
        if not force and not self.eyes.in_reach(self.world.body.eye(), point[None])[0]:
            raise Refused(f"{thing.object_id} is not within visibilityDistance")
        return thing, point

    def heading(self, degrees: float) -> Array:
        """Unit (x, z) at an angle clockwise from the agent's forward direction."""
        angle = np.radians(self.world.body.yaw + degrees)
        return np.array([np.sin(angle), np.cos(angle)])


def vector(value: dict[str, Any], name: str, base: Array | None = None) -> Array:
    """A {x, y, z} dict as an array; absent axes come from `base` or are refused."""
    if not isinstance(value, dict):
        raise Refused(f"{name} must be a vector, not {str(value)[:40]!r}")
    out = np.zeros(3) if base is None else np.array(base, float)
    for k, axis in enumerate("xyz"):
        if axis in value:
            number = value[axis]
            if (
                isinstance(number, bool)
                or not isinstance(number, int | float)
                or not np.isfinite(number)
            ):
                raise Refused(f"{name}.{axis} must be a finite number, not {number!r}")
            out[k] = float(number)
        elif base is None:
            raise Refused(f"{name} lacks {axis}")
    return out


def numbers(values: list[Any], name: str) -> list[float]:
    """A list of finite numbers, or refusal."""
    for value in values:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not np.isfinite(float(value))
        ):
            raise Refused(f"{name} must list finite numbers, not {str(value)[:40]!r}")
    return [float(v) for v in values]


def words(values: list[Any] | None, name: str) -> frozenset[str]:
    """A list of names or ids as a set, or refusal; empty when not given."""
    for value in values or []:
        if not isinstance(value, str):
            raise Refused(f"{name} must list names, not {str(value)[:40]!r}")
    return frozenset(values or [])
