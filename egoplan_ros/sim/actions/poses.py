# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rearranging the scene: object poses, random spawn, removal."""

import copy
from collections.abc import Collection
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.catalog import MUST_BE_OPEN, ONLY_ACCEPTS, belongs
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.placing import LIFT, find_spot, let_go, settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, vector, words
from egoplan_ros.sim.thing import Thing
from egoplan_ros.sim.world import World

AROUND = 10.0
# Rebuilt surfaces are a little off the real ones: what stands so little below one stands on it, and
# what hovers so little above one, too; what is set into a seat lies on the seat. Metres.
SUNK, HOVERS, WITHIN = 0.08, 0.03, 0.25
MOST_COPIES = 20
# What a copy has of its original, beside its shape.
STATES = "openness toggled dirty filled liquid cooked broken used_up temperature cools_at".split()


@action("SetObjectPoses", bag=True)
def set_object_poses(
    sim: Simulation, object_poses: list[Any] | None = None, place_stationary: bool = True
) -> None:
    """Teleport listed loose objects by name; unlisted ones vanish, repeated names make copies."""
    world = sim.world
    if object_poses is None:
        raise Refused("objectPoses is missing")
    names = {t.name: t for t in world.things if t.dynamic}
    plan: list[tuple[Thing, np.ndarray, np.ndarray]] = []
    for entry in object_poses:
        if not isinstance(entry, dict) or entry.get("objectName") not in names:
            name = entry.get("objectName") if isinstance(entry, dict) else entry
            raise Refused(f"No object of name {name!r} found")
        thing = names[entry["objectName"]]
        position = vector(entry.get("position") or {}, "position")
        rotation = vector(entry.get("rotation") or {}, "rotation", thing.reported()[1])
        if not _near_scene(world, position):
            raise Refused(f"position of {thing.name} is out of scene bounds")
        plan.append((thing, *thing.body_pose(position, rotation)))
    for thing in names.values():
        let_go(world, thing)
        for child in list(thing.children):
            world.detach(child)
        world.detach(thing)
        thing.removed = thing.removed or not thing.hidden
        thing.hidden = True
    taken = {id(thing) for thing, _, _ in plan}
    placed_ids: set[int] = set()
    for thing, position, rotation in plan:
        target = thing if id(thing) not in placed_ids else _copy(sim, thing, taken)
        placed_ids.add(id(target))
        taken.add(id(target))
        target.hidden = target.sliced or (target.broken and target.kind == "Egg")
        target.removed = False
        target.place(position, rotation)
    world.reindex()
    placed = [t for t in world.things if t.dynamic and not t.hidden]
    for thing in sorted(placed, key=lambda t: float(t.bounds()[1])):
        found = _carrier(sim, thing)
        if found is not None:
            parent, link, sunk = found
            if sunk > 0:
                world.move(thing, thing.position + np.array([0.0, sunk + LIFT, 0.0]))
            world.attach(thing, parent, link)
        elif not place_stationary:
            settle(world, thing)


def _near_scene(world: World, position: np.ndarray) -> bool:
    """Within the scene or a little around it; far things would only fall for ever."""
    return bool((position > world.low - AROUND).all() and (position < world.high + AROUND).all())


def _copy(sim: Simulation, thing: Thing, taken: Collection[int]) -> Thing:
    """A copy of a thing, under a name of its original that no thing in the scene has.

    A copy of before that is out of the scene comes back as that, made like the thing. Those that
    are `taken` (by `id`) stay what they are.
    """
    original = thing.original or thing
    known = {t.object_id: t for t in sim.world.things if t.original is original}
    number = 1
    while (twin := known.get(f"{original.object_id}_copy_{number}")) is not None and (
        twin.sliced or id(twin) in taken
    ):
        number += 1
    if twin is None:
        twin = copy.copy(thing)
        twin.object_id = f"{original.object_id}_copy_{number}"
        twin.name = f"{original.name}_copy_{number}"
        twin.children, twin.controls, twin.parent = [], [], None
        twin.original = original
        twin._cache = {}
        twin._links = None
        sim.world.things.insert(0, twin)
    for attribute in STATES:
        setattr(twin, attribute, getattr(thing, attribute))
    twin.hidden = twin.removed = twin.picked_up = False
    twin.place(thing.position, thing.rotation)
    twin.changed()
    return twin


