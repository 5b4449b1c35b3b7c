# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Finding a spot for an object on or in a receptacle and setting it down there."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import Body
from egoplan_ros.sim.catalog import MUST_BE_OPEN, ONLY_ACCEPTS
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

if TYPE_CHECKING:
    from egoplan_ros.sim.simulation import Simulation

# Anything inside these counts, whether or not the spot itself is in view.
HIDDEN_SPOTS = frozenset(
    {"Pot", "Pan", "Bowl", "GarbageCan", "Plate", "Box", "Drawer", "Mug", "Cup", "LaundryHamper"}
)
TALL_HOLDERS = frozenset({"Mug", "Cup"})
# What AI2-THOR only ever sets down upright; all else is laid on a side where it does not fit so.
UPRIGHT = frozenset(
    "Pot Pan Bowl Plate Bread Cup Mug Laptop SaltShaker PepperShaker AlarmClock Box SoapBottle "
    "Kettle Bottle CreditCard RemoteControl Candle SprayBottle Statue Vase KeyChain CD Book "
    "EggCracked Dumbbell TableTopDecor".split()
)
# Added to the distance of a spot out of view, so that others come first; metres.
UNSEEN = 10.0
LIFT = 0.001
# How much further than the visible front the hand gets inside furniture, metres.
ARM = 0.3
REACH_STEP = 0.02


@dataclass(frozen=True, slots=True)
class Spot:
    """A pose of the object's origin, and the moving piece of the receptacle it will ride on."""

    position: Array
    rotation: Array
    link: int


def find_spot(
    world: World,
    item: Thing,
    receptacle: Thing,
    near: Array | None,
    sim: "Simulation | None" = None,
    yaw: float = 0.0,
    force: bool = False,
) -> Spot | None:
    """The best free spot: closest to `near` (a world point) if given; None when there is none.

    With `sim` given, spots must be in reach of the agent, except in small containers. By `force`
    they need not: those in view come first, and the item may stick out over an edge.
    """
    if receptacle.kind in ONLY_ACCEPTS and receptacle.children:
        return None
    flat = _rotations(item, receptacle, yaw)
    ways = [flat]
    if item.kind not in UPRIGHT:
        laid = ([90.0, 0.0, 0.0], [0.0, 0.0, 90.0])
        ways += [[rotation + np.array(tilt) for rotation in flat] for tilt in laid]
    for overhang in (False, True) if force and receptacle.kind not in MUST_BE_OPEN else (False,):
        for way in ways:
            found = _best_spot(world, item, receptacle, near, sim, way, force, overhang)
            if found is not None:
                return found
    return None


def _best_spot(
    world: World,
    item: Thing,
    receptacle: Thing,
    near: Array | None,
    sim: "Simulation | None",
    rotations: list[Array],
    force: bool,
    overhang: bool,
) -> Spot | None:
    """As :func:`find_spot`, for an item that is turned in one of these ways."""
    best: tuple[float, Spot] | None = None
    for rotation in rotations:
        box = item.footprint(rotation)
        size = box[3:] - box[:3]
        middle = (box[:3] + box[3:]) / 2
        for surface in receptacle.shape.surfaces:
            if receptacle.kind in ONLY_ACCEPTS:
                height = surface.y - (size[1] * 0.9 if surface.clear == 0 else 0.0)
                center = np.array(
                    [[(surface.x0 + surface.x1) / 2, height, (surface.z0 + surface.z1) / 2]]
                )
                points = receptacle.to_world(center, surface.link)
                if receptacle.kind in ("Toaster",) or surface.clear == 0:
                    ok = np.ones(1, bool)
                else:
                    ok = physics.free_spots(world, points, size, [item, *item.within(), receptacle])
            else:
                points = physics.spots(world, receptacle, surface, size, overhang=overhang)
                if len(points) == 0:
                    continue
                ok = physics.free_spots(world, points, size, [item, *item.within(), receptacle])
                if sim is not None and not force and receptacle.kind not in HIDDEN_SPOTS:
                    ok[ok] = _within_arm(sim, points[ok], receptacle.kind in MUST_BE_OPEN)
            points = points[ok]
            if len(points) == 0:
                continue
            score = np.zeros(len(points)) if near is None else np.linalg.norm(points - near, axis=1)
            if sim is not None and force:
                middles = points + np.array([0.0, size[1] / 2, 0.0])
                score = score + UNSEEN * ~_in_view(sim, middles)
            k = int(np.argmin(score))
            place = np.array(
                [points[k, 0] - middle[0], points[k, 1] - box[1] + LIFT, points[k, 2] - middle[2]]
            )
            if best is None or score[k] < best[0] - 1e-9:
                best = (float(score[k]), Spot(place, rotation, surface.link))
        if best is not None and near is None:
            break
    return best[1] if best is not None else None


