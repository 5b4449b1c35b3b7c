"""What one cooks with and eats from, and what one eats."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.kitchenware import (
    bottles,
    bowls,
    cups,
    cutlery,
    dispensers,
    food,
    kettles,
    knives,
    mugs,
    plates,
    pots,
    shakers,
    utensils,
    vases,
    watering_cans,
)

RECIPES: dict[str, Recipe] = {
    **food.RECIPES,
    **bottles.RECIPES,
    **bowls.RECIPES,
    **cups.RECIPES,
    **cutlery.RECIPES,
    **dispensers.RECIPES,
    **kettles.RECIPES,
    **knives.RECIPES,
    **mugs.RECIPES,
    **plates.RECIPES,
    **pots.RECIPES,
    **shakers.RECIPES,
    **utensils.RECIPES,
    **vases.RECIPES,
    **watering_cans.RECIPES,
}
