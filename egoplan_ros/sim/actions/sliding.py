# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pushed things slide, take along what they run into, and fall where nothing carries them."""

from dataclasses import dataclass, field

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.placing import settle
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

STEP = 0.02
FARTHEST = 1.0
LIGHTEST = 0.5
PER_NEWTON = 0.02
"""Metres that a newton moves a kilogram."""
GAP = 0.004
LIFT = 0.013
# How deep a recorded thing may sink into what carries it.
SUNK = 0.03


@dataclass(frozen=True, slots=True)
class _Car:
    """One thing of a train: its box (6,) at the start, and how far the train had gone by then."""

    thing: Thing
    box: Array
    since: float


@dataclass(slots=True)
class _Train:
    """Things that slide together."""

    cars: list[_Car] = field(default_factory=list)
    mass: float = 0.0

    def take(self, thing: Thing, gone: float) -> None:
        assert thing.facts is not None
        self.cars.append(_Car(thing, thing.bounds(), gone))
        self.mass += max(thing.facts.mass, LIGHTEST)

    def members(self) -> list[Thing]:
        return [t for car in self.cars for t in (car.thing, *car.thing.within())]


def slide(world: World, thing: Thing, ahead: Array, force: float) -> list[Thing]:
    """Push a loose thing with `force` newtons along the unit vector `ahead` (x, z).

    What lies in a vessel takes the vessel along. What is in the way and loose joins in, and all go
    less far for it; everything stops where something fixed or an agent stands.

    Returns:
        The things that were moved, the pushed one first.
    """
    train = _Train()
    train.take(_vessel(thing), 0.0)
    left = min(abs(force) / train.mass * PER_NEWTON, FARTHEST)
    gone = 0.0
    way = np.array([ahead[0], 0.0, ahead[1]])
    while left >= STEP - 1e-9:
        met = _met(world, train, way, gone + STEP)
        if met is None:
            gone, left = gone + STEP, left - STEP
        elif isinstance(met, Thing) and loose(world, met):
            before = train.mass
            train.take(_vessel(met), gone)
            left *= before / train.mass
        else:
            break
    moved = [car for car in train.cars if gone > car.since]
    for car in moved:
        world.detach(car.thing)
        world.move(car.thing, car.thing.position + way * (gone - car.since))
    for car in sorted(moved, key=lambda c: float(c.box[1])):
        _come_to_rest(world, car.thing, way, gone - car.since)
    return [car.thing for car in moved]


def _come_to_rest(world: World, thing: Thing, way: Array, length: float) -> None:
    """Let a thing fall to what is below it, from the last place on its way with room down there."""
    end = thing.position
    for back in (*np.arange(0.0, length - STEP / 2, STEP), length):
        world.move(thing, end - way * back)
        settle(world, thing)
        box = thing.bounds()
        size = np.maximum(box[3:] - box[:3] - [2 * SUNK, SUNK, 2 * SUNK], 0.002)
        under = np.array([(box[0] + box[3]) / 2, box[1] + SUNK, (box[2] + box[5]) / 2])
        if physics.free_spots(world, under[None], size, [thing, *thing.within()])[0]:
            return


def _vessel(thing: Thing) -> Thing:
    """The outermost loose thing that it lies in, or itself."""
    while thing.parent is not None and thing.parent.can("pick"):
        thing = thing.parent
    return thing


def loose(world: World, thing: Thing) -> bool:
    """Whether it can be shoved: neither fixed nor in a hand."""
    held = [body.held for body in world.bodies if body.held is not None]
    return thing.dynamic and not any(thing is t or thing in t.within() for t in held)


def _met(world: World, train: _Train, way: Array, gone: float) -> Thing | str | None:
    """What the train runs into once it has gone so far: a thing, or the edge of the scene."""
    boxes, owners = world.boxes()
    outside = ~np.isin(owners, world.indices(train.members()))
    boxes, owners = boxes[outside], owners[outside]
    for car in train.cars:
        start = car.box
        now = start + np.tile(way * (gone - car.since), 2)
        middle = (now[:3] + now[3:]) / 2
        if not physics.inside(world, middle[None, [0, 2]])[0]:
            return "edge"
        for body in world.bodies:
            at = np.array([[body.x, body.z]])
            near, was = (physics.clearance(at, b[None])[0, 0] for b in (now, start))
            if now[1] < body.floor + body.height and near < body.radius and near < was - 1e-9:
                return "agent"
        hit = _overlap(now, boxes)
        # What overlaps from the start, as recorded boxes do, bars the way deeper in only.
        behind = ((boxes[:, :3] + boxes[:, 3:]) / 2 - middle) @ way <= 0
        under = boxes[:, 4] < start[1] + SUNK
        hit &= ~(_overlap(start, boxes) & (behind | under))
        if hit.any():
            return world.things[int(owners[int(np.argmax(hit))])]
    return None


def _overlap(box: Array, boxes: Array) -> np.ndarray:
    low = box[:3] + np.array([GAP, LIFT, GAP])
    high = box[3:] - np.array([GAP, 0.0, GAP])
    hit: np.ndarray = np.all(boxes[:, 3:] > low, 1) & np.all(boxes[:, :3] < high, 1)
    return hit
