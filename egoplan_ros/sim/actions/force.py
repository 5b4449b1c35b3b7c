# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pushing things about (protocol section 3.8)."""

from typing import Any

import numpy as np

from egoplan_ros.sim.actions.sliding import loose, slide
from egoplan_ros.sim.actions.state import crash
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, vector
from egoplan_ros.sim.thing import Array, Thing


def _push(sim: Simulation, thing: Thing, degrees: float, magnitude: float) -> None:
    """Slide a thing at an angle clockwise from the agent's forward direction."""
    _slide(sim, thing, sim.heading(degrees), magnitude)


def _slide(sim: Simulation, thing: Thing, ahead: Array, magnitude: float) -> None:
    if not thing.dynamic:
        raise Refused(f"{thing.object_id} is not moveable or pickupable")
    if not loose(sim.world, thing):
        raise Refused("held objects cannot be pushed")
    before = {id(t): float(t.bounds()[1]) for t in sim.world.objects() if t.dynamic}
    for moved in slide(sim.world, thing, ahead, magnitude):
        for item in (moved, *moved.within()):
            crash(sim, item, before[id(item)] - float(item.bounds()[1]))


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
    direction: dict[str, Any] | None = None,
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
