# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every class of texture by name: how it is made, how many there are, how it is laid."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import (
    art,
    book,
    ceramic,
    cloth,
    decals,
    floor,
    food,
    material,
    outside,
    pattern,
    prints,
    screens,
    stone,
    wall,
    wood,
)

Make = Callable[[np.random.Generator, int], NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class TextureClass:
    """A kind of surface of which there are many members."""

    name: str
    make: Make
    """Makes member `number` with a generator of random numbers: uint8 (256, 256, 3) or, with alpha,
    (256, 256, 4); RGB in display space, row 0 is the upper edge. `outside` is 1024 wide."""
    count: int
    """How many members look different from each other."""
    span: float
    """Metres that one repeat covers; 0: mapped whole on a face (or once around a body)."""
    tiles: bool
    """Whether opposite borders fit together."""
    alpha: bool
    """Whether it is a layer to be laid over another surface."""


def _whole(make: Make, count: int = 24) -> TextureClass:
    return TextureClass(make.__name__, make, count, 0.0, False, False)


def _tiled(make: Make, span: float, count: int = 24) -> TextureClass:
    return TextureClass(make.__name__, make, count, span, True, False)


def _layer(make: Make, span: float, count: int = 24) -> TextureClass:
    return TextureClass(make.__name__, make, count, span, True, True)


TEXTURES: dict[str, TextureClass] = {
    entry.name: entry
    for entry in (
        _tiled(wood.wood, 0.8, 30),
        _tiled(floor.planks, 1.6, 32),
        _tiled(floor.tile, 0.8, 36),
        _tiled(stone.stone, 0.8, 40),
        _tiled(wall.plaster, 0.8),
        _tiled(wall.paint, 1.0, 32),
        _tiled(wall.wallpaper, 0.6, 28),
        _tiled(cloth.fabric, 0.12),
        _tiled(pattern.pattern, 0.4, 32),
        _tiled(cloth.carpet, 0.3),
        _whole(pattern.rug),
        _tiled(cloth.leather, 0.3),
        _tiled(material.metal, 0.3, 28),
        _tiled(material.plastic, 0.15),
        _tiled(material.rubber, 0.15),
        _tiled(material.cork, 0.15),
        _tiled(material.wicker, 0.2),
        _tiled(material.sponge, 0.1),
        _tiled(material.paper, 0.12),
        _tiled(material.cardboard, 0.3),
        _whole(material.leaf),
        _tiled(material.soil, 0.2),
        _tiled(ceramic.glaze, 0.2, 28),
        _whole(ceramic.china, 32),
        _whole(prints.label, 25),
        _whole(prints.package),
        _whole(book.book_cover, 28),
        _whole(book.page),
        _whole(book.newspaper),
        _whole(screens.screen, 32),
        _whole(screens.off_screen),
        _whole(screens.dial),
        _whole(screens.keys),
        _whole(art.painting, 30),
        _whole(art.poster, 28),
        _whole(outside.outside, 21),
        _tiled(food.apple_skin, 0.12),
        _tiled(food.tomato_skin, 0.12),
        _tiled(food.potato_skin, 0.1),
        _tiled(food.lettuce_leaf, 0.15),
        _tiled(food.bread_crust, 0.12),
        _tiled(food.bread_crumb, 0.08),
        _tiled(food.egg_shell, 0.06, 30),
        _whole(food.apple_flesh, 20),
        _whole(food.tomato_flesh, 20),
        _whole(food.potato_flesh, 20),
        _whole(food.lettuce_cut, 20),
        _layer(decals.stain, 0.2, decals.STAINS),
        _layer(decals.crack, 0.2),
        _layer(decals.browned, 0.1),
        _layer(decals.used, 0.25),
    )
}
