# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What stands for an asset of AI2-THOR's database: a type by the asset's name, and a shape."""

import re
import zlib

import numpy as np

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.scenes.recorded.fitting import shaped, usual_size
from egoplan_ros.sim.shapes import RECIPES
from egoplan_ros.sim.shapes.look import STEEL, Look, palette
from egoplan_ros.sim.shapes.material import metal
from egoplan_ros.sim.shapes.solid import Maker, Shape
from egoplan_ros.sim.thing import Array

TOP = 0.04
# Words of asset names that are no type's name.
ALIASES = {
    "bin": "GarbageCan",
    "couch": "Sofa",
    "plant": "HousePlant",
    "photo": "Painting",
    "remote": "RemoteControl",
    "trashcan": "GarbageCan",
}
# Types whose body is built like another's.
ALIKE = {"WashingMachine": "Microwave", "ClothesDryer": "Microwave"}
SIZES = {
    "Cart": (0.7, 0.85, 0.45),
    "ClothesDryer": (0.6, 0.85, 0.6),
    "CounterTop": (1.6, 0.95, 0.65),
    "WashingMachine": (0.6, 0.85, 0.6),
}


def known(kind: str) -> bool:
    """Whether an object of a type can be built."""
    return kind in catalog() and (kind in RECIPES or kind in SIZES)


def kind_of(asset_id: str) -> str | None:
    """The type that an asset's name tells of (`RoboTHOR_side_table_havsta_v`), None if none."""
    letters = re.sub("[^a-z]", "", asset_id.lower())
    names = {name.lower(): name for name in catalog() if known(name)} | ALIASES
    found = [name for name in names if name in letters]
    return names[max(found, key=len)] if found else None


def look_of(asset_id: str) -> Look:
    """Colours of an asset: the same for the same name."""
    return palette(np.random.default_rng(zlib.crc32(asset_id.encode())), False)


def size_of(kind: str) -> Array:
    """Usual extents (3,) of a type, metres."""
    return np.array(SIZES.get(kind) or usual_size(kind))


def build(kind: str, look: Look, size: Array) -> Shape:
    """The shape of a type with these extents (3,), metres."""
    if kind == "CounterTop":
        return _counter(look, size)
    if kind == "Cart":
        return _cart(look, size)
    return shaped(ALIKE.get(kind, kind), look, size, 0.0)[0]


def _counter(look: Look, size: Array) -> Shape:
    """A closed base with an overhanging top."""
    w, h, d = (float(v) for v in size)
    maker = Maker()
    maker.box((0, -0.02), 0, (w - 0.04, h - TOP, d - 0.06), look.cabinet)
    maker.box((0, 0), h - TOP, (w, TOP, d), look.counter)
    _top(maker, w, d, h, 0.8)
    return maker.finish()


def _cart(look: Look, size: Array) -> Shape:
    """Two boards between four posts on wheels."""
    w, h, d = (float(v) for v in size)
    maker, steel = Maker(), metal(look.pick(STEEL))
    for x in (-1, 1):
        for z in (-1, 1):
            at = (x * (w / 2 - 0.02), z * (d / 2 - 0.02))
            maker.box(at, 0.06, (0.025, h - 0.06, 0.025), steel)
            maker.cylinder(at, 0.0, 0.02, 0.06, (0.12, 0.12, 0.12))
    for y in (h * 0.3, h - TOP):
        maker.box((0, 0), y, (w, TOP, d), look.wood)
    _top(maker, w, d, h, 0.8)
    _top(maker, w, d, h * 0.3 + TOP, h * 0.7 - 2 * TOP)
    return maker.finish()


def _top(maker: Maker, w: float, d: float, y: float, clear: float) -> None:
    inset = 0.03
    maker.surface(
        (-w / 2 + inset, w / 2 - inset), (-d / 2 + inset, d / 2 - inset), y + 0.001, clear
    )
