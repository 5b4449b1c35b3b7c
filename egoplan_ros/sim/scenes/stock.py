# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small objects: how many of which, and where they usually lie at first.

Weights follow how often objects of a type were found on receptacles of a type in real rooms of the
same kind; `share` is the fraction of rooms that have the type.
"""

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.catalog import MUST_BE_OPEN
from egoplan_ros.sim.scenes.room import Room
from egoplan_ros.sim.scenes.survey import connected, hard_to_see, onlooker, unusable
from egoplan_ros.sim.shapes import build
from egoplan_ros.sim.thing import Thing
from egoplan_ros.sim.visibility import Eyes
from egoplan_ros.sim.world import World

CONNECTED = 0.9
# kind: (share of rooms, "Parent weight Parent weight ...")
Habit = tuple[float, str]
KITCHEN: dict[str, Habit] = {
    "Pot": (1, "CounterTop 7 StoveBurner 6 DiningTable 2 Cabinet 2"),
    "Pan": (1, "StoveBurner 11 CounterTop 6 Cabinet 2 DiningTable 1"),
    "Apple": (1, "CounterTop 12 Fridge 4 DiningTable 4"),
    "Bread": (1, "CounterTop 16 DiningTable 4"),
    "Egg": (1, "Fridge 11 SinkBasin 3 CounterTop 5"),
    "Lettuce": (1, "CounterTop 8 SinkBasin 4 Fridge 5 DiningTable 2"),
    "Potato": (1, "CounterTop 12 DiningTable 5 SinkBasin 2 Fridge 1"),
    "Tomato": (1, "CounterTop 12 SinkBasin 3 Fridge 3 DiningTable 2"),
    "Bowl": (1, "CounterTop 15 DiningTable 4 Cabinet 1"),
    "Plate": (1, "CounterTop 9 Cabinet 5 DiningTable 3 SinkBasin 1"),
    "Mug": (1, "CounterTop 9 CoffeeMachine 4 SinkBasin 3 DiningTable 3 Cabinet 2"),
    "Cup": (1, "CounterTop 11 Cabinet 6 SinkBasin 1 DiningTable 1"),
    "ButterKnife": (1, "CounterTop 15 Drawer 2 DiningTable 2"),
    "Fork": (1, "CounterTop 10 Drawer 4 SinkBasin 2 DiningTable 2"),
    "Knife": (1, "CounterTop 12 Drawer 4 DiningTable 2"),
    "Spoon": (1, "CounterTop 10 Drawer 4 SinkBasin 2 DiningTable 2"),
    "Spatula": (1, "CounterTop 18 Drawer 1"),
    "DishSponge": (1, "CounterTop 12 SinkBasin 5"),
    "SaltShaker": (1, "CounterTop 18 DiningTable 2 Cabinet 1"),
    "PepperShaker": (1, "CounterTop 18 DiningTable 2 Cabinet 1"),
    "SoapBottle": (1, "CounterTop 19 Cabinet 1"),
    "Ladle": (0.35, "CounterTop 6 Drawer 1 DiningTable 1"),
    "Kettle": (0.55, "CounterTop 9 StoveBurner 1 Cabinet 1"),
    "Bottle": (0.25, "CounterTop 3 Shelf 2 DiningTable 1"),
    "WineBottle": (0.38, "CounterTop 5 Cabinet 1 DiningTable 1 Fridge 1"),
    "PaperTowelRoll": (0.42, "CounterTop 9"),
    "HousePlant": (0.35, "CounterTop 7 DiningTable 2"),
    "Vase": (0.3, "Shelf 8 CounterTop 2"),
    "Statue": (0.2, "Shelf 4 CounterTop 1"),
    "Book": (0.1, "CounterTop 2 DiningTable 1"),
    "CellPhone": (0.14, "CounterTop 1 DiningTable 1"),
    "CreditCard": (0.1, "CounterTop 2"),
    "SprayBottle": (0.08, "Cabinet 2 CounterTop 1"),
}
BEDROOM: dict[str, Habit] = {
    "Laptop": (1, "Desk 16 Bed 3 Dresser 1"),
    "AlarmClock": (1, "SideTable 12 Dresser 3 Shelf 3 Desk 3"),
    "Book": (1, "Desk 13 Dresser 3 SideTable 2 Bed 2"),
    "CD": (1, "Desk 13 SideTable 4 Shelf 2 Dresser 2 Drawer 1"),
    "CellPhone": (1, "Desk 10 Dresser 5 Bed 2 SideTable 2 Shelf 1"),
    "CreditCard": (1, "Desk 12 SideTable 3 Shelf 3 Dresser 1"),
    "KeyChain": (1, "Desk 12 SideTable 4 Shelf 3 Drawer 1"),
    "Pen": (1, "Desk 16 SideTable 2 Dresser 1 Shelf 1"),
    "Pencil": (1, "Desk 16 SideTable 2 Dresser 1 Shelf 1"),
    "Pillow": (1, "Bed 1"),
    "Mug": (0.55, "Desk 7 SideTable 3"),
    "Bowl": (0.45, "Desk 5 Shelf 2 Dresser 1"),
    "Box": (0.5, "Floor 9 Desk 1"),
    "BaseballBat": (0.4, "Floor 1"),
    "BasketBall": (0.4, "Floor 1"),
    "TennisRacket": (0.33, "Floor 1"),
    "TeddyBear": (0.33, "Bed 5 Floor 1"),
    "Cloth": (0.2, "Floor 1"),
    "Dumbbell": (0.12, "Floor 1"),
    "RemoteControl": (0.12, "Desk 2 Dresser 1"),
    "Vase": (0.1, "Shelf 1 Dresser 1"),
    "Statue": (0.12, "Shelf 1 Dresser 1"),
    "TissueBox": (0.12, "Desk 1 Shelf 1"),
    "Watch": (0.08, "Desk 1 Dresser 1"),
    "Boots": (0.1, "Floor 1"),
    "HousePlant": (0.2, "Shelf 1 Desk 1 Dresser 2"),
}
LIVING_ROOM: dict[str, Habit] = {
    "Laptop": (1, "DiningTable 5 CoffeeTable 5 Sofa 4 Dresser 3 SideTable 1"),
    "RemoteControl": (1, "SideTable 5 CoffeeTable 5 Sofa 4 TVStand 3"),
    "CreditCard": (1, "CoffeeTable 9 SideTable 4 TVStand 3 DiningTable 2"),
    "KeyChain": (1, "SideTable 7 TVStand 3 ArmChair 2 CoffeeTable 3"),
    "Pillow": (1, "Sofa 17 ArmChair 3"),
    "Box": (1, "Floor 10 CoffeeTable 3"),
    "HousePlant": (1, "SideTable 10 TVStand 2 CoffeeTable 1"),
    "Statue": (0.95, "Shelf 10 SideTable 6 CoffeeTable 4 TVStand 2"),
    "Vase": (0.6, "Shelf 20 CoffeeTable 4 SideTable 4 TVStand 2"),
    "Newspaper": (0.55, "Sofa 3 CoffeeTable 4 SideTable 2"),
    "Watch": (0.55, "SideTable 4 CoffeeTable 3 TVStand 2"),
    "WateringCan": (0.45, "Floor 1"),
    "TissueBox": (0.3, "SideTable 3 TVStand 1 CoffeeTable 1"),
    "Book": (0.3, "CoffeeTable 3 SideTable 2 TVStand 1"),
    "Bowl": (0.25, "CoffeeTable 4 DiningTable 1"),
    "Plate": (0.3, "CoffeeTable 2 DiningTable 4"),
    "CellPhone": (0.25, "CoffeeTable 2 DiningTable 2"),
    "Pen": (0.2, "CoffeeTable 1 SideTable 2"),
    "Pencil": (0.15, "CoffeeTable 1 SideTable 2"),
    "Boots": (0.15, "Floor 1"),
    "Candle": (0.1, "SideTable 1"),
    "DeskLamp": (0.45, "SideTable 1"),
}
BATHROOM: dict[str, Habit] = {
    "Candle": (1, "CounterTop 6 Toilet 2 Shelf 2 SideTable 1"),
    "Cloth": (1, "CounterTop 6 Toilet 3 BathtubBasin 2 SideTable 1"),
    "SoapBar": (1, "CounterTop 10 BathtubBasin 3 Shelf 2"),
    "SoapBottle": (1, "CounterTop 15 Shelf 2 Toilet 1"),
    "SprayBottle": (1, "CounterTop 6 Toilet 4 Cabinet 3"),
    "ToiletPaper": (1, "ToiletPaperHanger 14 Toilet 5"),
    "HandTowel": (1, "HandTowelHolder 1"),
    "Towel": (1, "TowelHolder 1"),
    "Plunger": (1, "Floor 1"),
    "ScrubBrush": (1, "Floor 1"),
    "DishSponge": (0.2, "CounterTop 1 Cabinet 1"),
    "PaperTowelRoll": (0.15, "CounterTop 1"),
    "TissueBox": (0.3, "CounterTop 1 Toilet 1"),
}


def stock(room: Room, world: World, habits: dict[str, Habit]) -> None:
    """Fill a furnished room with small objects; each lands where its kind usually lies."""
    rng = room.rng
    for kind, (share, words) in habits.items():
        if rng.random() >= share:
            continue
        weights = _weights(words)
        if _drop(room, world, kind, weights) and kind in ("Vase", "Statue") and rng.random() < 0.5:
            _drop(room, world, kind, weights)
    world.reindex()
    view = onlooker(world)
    _uncover(room, view, habits)
    if connected(world) < CONNECTED:
        raise ValueError("things on the floor split the room")
    lost = unusable(view)
    if lost:
        raise ValueError(f"no way to {lost[0].kind}")


def _uncover(room: Room, view: Eyes, habits: dict[str, Habit]) -> None:
    """Lay things that ended up behind others somewhere else; give up on those left after that."""
    world = view.world
    for _ in range(4):
        lost = hard_to_see(view)
        for thing in lost:
            for item in (*thing.within(), thing):
                world.detach(item)
                world.things.remove(item)
                room.things.remove(item)
            world.reindex()
            if thing.kind in habits:
                _drop(room, world, thing.kind, _weights(habits[thing.kind][1]))
        if not lost:
            return
    raise ValueError(f"no visible place for {lost[0].kind}")


def _weights(words: str) -> dict[str, float]:
    split = words.split()
    return {split[i]: float(split[i + 1]) for i in range(0, len(split), 2)}


def _drop(room: Room, world: World, kind: str, weights: dict[str, float]) -> bool:
    rng = room.rng
    options = dict(weights)
    fallback = {
        "CounterTop": 1.0,
        "Desk": 1.0,
        "SideTable": 0.5,
        "CoffeeTable": 1.0,
        "Dresser": 1.0,
        "Shelf": 0.3,
    }
    for attempt in (options, fallback):
        pool = [
            (t, attempt[t.kind]) for t in world.things if t.kind in attempt and t.facts is not None
        ]
        while pool:
            p = np.array([w for _, w in pool])
            # Several receptacles of one kind share that kind's weight.
            counts = {k: sum(t.kind == k for t, _ in pool) for k in attempt}
            p = p / np.array([counts[t.kind] for t, _ in pool])
            number = int(rng.choice(len(pool), p=p / p.sum()))
            receptacle = pool.pop(number)[0]
            if put_new(room, world, kind, receptacle):
                return True
    return False


def put_new(room: Room, world: World, kind: str, receptacle: Thing) -> bool:
    """Create an object of `kind` at a random free spot of a receptacle; False when full."""
    rng = room.rng
    shape = build(kind, room.look)
    yaw = float(rng.integers(4) * 90) + (
        float(rng.normal(0, 12)) if receptacle.kind not in MUST_BE_OPEN else 0.0
    )
    if receptacle.kind in (
        "CoffeeMachine",
        "StoveBurner",
        "TowelHolder",
        "HandTowelHolder",
        "ToiletPaperHanger",
    ):
        if receptacle.children:
            return False
        yaw = float(receptacle.rotation[1])
    probe = Thing(kind, "", "", shape, np.zeros(3), np.array([0.0, yaw, 0.0]))
    if kind in ("Laptop", "Box"):
        probe.openness = 1.0
    size_box = probe.footprint(probe.rotation)
    size = size_box[3:] - size_box[:3]
    hangs = receptacle.kind.endswith("Holder") or receptacle.kind == "ToiletPaperHanger"
    surfaces = list(receptacle.shape.surfaces)
    rng.shuffle(surfaces)
    for surface in surfaces:
        if hangs:
            points = receptacle.to_world(
                np.array(
                    [
                        [
                            (surface.x0 + surface.x1) / 2,
                            surface.y - size[1] * 0.9,
                            (surface.z0 + surface.z1) / 2,
                        ]
                    ]
                )
            )
            good = np.ones(1, bool)
        elif receptacle.kind in ("CoffeeMachine", "StoveBurner"):
            center = np.array(
                [[(surface.x0 + surface.x1) / 2, surface.y, (surface.z0 + surface.z1) / 2]]
            )
            points = receptacle.to_world(center, surface.link)
            good = physics.free_spots(world, points, size, [receptacle])
        else:
            points = physics.spots(world, receptacle, surface, size, 0.07)
            good = physics.free_spots(world, points, size, [receptacle], gap=-0.012)
            if receptacle.kind == "Floor":
                good &= _out_of_the_way(room, world, points)
        free = points[good]
        if len(free) == 0:
            continue
        if receptacle.kind in physics.DEEP:
            free = free[physics.foremost(receptacle, free)]
        at = free[int(rng.integers(len(free)))]
        thing = room.add(kind, (0.0, 0.0), 0.0, yaw, shape=shape)
        thing.openness = probe.openness
        middle = (size_box[:3] + size_box[3:]) / 2
        thing.place(np.array([at[0] - middle[0], at[1] - size_box[1] + 0.001, at[2] - middle[2]]))
        room.rename(thing)
        world.things.insert(0, thing)
        world.attach(thing, receptacle, surface.link)
        world.reindex()
        _first_state(room, thing)
        return True
    return False


def _first_state(room: Room, thing: Thing) -> None:
    if thing.kind == "WineBottle":
        thing.filled = True
    if thing.kind == "DeskLamp":
        thing.toggled = bool(room.rng.random() < 0.6)
    if thing.parent is not None and thing.parent.kind == "Fridge":
        thing.temperature = "Cold"


def _out_of_the_way(room: Room, world: World, points: np.ndarray) -> np.ndarray:
    """Only spots near a wall or furniture, away from where people walk and stand."""
    wall = np.minimum.reduce(
        [
            points[:, 0] - room.low[0],
            room.high[0] - points[:, 0],
            points[:, 2] - room.low[2],
            room.high[2] - points[:, 2],
        ]
    )
    clear = np.array(
        [not any(r[0] < p[0] < r[2] and r[1] < p[2] < r[3] for r in room.reserved) for p in points]
    )
    result: np.ndarray = (wall < 0.3) & clear
    return result
