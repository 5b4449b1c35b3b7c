# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Moving, turning, looking, teleporting (protocol section 3.6)."""

import math
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import HAND, LEVEL
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, vector
from egoplan_ros.sim.thing import Array, Thing

ON_GRID = 1e-2
SIDEWAYS = (90.0, 270.0)


def blocker_name(thing: Thing) -> str:
    """How a message names what is in the way."""
    return thing.object_id if thing.facts is not None else thing.name


def _move(sim: Simulation, degrees: float, magnitude: float | None, keep_hand: bool) -> None:
    world, body = sim.world, sim.world.body
    length = world.settings.grid_size if magnitude is None or magnitude == 0 else magnitude
    if length <= 0:
        raise Refused("moveMagnitude must be > 0")
    if length > 100:
        raise Refused("Scene bounds do not contain target position")
    start = np.array([body.x, body.z])
    goal = start + sim.heading(degrees) * length
    if world.settings.snap_to_grid:
        grid = world.settings.grid_size
        goal = np.round(goal / grid) * grid
    if not physics.inside(world, goal[None])[0]:
        wall = physics.sweep(world, start, goal, world.carried())
        _refuse_move(sim, wall, goal - start)
    blocker = physics.sweep(world, start, goal, world.carried())
    if blocker is not None:
        _refuse_move(sim, blocker, goal - start)
    body.x, body.z = float(goal[0]), float(goal[1])
    if not keep_hand:
        body.hand, body.grip = HAND, LEVEL
    world.carry()


def _refuse_move(sim: Simulation, blocker: Thing | None, step: Array) -> None:
    body = sim.world.body
    body.collided = True
    if blocker is None:
        raise Refused("Scene bounds do not contain target position")
    name = blocker_name(blocker)
    body.collided_with = [name]
    raise Refused(
        f"{name} is blocking Agent {sim.active} from moving by "
        f"({step[0]:.4f}, 0.0000, {step[1]:.4f})."
    )


def _register(name: str, degrees: float) -> None:
    def move(
        sim: Simulation,
        move_magnitude: float | None = None,
        force_action: bool = False,
        manual_interact: bool = False,
        object_id: str = "",
        max_agents_distance: float = -1.0,
        allow_agents_to_intersect: bool = False,
        speed: float = 1.0,
        fixed_delta_time: float | None = None,
        return_to_start: bool = True,
        disable_rendering: bool = True,
    ) -> None:
        if degrees in SIDEWAYS and sim.world.settings.agent_mode == "locobot":
            raise Refused("locobot does not support horizontal movement except MoveAhead and back")
        _move(sim, degrees, move_magnitude, manual_interact)

    move.__doc__ = (
        f"Move by moveMagnitude metres (default gridSize), {degrees} degrees off the heading."
    )
    action(name)(move)


for _name, _degrees in (
    ("MoveAhead", 0.0),
    ("MoveRight", 90.0),
    ("MoveBack", 180.0),
    ("MoveLeft", 270.0),
):
    _register(_name, _degrees)


def _turn(sim: Simulation, degrees: float) -> None:
    body, settings = sim.world.body, sim.world.settings
    yaw = (body.yaw + degrees) % 360.0
    if settings.snap_to_grid and settings.rotate_step % 90 == 0 and abs(degrees % 90) < 1e-6:
        yaw = round(yaw / 90.0) * 90.0 % 360.0
    body.yaw = yaw
    sim.world.carry()


def _amount(sim: Simulation, degrees: float | None) -> float:
    amount = sim.world.settings.rotate_step if degrees is None else degrees
    if amount == 0:
        raise Refused("degrees must not be 0")
    return amount


@action("RotateRight")
def rotate_right(
    sim: Simulation,
    degrees: float | None = None,
    manual_interact: bool = False,
    force_action: bool = False,
    rotation: dict[str, Any] | float | None = None,
) -> None:
    """Turn clockwise."""
    _turn(sim, _amount(sim, degrees))


@action("RotateLeft")
def rotate_left(
    sim: Simulation,
    degrees: float | None = None,
    manual_interact: bool = False,
    force_action: bool = False,
    rotation: dict[str, Any] | float | None = None,
) -> None:
    """Turn counter-clockwise."""
    _turn(sim, -_amount(sim, degrees))


def _look(sim: Simulation, degrees: float, sign: int) -> None:
    if degrees < 0:
        raise Refused("LookUp/LookDown need positive degrees")
    body, settings = sim.world.body, sim.world.settings
    horizon = body.horizon + sign * round(degrees if degrees else 30.0, 1)
    if horizon < -settings.max_up - 1e-3:
        raise Refused(
            f"can't look up beyond {settings.max_up:g} degrees above the forward horizon",
            "LookUpCantExceedMax",
        )
    if horizon > settings.max_down + 1e-3:
        raise Refused(
            f"can't look down beyond {settings.max_down:g} degrees below the forward horizon",
            "LookDownCantExceedMin",
        )
    body.horizon = horizon
    body.hand, body.grip = HAND, LEVEL
    sim.world.carry()


@action("LookUp", bag=True)
def look_up(sim: Simulation, degrees: float = 0.0) -> None:
    """Raise the camera."""
    _look(sim, degrees, -1)


@action("LookDown", bag=True)
def look_down(sim: Simulation, degrees: float = 0.0) -> None:
    """Lower the camera."""
    _look(sim, degrees, 1)


