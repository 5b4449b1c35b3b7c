# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tables, seats, beds, shelves, lamps, what hangs on walls."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.furniture import (
    beds,
    chairs,
    chests,
    desks,
    hampers,
    lamps,
    ottomans,
    pictures,
    screens,
    shelves,
    sofas,
    stools,
    tables,
    windows,
)

RECIPES: dict[str, Recipe] = {
    **beds.RECIPES,
    **chairs.RECIPES,
    **chests.RECIPES,
    **desks.RECIPES,
    **hampers.RECIPES,
    **lamps.RECIPES,
    **ottomans.RECIPES,
    **pictures.RECIPES,
    **screens.RECIPES,
    **shelves.RECIPES,
    **sofas.RECIPES,
    **stools.RECIPES,
    **tables.RECIPES,
    **windows.RECIPES,
}