def _rotations(item: Thing, receptacle: Thing, yaw: float) -> list[Array]:
    base = (
        float(receptacle.rotation[1]) + round((yaw - float(receptacle.rotation[1])) / 90.0) * 90.0
    )
    flat = [np.array([0.0, (base + k) % 360, 0.0]) for k in (0.0, 90.0, 180.0, 270.0)]
    if receptacle.kind in TALL_HOLDERS:
        # Cutlery and pens stand in mugs, their long axis upright.
        return [np.array([270.0, (base + k) % 360, 0.0]) for k in (0.0, 90.0)] + flat
    return flat


def _within_arm(sim: "Simulation", points: Array, inside: bool) -> np.ndarray:
    """Which points the agent can put something at: in reach, and nothing in between.

    `inside` opened furniture the arm gets around what hides the spot from the eye.
    """
    eye = sim.world.body.eye()
    raised = points + np.array([0.0, 0.01, 0.0])
    ok = sim.eyes.in_reach(eye, raised, ARM if inside else 0.0)
    rows = np.flatnonzero(ok)
    if len(rows) and not inside:
        # Hitting the receptacle itself before the point does not count as seeing the point.
        nobody = np.full(len(rows), -2)
        reached, _ = sim.eyes.reaches(eye, raised[rows], nobody)
        ok[rows] = reached
    return ok


def _in_view(sim: "Simulation", points: Array) -> np.ndarray:
    """Which points (N, 3) the agent sees, with nothing in between."""
    eye = sim.world.body.eye()
    seen = sim.eyes.in_frame(eye, sim.world.body.gaze(), sim.aspect, points)
    rows = np.flatnonzero(seen)
    if len(rows):
        seen[rows] = sim.eyes.reaches(eye, points[rows], np.full(len(rows), -2))[0]
    return seen


def before_walls(world: World, body: Body, item: Thing, place: Array) -> Array:
    """Where a held thing is let go: `place`, or the last free spot on the way to it.

    The hand reaches further than the body, and through a wall that the agent stands at.
    """
    box = item.bounds()
    size, shift = box[3:] - box[:3], (box[:3] + box[3:]) / 2 - item.position
    goal = place + shift
    steps = int(np.ceil(np.linalg.norm(goal - body.eye()) / REACH_STEP))
    path = body.eye() + (goal - body.eye()) * np.linspace(0, 1, steps + 1)[:, None]
    boxes, owners = world.boxes()
    walls = boxes[[world.things[owner].facts is None for owner in owners]]
    behind = np.all((path[:, None] > walls[:, :3]) & (path[:, None] < walls[:, 3:]), 2).any(1)
    behind |= ~physics.inside(world, path[:, [0, 2]])
    if not behind.any():
        return place
    path = path[: max(int(np.argmax(behind)), 1)]
    under = path - np.array([0.0, size[1] / 2, 0.0])
    free = np.flatnonzero(physics.free_spots(world, under, size, [item, *item.within()]))
    spot: Array = path[free[-1] if len(free) else 0] - shift
    return spot


def release(sim: "Simulation") -> Thing:
    """Empty the hand; the thing stays where it is."""
    body = sim.world.body
    held = body.held
    if held is None:
        raise Refused("Nothing is in the agent's hand to drop!")
    body.let_go()
    held.picked_up = False
    held.changed()
    return held


def let_go(world: World, thing: Thing) -> None:
    """Whoever holds a thing holds it no more; it stays where it is."""
    for body in world.bodies:
        if body.held is thing:
            body.let_go()
            thing.picked_up = False
            thing.changed()


def settle(world: World, thing: Thing) -> None:
    """Let a released thing come to rest on what is below it."""
    height, below = physics.support_below(world, thing)
    box = thing.bounds()
    world.move(thing, thing.position + np.array([0.0, height - box[1] + LIFT, 0.0]))
    carrier: Thing | None = below if below.can("receptacle") else None
    if carrier is None and below.parent is not None:
        carrier = below.parent
    if carrier is None and height < world.level + physics.STEPPED:
        carrier = world.floor(thing.position)
    link = next((s.link for s in carrier.shape.surfaces), -1) if carrier is not None else -1
    world.attach(thing, carrier, link)
