"""Tables, seats, beds, cupboards and lamps."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe
from egoplan_ros.sim.shapes.look import CLOTH, PACKAGING, WOODS, Look
from egoplan_ros.sim.shapes.solid import FABRIC, METAL, WOOD, Maker, Vec

IRON = (0.2, 0.2, 0.21)


def table(m: Maker, look: Look, size: Vec, leg: float = 0.06, shelf: bool = False) -> None:
    """A top on four legs, optionally with a lower board."""
    w, h, d = size
    c = look.wood
    m.box((0, 0), h - 0.035, (w, 0.035, d), c, WOOD)
    m.box((0, 0), h - 0.1, (w - 0.12, 0.065, d - 0.12), c.shaded(0.9), WOOD)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box((sx * (w / 2 - leg), sz * (d / 2 - leg)), 0, (leg, h - 0.035, leg), c, WOOD)
    if shelf:
        m.box((0, 0), 0.12, (w - 0.1, 0.02, d - 0.1), c, WOOD)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.02, d / 2 - 0.02), h + 0.001, 0.8)


def desk(m: Maker, look: Look, size: Vec) -> None:
    """A writing desk: top, side panels and a modesty board; drawers are separate things."""
    w, h, d = size
    c = look.wood
    m.box((0, 0), h - 0.03, (w, 0.03, d), c, WOOD)
    for sx in (-1, 1):
        m.box((sx * (w / 2 - 0.02), 0), 0, (0.035, h - 0.03, d - 0.04), c, WOOD)
    m.box((0, -d / 2 + 0.04), 0.3, (w - 0.08, h - 0.35, 0.02), c, WOOD)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.02, d / 2 - 0.02), h + 0.001, 0.8)


def carcass(m: Maker, look: Look, size: Vec, depth: float = 0.02) -> None:
    """A chest without fronts: the body of dressers, side tables and TV stands."""
    w, h, d = size
    c = look.wood
    m.box((0, 0), h - 0.025, (w, 0.025, d), c, WOOD)
    m.box((0, -d / 2 + depth / 2), 0.06, (w, h - 0.085, depth), c, WOOD)
    m.box((0, 0), 0.06, (w - 0.03, 0.02, d), c, WOOD)
    for sx in (-1, 1):
        m.box((sx * (w / 2 - 0.0125), 0), 0.0, (0.025, h - 0.025, d), c, WOOD)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.02, d / 2 - 0.02), h + 0.001, 0.8)


def chair(m: Maker, look: Look) -> None:
    """Four legs, seat, slatted back."""
    c = look.wood
    w, seat, d, top = 0.42, 0.45, 0.42, 0.9
    m.box((0, 0), seat - 0.03, (w, 0.04, d), look.fabric, FABRIC)
    for sx in (-1, 1):
        x = sx * (w / 2 - 0.025)
        m.box((x, d / 2 - 0.025), 0, (0.04, seat - 0.03, 0.04), c, WOOD)
        m.box((x, -d / 2 + 0.02), 0, (0.04, top, 0.04), c, WOOD)
    for y in (0.58, 0.7, 0.82):
        m.box((0, -d / 2 + 0.02), y, (w - 0.06, 0.07, 0.02), c, WOOD)
    m.surface((-w / 2 + 0.03, w / 2 - 0.03), (-d / 2 + 0.06, d / 2 - 0.02), seat + 0.011, 0.5)


def stool(m: Maker, look: Look) -> None:
    """A round bar stool."""
    c = look.wood
    m.cylinder((0, 0), 0.62, 0.17, 0.05, look.fabric, FABRIC, n=18)
    for a in np.arange(4) * np.pi / 2 + np.pi / 4:
        x, z = float(np.cos(a)), float(np.sin(a))
        m.tube([(x * 0.17, 0.01, z * 0.17), (x * 0.11, 0.62, z * 0.11)], 0.016, c, WOOD, solid=True)
    m.surface((-0.11, 0.11), (-0.11, 0.11), 0.671, 0.5)


def bed(m: Maker, look: Look, size: Vec) -> None:
    """Frame, mattress, blanket and headboard (at the back)."""
    w, h, d = size
    c = look.wood
    m.box((0, 0.0), 0.1, (w, 0.2, d), c, WOOD)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box((sx * (w / 2 - 0.05), sz * (d / 2 - 0.05)), 0, (0.08, 0.1, 0.08), c, WOOD)
    m.box((0, -d / 2 + 0.03), 0.1, (w, h - 0.1, 0.06), c, WOOD)
    m.box((0, 0.03), 0.3, (w - 0.05, 0.22, d - 0.1), (0.93, 0.92, 0.9), FABRIC)
    blanket = look.pick(CLOTH)
    m.box((0, d * 0.14), 0.31, (w - 0.02, 0.23, d * 0.68), blanket, FABRIC)
    m.box((0, -d * 0.17), 0.535, (w - 0.02, 0.015, 0.16), (0.95, 0.94, 0.9), FABRIC)
    m.surface((-w / 2 + 0.06, w / 2 - 0.06), (-d / 2 + 0.1, d / 2 - 0.06), 0.551, 0.9)


def sofa(m: Maker, look: Look, size: Vec) -> None:
    """Base, seat cushions, back and arm rests."""
    w, h, d = size
    c = look.fabric
    arm = 0.16
    m.box((0, 0), 0.06, (w, 0.2, d), c, FABRIC)
    m.box((0, -d / 2 + 0.11), 0.26, (w, h - 0.26, 0.22), c, FABRIC)
    for sx in (-1, 1):
        m.box((sx * (w / 2 - arm / 2), 0.0), 0.26, (arm, 0.34, d), c, FABRIC)
        for sz in (-1, 1):
            m.box((sx * (w / 2 - 0.06), sz * (d / 2 - 0.06)), 0, (0.06, 0.06, 0.06), IRON)
    seats = max(1, round((w - 2 * arm) / 0.7))
    each = (w - 2 * arm) / seats
    lighter = c.shaded(1.1)
    for k in range(seats):
        x = -w / 2 + arm + each * (k + 0.5)
        m.box((x, 0.1), 0.26, (each - 0.01, 0.16, d - 0.22), lighter, FABRIC)
    m.surface((-w / 2 + arm + 0.03, w / 2 - arm - 0.03), (-d / 2 + 0.24, d / 2 - 0.04), 0.421, 0.8)


def ottoman(m: Maker, look: Look, size: Vec) -> None:
    """A padded block."""
    w, h, d = size
    m.box((0, 0), 0.0, (w, h, d), look.fabric, FABRIC)
    m.surface((-w / 2 + 0.03, w / 2 - 0.03), (-d / 2 + 0.03, d / 2 - 0.03), h + 0.001, 0.8)


def shelf(m: Maker, look: Look, size: Vec) -> None:
    """A board on two brackets."""
    w, h, d = size
    m.box((0, 0), h - 0.025, (w, 0.025, d), look.wood, WOOD)
    for sx in (-1, 1):
        m.box((sx * w * 0.38, -d / 2 + 0.03), 0, (0.02, h - 0.025, 0.06), IRON, METAL)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.01, d / 2 - 0.02), h + 0.001, 0.3)


def shelf_board(m: Maker, look: Look, size: Vec) -> None:
    """One board of a shelving unit."""
    w, h, d = size
    m.box((0, 0), 0, (w, h, d), look.wood, WOOD)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.01, d / 2 - 0.02), h + 0.001, 0.3)


def shelving_unit(m: Maker, look: Look, size: Vec) -> None:
    """Side panels and a back; the boards are things of type Shelf."""
    w, h, d = size
    for sx in (-1, 1):
        m.box((sx * (w / 2 - 0.0125), 0), 0, (0.025, h, d), look.wood, WOOD)
    m.box((0, -d / 2 + 0.006), 0, (w - 0.05, h, 0.012), look.wood, WOOD)
    m.box((0, 0), h - 0.02, (w - 0.05, 0.02, d), look.wood, WOOD)


def desk_lamp(m: Maker, look: Look) -> None:
    """Foot, bent arm and a conical shade with a bulb."""
    c = look.pick((*PACKAGING, IRON))
    m.cylinder((0, 0), 0, 0.075, 0.02, c, n=16)
    m.tube([(0, 0.02, 0), (0, 0.2, -0.06), (0, 0.37, 0.02)], 0.009, c, METAL, solid=True)
    m.lathe([(0.03, 0.41), (0.085, 0.3), (0.081, 0.3), (0.027, 0.405)], c, center=(0, 0.05), n=16)
    m.ellipsoid((0, 0.335, 0.05), (0.03, 0.035, 0.03), (0.95, 0.93, 0.8), n=10, solid=False)
    m.parts[-1].role = "glow"


def floor_lamp(m: Maker, look: Look) -> None:
    """A tall stand with a drum shade."""
    c = look.pick((IRON, (0.6, 0.5, 0.3)))
    m.cylinder((0, 0), 0, 0.15, 0.025, c, n=18)
    m.cylinder((0, 0), 0.025, 0.015, 1.35, c, METAL, n=8)
    m.lathe(
        [(0.2, 1.3), (0.16, 1.62), (0.157, 1.62), (0.197, 1.3)],
        (0.9, 0.86, 0.75),
        FABRIC,
        n=20,
        role="glow",
    )


def house_plant(m: Maker, look: Look) -> None:
    """A pot with leaves."""
    m.lathe(
        [(0, 0), (0.08, 0), (0.11, 0.18), (0.1, 0.18), (0.095, 0.15), (0, 0.15)],
        look.pick(((0.7, 0.4, 0.28), (0.9, 0.9, 0.88))),
        n=14,
    )
    for k in range(7):
        a = k * 2.4
        r = 0.05 + 0.012 * k
        m.ellipsoid(
            (r * float(np.cos(a)), 0.27 + 0.035 * k, r * float(np.sin(a))),
            (0.07, 0.1, 0.05),
            (0.2, 0.42 + 0.03 * (k % 3), 0.18),
            n=8,
        )


def hamper(m: Maker, look: Look) -> None:
    """A laundry basket with a hinged lid."""
    w, h, d = 0.45, 0.6, 0.38
    c = (0.72, 0.6, 0.42)
    m.shell((w, h - 0.03, d), 0, 0.015, c, FABRIC, open_side="top")
    link = m.hinge((0, h - 0.03, -d / 2), (1, 0, 0), -100)
    m.box((0, 0), h - 0.03, (w, 0.03, d), (0.62, 0.5, 0.33), FABRIC, link)
    m.surface((-w / 2 + 0.03, w / 2 - 0.03), (-d / 2 + 0.03, d / 2 - 0.03), 0.016, h)


def television(m: Maker, look: Look) -> None:
    """A flat screen on a foot."""
    w, h = 1.1, 0.64
    m.box((0, 0), 0, (0.4, 0.02, 0.22), IRON)
    m.box((0, -0.02), 0.02, (0.08, 0.08, 0.04), IRON)
    m.box((0, 0), 0.1, (w, h, 0.05), (0.08, 0.08, 0.09))
    m.box(
        (0, 0.026), 0.12, (w - 0.04, h - 0.04, 0.002), (0.05, 0.06, 0.08), role="glow", solid=False
    )


def desktop(m: Maker, look: Look) -> None:
    """Monitor, keyboard and foot."""
    m.box((0, -0.1), 0, (0.22, 0.015, 0.16), IRON)
    m.box((0, -0.12), 0.015, (0.05, 0.1, 0.03), IRON)
    m.box((0, -0.1), 0.1, (0.5, 0.32, 0.035), (0.1, 0.1, 0.1))
    m.box((0, -0.081), 0.115, (0.47, 0.29, 0.002), (0.06, 0.08, 0.12), role="glow", solid=False)
    m.box((0, 0.15), 0, (0.42, 0.02, 0.14), (0.2, 0.2, 0.2))


def painting(m: Maker, look: Look, size: Vec) -> None:
    """A framed picture: sky, hills, foreground."""
    w, h, _ = size
    m.box((0, 0), 0, (w, h, 0.025), look.pick(WOODS), WOOD)
    for k, part in enumerate((0.35, 0.3, 0.27)):
        y = 0.04 + (h - 0.08) * (0, 0.37, 0.69)[k]
        m.box(
            (0, 0.013),
            y,
            (w - 0.08, (h - 0.08) * part, 0.003),
            look.pick(PACKAGING + CLOTH),
            solid=False,
        )


def mirror(m: Maker, look: Look, size: Vec) -> None:
    """A framed mirror."""
    w, h, _ = size
    m.box((0, 0), 0, (w, h, 0.02), look.wood, WOOD)
    m.box((0, 0.011), 0.03, (w - 0.06, h - 0.06, 0.003), (0.78, 0.85, 0.88), METAL, solid=False)


def window(m: Maker, look: Look, size: Vec) -> None:
    """Frame, cross bars and bright panes."""
    w, h, d = size
    white = (0.95, 0.95, 0.95)
    m.box((0, -d / 4), 0, (w - 0.02, h - 0.02, 0.01), (0.68, 0.82, 0.95), role="sky")
    for sx in (-1, 0, 1):
        m.box((sx * (w / 2 - 0.025), 0), 0, (0.05, h, d), white)
    for y in (0.0, h / 2 - 0.025, h - 0.05):
        m.box((0, 0), y, (w, 0.05, d), white)


def blinds(m: Maker, look: Look, size: Vec) -> None:
    """Horizontal slats drawn up under the lintel."""
    w, h, d = size
    for y in np.arange(0, h - 0.01, 0.035):
        m.box((0, 0), float(y), (w, 0.02, d), (0.93, 0.91, 0.86))


def curtains(m: Maker, look: Look, size: Vec) -> None:
    """Two pleated strips beside a window."""
    w, h, d = size
    c = look.pick(CLOTH)
    for sx in (-1, 1):
        for k in range(4):
            m.box((sx * (w / 2 - 0.04 - 0.06 * k), 0.01 * (k % 2)), 0, (0.055, h, d), c, FABRIC)


def garbage_bag(m: Maker, look: Look) -> None:
    """A bag tied at the top (garbage bag)."""
    m.ellipsoid((0, 0.2, 0), (0.22, 0.2, 0.2), (0.13, 0.13, 0.14), n=14, bumps=0.08)
    m.cylinder((0, 0), 0.38, 0.04, 0.1, (0.13, 0.13, 0.14), n=8)


def dog_bed(m: Maker, look: Look) -> None:
    """A round cushion with a rim."""
    m.lathe(
        [(0, 0), (0.36, 0), (0.4, 0.08), (0.36, 0.14), (0.3, 0.12), (0.27, 0.05), (0, 0.05)],
        look.fabric,
        FABRIC,
        n=20,
    )
    m.surface((-0.19, 0.19), (-0.19, 0.19), 0.051, 0.6)


def vacuum(m: Maker, look: Look) -> None:
    """An upright vacuum cleaner."""
    m.box((0, 0.1), 0, (0.3, 0.12, 0.3), IRON)
    m.box((0, -0.02), 0.12, (0.18, 0.55, 0.16), look.pick(PACKAGING))
    m.cylinder((0, -0.08), 0.6, 0.015, 0.5, IRON, n=8)


def decor(m: Maker, look: Look) -> None:
    """A decorative object on a foot."""
    m.cylinder((0, 0), 0, 0.07, 0.02, IRON, n=12)
    m.ellipsoid((0, 0.1, 0), (0.05, 0.08, 0.05), look.pick(PACKAGING), METAL, n=12)


RECIPES: dict[str, Recipe] = {
    "ArmChair": lambda m, k, size=(0.85, 0.85, 0.8): sofa(m, k, size),
    "Bed": lambda m, k, size=(1.4, 0.95, 2.05): bed(m, k, size),
    "Blinds": lambda m, k, size=(1.1, 0.25, 0.03): blinds(m, k, size),
    "Chair": chair,
    "CoffeeTable": lambda m, k, size=(1.1, 0.42, 0.6): table(m, k, size, shelf=True),
    "Curtains": lambda m, k, size=(1.6, 2.0, 0.05): curtains(m, k, size),
    "Desk": lambda m, k, size=(1.3, 0.75, 0.65): desk(m, k, size),
    "DeskLamp": desk_lamp,
    "Desktop": desktop,
    "DiningTable": lambda m, k, size=(1.4, 0.75, 0.85): table(m, k, size),
    "DogBed": dog_bed,
    "Dresser": lambda m, k, size=(1.1, 0.85, 0.48): carcass(m, k, size),
    "FloorLamp": floor_lamp,
    "GarbageBag": garbage_bag,
    "HousePlant": house_plant,
    "LaundryHamper": hamper,
    "Mirror": lambda m, k, size=(0.6, 0.8, 0.03): mirror(m, k, size),
    "Ottoman": lambda m, k, size=(0.6, 0.4, 0.5): ottoman(m, k, size),
    "Painting": lambda m, k, size=(0.7, 0.5, 0.03): painting(m, k, size),
    "Poster": lambda m, k, size=(0.6, 0.8, 0.01): painting(m, k, size),
    "RoomDecor": decor,
    "Shelf": lambda m, k, size=(0.7, 0.14, 0.22): shelf(m, k, size),
    "ShelvingUnit": lambda m, k, size=(0.9, 1.5, 0.35): shelving_unit(m, k, size),
    "SideTable": lambda m, k, size=(0.5, 0.6, 0.42): carcass(m, k, size),
    "Sofa": lambda m, k, size=(2.0, 0.9, 0.9): sofa(m, k, size),
    "Stool": stool,
    "TVStand": lambda m, k, size=(1.2, 0.5, 0.45): carcass(m, k, size),
    "TableTopDecor": decor,
    "Television": television,
    "VacuumCleaner": vacuum,
    "Window": lambda m, k, size=(1.1, 1.2, 0.08): window(m, k, size),
}
