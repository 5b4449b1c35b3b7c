# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Taking, putting, dropping and holding objects (protocol section 3.7)."""

from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.actions.state import crash
from egoplan_ros.sim.body import HAND, LEVEL
from egoplan_ros.sim.catalog import MUST_BE_OPEN, ONLY_ACCEPTS, accepts
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.placing import before_walls, find_spot, release, settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, vector
from egoplan_ros.sim.thing import Array, Thing, normalised


@action("PickupObject")
def pickup(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
    manual_interact: bool = False,
) -> str:
    """Take an object into the hand, with what is in it."""
    world, body = sim.world, sim.world.body
    thing, _ = sim.target(object_id, x, y, force_action)
    if not thing.can("pick") or thing.sliced:
        raise Refused(f"{thing.object_id} must have the property CanPickup to be picked up.")
    if thing.picked_up and thing is not body.held:
        raise Refused(f"{thing.object_id} is held by another agent")
    if body.held is not None:
        raise Refused("Agent hand has something in it already! Can't pick up anything else")
    world.detach(thing)
    body.held, body.hand, body.grip = thing, HAND, LEVEL
    thing.picked_up = True
    thing.changed()
    world.carry()
    return thing.object_id


@action("PutObject")
def put(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    put_near_xy: bool = False,
    force_action: bool = False,
    place_stationary: bool = True,
    random_seed: int = 0,
) -> None:
    """Set the held object down on or in a receptacle.

    The receptacle is `objectId`, or what is at image point (x, y).
    """
    world, body = sim.world, sim.world.body
    held = body.held
    if held is None:
        raise Refused("Can't place an object if Agent isn't holding anything")
    thing, point = sim.target(object_id, x, y, force_action)
    receptacle = thing
    if point is not None and not receptacle.can("receptacle") and receptacle.parent is not None:
        # Pointing at what stands on a table means the table.
        receptacle = receptacle.parent
    if receptacle.kind == "Sink":
        # What is put into a sink lies in its basin.
        receptacle = world.find(f"{receptacle.object_id}|SinkBasin") or receptacle
    if not receptacle.can("receptacle") or not receptacle.shape.surfaces:
        raise Refused(f"This target object is NOT a receptacle! ({receptacle.object_id})")
    if receptacle is held or receptacle in held.within():
        raise Refused("No valid Receptacle found")
    check_fits(receptacle, held, force_action)
    spot = find_spot(world, held, receptacle, _near(sim, point), sim, body.yaw, force_action)
    if spot is None:
        if receptacle.kind == "StoveBurner":
            raise Refused("another object's collision is blocking held object from being placed")
        raise Refused("No valid positions to place object found")
    release(sim)
    world.move(held, spot.position, spot.rotation)
    world.attach(held, receptacle, spot.link)


def check_fits(receptacle: Thing, item: Thing, force: bool) -> None:
    """Refuse closed, occupied or unsuitable receptacles."""
    if receptacle.kind in MUST_BE_OPEN and receptacle.can("open") and receptacle.openness <= 0:
        raise Refused("Target openable Receptacle is CLOSED, can't place if target is not open!")
    only = ONLY_ACCEPTS.get(receptacle.kind)
    if only is not None:
        if item.kind not in only:
            raise Refused(
                f"{item.object_id} is not a valid Object Type to be placed in "
                f"{receptacle.object_id}"
            )
        if receptacle.children:
            raise Refused(f"{receptacle.object_id} is full right now")
    elif not force and not accepts(receptacle.kind, item.kind):
        raise Refused(f"{item.object_id} cannot be placed in {receptacle.object_id}")


def _near(sim: Simulation, point: Array | None) -> Array:
    """Where to put: at the point, else a little before the agent at table height."""
    if point is not None:
        return point
    body = sim.world.body
    ahead = sim.heading(0.0) * 0.55
    return np.array([body.x + ahead[0], body.floor + 0.95, body.z + ahead[1]])


@action("DropHandObject", "DropHeldObject")
def drop(sim: Simulation, force_action: bool = False, auto_simulation: bool = True) -> None:
    """Let go; the object falls."""
    _drop(sim, sim.world.body.held, None, force_action)


@action("DropHeldObjectAhead")
def drop_ahead(sim: Simulation, force_action: bool = False) -> None:
    """Let go a little ahead."""
    held = sim.world.body.held
    goal = None
    if held is not None:
        ahead = sim.heading(0.0) * 0.2
        goal = held.position + np.array([ahead[0], 0.0, ahead[1]])
    _drop(sim, held, goal, force_action)


