"""Round kitchenware and bottles: things with a profile, some of which hold others or liquid."""

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.look import CHINA, GLASS, PACKAGING, STEEL, Look
from egoplan_ros.sim.shapes.solid import METAL, Maker

WATER = (0.35, 0.55, 0.75)


def mug(m: Maker, look: Look) -> None:
    """A cylinder with an inner wall and a handle."""
    c = look.pick(CHINA)
    r, h = 0.042, 0.095
    profile = [
        (0, 0.0),
        (r * 0.92, 0.0),
        (r, h * 0.15),
        (r, h),
        (r - 0.005, h),
        (r - 0.005, 0.012),
        (0, 0.012),
    ]
    m.lathe(profile, c, n=16)
    m.tube(
        [
            (r - 0.004, h * 0.82, 0),
            (r + 0.026, h * 0.78, 0),
            (r + 0.03, h * 0.5, 0),
            (r + 0.024, h * 0.27, 0),
            (r - 0.004, h * 0.22, 0),
        ],
        0.006,
        c,
    )
    m.cylinder((0, 0), h * 0.8, r - 0.006, 0.001, WATER, role="liquid", solid=False)
    _hold(m, r - 0.008, 0.012, 0.25)


def cup(m: Maker, look: Look) -> None:
    """A handle-less tapered tumbler."""
    c = look.pick(GLASS)
    r, h = 0.042, 0.12
    m.lathe(
        [(0, 0), (r * 0.72, 0), (r, h), (r - 0.004, h), (r * 0.7 - 0.004, 0.01), (0, 0.01)], c, n=16
    )
    m.cylinder((0, 0), h * 0.75, r * 0.9, 0.001, WATER, role="liquid", solid=False)
    _hold(m, r * 0.72, 0.01, 0.25)


def bowl(m: Maker, look: Look) -> None:
    """A half-round bowl on a foot."""
    c = look.pick(CHINA)
    r, h = 0.095, 0.075
    m.lathe(
        [
            (0, 0),
            (r * 0.45, 0),
            (r * 0.5, 0.008),
            (r * 0.85, h * 0.55),
            (r, h),
            (r - 0.005, h),
            (r * 0.8, h * 0.58),
            (r * 0.45, 0.016),
            (0, 0.014),
        ],
        c,
        n=20,
    )
    m.cylinder((0, 0), h * 0.65, r * 0.85, 0.001, WATER, role="liquid", solid=False)
    _hold(m, r * 0.62, 0.018, 0.3)


def plate(m: Maker, look: Look) -> None:
    """A flat dish with a raised rim."""
    c = look.pick(CHINA)
    r = 0.118
    m.lathe(
        [
            (0, 0),
            (r * 0.6, 0),
            (r * 0.72, 0.006),
            (r, 0.018),
            (r, 0.021),
            (r * 0.7, 0.011),
            (0, 0.008),
        ],
        c,
        n=24,
    )
    _hold(m, r * 0.66, 0.01, 0.35)


def pot(m: Maker, look: Look) -> None:
    """A saucepan body with two ear handles."""
    c = look.pick(STEEL)
    r, h = 0.115, 0.13
    m.lathe(
        [
            (0, 0),
            (r, 0),
            (r, h),
            (r + 0.006, h),
            (r - 0.006, h - 0.004),
            (r - 0.006, 0.01),
            (0, 0.01),
        ],
        c,
        METAL,
        n=20,
    )
    for s in (-1, 1):
        m.tube(
            [
                (s * r, h * 0.8, -0.035),
                (s * (r + 0.035), h * 0.82, -0.025),
                (s * (r + 0.035), h * 0.82, 0.025),
                (s * r, h * 0.8, 0.035),
            ],
            0.007,
            (0.12, 0.12, 0.12),
        )
    m.cylinder((0, 0), h * 0.6, r - 0.008, 0.001, WATER, role="liquid", solid=False)
    _hold(m, r * 0.68, 0.012, 0.35)


def pan(m: Maker, look: Look) -> None:
    """A frying pan with a long handle towards the right."""
    c = look.pick(((0.12, 0.12, 0.13), (0.2, 0.2, 0.21), (0.32, 0.13, 0.1)))
    r, h = 0.12, 0.04
    m.lathe(
        [(0, 0), (r * 0.85, 0), (r, h), (r - 0.006, h), (r * 0.82, 0.008), (0, 0.008)],
        c,
        METAL,
        n=20,
    )
    m.tube(
        [(r - 0.005, h * 0.8, 0), (r + 0.08, h + 0.008, 0), (r + 0.17, h + 0.012, 0)],
        0.01,
        (0.1, 0.1, 0.1),
    )
    _hold(m, r * 0.58, 0.009, 0.35)


