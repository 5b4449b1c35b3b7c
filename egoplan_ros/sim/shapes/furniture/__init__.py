"""Tables, seats, beds, shelves, lamps, what hangs on walls."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.furniture import pieces

RECIPES: dict[str, Recipe] = {**pieces.RECIPES}