def _carrier(sim: Simulation, thing: Thing) -> tuple[Thing, int, float] | None:
    """The receptacle on whose surface a thing stands, the smallest when several fit.

    With the moving piece of the surface, and how many metres the thing is below it.
    """
    box = thing.bounds()
    foot = np.array([(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2])
    best: tuple[float, Thing, int, float] | None = None
    for other in sim.world.things:
        if other is thing or other.hidden or not other.can("receptacle") or other in thing.within():
            continue
        local_links = other.local_links()
        deep = WITHIN if _embedded(thing, other) else SUNK
        body = other.matrix.T @ (foot - other.position)
        for surface in other.shape.surfaces:
            local = body
            if surface.link >= 0:
                rot, shift = local_links[surface.link]
                local = rot.T @ (body - shift)
            if (
                surface.x0 - 0.02 <= local[0] <= surface.x1 + 0.02
                and surface.z0 - 0.02 <= local[2] <= surface.z1 + 0.02
                and -deep < local[1] - surface.y < HOVERS
            ):
                area = (surface.x1 - surface.x0) * (surface.z1 - surface.z0)
                if best is None or area < best[0]:
                    best = (area, other, surface.link, surface.y - float(local[1]))
    return best[1:] if best is not None else None


def _embedded(thing: Thing, other: Thing) -> bool:
    """Whether the middle of a thing is inside a solid piece of another."""
    box, boxes = thing.bounds(), other.boxes()
    middle = (box[:3] + box[3:]) / 2
    return bool(np.all((boxes[:, :3] < middle) & (middle < boxes[:, 3:]), 1).any())


@action("InitialRandomSpawn")
def initial_random_spawn(
    sim: Simulation,
    random_seed: int = 0,
    force_visible: bool = False,
    place_stationary: bool = True,
    num_duplicates_of_type: list[Any] | None = None,
    excluded_receptacles: list[Any] | None = None,
    excluded_object_ids: list[Any] | None = None,
    object_ids: list[Any] | None = None,
    receptacle_object_ids: list[Any] | None = None,
    num_placement_attempts: int = 5,
    allow_floor: bool = False,
    allow_moveable: bool = False,
) -> None:
    """Redistribute pickupable objects over receptacles that may hold them, repeatably by seed."""
    world = sim.world
    rng = np.random.default_rng(random_seed & 0xFFFFFFFF)
    barred = words(excluded_receptacles, "excludedReceptacles")
    spared = words(excluded_object_ids, "excludedObjectIds")
    wanted = words(object_ids, "objectIds")
    allowed = words(receptacle_object_ids, "receptacleObjectIds")
    for request in num_duplicates_of_type or []:
        if not isinstance(request, dict):
            raise Refused("numDuplicatesOfType must list {objectType, count}")
        count = request.get("count", 1)
        if isinstance(count, bool) or not isinstance(count, int):
            raise Refused("numDuplicatesOfType: count must be a whole number")
        originals = [
            t
            for t in world.things
            if t.kind == request.get("objectType") and t.can("pick") and not t.hidden
        ]
        if originals:
            first = next((t for t in originals if t.original is None), originals[0])
            alike = [t for t in originals if (t.original or t) is (first.original or first)]
            taken = {id(t) for t in originals}
            for _ in range(len(alike), min(count, MOST_COPIES)):
                taken.add(id(_copy(sim, first, taken)))
    world.reindex()
    loose = [t for t in world.things if t.can("pick") and not t.hidden and not t.picked_up]
    loose = [t for t in loose if t.object_id not in spared and not t.children]
    if object_ids is not None:
        loose = [t for t in loose if t.object_id in wanted]
    for thing in sorted(loose, key=lambda t: t.object_id):
        assert thing.facts is not None
        if thing.facts.into is None:
            continue
        homes = [
            r
            for r in world.things
            if r.can("receptacle")
            and not r.hidden
            and r is not thing
            and not r.can("pick")
            and r.kind not in barred
            and (allow_floor or r.kind != "Floor")
            and (r.kind not in MUST_BE_OPEN or not force_visible or r.openness > 0)
            and (receptacle_object_ids is None or r.object_id in allowed)
            and belongs(r.kind, thing.kind)
        ]
        for _ in range(max(num_placement_attempts, 1)):
            if not homes:
                break
            home = homes[int(rng.integers(len(homes)))]
            if home.kind in ONLY_ACCEPTS and home.children:
                continue
            near = home.bounds()[:3] + rng.random(3) * (home.bounds()[3:] - home.bounds()[:3])
            if home.kind in physics.DEEP:
                near += home.matrix[:, 2] * 2 * home.shape.half[2]
            spot = find_spot(world, thing, home, near, None, float(rng.integers(4) * 90))
            if spot is not None:
                world.move(thing, spot.position, spot.rotation)
                world.attach(thing, home, spot.link)
                break


@action("RemoveFromScene", "DisableObject")
def remove(sim: Simulation, object_id: str) -> None:
    """Take an object out of the scene."""
    thing = sim.known(object_id)
    let_go(sim.world, thing)
    for child in list(thing.children):
        sim.world.detach(child)
        settle(sim.world, child)
    sim.world.detach(thing)
    thing.hidden = thing.removed = True
    thing.moved()


@action("EnableObject")
def enable(sim: Simulation, object_id: str) -> None:
    """Bring a disabled object back."""
    thing = next((t for t in sim.world.things if t.object_id == object_id), None)
    if thing is None:
        raise Refused(f"objectId: {object_id} is not the objectId on any object in the scene!")
    thing.hidden, thing.removed = thing.sliced, False
    thing.moved()


@action("PlaceObjectAtPoint", "TeleportObject", bag=True)
def place_at(
    sim: Simulation,
    object_id: str,
    position: dict[str, Any],
    rotation: dict[str, Any] | None = None,
    force_action: bool = False,
    force_kinematic: bool = False,
) -> None:
    """Move a loose object; it falls to what is below unless kinematic."""
    world = sim.world
    thing = sim.known(object_id)
    if not thing.dynamic or thing.hidden:
        raise Refused(f"{object_id} cannot be moved")
    said = thing.reported()[1]
    goal, turned = thing.body_pose(
        vector(position, "position"),
        vector(rotation, "rotation", said) if rotation is not None else said,
    )
    box = thing.footprint(turned)
    size = box[3:] - box[:3]
    under = goal + np.array([(box[0] + box[3]) / 2, box[1], (box[2] + box[5]) / 2])
    if not physics.inside(world, goal[None][:, [0, 2]])[0] or not _near_scene(world, goal):
        raise Refused("position is out of scene bounds")
    if (
        not force_action
        and not physics.free_spots(world, under[None], size, [thing, *thing.within()])[0]
    ):
        raise Refused("Object would collide with something at that position")
    let_go(world, thing)
    world.detach(thing)
    world.move(thing, goal, turned)
    if not force_kinematic:
        settle(world, thing)
