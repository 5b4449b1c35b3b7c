"""Colours of a room: a palette drawn once per room and colour families for small things."""

from dataclasses import dataclass, field

import numpy as np

from egoplan_ros.sim.shapes.solid import FABRIC, PLAIN, PLANK, TILE, WOOD, Color

CHINA: tuple[Color, ...] = (
    (0.93, 0.92, 0.88),
    (0.2, 0.35, 0.6),
    (0.75, 0.2, 0.18),
    (0.25, 0.5, 0.4),
    (0.85, 0.65, 0.25),
    (0.35, 0.3, 0.45),
)
GLASS: tuple[Color, ...] = (
    (0.75, 0.85, 0.9),
    (0.6, 0.75, 0.85),
    (0.85, 0.8, 0.6),
    (0.8, 0.45, 0.35),
)
STEEL: tuple[Color, ...] = ((0.68, 0.69, 0.71), (0.58, 0.59, 0.6), (0.35, 0.36, 0.38))
PACKAGING: tuple[Color, ...] = (
    (0.85, 0.3, 0.2),
    (0.2, 0.5, 0.8),
    (0.25, 0.65, 0.35),
    (0.9, 0.8, 0.3),
    (0.6, 0.35, 0.65),
    (0.95, 0.95, 0.95),
)
CLOTH: tuple[Color, ...] = (
    (0.55, 0.2, 0.2),
    (0.25, 0.3, 0.5),
    (0.35, 0.45, 0.35),
    (0.75, 0.7, 0.6),
    (0.45, 0.42, 0.4),
    (0.8, 0.55, 0.3),
)
WOODS: tuple[Color, ...] = (
    (0.55, 0.36, 0.2),
    (0.68, 0.5, 0.31),
    (0.36, 0.22, 0.13),
    (0.76, 0.62, 0.44),
)
_CABINETS: tuple[Color, ...] = (
    (0.9, 0.89, 0.86),
    (0.62, 0.43, 0.26),
    (0.42, 0.27, 0.17),
    (0.55, 0.62, 0.6),
    (0.75, 0.6, 0.42),
    (0.3, 0.36, 0.42),
)
_COUNTERS: tuple[Color, ...] = (
    (0.25, 0.25, 0.27),
    (0.72, 0.7, 0.66),
    (0.5, 0.44, 0.38),
    (0.83, 0.82, 0.79),
)
_WALLS: tuple[Color, ...] = (
    (0.85, 0.83, 0.77),
    (0.78, 0.83, 0.84),
    (0.88, 0.82, 0.7),
    (0.76, 0.8, 0.72),
    (0.85, 0.85, 0.87),
    (0.82, 0.74, 0.68),
)
_TILES: tuple[Color, ...] = (
    (0.75, 0.72, 0.67),
    (0.62, 0.6, 0.58),
    (0.55, 0.45, 0.38),
    (0.82, 0.82, 0.8),
)


@dataclass(slots=True)
class Look:
    """The room's palette and the random source from which single things draw their colours."""

    rng: np.random.Generator
    cabinet: Color = (0.9, 0.9, 0.88)
    cabinet_tex: int = PLAIN
    counter: Color = (0.3, 0.3, 0.3)
    wood: Color = (0.55, 0.36, 0.2)
    wall: Color = (0.85, 0.83, 0.77)
    floor: Color = (0.6, 0.5, 0.4)
    floor_tex: int = PLANK
    wall_tex: int = PLAIN
    fabric: Color = (0.5, 0.5, 0.6)
    appliance: Color = (0.85, 0.85, 0.86)
    handle: Color = (0.75, 0.75, 0.76)
    extra: dict[str, Color] = field(default_factory=dict)

    def pick(self, colors: tuple[Color, ...]) -> Color:
        """One of `colors`, slightly varied."""
        base = colors[int(self.rng.integers(len(colors)))]
        draw = self.rng.uniform(0.92, 1.06, 3)
        # Mostly lighter or darker, only a trace of another hue.
        gain = draw[0] * (1 + 0.2 * (draw - 0.99))
        return (
            float(min(base[0] * gain[0], 1)),
            float(min(base[1] * gain[1], 1)),
            float(min(base[2] * gain[2], 1)),
        )


def palette(rng: np.random.Generator, tiled: bool) -> Look:
    """A palette for one room; `tiled` rooms (kitchen, bathroom) mostly get a tiled floor."""
    look = Look(rng)
    look.cabinet = look.pick(_CABINETS)
    look.cabinet_tex = WOOD if look.cabinet[2] < 0.5 else PLAIN
    look.counter = look.pick(_COUNTERS)
    look.wood = look.pick(WOODS)
    look.wall = look.pick(_WALLS)
    look.fabric = look.pick(CLOTH)
    look.appliance = look.pick(((0.88, 0.88, 0.89), (0.66, 0.67, 0.69), (0.16, 0.16, 0.17)))
    if tiled and rng.random() < 0.7:
        look.floor, look.floor_tex = look.pick(_TILES), TILE
    elif not tiled and rng.random() < 0.4:
        look.floor, look.floor_tex = look.pick(CLOTH[3:]), FABRIC
    else:
        look.floor, look.floor_tex = look.pick(WOODS), PLANK
    return look