@action("Rotate", bag=True)
def rotate(sim: Simulation, rotation: dict[str, Any] | float) -> None:
    """Absolute yaw."""
    _turn(sim, _yaw(rotation) - sim.world.body.yaw)


@action("RotateLook", bag=True)
def rotate_look(
    sim: Simulation, rotation: dict[str, Any] | float | None = None, horizon: float | None = None
) -> None:
    """Absolute yaw and horizon, without limits."""
    if rotation is not None:
        _turn(sim, _yaw(rotation) - sim.world.body.yaw)
    if horizon is not None:
        sim.world.body.horizon = horizon
    sim.world.carry()


def _yaw(rotation: dict[str, Any] | float) -> float:
    if isinstance(rotation, dict):
        return float(vector(rotation, "rotation", np.zeros(3))[1])
    return rotation


def _teleport(
    sim: Simulation,
    place: Array,
    rotation: dict[str, Any] | float | None,
    horizon: float | None,
    standing: bool | None,
    force: bool,
) -> None:
    world, body, settings = sim.world, sim.world.body, sim.world.settings
    if standing is not None and settings.agent_mode == "locobot":
        raise Refused("locobot cannot stand or crouch: no argument 'standing'", "InvalidArgument")
    turned = body.yaw
    if rotation is not None:
        if isinstance(rotation, dict):
            angles = vector(rotation, "rotation", np.array([0.0, body.yaw, 0.0]))
            if (
                abs(math.remainder(angles[0], 360)) > 1e-3
                or abs(math.remainder(angles[2], 360)) > 1e-3
            ):
                raise Refused(
                    "No agents currently can change in pitch or roll. "
                    "So, you must set rotation(x=0, y=yaw, z=0)."
                )
            turned = float(angles[1])
        else:
            turned = rotation
    if (
        horizon is not None
        and not force
        and not -settings.max_up - 1e-3 <= horizon <= settings.max_down + 1e-3
    ):
        raise Refused(
            f"Each horizon must be in [{-settings.max_up:g}:{settings.max_down:g}]. "
            f"You gave {horizon}."
        )
    spot = place[[0, 2]]
    if not physics.inside(world, spot[None])[0]:
        raise Refused(
            "Teleport target is out of scene bounds! Scene bounds do not contain target position"
        )
    if not force:
        grid = settings.grid_size
        if settings.snap_to_grid and np.any(
            np.abs(spot / grid - np.round(spot / grid)) * grid > ON_GRID
        ):
            raise Refused(f"({spot[0]:.3f}, {spot[1]:.3f}) is not on the grid of size {grid}.")
        blocker = physics.overlapping(world, spot, world.carried())
        if blocker is not None:
            raise Refused(f"Collided with: {blocker_name(blocker)}.")
        if abs(place[1] - body.y) > 0.05:
            raise Refused(
                "after dropping to the floor the agent is not at proper height "
                f"(requested y {place[1]:.3f})"
            )
    body.x, body.z = float(spot[0]), float(spot[1])
    if horizon is not None:
        body.horizon = horizon
    if standing is not None:
        body.standing = standing
    body.hand, body.grip = HAND, LEVEL
    _turn(sim, turned - body.yaw)
    body.yaw = turned % 360.0
    world.carry()


@action("Teleport")
def teleport(
    sim: Simulation,
    position: dict[str, Any] | None = None,
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    rotation: dict[str, Any] | float | None = None,
    horizon: float | None = None,
    standing: bool | None = None,
    force_action: bool = False,
) -> None:
    """Move anywhere; what is not given stays."""
    body = sim.world.body
    place = np.array([body.x, body.y, body.z])
    if position is not None:
        place = vector(position, "position", place)
    for k, value in enumerate((x, y, z)):
        if value is not None:
            place[k] = value
    _teleport(sim, place, rotation, horizon, standing, force_action)


@action("TeleportFull")
def teleport_full(
    sim: Simulation,
    rotation: dict[str, Any] | float,
    horizon: float,
    standing: bool | None = None,
    position: dict[str, Any] | None = None,
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    force_action: bool = False,
) -> None:
    """Move anywhere; everything must be given (`standing` only by agents that can crouch)."""
    if standing is None and sim.world.settings.agent_mode != "locobot":
        raise Refused(
            "action: TeleportFull is missing the following arguments: standing", "MissingArguments"
        )
    if position is not None:
        place = vector(position, "position")
    elif x is not None and y is not None and z is not None:
        place = np.array([x, y, z])
    else:
        missing = [n for n, v in zip("xyz", (x, y, z), strict=True) if v is None]
        raise Refused(
            f"action: TeleportFull is missing the following arguments: {', '.join(missing)}",
            "MissingArguments",
        )
    _teleport(sim, place, rotation, horizon, standing, force_action)


def _must_have_legs(sim: Simulation) -> None:
    if sim.world.settings.agent_mode == "locobot":
        raise Refused("locobot does not support Stand or Crouch", "InvalidAction")


@action("Stand")
def stand(sim: Simulation) -> None:
    """Straighten up."""
    _must_have_legs(sim)
    if sim.world.body.standing:
        raise Refused("Already standing.")
    sim.world.body.standing = True
    sim.world.carry()


@action("Crouch")
def crouch(sim: Simulation) -> None:
    """Go down."""
    _must_have_legs(sim)
    if not sim.world.body.standing:
        raise Refused("Already crouching.")
    sim.world.body.standing = False
    sim.world.carry()
