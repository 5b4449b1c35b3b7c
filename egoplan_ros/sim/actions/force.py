"""Pushing things about (protocol section 3.8): they slide until something is in the way."""

from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.placing import settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, vector
from egoplan_ros.sim.thing import Array, Thing


def _push(sim: Simulation, thing: Thing, degrees: float, magnitude: float) -> None:
    """Slide a thing at an angle clockwise from the agent's forward direction."""
    _slide(sim, thing, sim.heading(degrees), magnitude)


def _slide(sim: Simulation, thing: Thing, ahead: Array, magnitude: float) -> None:
    if not thing.dynamic:
        raise Refused(f"{thing.object_id} is not moveable or pickupable")
    if thing is sim.world.body.held:
        raise Refused("held objects cannot be pushed")
    assert thing.facts is not None
    distance = min(abs(magnitude) / max(thing.facts.mass, 0.5) * 0.02, 1.0)
    world = sim.world
    group = [thing, *thing.within()]
    place = thing.position
    box = thing.bounds()
    size = box[3:] - box[:3]
    under = np.array([(box[0] + box[3]) / 2, box[1] + 0.01, (box[2] + box[5]) / 2])
    body = np.array([world.body.x, world.body.z])
    for step in np.arange(0.02, distance + 1e-9, 0.02):
        shift = np.array([ahead[0], 0.0, ahead[1]]) * step
        moved = box + np.tile(shift, 2)
        if not physics.free_spots(world, (under + shift)[None], size, group)[0]:
            break
        if moved[1] < 1.8 and physics.clearance(body[None], moved[None])[0, 0] < 0.2:
            break
        place = thing.position + shift
    world.detach(thing)
    world.move(thing, place)
    settle(world, thing)


@action("PushObject", "ApplyForceObject", bag=True)
def push(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    move_magnitude: float = 50.0,
    force_action: bool = False,
) -> None:
    """Push away from the agent; ApplyForceObject is the older name."""
    _push(sim, sim.target(object_id, x, y, force_action)[0], 0.0, move_magnitude)


@action("PullObject", bag=True)
def pull(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    move_magnitude: float = 50.0,
    force_action: bool = False,
) -> None:
    """Pull towards the agent."""
    _push(sim, sim.target(object_id, x, y, force_action)[0], 180.0, move_magnitude)


@action("DirectionalPush", bag=True)
def directional_push(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    push_angle: float = 0.0,
    move_magnitude: float = 50.0,
    force_action: bool = False,
) -> None:
    """Push at an angle clockwise from the agent's forward direction."""
    _push(sim, sim.target(object_id, x, y, force_action)[0], push_angle, move_magnitude)


@action("TouchThenApplyForce", bag=True)
def touch_then_apply_force(
    sim: Simulation,
    x: float,
    y: float,
    hand_distance: float = 1.5,
    direction: dict | None = None,
    move_magnitude: float = 0.0,
) -> dict[str, Any]:
    """Reach out along an image point; push what the hand meets. Fails when it meets nothing.

    `direction` is in the agent's axes: x right, y up, z ahead.
    """
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise Refused("x/y must be in [0:1]")
    if hand_distance <= 0:
        raise Refused("handDistance must be > 0")
    thing, point = sim.eyes.point_under(x, y, sim.aspect, held=False)
    body = sim.world.body
    length = float(np.linalg.norm(point - body.eye())) if point is not None else np.inf
    if thing is None or thing.facts is None or length > hand_distance:
        return {
            "didHandTouchSomething": length <= hand_distance,
            "objectId": "",
            "armsLength": min(length, hand_distance),
        }
    wanted = vector(direction, "direction", np.zeros(3)) if direction else np.array([0.0, 0, 1])
    flat = wanted[0] * sim.heading(90.0) + wanted[2] * sim.heading(0.0)
    size = float(np.linalg.norm(flat))
    if thing.dynamic and thing is not body.held and size > 1e-6 and move_magnitude > 0:
        _slide(sim, thing, flat / size, move_magnitude)
    return {"didHandTouchSomething": True, "objectId": thing.object_id, "armsLength": length}
