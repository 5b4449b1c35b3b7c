# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Other colours for the same room (protocol section 3.9)."""

import re
import zlib
from typing import Any

from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation


def room_type(scene: str) -> str:
    """The kind of room a scene name stands for; "Unknown" for other names."""
    if re.match(r"FloorPlan_(Train|Val|Test)", scene):
        return "RoboTHOR"
    match = re.match(r"FloorPlan(\d+)", scene)
    number = int(match.group(1)) if match else 999
    return {0: "Kitchen", 2: "LivingRoom", 3: "Bedroom", 4: "Bathroom"}.get(
        number // 100, "Unknown"
    )


def split_of(scene: str) -> str:
    """Train, Val or Test: the published split of scenes."""
    named = re.match(r"FloorPlan_(Train|Val|Test)", scene)
    if named:
        return named.group(1)
    match = re.match(r"FloorPlan(\d+)", scene)
    number = int(match.group(1)) % 100 if match else 1
    return "Train" if number <= 20 else "Val" if number <= 25 else "Test"


@action("RandomizeMaterials", bag=True)
def randomize_materials(
    sim: Simulation,
    use_train_materials: bool | None = None,
    use_val_materials: bool | None = None,
    use_test_materials: bool | None = None,
    use_external_materials: bool | None = None,
    in_room_types: list[Any] | None = None,
) -> dict[str, Any]:
    """Recolour everything, deterministic in SetRandomSeed's seed and the number of calls."""
    world = sim.world
    split = split_of(world.scene)
    given = {
        "Train": use_train_materials,
        "Val": use_val_materials,
        "Test": use_test_materials,
        "External": use_external_materials,
    }
    if given[split] is False:
        raise Refused(f"use{split}Materials is false in a {split} scene")
    mine = room_type(world.scene)
    if in_room_types is not None and mine not in in_room_types:
        raise Refused(f"none of inRoomTypes is the room type of this scene, {mine}")
    use = {
        name: value
        if value is not None
        else name == split or (name, split) == ("External", "Train")
        for name, value in given.items()
    }
    _tint(sim)
    return {
        "chosenRoomTypes": list(in_room_types) if in_room_types is not None else [mine],
        **{f"use{name}Materials": value for name, value in use.items()},
        "totalMaterialsConsidered": len(
            {(t.kind, p.material) for t in world.things for p in t.shape.parts}
        ),
    }


@action("RandomizeColors", bag=True)
def randomize_colors(sim: Simulation) -> None:
    """Recolour everything."""
    _tint(sim)


@action("ResetMaterials", "ResetColors", bag=True)
def reset_materials(sim: Simulation) -> None:
    """The colours the scene came with."""
    for thing in sim.world.things:
        thing.restyled = 0
        thing.changed()


def _tint(sim: Simulation) -> None:
    world = sim.world
    world.recolored += 1
    draw = zlib.crc32(f"{world.seed}/{world.recolored}".encode()) or 1
    for thing in world.things:
        thing.restyled = draw
        thing.changed()