def kettle(m: Maker, look: Look) -> None:
    """A stove kettle with a bow handle and a spout."""
    c = look.pick(STEEL)
    m.lathe(
        [(0, 0), (0.095, 0), (0.1, 0.03), (0.08, 0.1), (0.035, 0.13), (0, 0.135)], c, METAL, n=18
    )
    m.cylinder((0, 0), 0.13, 0.015, 0.015, (0.1, 0.1, 0.1))
    m.tube(
        [(-0.075, 0.1, 0), (-0.06, 0.17, 0), (0, 0.195, 0), (0.06, 0.17, 0), (0.075, 0.1, 0)],
        0.008,
        (0.1, 0.1, 0.1),
    )
    m.tube([(0, 0.06, 0.085), (0, 0.09, 0.12), (0, 0.115, 0.135)], 0.014, c, METAL)


def bottle(m: Maker, look: Look) -> None:
    """A bottle with shoulders and a cap."""
    c = look.pick(((0.2, 0.45, 0.25), (0.75, 0.85, 0.9), (0.6, 0.3, 0.12)))
    m.lathe([(0, 0), (0.038, 0), (0.04, 0.14), (0.015, 0.19), (0.015, 0.235), (0, 0.235)], c, n=14)
    m.cylinder((0, 0), 0.235, 0.017, 0.014, look.pick(PACKAGING))


def wine_bottle(m: Maker, look: Look) -> None:
    """A tall dark bottle with a label."""
    c = look.pick(((0.08, 0.2, 0.09), (0.18, 0.06, 0.07), (0.12, 0.14, 0.07)))
    m.lathe([(0, 0), (0.037, 0), (0.038, 0.2), (0.014, 0.25), (0.014, 0.31), (0, 0.31)], c, n=14)
    m.lathe([(0.0385, 0.06), (0.0385, 0.15)], (0.9, 0.87, 0.78), n=14, solid=False)
    m.cylinder((0, 0), 0.29, 0.016, 0.022, (0.5, 0.1, 0.12), solid=False)


def soap_bottle(m: Maker, look: Look) -> None:
    """A dispenser with a pump head."""
    c = look.pick(PACKAGING)
    m.lathe([(0, 0), (0.036, 0), (0.038, 0.12), (0.018, 0.15), (0, 0.15)], c, n=14)
    m.cylinder((0, 0), 0.15, 0.008, 0.04, (0.9, 0.9, 0.9))
    m.box((0, 0.015), 0.19, (0.018, 0.012, 0.055), (0.92, 0.92, 0.92))


def spray_bottle(m: Maker, look: Look) -> None:
    """A bottle with a trigger head."""
    c = look.pick(PACKAGING)
    m.lathe([(0, 0), (0.036, 0), (0.038, 0.11), (0.014, 0.16), (0, 0.16)], c, n=12)
    head = look.pick(PACKAGING)
    m.box((0, 0.015), 0.16, (0.025, 0.04, 0.085), head)
    m.box((0, 0.035), 0.12, (0.012, 0.045, 0.012), head)


def shaker(m: Maker, look: Look, dark: bool = False) -> None:
    """A table shaker; pepper is dark."""
    body = (0.25, 0.17, 0.12) if dark else (0.93, 0.93, 0.9)
    m.lathe([(0, 0), (0.026, 0), (0.022, 0.06), (0.024, 0.075), (0, 0.075)], body, n=12)
    m.lathe([(0.025, 0.075), (0.024, 0.09), (0, 0.1)], (0.7, 0.7, 0.72), METAL, n=12)


def vase(m: Maker, look: Look) -> None:
    """A bellied vase."""
    c = look.pick(CHINA + PACKAGING)
    s = look.rng.uniform(0.8, 1.25)
    shape = [
        (0, 0),
        (0.04, 0),
        (0.075, 0.07),
        (0.06, 0.14),
        (0.03, 0.19),
        (0.045, 0.23),
        (0.038, 0.23),
        (0.024, 0.19),
    ]
    m.lathe([(r * s, y * s) for r, y in [*shape, (0, 0.17)]], c, n=18)


def watering_can(m: Maker, look: Look) -> None:
    """Can, spout and handle."""
    c = look.pick(PACKAGING)
    m.cylinder((0, 0), 0, 0.07, 0.15, c, n=16)
    m.tube([(0.06, 0.04, 0), (0.12, 0.12, 0), (0.16, 0.17, 0)], 0.012, c)
    m.tube([(-0.06, 0.14, 0), (-0.11, 0.12, 0), (-0.11, 0.06, 0), (-0.065, 0.03, 0)], 0.008, c)


def _hold(m: Maker, radius: float, y: float, clear: float) -> None:
    side = radius * 0.95
    m.surface((-side, side), (-side, side), y, clear)


RECIPES: dict[str, Recipe] = {
    "Bottle": bottle,
    "Bowl": bowl,
    "Cup": cup,
    "Kettle": kettle,
    "Mug": mug,
    "Pan": pan,
    "PepperShaker": lambda m, k: shaker(m, k, dark=True),
    "Plate": plate,
    "Pot": pot,
    "SaltShaker": shaker,
    "SoapBottle": soap_bottle,
    "SprayBottle": spray_bottle,
    "Vase": vase,
    "WateringCan": watering_can,
    "WineBottle": wine_bottle,
}
