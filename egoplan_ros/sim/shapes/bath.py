"""Bathroom fixtures."""

import numpy as np

from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import METAL, Maker, Vec

CERAMIC = (0.95, 0.95, 0.94)
CHROME = (0.75, 0.76, 0.78)


def toilet(m: Maker, look: Look) -> None:
    """Bowl, tank and a lid that folds up; the tank top carries things."""
    m.box((0, -0.25), 0.3, (0.42, 0.45, 0.18), CERAMIC)
    m.lathe(
        [(0.11, 0), (0.12, 0.2), (0.19, 0.38), (0.15, 0.38), (0.1, 0.2), (0, 0.18)],
        CERAMIC,
        center=(0, 0.07),
        n=18,
    )
    m.box((0, -0.12), 0.0, (0.22, 0.38, 0.2), CERAMIC)
    link = m.hinge((0, 0.39, -0.13), (1, 0, 0), -95)
    m.cylinder((0, 0.07), 0.385, 0.2, 0.02, CERAMIC, n=18, link=link)
    m.box((0.1, -0.155), 0.66, (0.06, 0.02, 0.02), CHROME, METAL)
    m.surface((-0.19, 0.19), (-0.33, -0.17), 0.751, 0.5)


def bathtub(m: Maker, look: Look, size: Vec) -> None:
    """Outer apron and rim around the basin, which is a thing of its own."""
    w, h, d = size
    rim = 0.09
    for sx in (-1, 1):
        m.box((sx * (w / 2 - rim / 2), 0), 0, (rim, h, d), CERAMIC)
    for sz in (-1, 1):
        m.box((0, sz * (d / 2 - rim / 2)), 0, (w - 2 * rim, h, rim), CERAMIC)
    m.surface((-w / 2 + 0.01, w / 2 - 0.01), (d / 2 - rim + 0.005, d / 2 - 0.005), h + 0.001, 0.6)


def basin(m: Maker, look: Look, size: Vec, color=None) -> None:
    """An open hollow: sink and tub basins."""
    c = color or (0.75, 0.76, 0.78)
    w, h, d = size
    m.shell(size, 0, 0.012, c, METAL if color is None else 0, open_side="top")
    m.cylinder((0, 0), 0.0125, 0.025, 0.002, (0.3, 0.3, 0.3), n=10, solid=False)
    m.box(
        (0, 0), h * 0.35, (w - 0.03, 0.001, d - 0.03), (0.55, 0.7, 0.82), role="water", solid=False
    )
    # Right behind the front wall nothing can be seen from where people stand.
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.02, d / 2 - 0.06), 0.0135, 1.0)


def sink_rim(m: Maker, look: Look, size: Vec, color=None) -> None:
    """The flat rim around a basin."""
    w, h, d = size
    c = color or (0.72, 0.73, 0.75)
    t = 0.025
    for sx in (-1, 1):
        m.box((sx * (w / 2 - t / 2), 0), 0, (t, h, d), c, METAL)
    for sz in (-1, 1):
        m.box((0, sz * (d / 2 - t / 2)), 0, (w - 2 * t, h, t), c, METAL)


def holder(m: Maker, look: Look, width: float) -> None:
    """A rail on two wall brackets; what hangs on it hangs just below."""
    for sx in (-1, 1):
        m.box((sx * (width / 2 - 0.01), -0.02), 0, (0.02, 0.03, 0.06), CHROME, METAL)
    m.box((0, 0.005), 0.008, (width, 0.014, 0.014), CHROME, METAL)
    m.surface((-width / 2, width / 2), (0.0, 0.04), 0.0, 0.0)


def shower_head(m: Maker, look: Look) -> None:
    """A riser pipe with a round head."""
    m.tube(
        [(0, 0, 0), (0, 0.9, 0), (0, 0.98, 0.06), (0, 0.95, 0.16)], 0.012, CHROME, METAL, solid=True
    )
    m.cylinder((0, 0.16), 0.92, 0.07, 0.03, CHROME, METAL, n=14)


def shower_door(m: Maker, look: Look, size: Vec) -> None:
    """A framed pane that swings."""
    w, h, _ = size
    link = m.hinge((-w / 2, 0, 0), (0, 1, 0), -80)
    for sx in (-1, 1):
        m.box((sx * (w / 2 - 0.015), 0), 0, (0.03, h, 0.03), CHROME, METAL, link)
    for y in (0.0, h - 0.03):
        m.box((0, 0), y, (w, 0.03, 0.03), CHROME, METAL, link)
    m.box((0, 0), 0.03, (w - 0.06, h - 0.06, 0.008), (0.8, 0.9, 0.92), link=link)


def shower_glass(m: Maker, look: Look, size: Vec) -> None:
    """A fixed pane with chrome edges."""
    w, h, d = size
    edge = min(0.03, w / 4)
    for sx in (-1, 1):
        m.box((sx * (w - edge) / 2, 0), 0, (edge, h, d), CHROME, METAL)
    m.box((0, 0), 0, (w - 2 * edge, h, min(d, 0.008)), (0.8, 0.9, 0.92))


def shower_curtain(m: Maker, look: Look, size: Vec) -> None:
    """A gathered curtain on its rail."""
    w, h, d = size
    c = look.pick(((0.85, 0.88, 0.9), (0.6, 0.75, 0.78)))
    for k, x in enumerate(np.linspace(-w / 2 + 0.03, w / 2 - 0.03, 6)):
        m.box((float(x), 0.02 * (k % 2)), 0, (0.06, h, d * 0.3), c)
