# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one cooks with and eats from, and what one eats."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.kitchenware import (
    bottles,
    bowls,
    cups,
    cutlery,
    dispensers,
    eggs,
    fruit,
    kettles,
    knives,
    lettuces,
    loaves,
    mugs,
    plates,
    potatoes,
    pots,
    shakers,
    slices,
    utensils,
    vases,
    watering_cans,
)

RECIPES: dict[str, Recipe] = {
    **bottles.RECIPES,
    **bowls.RECIPES,
    **cups.RECIPES,
    **cutlery.RECIPES,
    **dispensers.RECIPES,
    **eggs.RECIPES,
    **fruit.RECIPES,
    **kettles.RECIPES,
    **knives.RECIPES,
    **lettuces.RECIPES,
    **loaves.RECIPES,
    **mugs.RECIPES,
    **plates.RECIPES,
    **potatoes.RECIPES,
    **pots.RECIPES,
    **shakers.RECIPES,
    **slices.RECIPES,
    **utensils.RECIPES,
    **vases.RECIPES,
    **watering_cans.RECIPES,
}
