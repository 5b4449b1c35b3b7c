"""Hand tools and loose things: cutlery, stationery, electronics, toys, textiles."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.look import CLOTH, PACKAGING, STEEL, WOODS, Look
from egoplan_ros.sim.shapes.solid import FABRIC, METAL, PLAIN, SPECKLE, WOOD, Maker

BLACK = (0.1, 0.1, 0.11)
SILVER = (0.72, 0.72, 0.74)


def knife(m: Maker, look: Look, length: float = 0.29, blade: float = 0.03) -> None:
    """A blade with a tapering edge and a dark grip."""
    grip = length * 0.4
    m.box((0, -length / 2 + grip / 2), 0, (0.022, 0.014, grip), BLACK)
    z0, z1 = -length / 2 + grip, length / 2
    half = np.array([0.0, 0.001, 0.0])
    verts = np.array([[-0.011, 0.007, z0], [blade - 0.011, 0.007, z0], [-0.011, 0.007, z1]])
    m.mesh(
        np.concatenate([verts - half, verts + half]),
        np.array(
            [[0, 1, 2], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [0, 2, 5], [0, 5, 3]]
        ),
        SILVER,
        METAL,
    )


def butter_knife(m: Maker, look: Look) -> None:
    """A blunt all-metal table knife."""
    m.box((0, -0.05), 0, (0.012, 0.006, 0.11), SILVER, METAL)
    m.ellipsoid((0, 0.003, 0.055), (0.01, 0.002, 0.06), SILVER, METAL, n=8)


def spoon(m: Maker, look: Look) -> None:
    """Handle and oval bowl."""
    m.box((0, -0.035), 0.004, (0.01, 0.004, 0.12), SILVER, METAL)
    m.ellipsoid((0, 0.007, 0.055), (0.019, 0.006, 0.032), SILVER, METAL, n=10)


def fork(m: Maker, look: Look) -> None:
    """Handle, neck and four tines."""
    m.box((0, -0.03), 0.003, (0.01, 0.004, 0.12), SILVER, METAL)
    m.box((0, 0.04), 0.003, (0.024, 0.004, 0.025), SILVER, METAL)
    for x in (-0.0105, -0.0035, 0.0035, 0.0105):
        m.box((x, 0.07), 0.004, (0.0035, 0.004, 0.04), SILVER, METAL)


def spatula(m: Maker, look: Look) -> None:
    """A turner with a slotted blade."""
    m.box((0, -0.06), 0.008, (0.014, 0.01, 0.18), BLACK)
    for x in (-0.024, 0.0, 0.024):
        m.box((x, 0.075), 0.004, (0.018, 0.004, 0.09), look.pick(STEEL), METAL)
    m.box((0, 0.035), 0.004, (0.066, 0.005, 0.014), SILVER, METAL)


def ladle(m: Maker, look: Look) -> None:
    """A deep spoon."""
    m.lathe(
        [(0, 0), (0.03, 0.008), (0.042, 0.04), (0.039, 0.04), (0.027, 0.012), (0, 0.006)],
        SILVER,
        METAL,
        (0, 0.08),
        n=12,
    )
    m.tube(
        [(0, 0.036, 0.045), (0, 0.05, -0.02), (0, 0.055, -0.14)], 0.006, SILVER, METAL, solid=True
    )


def pen(m: Maker, look: Look) -> None:
    """A ball pen lying flat."""
    m.tube([(0, 0.005, -0.07), (0, 0.005, 0.055)], 0.005, look.pick(PACKAGING), solid=True)
    m.tube([(0, 0.005, 0.055), (0, 0.005, 0.072)], 0.003, BLACK, solid=True)


def pencil(m: Maker, look: Look) -> None:
    """A yellow pencil with a wooden tip."""
    m.tube([(0, 0.004, -0.08), (0, 0.004, 0.07)], 0.004, (0.9, 0.7, 0.15), solid=True)
    m.tube([(0, 0.004, 0.07), (0, 0.004, 0.086)], 0.0025, (0.85, 0.68, 0.45), solid=True)
    m.tube([(0, 0.004, -0.09), (0, 0.004, -0.08)], 0.004, (0.85, 0.45, 0.45), solid=True)


def book(m: Maker, look: Look) -> None:
    """Cover boards around a block of pages."""
    w, h, d = (
        look.rng.uniform(0.15, 0.2),
        look.rng.uniform(0.025, 0.04),
        look.rng.uniform(0.21, 0.26),
    )
    c = look.pick(CLOTH + PACKAGING)
    m.box((0, 0), 0, (w, 0.003, d), c)
    m.box((0.003, 0), 0.003, (w - 0.012, h - 0.006, d - 0.01), (0.93, 0.91, 0.84))
    m.box((0, 0), h - 0.003, (w, 0.003, d), c)
    m.box((-w / 2 + 0.002, 0), 0, (0.004, h, d), c)
    m.box((0.0, d * 0.15), h, (w * 0.6, 0.0008, d * 0.2), (0.95, 0.93, 0.85), solid=False)


def cd(m: Maker, look: Look) -> None:
    """A shiny disc with a hole."""
    m.lathe(
        [(0.0075, 0.0), (0.06, 0.0), (0.06, 0.002), (0.0075, 0.002)], (0.78, 0.8, 0.85), METAL, n=24
    )
    m.lathe([(0.018, 0.0023), (0.024, 0.0023)], (0.6, 0.65, 0.8), METAL, n=24, solid=False)


def credit_card(m: Maker, look: Look) -> None:
    """A plastic card with stripe and chip."""
    m.box((0, 0), 0, (0.086, 0.002, 0.054), look.pick(PACKAGING))
    m.box((0, 0.015), 0.002, (0.086, 0.0004, 0.01), BLACK, solid=False)
    m.box((-0.025, -0.008), 0.002, (0.012, 0.0004, 0.01), (0.85, 0.7, 0.3), solid=False)


def cell_phone(m: Maker, look: Look) -> None:
    """A slab with a screen."""
    m.box((0, 0), 0, (0.075, 0.009, 0.15), look.pick((*STEEL, BLACK)))
    m.box((0, 0), 0.009, (0.068, 0.0006, 0.135), (0.06, 0.08, 0.12), role="glow", solid=False)


def remote(m: Maker, look: Look) -> None:
    """A long case with coloured buttons."""
    m.box((0, 0), 0, (0.05, 0.018, 0.19), (0.15, 0.15, 0.16))
    for i, z in enumerate(np.linspace(-0.07, 0.06, 5)):
        for x in (-0.012, 0.012):
            m.box(
                (x, z),
                0.018,
                (0.012, 0.002, 0.012),
                ((0.7, 0.1, 0.1) if i == 4 else (0.6, 0.6, 0.62)),
                solid=False,
            )


def laptop(m: Maker, look: Look) -> None:
    """Keyboard base and a screen that closes."""
    c = look.pick(STEEL)
    w, d = 0.34, 0.24
    m.box((0, 0), 0, (w, 0.018, d), c)
    m.box((0, -0.02), 0.018, (w * 0.88, 0.001, d * 0.5), BLACK, solid=False)
    m.box((0, 0.08), 0.018, (w * 0.28, 0.001, 0.05), (0.45, 0.45, 0.47), solid=False)
    lid = m.hinge((0, 0.02, -d / 2), (1, 0, 0), -105)
    m.box((0, 0), 0.0195, (w, 0.009, d), c, link=lid)
    m.box(
        (0, 0),
        0.0188,
        (w * 0.92, 0.0008, d * 0.88),
        (0.1, 0.12, 0.18),
        link=lid,
        role="glow",
        solid=False,
    )


def key_chain(m: Maker, look: Look) -> None:
    """A ring and three keys."""
    ring = [
        (0.02 * np.cos(a) - 0.035, 0.004, 0.02 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 11)
    ]
    m.tube(
        [(float(x), float(y), float(z)) for x, y, z in ring], 0.0025, SILVER, METAL, n=5, solid=True
    )
    for k, z in enumerate((-0.018, 0.0, 0.018)):
        c = ((0.8, 0.65, 0.25), SILVER, (0.65, 0.45, 0.3))[k]
        m.cylinder((0.0, z), 0.001, 0.011, 0.003, c, METAL, n=8)
        m.box((0.03, z), 0.001, (0.045, 0.003, 0.006), c, METAL)


def watch(m: Maker, look: Look) -> None:
    """Dial and strap."""
    strap = look.pick(CLOTH)
    m.lathe([(0.03, 0.0), (0.034, 0.0), (0.034, 0.02), (0.03, 0.02)], strap, n=16)
    m.cylinder((0, 0.034), 0.0, 0.014, 0.022, SILVER, METAL, n=12)


def alarm_clock(m: Maker, look: Look) -> None:
    """A twin-bell clock with a white face."""
    c = look.pick(PACKAGING)
    m.box((-0.04, 0), 0, (0.015, 0.03, 0.03), BLACK)
    m.box((0.04, 0), 0, (0.015, 0.03, 0.03), BLACK)
    angle = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    for r, z0, z1, col in ((0.065, -0.025, 0.025, c), (0.056, 0.024, 0.027, (0.96, 0.96, 0.93))):
        ring = np.stack([r * np.cos(angle), 0.085 + r * np.sin(angle)], 1)
        back = np.column_stack([ring, np.full(18, z0)])
        front = np.column_stack([ring, np.full(18, z1)])
        verts = np.concatenate([back, front, [[0, 0.085, z0], [0, 0.085, z1]]])
        k = np.arange(18)
        n = (k + 1) % 18
        faces = np.concatenate(
            [
                np.stack([k, n, 18 + k], 1),
                np.stack([18 + k, n, 18 + n], 1),
                np.stack([18 + k, 18 + n, 0 * k + 37], 1),
                np.stack([k, n, 0 * k + 36], 1),
            ]
        )
        m.mesh(verts, faces, col)
    m.box((0.0, 0.028), 0.083, (0.005, 0.045, 0.002), BLACK, solid=False)
    m.box((0.015, 0.028), 0.083, (0.035, 0.005, 0.002), BLACK, solid=False)
    for s in (-1, 1):
        m.ellipsoid((s * 0.035, 0.158, 0), (0.024, 0.018, 0.02), (0.8, 0.7, 0.3), METAL, n=10)


def sponge(m: Maker, look: Look) -> None:
    """Two-layer sponge."""
    m.box((0, 0), 0, (0.11, 0.022, 0.07), (0.93, 0.8, 0.25), SPECKLE)
    m.box((0, 0), 0.022, (0.11, 0.008, 0.07), (0.25, 0.5, 0.3), SPECKLE)


def cloth(m: Maker, look: Look) -> None:
    """A folded cloth."""
    c = look.pick(CLOTH)
    m.box((0, 0), 0, (0.17, 0.012, 0.17), c, FABRIC)
    m.box((0.03, 0), 0.012, (0.1, 0.01, 0.165), c, FABRIC)


def pillow(m: Maker, look: Look) -> None:
    """A puffed cushion."""
    m.ellipsoid((0, 0.075, 0), (0.23, 0.075, 0.17), look.pick(CLOTH), FABRIC, n=20, power=0.55)


def box(m: Maker, look: Look) -> None:
    """A cardboard box with an open top whose flaps turn."""
    c = (0.68, 0.52, 0.33)
    w, h, d = 0.4, 0.26, 0.32
    m.shell((w, h, d), 0, 0.008, c, open_side="top", inner=(0.6, 0.45, 0.28))
    for sign in (-1, 1):
        flap = m.hinge((0, h, sign * d / 2), (1, 0, 0), sign * 115)
        m.box((0, sign * (d / 4 + 0.0)), h, (w, 0.005, d / 2), c, link=flap)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.02, d / 2 - 0.02), 0.009, h)


def newspaper(m: Maker, look: Look) -> None:
    """A folded paper with headline and picture."""
    m.box((0, 0), 0, (0.22, 0.012, 0.32), (0.85, 0.84, 0.8))
    m.box((0, 0.12), 0.012, (0.18, 0.0006, 0.03), BLACK, solid=False)
    m.box((-0.04, 0.02), 0.012, (0.09, 0.0006, 0.1), (0.4, 0.4, 0.42), solid=False)


def tissue_box(m: Maker, look: Look) -> None:
    """A carton with a tissue sticking out."""
    m.box((0, 0), 0, (0.2, 0.08, 0.11), look.pick(PACKAGING))
    m.ellipsoid((0, 0.09, 0), (0.05, 0.045, 0.015), (0.97, 0.97, 0.97), FABRIC, n=8, bumps=0.2)


def paper_roll(m: Maker, look: Look, r: float = 0.055, h: float = 0.24) -> None:
    """A paper roll standing upright, with its tube."""
    m.lathe([(0.02, 0), (r, 0), (r, h), (0.02, h), (0.02, 0)], (0.96, 0.96, 0.94), FABRIC, n=18)
    m.lathe([(0.0195, 0), (0.0195, h)], (0.6, 0.48, 0.35), n=12, solid=False)


def candle(m: Maker, look: Look) -> None:
    """A wax cylinder with a wick."""
    m.cylinder((0, 0), 0, 0.025, 0.1, look.pick(((0.95, 0.92, 0.8), (0.7, 0.2, 0.25))), n=14)
    m.cylinder((0, 0), 0.1, 0.002, 0.015, BLACK, n=5, role="glow")


def statue(m: Maker, look: Look) -> None:
    """A figure on a plinth."""
    c = look.pick(((0.35, 0.3, 0.26), (0.8, 0.78, 0.72), (0.6, 0.48, 0.25)))
    m.box((0, 0), 0, (0.1, 0.03, 0.1), BLACK)
    m.lathe([(0.03, 0.03), (0.045, 0.1), (0.025, 0.16), (0.035, 0.2), (0.012, 0.23)], c, n=10)
    m.ellipsoid((0, 0.255, 0), (0.025, 0.03, 0.025), c, n=10)


def teddy(m: Maker, look: Look) -> None:
    """A sitting bear."""
    c = look.pick(((0.5, 0.32, 0.18), (0.72, 0.55, 0.35)))
    m.ellipsoid((0, 0.13, 0), (0.11, 0.13, 0.1), c, FABRIC)
    m.ellipsoid((0, 0.32, 0.01), (0.085, 0.08, 0.08), c, FABRIC)
    m.ellipsoid((0, 0.3, 0.08), (0.035, 0.03, 0.03), (0.85, 0.72, 0.55), FABRIC, n=8)
    for s in (-1, 1):
        m.ellipsoid((s * 0.065, 0.39, 0), (0.028, 0.03, 0.015), c, FABRIC, n=8)
        m.ellipsoid((s * 0.12, 0.19, 0.03), (0.04, 0.08, 0.04), c, FABRIC, n=8)
        m.ellipsoid((s * 0.08, 0.045, 0.12), (0.045, 0.045, 0.09), c, FABRIC, n=8)


def basketball(m: Maker, look: Look) -> None:
    """An orange ball with seams."""
    m.ellipsoid((0, 0.12, 0), (0.12, 0.12, 0.12), (0.82, 0.42, 0.15), SPECKLE, n=20)
    m.lathe([(0.1206, 0.117), (0.1206, 0.123)], BLACK, center=(0, 0), n=24, solid=False)


def bat(m: Maker, look: Look) -> None:
    """A baseball bat standing upright."""
    m.lathe(
        [
            (0, 0),
            (0.034, 0.01),
            (0.034, 0.35),
            (0.014, 0.62),
            (0.013, 0.82),
            (0.022, 0.84),
            (0, 0.85),
        ],
        look.pick(WOODS),
        WOOD,
        n=12,
    )


def racket(m: Maker, look: Look) -> None:
    """A tennis racket standing on its grip, as if leant against the wall."""
    ring = [
        (0.13 * float(np.cos(a)), 0.49 + 0.16 * float(np.sin(a)), 0.0)
        for a in np.linspace(0, 2 * np.pi, 17)
    ]
    m.tube(ring, 0.01, look.pick(PACKAGING), n=6, solid=True)
    string = (0.9, 0.9, 0.85)
    for k in np.linspace(-0.1, 0.1, 7):
        span = float(np.sqrt(1 - (k / 0.14) ** 2))
        x = float(k)
        m.box((x, 0), 0.49 - 0.15 * span, (0.003, 0.3 * span, 0.003), string, solid=False)
        m.box((0, 0), 0.49 + x * 1.3, (0.25 * span, 0.003, 0.003), string, solid=False)
    m.box((0, 0), 0.0, (0.03, 0.33, 0.024), BLACK)


def dumbbell(m: Maker, look: Look) -> None:
    """Grip between two weights."""
    m.box((0, 0), 0.04, (0.14, 0.03, 0.03), SILVER, METAL)
    for s in (-1, 1):
        m.box((s * 0.1, 0), 0, (0.07, 0.11, 0.11), BLACK)


def boots(m: Maker, look: Look) -> None:
    """A pair of boots."""
    c = look.pick(((0.3, 0.2, 0.12), BLACK))
    for s in (-1, 1):
        m.box((s * 0.07, 0.03), 0, (0.1, 0.1, 0.27), c)
        m.cylinder((s * 0.07, -0.05), 0.1, 0.05, 0.22, c, n=10)


def plunger(m: Maker, look: Look) -> None:
    """Rubber cup and stick."""
    m.lathe([(0.07, 0), (0.065, 0.05), (0.02, 0.085), (0, 0.09)], (0.55, 0.2, 0.15), n=14)
    m.cylinder((0, 0), 0.08, 0.011, 0.44, look.pick(WOODS), WOOD, n=8)


def scrub_brush(m: Maker, look: Look) -> None:
    """A toilet brush in its holder."""
    m.lathe([(0, 0), (0.06, 0), (0.05, 0.14), (0.0, 0.14)], (0.9, 0.9, 0.9), n=14)
    m.cylinder((0, 0), 0.13, 0.01, 0.3, (0.85, 0.85, 0.86), n=8)


def foil(m: Maker, look: Look) -> None:
    """A box of aluminium foil."""
    m.box((0, 0), 0, (0.3, 0.05, 0.05), (0.25, 0.35, 0.65))


def soap_bar(m: Maker, look: Look) -> None:
    """A rounded bar of soap."""
    m.ellipsoid(
        (0, 0.014, 0),
        (0.045, 0.014, 0.03),
        look.pick(((0.9, 0.8, 0.75), (0.7, 0.85, 0.75))),
        PLAIN,
        n=14,
        power=0.6,
    )


def towel(m: Maker, look: Look, w: float = 0.4, h: float = 0.6) -> None:
    """A hanging towel."""
    c = look.pick(CLOTH)
    m.box((0, 0), 0, (w, h, 0.03), c, FABRIC)
    m.box((0, 0), h * 0.12, (w + 0.002, 0.03, 0.032), (0.93, 0.93, 0.9), FABRIC, solid=False)


def footstool(m: Maker, look: Look) -> None:
    """A small padded stool."""
    m.cylinder((0, 0), 0, 0.13, 0.22, look.pick(CLOTH), FABRIC, n=16)
    m.surface((-0.09, 0.09), (-0.09, 0.09), 0.22, 0.5)


RECIPES: dict[str, Recipe] = {
    "AlarmClock": alarm_clock,
    "AluminumFoil": foil,
    "BaseballBat": bat,
    "BasketBall": basketball,
    "Book": book,
    "Boots": boots,
    "Box": box,
    "ButterKnife": butter_knife,
    "CD": cd,
    "Candle": candle,
    "CellPhone": cell_phone,
    "Cloth": cloth,
    "CreditCard": credit_card,
    "DishSponge": sponge,
    "Dumbbell": dumbbell,
    "Footstool": footstool,
    "Fork": fork,
    "HandTowel": lambda m, k: towel(m, k, 0.16, 0.36),
    "KeyChain": key_chain,
    "Knife": knife,
    "Ladle": ladle,
    "Laptop": laptop,
    "Newspaper": newspaper,
    "PaperTowelRoll": paper_roll,
    "Pen": pen,
    "Pencil": pencil,
    "Pillow": pillow,
    "Plunger": plunger,
    "RemoteControl": remote,
    "ScrubBrush": scrub_brush,
    "SoapBar": soap_bar,
    "Spatula": spatula,
    "Spoon": spoon,
    "Statue": statue,
    "TeddyBear": teddy,
    "TennisRacket": racket,
    "TissueBox": tissue_box,
    "ToiletPaper": lambda m, k: paper_roll(m, k, 0.05, 0.1),
    "Towel": towel,
    "Watch": watch,
}
