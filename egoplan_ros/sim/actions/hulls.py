# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Outlines of objects on the floor plan (protocol section 3.9)."""

from typing import Any

import numpy as np

from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing

Hull = list[list[float]]


def hull(thing: Thing) -> Hull:
    """Convex hull of everything drawn, as [x, z] counter-clockwise (Andrew's monotone chain)."""
    parts = [p for p in thing.shape.parts if p.lasting]
    points = np.concatenate([thing.to_world(p.vertices, p.link)[:, [0, 2]] for p in parts])
    rows = sorted({(round(float(x), 5), round(float(z), 5)) for x, z in points})
    if len(rows) < 3:
        return [list(r) for r in rows]

    def chain(ordered: list[tuple[float, float]]) -> list[tuple[float, float]]:
        out: list[tuple[float, float]] = []
        for p in ordered:
            while len(out) >= 2:
                (ax, az), (bx, bz) = out[-2], out[-1]
                if (bx - ax) * (p[1] - az) - (bz - az) * (p[0] - ax) > 0:
                    break
                out.pop()
            out.append(p)
        return out[:-1]

    return [list(p) for p in chain(rows) + chain(rows[::-1])]


@action("Get2DSemanticHull")
def semantic_hull(sim: Simulation, object_id: str) -> Hull:
    """Outline of one object."""
    return hull(sim.known(object_id))


@action("Get2DSemanticHulls")
def semantic_hulls(
    sim: Simulation, object_types: list[Any] | None = None, object_ids: list[Any] | None = None
) -> dict[str, Hull]:
    """Outlines by id: of all objects, of some types, or of some ids."""
    if object_types is not None and object_ids is not None:
        raise Refused("objectTypes and objectIds cannot both be given")
    chosen = [sim.known(i) for i in object_ids] if object_ids is not None else sim.world.objects()
    return {
        t.object_id: hull(t)
        for t in chosen
        if not t.hidden and (object_types is None or t.kind in object_types)
    }
