#!/usr/bin/env python3
# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draws the pictures of docs/simulator.md: rooms, what a type looks like draw by draw, states.

Run: scripts/in-venv python scripts/simulator_pictures.py [--out docs/images] [--only NAME ...]
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from egoplan_ros.sim.physics import reachable
from egoplan_ros.sim.pictures import plan, sheet
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.specimens import Picture, pairs
from egoplan_ros.sim.specimens import sheet as draws
from egoplan_ros.sim.thing import turn

ROOMS = {
    "kitchen": "FloorPlan5",
    "living_room": "FloorPlan203",
    "bedroom": "FloorPlan303",
    "bathroom": "FloorPlan402",
}
GROUPS = {
    "vessels": "Mug Cup Bowl Plate Pot Pan Kettle Vase",
    "bottles": "Bottle WineBottle SoapBottle SprayBottle SaltShaker PepperShaker WateringCan",
    "cutlery": "Knife ButterKnife Spoon Fork Spatula Ladle",
    "food": "Apple Tomato Potato Lettuce Bread Egg AppleSliced BreadSliced",
    "reading": "Book Newspaper CD CreditCard Pen Pencil KeyChain Watch",
    "textiles": "Cloth Towel HandTowel Pillow TeddyBear Boots DishSponge",
    "devices": "AlarmClock CellPhone Laptop RemoteControl Television DeskLamp FloorLamp",
    "household": "Box Candle TissueBox ToiletPaper PaperTowelRoll SoapBar Plunger ScrubBrush",
    "leisure": "BasketBall BaseballBat TennisRacket Dumbbell Statue HousePlant GarbageCan",
    "seats": "Chair Stool ArmChair Sofa Ottoman Bed",
    "furniture": "DiningTable CoffeeTable SideTable Desk Dresser TVStand ShelvingUnit",
    "walls": "Window Painting Poster Mirror Curtains Blinds LightSwitch",
    "appliances": "Fridge Microwave CoffeeMachine Toaster StoveBurner StoveKnob Cabinet Drawer",
    "bathroom_things": "Toilet Bathtub SinkBasin Faucet ShowerHead TowelHolder",
}
STATES = {
    "dirty": ("dirty", "Plate Mug Bowl Pan Pot Cup Cloth Bed Mirror"),
    "broken": ("broken", "Mug Plate Vase Bowl Cup Bottle WineBottle Statue CellPhone Television"),
    "cooked": ("cooked", "Potato PotatoSliced BreadSliced EggCracked"),
    "used_up": ("used_up", "ToiletPaper PaperTowelRoll TissueBox SoapBottle"),
    "filled": ("filled", "Cup Mug Bowl Pot Bottle WineBottle Kettle SinkBasin"),
    "on": ("toggled", "DeskLamp FloorLamp Candle Television Laptop CellPhone Toaster"),
    "on_2": ("toggled", "CoffeeMachine Microwave StoveBurner Faucet ShowerHead LightSwitch"),
    "open": ("openness", "Book Laptop Box Fridge Microwave Cabinet Drawer Toilet"),
}


def room(name: str) -> Picture:
    """A page of one room."""
    return sheet(Simulation((300, 300), name), 1400)


def house() -> Picture:
    """A home of several rooms from above."""
    return plan(Simulation((300, 300), "FloorPlan_Train1_2"), (1100, 800), 2)


def wide(name: str) -> Picture:
    """One large view across a room, from the corner that sees most of its floor."""
    sim = Simulation((300, 300), name)
    best: tuple[float, np.ndarray, np.ndarray] | None = None
    body = sim.world.body
    cells = reachable(sim.world, np.array([body.x, body.z]), 0.25)
    for x, z in cells[:: max(len(cells) // 40, 1)]:
        eye = np.array([x, 1.55, z])
        for yaw in range(0, 360, 30):
            gaze = turn(1, yaw) @ turn(0, 12.0)
            small = sim.renderer.frame(eye, gaze, 60.0, (64, 36), frozenset({"depth", "instances"}))
            assert small.depth is not None
            assert small.instances is not None
            kinds = len(np.unique(small.instances.reshape(-1, 4), axis=0))
            score = kinds * min(float(np.quantile(small.depth, 0.2)), 1.5)
            if best is None or score > best[0]:
                best = (score, eye, gaze)
    assert best is not None
    frame = sim.renderer.frame(best[1], best[2], 60.0, (2560, 1440), frozenset({"rgb"}))
    assert frame.rgb is not None
    return np.asarray(
        cv2.resize(frame.rgb[::-1], (1280, 720), interpolation=cv2.INTER_AREA), np.uint8
    )


def pictures() -> dict[str, Callable[[], Picture]]:
    """All pictures by file name."""
    out: dict[str, Callable[[], Picture]] = {"sim_house": house}
    for kind, scene in ROOMS.items():
        out[f"sim_{kind}"] = lambda scene=scene: room(scene)
        out[f"sim_{kind}_wide"] = lambda scene=scene: wide(scene)
    for group, kinds in GROUPS.items():
        out[f"draws_{group}"] = lambda kinds=kinds: draws(kinds.split(), 16, 88)
    for name, (state, kinds) in STATES.items():
        out[f"states_{name}"] = lambda state=state, kinds=kinds: pairs(kinds.split(), state, 8, 96)
    return out


def main() -> None:
    """Draw all of them, or some."""
    known = pictures()
    parser = argparse.ArgumentParser(description="Pictures of docs/simulator.md.")
    parser.add_argument("--out", type=Path, default=Path("docs/images"), metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=sorted(known), default=sorted(known))
    args = parser.parse_args()
    for name in args.only:
        path = args.out / f"{name}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, 85]
        path.write_bytes(cv2.imencode(".jpg", known[name]()[..., ::-1], quality)[1].tobytes())
        print(path, flush=True)


if __name__ == "__main__":
    main()
