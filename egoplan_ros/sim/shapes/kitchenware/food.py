"""Food: whole fruit and vegetables, bread, and what slicing turns them into."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import FABRIC, SPECKLE, Color, Maker

FLESH: dict[str, tuple[Color, Color]] = {
    "Apple": ((0.75, 0.12, 0.1), (0.95, 0.9, 0.7)),
    "Tomato": ((0.85, 0.16, 0.08), (0.9, 0.35, 0.25)),
    "Potato": ((0.6, 0.45, 0.26), (0.9, 0.82, 0.55)),
    "Lettuce": ((0.35, 0.65, 0.2), (0.7, 0.85, 0.5)),
    "Bread": ((0.68, 0.42, 0.18), (0.93, 0.83, 0.65)),
}


def apple(m: Maker, look: Look) -> None:
    """A red or green apple with a stem."""
    c = look.pick(((0.72, 0.1, 0.1), (0.55, 0.7, 0.2), (0.8, 0.3, 0.15)))
    m.lathe(
        [(0.008, 0.01), (0.025, 0), (0.048, 0.035), (0.05, 0.06), (0.035, 0.088), (0.012, 0.082)],
        c,
        n=16,
    )
    m.cylinder((0, 0), 0.08, 0.003, 0.022, (0.3, 0.2, 0.1), n=6)


def tomato(m: Maker, look: Look) -> None:
    """A flattened red ball with a green star on top."""
    m.ellipsoid(
        (0, 0.042, 0), (0.052, 0.042, 0.052), look.pick(((0.85, 0.14, 0.08), (0.9, 0.3, 0.1))), n=16
    )
    for k in range(5):
        a = 2 * np.pi * k / 5
        m.box(
            (0.012 * np.cos(a), 0.012 * np.sin(a)), 0.081, (0.014, 0.004, 0.014), (0.2, 0.45, 0.12)
        )


def potato(m: Maker, look: Look) -> None:
    """An uneven brown oval."""
    m.ellipsoid(
        (0, 0.036, 0),
        (0.058, 0.036, 0.042),
        look.pick(((0.6, 0.45, 0.27), (0.66, 0.5, 0.3))),
        SPECKLE,
        bumps=0.05,
    )


def egg(m: Maker, look: Look) -> None:
    """An egg lying upright."""
    c = look.pick(((0.93, 0.87, 0.76), (0.85, 0.68, 0.5)))
    m.lathe(
        [(0, 0), (0.016, 0.003), (0.026, 0.02), (0.024, 0.038), (0.014, 0.054), (0, 0.06)], c, n=14
    )


def lettuce(m: Maker, look: Look) -> None:
    """A wavy green head."""
    c = look.pick(((0.33, 0.6, 0.18), (0.45, 0.7, 0.25)))
    m.ellipsoid((0, 0.07, 0), (0.085, 0.07, 0.085), c, SPECKLE, n=18, bumps=0.12)
    m.ellipsoid((0, 0.085, 0), (0.06, 0.065, 0.06), (0.6, 0.8, 0.4), SPECKLE, n=12, bumps=0.15)


def bread(m: Maker, look: Look) -> None:
    """A loaf with rounded top."""
    m.ellipsoid(
        (0, 0.06, 0),
        (0.14, 0.06, 0.06),
        look.pick(((0.66, 0.4, 0.17), (0.76, 0.52, 0.26))),
        SPECKLE,
        n=16,
        power=0.6,
    )
    for x in (-0.07, 0.0, 0.07):
        m.box((x, 0.0), 0.112, (0.012, 0.01, 0.06), (0.85, 0.68, 0.42), solid=False)


def slice_of(source: str, m: Maker, look: Look) -> None:
    """One round or square slice of `source`, lying flat."""
    skin, flesh = FLESH[source]
    if source == "Bread":
        m.box((0, 0), 0, (0.1, 0.02, 0.1), skin)
        m.box((0, 0), 0.0005, (0.088, 0.0205, 0.088), flesh, FABRIC)
    else:
        r = {"Apple": 0.046, "Tomato": 0.05, "Potato": 0.04, "Lettuce": 0.07}[source]
        m.cylinder((0, 0), 0, r, 0.016, skin, n=14)
        m.cylinder((0, 0), 0.0005, r * 0.9, 0.0165, flesh, n=14)


def egg_cracked(m: Maker, look: Look) -> None:
    """White and yolk."""
    m.ellipsoid((0, 0.006, 0), (0.055, 0.006, 0.048), (0.95, 0.95, 0.9), n=14, bumps=0.1)
    m.ellipsoid((0, 0.014, 0), (0.02, 0.012, 0.02), (0.95, 0.7, 0.1), n=12)


RECIPES: dict[str, Recipe] = {
    "Apple": apple,
    "AppleSliced": lambda m, k: slice_of("Apple", m, k),
    "Bread": bread,
    "BreadSliced": lambda m, k: slice_of("Bread", m, k),
    "Egg": egg,
    "EggCracked": egg_cracked,
    "Lettuce": lettuce,
    "LettuceSliced": lambda m, k: slice_of("Lettuce", m, k),
    "Potato": potato,
    "PotatoSliced": lambda m, k: slice_of("Potato", m, k),
    "Tomato": tomato,
    "TomatoSliced": lambda m, k: slice_of("Tomato", m, k),
}
