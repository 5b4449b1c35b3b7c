# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Facts about object types: affordances, mass, typical size, materials, where they may be put.

The table `catalog.json` is derived from published metadata of AI2-THOR 5.0.0's rooms; sizes are
(length, height, width) in metres, length >= width. `into` lists where a type belongs, `also` where
else it has been put: a knife into a microwave, a vase onto the floor.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

MUST_BE_OPEN = frozenset(
    "Drawer Cabinet LaundryHamper Microwave Fridge Box Safe WashingMachine ClothesDryer".split()
)
ONLY_ACCEPTS = {
    "CoffeeMachine": frozenset({"Mug"}),
    "Toaster": frozenset({"BreadSliced"}),
    "StoveBurner": frozenset({"Pot", "Pan", "Kettle"}),
    "ToiletPaperHanger": frozenset({"ToiletPaper"}),
    "TowelHolder": frozenset({"Towel"}),
    "HandTowelHolder": frozenset({"HandTowel"}),
}
COOKED_BY_HEAT = frozenset({"Potato", "PotatoSliced", "EggCracked"})
SOLID_PROPS = {
    "pickupable": "pick",
    "moveable": "move",
    "toggleable": "toggle",
    "breakable": "break",
    "dirtyable": "dirt",
}
"""Affordances by AI2-THOR's name that need no moving parts."""

AFFORDANCES = SOLID_PROPS | {
    "receptacle": "receptacle",
    "openable": "open",
    "sliceable": "slice",
    "cookable": "cook",
    "canFillWithLiquid": "fill",
    "isHeatSource": "heat",
    "isColdSource": "cold",
}
"""Affordances by AI2-THOR's name that metadata tell of single objects."""

TRANSPARENT = frozenset({"ShowerDoor", "ShowerGlass"})


@dataclass(frozen=True, slots=True)
class Kind:
    """What is true of every object of one type."""

    name: str
    props: frozenset[str]
    mass: float
    size: tuple[float, float, float]
    materials: tuple[str, ...]
    into: frozenset[str] | None
    also: frozenset[str]
    slices: str | None

    def can(self, prop: str) -> bool:
        """Whether the type has affordance `prop` (pick, move, receptacle, open, toggle, ...)."""
        return prop in self.props


@lru_cache(maxsize=1)
def catalog() -> dict[str, Kind]:
    """All known types by name."""
    rows = json.loads(Path(__file__).with_name("catalog.json").read_text(encoding="utf-8"))
    return {
        name: Kind(
            name=name,
            props=frozenset(row["props"].split()),
            mass=row["mass"],
            size=(row["size"][0], row["size"][1], row["size"][2]),
            materials=tuple(row["materials"].split()),
            into=frozenset(row["into"].split()) if "into" in row else None,
            also=frozenset(row.get("also", "").split()),
            slices=row.get("slices"),
        )
        for name, row in rows.items()
    }


def as_recorded(kind: Kind, row: Mapping[str, Any]) -> Kind:
    """What is true of one object, from its metadata; of what they do not tell, as of its type.

    A type has assets that differ: some bowls break, some desks are fixed.
    """
    told = {
        prop: row[flag] for flag, prop in AFFORDANCES.items() if isinstance(row.get(flag), bool)
    }
    if row.get("isSliced") is True:
        told.pop("pick", None)
    props = (kind.props | {p for p, true in told.items() if true}) - {
        p for p, true in told.items() if not true
    }
    mass, materials = kind.mass, kind.materials
    if "mass" in row:
        mass = _mass(row["mass"]) or 0.0
    if "salientMaterials" in row:
        listed = row["salientMaterials"]
        known = listed if isinstance(listed, list) else []
        materials = tuple(m for m in known if isinstance(m, str))
    return replace(kind, props=frozenset(props), mass=mass, materials=materials)


def _mass(value: Any) -> float | None:
    """A usable mass in kilograms, or None."""
    return float(value) if isinstance(value, int | float) and 0 < value < 1e4 else None


def describes(row: Mapping[str, Any]) -> bool:
    """Whether an object's metadata tells enough of its type for :func:`learn`."""
    return all(isinstance(row.get(flag), bool) for flag in SOLID_PROPS)


def learn(name: str, row: Mapping[str, Any], size: Sequence[float]) -> None:
    """Take up a type that the table lacks from an object's metadata, as a solid body.

    Args:
        name: the type.
        row: metadata of an object; :func:`describes` tells whether it will do.
        size: of that object along x, y and z, metres.
    """
    catalog()[name] = Kind(
        name=name,
        props=frozenset(prop for flag, prop in SOLID_PROPS.items() if row[flag]),
        mass=_mass(row.get("mass")) or 1.0,
        size=(float(max(size[0], size[2])), float(size[1]), float(min(size[0], size[2]))),
        materials=("Plastic",),
        into=None,
        also=frozenset(),
        slices=None,
    )


def accepts(receptacle: str, item: str) -> bool:
    """Whether PutObject of `item` into a `receptacle` is allowed without forceAction."""
    if receptacle in ONLY_ACCEPTS:
        return item in ONLY_ACCEPTS[receptacle]
    return belongs(receptacle, item) or receptacle in catalog()[item].also


def belongs(receptacle: str, item: str) -> bool:
    """Whether one looks for `item` in a `receptacle`: InitialRandomSpawn puts things there only."""
    if receptacle in ONLY_ACCEPTS:
        return item in ONLY_ACCEPTS[receptacle]
    into = catalog()[item].into
    return into is None or receptacle in into
