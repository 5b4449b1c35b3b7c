"""Plates: flat china of many rims and outlines."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, lobed, ring, turned, uneven
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic
from egoplan_ros.sim.shapes.solid import Maker

# Upper side as (share of the radius, height in metres) from the middle to the rim.
COUPE: Profile = ((0.62, 0.006), (0.8, 0.01), (0.93, 0.016), (1, 0.022))
RIMMED: Profile = ((0.64, 0.006), (0.7, 0.011), (0.74, 0.015), (1, 0.02))
WIDE: Profile = ((0.5, 0.006), (0.55, 0.014), (0.58, 0.016), (1, 0.022))
DEEP: Profile = ((0.5, 0.006), (0.64, 0.02), (0.7, 0.025), (1, 0.03))
UPRIGHT: Profile = ((0.9, 0.006), (0.955, 0.008), (0.985, 0.026), (1, 0.028))
FLAT: Profile = ((0.86, 0.007), (0.9, 0.0085), (0.93, 0.013), (1, 0.0135))
FLARED: Profile = ((0.55, 0.006), (0.7, 0.008), (0.88, 0.014), (1, 0.026))
DESIGNS = (COUPE, RIMMED, WIDE, FLARED, RIMMED, DEEP, FLAT, RIMMED, COUPE, UPRIGHT, WIDE, FLARED)


@forms(len(DESIGNS))
def plate(m: Maker, look: Look, form: int) -> None:
    """Coupe, rimmed, wide-rimmed, square, octagonal, deep, wooden, enamel, fluted glass, upright
    rim, flower, hand-made."""
    r = look.rng.uniform(0.104, 0.132)
    outline = {
        3: ring(28, 0.4),
        4: ring(8),
        8: lobed(36, 18, 0.03),
        10: lobed(36, 6, 0.12, sharp=True),
        11: uneven(28, look.rng, 0.03),
    }.get(form, ring(28))
    top = np.array([(r * a, y) for a, y in DESIGNS[form]])
    thick = 0.0035 if form != 6 else 0.006
    under = np.column_stack([top[:, 0], top[:, 1] - thick])[::-1]
    under[-1] = (top[0, 0] * 0.97, 0.0)
    lip = np.array([[r + 0.0012, top[-1, 1] - thick * 0.5]])
    shares = np.clip((top[:, 0] / r - 0.4) / 0.45, 0, 1)
    coat, face = finishes.pottery(look)
    band: Material | None = None
    rim: Material | None = None
    if form == 6:
        coat = face = finishes.timber(look)
    elif form == 7:
        coat, rim = finishes.enamel(look)
        face = coat
    elif form == 8:
        coat = face = finishes.clear_glass(look, 0.6)
    elif form in (0, 1, 2, 4, 5, 10) and look.rng.random() < 0.5:
        coat = face = ceramic(look.pick(finishes.WHITES))
        band = finishes.painted(look) if look.rng.random() < 0.6 else None
        rim = finishes.bright(look) if band is None else None
    below = np.concatenate([lip, under, [[0.0, 0.0]]])
    below_shares = np.concatenate([[1.0], shares[::-1], [0.0]])
    m.add(turned(below, outline, below_shares), coat)
    middle = np.array([[0.0, top[0, 1] - 0.0012], [top[0, 0] * 0.8, top[0, 1] - 0.0006]])
    inner_shares = np.concatenate([[0.0, shares[0]], shares[:1]])
    m.add(turned(np.concatenate([middle, top[:1]]), outline, inner_shares), face)
    edge = np.concatenate([top, lip])
    m.add(turned(edge, outline, np.concatenate([shares, [1.0]])), band or face)
    if rim is not None:
        line = top[-1] + np.array([[-0.0045, 0.0006], [0.0, 0.0008], [0.0016, -thick * 0.4]])
        m.add(turned(line, outline), rim, solid=False)
    side = r * 0.63
    m.surface((-side, side), (-side, side), 0.0075, 0.35)


RECIPES: dict[str, Recipe] = {"Plate": plate}
