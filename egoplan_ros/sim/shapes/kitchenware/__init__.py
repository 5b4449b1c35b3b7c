"""What one cooks with and eats from, and what one eats."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.kitchenware import food, vessels

RECIPES: dict[str, Recipe] = {**food.RECIPES, **vessels.RECIPES}
