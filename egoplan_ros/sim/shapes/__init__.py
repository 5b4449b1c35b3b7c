# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parametric shapes by object type."""

import inspect

from egoplan_ros.sim.shapes import fixtures, furniture, household, kitchenware
from egoplan_ros.sim.shapes.block import block
from egoplan_ros.sim.shapes.forms import Recipe, count_of
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import Maker, Shape

RECIPES: dict[str, Recipe] = {
    **household.RECIPES,
    **kitchenware.RECIPES,
    **furniture.RECIPES,
    **fixtures.RECIPES,
}
MATCHING = frozenset(
    {
        "Cabinet",
        "Chair",
        "Drawer",
        "Shelf",
        "Stool",
        "StoveBurner",
        "StoveKnob",
        "Window",
    }
)
"""Types of which those of one room are alike."""


def forms_of(kind: str) -> int:
    """How many designs there are of a type."""
    return count_of(RECIPES.get(kind, block))


def needs_size(kind: str) -> bool:
    """Whether a type has no usual size: who builds it must say one."""
    size = inspect.signature(RECIPES.get(kind, block)).parameters.get("size")
    return size is not None and size.default is inspect.Parameter.empty


def build(kind: str, look: Look, form: int | None = None, **options: object) -> Shape:
    """The shape of an object of type `kind`; a block for types without a recipe.

    Args:
        kind: the type.
        look: the room's surfaces, and the random source of design, sizes and colours.
        form: one of the type's designs instead of a drawn one; taken modulo their number.
        options: of the recipe, such as `size` (x, y, z) in metres.
    """
    maker = Maker()
    recipe = RECIPES.get(kind, block)
    if kind in MATCHING:
        look = look.twin(kind)
    if (count := forms_of(kind)) > 1:
        options["form"] = (int(look.rng.integers(count)) if form is None else form) % count
    recipe(maker, look, **options)
    return maker.finish()
