# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scenes made by the client: houses, templates of houses, single assets (protocol section 3.3)."""

from typing import Any

import numpy as np

from egoplan_ros.sim.agents import place_agents
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.metadata import xyz
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes import assets
from egoplan_ros.sim.scenes.procthor import build_house
from egoplan_ros.sim.scenes.templates import fill_in
from egoplan_ros.sim.simulation import Simulation, vector
from egoplan_ros.sim.thing import Thing

FARTHEST = 1e3


@action("CreateHouse", bag=True)
def create_house(sim: Simulation, house: dict[str, Any]) -> None:
    """Build a ProcTHOR house in place of the scene; settings, cameras and agents stay."""
    world = build_house(house, sim.world.scene)
    before = sim.world
    world.settings, world.cameras, world.seed = before.settings, before.cameras, before.seed
    sim.enter(world)
    place_agents(world, len(before.bodies))


@action("GetHouseFromTemplate")
def house_from_template(
    sim: Simulation, template: dict[str, Any], outside_boundary_id: int = 0
) -> dict[str, Any]:
    """The house that a template's plan of rooms, doors and objects stands for."""
    return fill_in(template, outside_boundary_id)


@action("SpawnAsset", bag=True)
def spawn_asset(
    sim: Simulation,
    asset_id: str,
    generated_id: str,
    position: dict[str, Any] | None = None,
    rotation: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Bring an object into the scene, wherever that is; it stays there until something moves it."""
    kind = assets.kind_of(asset_id)
    if kind is None:
        raise Refused(
            f"Object '{asset_id}' is not contained in asset database, "
            "you may need to rebuild asset database."
        )
    world = sim.world
    if not generated_id or any(t.object_id == generated_id for t in world.things):
        raise Refused(f"generatedId '{generated_id}' is the id of another object, or none")
    place = vector(position, "position") if position is not None else np.zeros(3)
    turned = vector(rotation, "rotation", np.zeros(3)) if rotation is not None else np.zeros(3)
    if np.abs(place).max() > FARTHEST:
        raise Refused(f"position must be within {FARTHEST:g} m of the origin")
    shape = assets.build(kind, assets.look_of(asset_id), assets.size_of(kind))
    name = generated_id
    while any(t.name == name for t in world.things):
        name += "_"
    thing = Thing(kind, generated_id, name, shape, place, turned % 360.0, catalog()[kind], asset_id)
    world.things.insert(0, thing)
    world.reindex()
    box = thing.bounds()
    return {
        "id": generated_id,
        "worldSpaceCenter": xyz((box[:3] + box[3:]) / 2),
        "radius": float(np.linalg.norm(box[3:] - box[:3]) / 2),
    }
