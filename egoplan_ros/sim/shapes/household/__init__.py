# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Loose things of the household: books, textiles, electronics, toys, toiletries."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.household import (
    balls,
    bears,
    books,
    boots,
    boxes,
    brushes,
    candles,
    cartons,
    clocks,
    cushions,
    decor,
    dumbbells,
    laptops,
    phones,
    plants,
    pocket,
    rolls,
    sponges,
    sports,
    statues,
    towels,
    utility,
    writing,
)

RECIPES: dict[str, Recipe] = {
    **balls.RECIPES,
    **bears.RECIPES,
    **books.RECIPES,
    **boots.RECIPES,
    **boxes.RECIPES,
    **brushes.RECIPES,
    **candles.RECIPES,
    **cartons.RECIPES,
    **clocks.RECIPES,
    **cushions.RECIPES,
    **decor.RECIPES,
    **dumbbells.RECIPES,
    **laptops.RECIPES,
    **phones.RECIPES,
    **plants.RECIPES,
    **pocket.RECIPES,
    **rolls.RECIPES,
    **sponges.RECIPES,
    **sports.RECIPES,
    **statues.RECIPES,
    **towels.RECIPES,
    **utility.RECIPES,
    **writing.RECIPES,
}
