# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Designs of a type: a recipe may draw several different shapes, not one at several sizes."""

from collections.abc import Callable

Recipe = Callable[..., None]


def forms(count: int) -> Callable[[Recipe], Recipe]:
    """Decorator of a recipe that draws `count` different designs: it takes `form` below that."""

    def mark(recipe: Recipe) -> Recipe:
        recipe.forms = count  # type: ignore[attr-defined]
        return recipe

    return mark


def count_of(recipe: Recipe) -> int:
    """How many designs a recipe draws."""
    return int(getattr(recipe, "forms", 1))
