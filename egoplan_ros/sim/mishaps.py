# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happens to the world behind the robot's back.

Each mishap changes the world and returns what it did, for the log, or None when nothing could
happen. ``chosen`` says which objects may be struck.
"""

import math
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.actions.devices import swing_hits, toggle_quietly
from egoplan_ros.sim.actions.hand import drop as let_go
from egoplan_ros.sim.actions.hand import pickup
from egoplan_ros.sim.actions.query import interactable_poses
from egoplan_ros.sim.catalog import MUST_BE_OPEN, ONLY_ACCEPTS, accepts
from egoplan_ros.sim.effects import pass_time
from egoplan_ros.sim.placing import find_spot, settle
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Array, Thing

Facts = dict[str, Any]
Chosen = Callable[[Thing], bool]
Settings = Mapping[str, float]
Mishap = Callable[[Simulation, random.Random, Settings, Chosen], Facts | None]

CHAIRS = frozenset({"Chair", "Stool", "Ottoman", "Footstool", "DogBed", "GarbageCan"})
"""What people leave standing in the way."""

AHEAD = (0.55, 1.0)
"""Metres from the robot at which a chair comes to stand."""

STEP = 0.25
"""Metres between places where somebody could stand."""

NEAR = 2.0
"""Metres from the robot within which doors swing open by themselves."""

ARM = 1.1
"""Metres along the floor within which somebody can still take what was pushed away."""

BEFORE = (0.05, 0.3)
"""Metres from a thing at which another comes to stand before it."""

IN_HAND = 0.35
"""Metres; what is larger nobody puts into a robot's hand."""

TRIES = 8
"""Places or objects tried."""


