"""Loose things of the household: books, textiles, electronics, toys, toiletries."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.household import handy

RECIPES: dict[str, Recipe] = {**handy.RECIPES}