def _drop(sim: Simulation, held: Thing | None, goal: Array | None, force: bool) -> None:
    world = sim.world
    if held is None:
        raise Refused("Nothing is in the agent's hand to drop!")
    place = before_walls(world, world.body, held, held.position if goal is None else goal)
    box = held.bounds() + np.tile(place - held.position, 2)
    size = box[3:] - box[:3]
    under = np.array([[(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2]])
    free = physics.free_spots(world, under, size * 0.8, [held, *held.within()])
    if not force and not free[0]:
        raise Refused(
            f"{held.object_id} can't be dropped. It must be clear of all other collision first"
        )
    release(sim)
    world.move(held, place)
    settle(world, held)


@action("ThrowObject")
def throw(
    sim: Simulation,
    move_magnitude: float = 50.0,
    force_action: bool = False,
    auto_simulation: bool = True,
) -> None:
    """Throw along the view; it lands where the way is free, and breaks if it can."""
    world = sim.world
    held = world.body.held
    if held is None:
        raise Refused("Nothing in Hand to Throw!")
    reach = min(max(abs(move_magnitude) / 50.0, 0.3), 4.0)
    start, ahead = before_walls(world, world.body, held, held.position), sim.heading(0.0)
    place = start
    box = held.bounds()
    size = box[3:] - box[:3]
    for step in np.arange(0.1, reach, 0.05):
        goal = start + np.array([ahead[0], 0.0, ahead[1]]) * step
        under = np.array([[goal[0], goal[1] - size[1] / 2, goal[2]]])
        if not physics.free_spots(world, under, size, [held, *held.within()])[0]:
            break
        place = goal
    release(sim)
    world.move(held, place)
    settle(world, held)
    crash(sim, held, float(start[1] - held.position[1]))


def _shift(sim: Simulation, right: float, up: float, ahead: float) -> None:
    world, body = sim.world, sim.world.body
    held = body.held
    if held is None:
        raise Refused("Agent can only move hand if holding an item")
    hand = (body.hand[0] + right, body.hand[1] + up, body.hand[2] + ahead)
    goal = body.eye() + body.gaze() @ np.array(hand)
    if np.linalg.norm(goal - body.eye()) > world.settings.visibility_distance:
        raise Refused("The target position is out of reach of the hand (visibilityDistance)")
    box = held.bounds()
    size = box[3:] - box[:3]
    under = goal[None] - np.array([0.0, size[1] / 2, 0.0])
    if not physics.free_spots(world, under, size, world.carried())[0]:
        raise Refused("Moving the held object there would collide with something")
    body.hand = hand
    world.carry()


@action("MoveHeldObject", "MoveHandDelta", bag=True)
def move_held(
    sim: Simulation,
    right: float = 0.0,
    up: float = 0.0,
    ahead: float = 0.0,
    force_visible: bool = False,
) -> None:
    """Shift the hand relative to the camera."""
    _shift(sim, right, up, ahead)


def _register(direction: str, axis: tuple[float, float, float]) -> None:
    def shift(sim: Simulation, move_magnitude: float, force_visible: bool = False) -> None:
        _shift(sim, *(float(a * move_magnitude) for a in axis))

    shift.__doc__ = f"Shift the hand {direction.lower()}."
    action(f"MoveHeldObject{direction}", f"MoveHand{direction}")(shift)


for _direction, _axis in (
    ("Ahead", (0.0, 0.0, 1.0)),
    ("Back", (0.0, 0.0, -1.0)),
    ("Left", (-1.0, 0.0, 0.0)),
    ("Right", (1.0, 0.0, 0.0)),
    ("Up", (0.0, 1.0, 0.0)),
    ("Down", (0.0, -1.0, 0.0)),
):
    _register(_direction, _axis)


@action("RotateHeldObject", "RotateHand")
def rotate_held(
    sim: Simulation,
    pitch: float = 0.0,
    yaw: float = 0.0,
    roll: float = 0.0,
    rotation: dict[str, Any] | None = None,
) -> None:
    """Turn the held object, by angles or to an absolute rotation relative to the agent."""
    world, body = sim.world, sim.world.body
    held = body.held
    if held is None:
        raise Refused("Agent can only rotate hand if holding an item")
    if rotation is not None:
        goal = vector(rotation, "rotation", np.zeros(3))
    else:
        goal = np.array(body.grip) + np.array([pitch, yaw, -roll])
    body.grip = tuple(normalised(goal).tolist())
    world.carry()
    if held.matrix[1, 1] < 0 and held.filled:
        held.filled, held.liquid = False, None
        held.changed()
