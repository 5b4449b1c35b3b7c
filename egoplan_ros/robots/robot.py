# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The interface every robot driver has, and the registry of drivers."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.primitive import Primitive
from egoplan_ros.world.system.registry import Registry, lazy


@runtime_checkable
class Robot(Protocol):
    """A household robot: primitives in, RGB-D frames (``map`` frame, REP 103) out.

    A primitive that fails is a normal outcome and shows in ``frame.robot.last``; a robot that
    cannot go on raises :class:`~egoplan_ros.world.errors.RobotError`.
    """

    def reset(self, scene: str | None = None, seed: int | None = None) -> RgbdFrame:
        """Begin a new episode; ``scene`` and ``seed`` are for simulators. None keeps the former.

        Raises:
            InputError: unknown scene.
        """

    def execute(self, primitive: Primitive) -> RgbdFrame:
        """Do one primitive and look; ``frame.robot.last`` says how it went."""

    def observe(self) -> RgbdFrame:
        """Look without doing anything; not counted as a step."""

    def stop(self) -> None:
        """Halt all motion now."""

    def close(self) -> None:
        """Release everything; leaves no process behind and may be called twice."""

    def truth(self) -> dict[str, Any]:
        """What a simulator knows of the scene, for evaluators only; ``{}`` on a real robot."""


ROBOTS: Registry[Callable[..., Robot]] = Registry(
    "robot",
    "egoplan_ros.robots",
    {
        "thor": lazy("egoplan_ros.robots.thor:ThorRobot"),
        "mobile_base": lazy("egoplan_ros.robots.mobile_base:MobileBase"),
    },
)
"""What makes a driver, by name."""

METHODS = tuple(word for word in vars(Robot) if not word.startswith("_"))
"""What a driver must have."""


def make_robot(kind: str, **options: Any) -> Robot:
    """The driver of that name.

    Raises:
        InputError: unknown kind or option; a plug-in that is broken.
    """
    maker = ROBOTS.get(kind)
    with ROBOTS.blaming(kind):
        try:
            robot = maker(**options)
        except TypeError as error:
            if "argument" not in str(error):
                raise
            raise InputError(f"robot {kind}: {error}; check its options") from error
        if lacking := [word for word in METHODS if not hasattr(robot, word)]:
            if "close" not in lacking:
                robot.close()
            raise TypeError(f"{type(robot).__name__} has no method {lacking[0]}")
    return robot