def slip(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A move ends a bit elsewhere."""
    world, body = sim.world, sim.world.body
    length = stream.uniform(0.0, settings["metres"])
    angle = stream.uniform(0.0, 2.0 * math.pi)
    turn = stream.uniform(-settings["degrees"], settings["degrees"])
    start = np.array([body.x, body.z])
    goal = start + length * np.array([math.sin(angle), math.cos(angle)])
    blocked = physics.sweep(world, start, goal, world.carried()) is not None
    if blocked or not physics.inside(world, goal[None])[0]:
        return None
    body.x, body.z = float(goal[0]), float(goal[1])
    body.yaw = (body.yaw + turn) % 360.0
    world.carry()
    return {"metres": round(length, 3), "degrees": round(turn, 2)}


def knock(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """Somebody bumps into the robot and turns it."""
    body = sim.world.body
    turn = stream.uniform(0.5, 1.0) * settings["degrees"] * stream.choice((-1.0, 1.0))
    body.yaw = (body.yaw + turn) % 360.0
    sim.world.carry()
    return {"degrees": round(turn, 2)}


def roll(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """Some small object is moved a little, to where it can be taken from somewhere."""
    world = sim.world
    things = _loose(sim, chosen)
    if not things:
        return None
    thing = stream.choice(things)
    foot, size = _stand(thing)
    old, parent, link = thing.position, thing.parent, thing.link
    for _ in range(TRIES):
        angle = stream.uniform(0.0, 2.0 * math.pi)
        length = stream.uniform(0.3, 1.0) * settings["metres"]
        step = length * np.array([math.sin(angle), 0.0, math.cos(angle)])
        if _fits(sim, thing, foot + step, size):
            world.detach(thing)
            world.move(thing, old + step)
            settle(world, thing)
            if _takeable(sim, thing):
                return {"object": thing.object_id, "metres": round(length, 3)}
            world.move(thing, old)
            world.attach(thing, parent, link)
    return None


def chair(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A chair is pushed into the robot's way; the rest of the room can still be got to."""
    world, body = sim.world, sim.world.body
    here = np.array([body.x, body.z])
    before = set(physics.reachable(world, here, STEP))
    chairs = _ordered(
        thing
        for thing in world.objects()
        if thing.kind in CHAIRS and not thing.hidden and not thing.picked_up
    )
    if not chairs:
        return None
    thing = stream.choice(chairs)
    old, size = _stand(thing)
    for _ in range(TRIES):
        angle = math.radians(body.yaw + stream.uniform(-30.0, 30.0))
        length = stream.uniform(*AHEAD) + max(size[0], size[2]) / 2.0
        x = body.x + length * math.sin(angle)
        z = body.z + length * math.cos(angle)
        foot = np.array([x, old[1], z])
        if not _fits(sim, thing, foot, size):
            continue
        world.move(thing, thing.position + (foot - old))
        lost = np.array(sorted(before - set(physics.reachable(world, here, STEP)))).reshape(-1, 2)
        room = body.radius + STEP + np.hypot(size[0], size[2]) / 2.0
        if (np.linalg.norm(lost - foot[[0, 2]], axis=1) < room).all():
            return {"object": thing.object_id}
        world.move(thing, thing.position + (old - foot))
    return None


def push(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A thing is pushed to where it is farthest from the robot on what it stands on.

    Somebody who stands elsewhere can still take it.
    """
    world, body = sim.world, sim.world.body
    here = np.array([body.x, body.z])
    stands = np.array(physics.reachable(world, here, STEP)).reshape(-1, 2)
    things = [thing for thing in _loose(sim, chosen) if _furniture(thing.parent)]
    for thing in stream.sample(things, min(len(things), TRIES)):
        assert thing.parent is not None
        places, links = _places(sim, thing, thing.parent)
        gap = np.linalg.norm(places[:, None, [0, 2]] - stands[None], axis=2)
        in_reach = gap.min(1, initial=np.inf) < ARM
        if not in_reach.any():
            continue
        away = np.linalg.norm(places[:, [0, 2]] - here, axis=1)
        far = int(np.argmax(np.where(in_reach, away, -1.0)))
        moved = float(np.linalg.norm(places[far] - _stand(thing)[0]))
        if moved <= settings["metres"]:
            continue
        old, parent, link = thing.position, thing.parent, thing.link
        _shift(sim, thing, places[far], parent, int(links[far]))
        if _takeable(sim, thing):
            return {"object": thing.object_id, "metres": round(moved, 3)}
        world.move(thing, old)
        world.attach(thing, parent, link)
    return None


def clutter(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """Some other thing comes to stand between the robot and an object, close to that."""
    world, body = sim.world, sim.world.body
    targets = [
        thing
        for thing in _ordered(world.objects())
        if chosen(thing) and thing.can("pick") and _at_rest(sim, thing) and _furniture(thing.parent)
    ]
    others = _others(sim, chosen)
    for target in stream.sample(targets, min(len(targets), TRIES)):
        assert target.parent is not None
        middle = target.bounds().reshape(2, 3).mean(0)
        line = np.array([body.x - middle[0], body.z - middle[2]])
        if _closed(target.parent):
            line = target.parent.matrix[[0, 2], 2]  # whoever opens it stands before its front
        line = line / max(float(np.linalg.norm(line)), 1e-6)
        for other in stream.sample(others, min(len(others), TRIES)):
            if other is target or not accepts(target.parent.kind, other.kind):
                continue
            places, links = _places(sim, other, target.parent)
            offset = places[:, [0, 2]] - middle[[0, 2]]
            along = offset @ line
            aside = np.abs(offset @ np.array([-line[1], line[0]]))
            low, high = BEFORE
            level = np.abs(places[:, 1] - target.bounds()[1]) < 0.1
            before = level & (along > low) & (along < high) & (aside < low)
            if before.any():
                at = int(np.flatnonzero(before)[np.argmin(along[before])])
                _shift(sim, other, places[at], target.parent, int(links[at]))
                return {"object": other.object_id, "before": target.object_id}
    return None


def hide(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A thing is put away into something that is closed, and can be taken once it is open."""
    keepers = [
        thing
        for thing in _ordered(sim.world.objects())
        if thing.kind in MUST_BE_OPEN and _closed(thing) and not thing.can("pick")
    ]
    return _put_away(sim, stream, _loose(sim, chosen), keepers)


def throw(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A thing is thrown into a bin, out of which it can be taken."""
    bins = [thing for thing in _ordered(sim.world.objects()) if thing.kind == "GarbageCan"]
    things = [
        thing
        for thing in _loose(sim, chosen)
        if accepts("GarbageCan", thing.kind) and thing.parent not in bins
    ]
    return _put_away(sim, stream, things, bins)


def drop(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """What is held falls from the hand, to where it can be taken from somewhere."""
    world, body = sim.world, sim.world.body
    held, hand, grip = body.held, body.hand, body.grip
    if held is None:
        return None
    old = held.position, held.rotation
    let_go(sim, force_action=True)
    if _takeable(sim, held):
        return {"object": held.object_id}
    world.detach(held)
    body.held, body.hand, body.grip, held.picked_up = held, hand, grip, True
    world.move(held, *old)
    return None


def hand(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """Somebody puts a thing into the empty hand."""
    if sim.world.body.held is not None:
        return None
    things = [thing for thing in _others(sim, chosen) if max(_stand(thing)[1]) < IN_HAND]
    if not things:
        return None
    return {"object": pickup(sim, stream.choice(things).object_id, force_action=True)}


def shut(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A door or drawer that stands open shuts by itself."""
    things = [thing for thing in _doors(sim) if thing.openness > 0]
    return _swing(sim, stream, things, 0.0)


def ajar(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """A door or drawer near the robot opens by itself."""
    at = np.array([sim.world.body.x, sim.world.body.z])
    things = [
        thing
        for thing in _doors(sim)
        if thing.openness <= 0
        and not thing.toggled
        and np.linalg.norm(thing.position[[0, 2]] - at) < NEAR
    ]
    return _swing(sim, stream, things, 1.0)


def switch(
    sim: Simulation, stream: random.Random, settings: Settings, chosen: Chosen
) -> Facts | None:
    """Somebody switches a device on or off."""
    things = [
        thing
        for thing in _ordered(sim.world.objects())
        if chosen(thing)
        and thing.can("toggle")
        and thing.controlled_by is None
        and not (thing.kind == "Microwave" and thing.openness > 0)
    ]
    if not things:
        return None
    thing = stream.choice(things)
    toggle_quietly(sim, thing, not thing.toggled)
    pass_time(sim.world, 0.0)  # it runs at once; a refused action lets no time pass
    return {"object": thing.object_id, "on": thing.toggled}


def _put_away(
    sim: Simulation, stream: random.Random, things: list[Thing], keepers: list[Thing]
) -> Facts | None:
    """Put one of the things into a container, out of which it can be taken once that is open."""
    world = sim.world
    if not things or not keepers:
        return None
    thing = stream.choice(things)
    old, parent, link = (thing.position, thing.rotation), thing.parent, thing.link
    for keeper in stream.sample(keepers, min(len(keepers), TRIES)):
        if keeper.toggled or keeper.kind in ONLY_ACCEPTS or not accepts(keeper.kind, thing.kind):
            continue
        # What people put away stands in front, in a drawer in the middle: its front hides the rest.
        near = keeper.position + (0.0 if keeper.kind == "Drawer" else keeper.matrix[:, 2])
        spot = find_spot(world, thing, keeper, near)
        if spot is None:
            continue
        world.detach(thing)
        world.move(thing, spot.position, spot.rotation)
        world.attach(thing, keeper, spot.link)
        closed = _closed(keeper)
        if closed:
            world.set_openness(keeper, 1.0)
        takeable = _takeable(sim, thing)
        if closed:
            world.set_openness(keeper, 0.0)
        if takeable:
            return {"object": thing.object_id, "into": keeper.object_id}
        world.move(thing, *old)
        world.attach(thing, parent, link)
    return None


def _swing(
    sim: Simulation, stream: random.Random, things: list[Thing], openness: float
) -> Facts | None:
    for thing in stream.sample(things, min(len(things), TRIES)):
        if swing_hits(sim, thing, openness) is None:
            sim.world.set_openness(thing, openness)
            thing.changed()
            return {"object": thing.object_id}
    return None


def _doors(sim: Simulation) -> list[Thing]:
    return [
        thing
        for thing in _ordered(sim.world.objects())
        if thing.can("open") and thing.shape.links and not thing.can("pick")
    ]


def _ordered(things: Iterable[Thing]) -> list[Thing]:
    return sorted(things, key=lambda thing: thing.object_id)


def _loose(sim: Simulation, chosen: Chosen | None = None) -> list[Thing]:
    """What lies about: pickupable, in nobody's hand and in no closed container."""
    return [
        thing
        for thing in _ordered(sim.world.objects())
        if (chosen is None or chosen(thing))
        and _at_rest(sim, thing)
        and (thing.parent is None or not _closed(thing.parent))
    ]


def _at_rest(sim: Simulation, thing: Thing) -> bool:
    if not thing.can("pick") or thing.hidden or thing.picked_up:
        return False
    return not any(thing is one for one in sim.world.carried())


def _takeable(sim: Simulation, thing: Thing) -> bool:
    """Whether it can be taken from some place, by whoever can look at it there."""
    return bool(interactable_poses(sim, thing.object_id, standings=[True], max_poses=1))


def _furniture(thing: Thing | None) -> bool:
    """Whether things stand on or in it wherever there is room, and it stays where it is."""
    return (
        thing is not None
        and thing.can("receptacle")
        and not thing.can("pick")
        and thing.kind not in ONLY_ACCEPTS
        and thing.kind != "Floor"
    )


def _closed(thing: Thing) -> bool:
    return thing.can("open") and thing.openness <= 0.0


def _stand(thing: Thing) -> tuple[Array, Array]:
    """Middle of its underside and size (3,), metres."""
    box = thing.bounds()
    return np.array([(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2]), box[3:] - box[:3]


def _others(sim: Simulation, chosen: Chosen) -> list[Thing]:
    """Loose things with nothing in them; those that are chosen only if there are no others."""
    things = [thing for thing in _loose(sim) if not thing.children]
    return [thing for thing in things if not chosen(thing)] or things


def _fits(sim: Simulation, thing: Thing, foot: Array, size: Array) -> bool:
    """Whether there is room for a thing with the middle of its underside at a place (3,)."""
    free = physics.free_spots(sim.world, foot[None], size, [thing, *thing.within()])[0]
    return bool(free and physics.inside(sim.world, foot[None][:, [0, 2]])[0])


def _places(sim: Simulation, thing: Thing, receptacle: Thing) -> tuple[Array, Array]:
    """Free places (N, 3) of its underside on a receptacle and their links (N,)."""
    _, size = _stand(thing)
    points, links = [np.zeros((0, 3))], [np.zeros(0)]
    ignore = [thing, *thing.within(), receptacle]
    for surface in receptacle.shape.surfaces:
        spots = physics.spots(sim.world, receptacle, surface, size)
        spots = spots[physics.free_spots(sim.world, spots, size, ignore)]
        points.append(spots)
        links.append(np.full(len(spots), surface.link))
    return np.concatenate(points), np.concatenate(links)


def _shift(sim: Simulation, thing: Thing, foot: Array, parent: Thing, link: int) -> None:
    """Set a thing down with the middle of its underside at a place."""
    world = sim.world
    world.detach(thing)
    world.move(thing, thing.position + foot - _stand(thing)[0])
    world.attach(thing, parent, link)


MISHAPS: dict[str, Mishap] = {
    "slip": slip,
    "knock": knock,
    "roll": roll,
    "chair": chair,
    "push": push,
    "clutter": clutter,
    "hide": hide,
    "throw": throw,
    "drop": drop,
    "hand": hand,
    "shut": shut,
    "ajar": ajar,
    "switch": switch,
}
"""By kind of fault."""
