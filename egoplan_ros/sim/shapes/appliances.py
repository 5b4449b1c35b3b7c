"""Kitchen appliances and built-in units: hollow bodies with doors and drawers that move."""

from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import METAL, PLAIN, Maker, Vec

DARK = (0.09, 0.09, 0.1)
INSIDE = (0.9, 0.91, 0.92)


def _door(
    m: Maker,
    look: Look,
    x: float,
    y: float,
    z: float,
    w: float,
    h: float,
    left: bool,
    color,
    tex,
    inset=True,
) -> None:
    """A front panel of thickness 2 cm hinged at its left or right edge, with a handle."""
    edge = x - w / 2 if left else x + w / 2
    link = m.hinge((edge, y + h / 2, z), (0, 1, 0), -90 if left else 90)
    m.box((x, z + 0.01), y, (w, h, 0.02), color, tex, link)
    if inset:
        shade = (color[0] * 0.88, color[1] * 0.88, color[2] * 0.88)
        m.box(
            (x, z + 0.0205),
            y + h * 0.12,
            (w * 0.72, h * 0.76, 0.003),
            shade,
            tex,
            link,
            solid=False,
        )
    grip = x + (w / 2 - 0.045) * (1 if left else -1)
    tall = min(0.14, h * 0.4)
    m.box(
        (grip, z + 0.035),
        y + h / 2 - tall / 2,
        (0.014, tall, 0.014),
        look.handle,
        METAL,
        link,
        solid=False,
    )


def cabinet(
    m: Maker, look: Look, size: Vec, two_doors: bool = False, hinge_left: bool = True
) -> None:
    """A hollow wall or base cabinet with one or two doors; a shelf board inside when tall."""
    w, h, d = size
    c, tex = look.cabinet, look.cabinet_tex
    m.shell((w, h, d - 0.02), 0, 0.016, c, tex, (0, -0.01), inner=(0.72, 0.66, 0.56))
    front = d / 2 - 0.02
    if two_doors:
        _door(m, look, -w / 4, 0.004, front, w / 2 - 0.004, h - 0.008, True, c, tex)
        _door(m, look, w / 4, 0.004, front, w / 2 - 0.004, h - 0.008, False, c, tex)
    else:
        _door(m, look, 0, 0.004, front, w - 0.006, h - 0.008, hinge_left, c, tex)
    levels = 2 if h > 0.55 else 1
    pitch = (h - 0.03) / levels
    for k in range(levels):
        if k:
            m.box((0, -0.02), k * pitch, (w - 0.04, 0.016, d - 0.06), (0.72, 0.66, 0.56))
        m.surface(
            (-w / 2 + 0.03, w / 2 - 0.03),
            (-d / 2 + 0.03, d / 2 - 0.06),
            k * pitch + 0.0165,
            pitch - 0.03,
        )


def drawer(m: Maker, look: Look, size: Vec) -> None:
    """A front panel with an open-topped box behind it, sliding out."""
    w, h, d = size
    link = m.slide((0, 0, 1), d * 0.78)
    m.box(
        (0, d / 2 - 0.01), 0.002, (w - 0.006, h - 0.004, 0.02), look.cabinet, look.cabinet_tex, link
    )
    m.box(
        (0, d / 2 + 0.008),
        h * 0.5,
        (min(0.14, w * 0.4), 0.014, 0.016),
        look.handle,
        METAL,
        link,
        solid=False,
    )
    wood = (0.76, 0.68, 0.55)
    bw, bh, bd = w - 0.05, h * 0.7, d - 0.03
    m.shell((bw, bh, bd), 0.012, 0.01, wood, PLAIN, (0, -0.012), "top", link)
    m.surface(
        (-bw / 2 + 0.015, bw / 2 - 0.015),
        (-bd / 2, bd / 2 - 0.03),
        0.023,
        max(h - 0.03, 0.06),
        link,
    )


def fridge(m: Maker, look: Look, size: Vec, french: bool = True) -> None:
    """A fridge above a freezer drawer front; one wide door or two half doors; shelves inside."""
    w, h, d = size
    c = look.appliance
    low = 0.52
    body = d - 0.05
    m.box((0, -0.025), 0, (w, low - 0.01, body), c)
    m.box((0, d / 2 - 0.03), 0.06, (w - 0.01, low - 0.09, 0.05), c, METAL)
    m.box((0, d / 2 + 0.005), low - 0.1, (w * 0.6, 0.02, 0.025), look.handle, METAL, solid=False)
    m.shell((w, h - low, body), low, 0.035, c, PLAIN, (0, -0.025), inner=INSIDE)
    front = d / 2 - 0.05
    door_h = h - low - 0.004
    spans = (
        [(-w / 4, w / 2 - 0.004, True), (w / 4, w / 2 - 0.004, False)]
        if french
        else [(0.0, w - 0.004, True)]
    )
    for x, width, left in spans:
        edge = x - width / 2 if left else x + width / 2
        link = m.hinge((edge, low, front), (0, 1, 0), -95 if left else 95)
        m.box((x, front + 0.025), low + 0.002, (width, door_h, 0.05), c, METAL, link)
        m.box(
            (x, front - 0.003),
            low + 0.04,
            (width - 0.06, door_h - 0.08, 0.006),
            INSIDE,
            PLAIN,
            link,
            solid=False,
        )
        grip = x + (width / 2 - 0.05) * (1 if left else -1)
        m.box(
            (grip, front + 0.075),
            low + 0.25,
            (0.025, 0.55, 0.025),
            look.handle,
            METAL,
            link,
            solid=False,
        )
    inner = w - 0.1
    levels = [low + 0.036, low + 0.44, low + 0.8]
    top = h - 0.04
    for k, y in enumerate(levels):
        above = (levels[k + 1] if k + 1 < len(levels) else top) - y
        if k:
            m.box((0, -0.06), y - 0.012, (w - 0.07, 0.012, d - 0.2), (0.8, 0.88, 0.9))
        m.surface((-inner / 2, inner / 2), (-d / 2 + 0.06, d / 2 - 0.19), y + 0.001, above - 0.02)


def microwave(m: Maker, look: Look, size: Vec) -> None:
    """An oven box with a door on the left two thirds and a keypad on the right.

    Who stands before it looks along -z and has +x on the left, where the hinge is.
    """
    w, h, d = size
    c = look.appliance
    cavity = w * 0.72
    m.shell(
        (cavity, h, d - 0.025),
        0,
        0.015,
        c,
        PLAIN,
        ((w - cavity) / 2, -0.0125),
        inner=(0.75, 0.75, 0.74),
    )
    m.box((-cavity / 2, 0), 0, (w - cavity, h, d), (0.13, 0.13, 0.14))
    px = -cavity / 2
    m.box(
        (px, d / 2 + 0.001),
        h * 0.75,
        ((w - cavity) * 0.7, h * 0.12, 0.003),
        (0.1, 0.25, 0.15),
        role="glow",
        solid=False,
    )
    for i in range(3):
        for j in range(3):
            spot = (px - (i - 1) * (w - cavity) * 0.22, d / 2 + 0.001)
            m.box(spot, h * (0.2 + 0.15 * j), (0.018, 0.018, 0.003), (0.7, 0.7, 0.7), solid=False)
    x = (w - cavity) / 2
    front = d / 2 - 0.025
    link = m.hinge((w / 2, 0, front), (0, 1, 0), 90)
    m.box((x, front + 0.0125), 0.004, (cavity - 0.006, h - 0.008, 0.025), c, PLAIN, link)
    m.box(
        (x, front + 0.026),
        h * 0.18,
        (cavity * 0.72, h * 0.64, 0.003),
        DARK,
        PLAIN,
        link,
        "glow",
        False,
    )
    m.box(
        (x - cavity / 2 + 0.03, front + 0.045),
        h * 0.15,
        (0.018, h * 0.7, 0.02),
        look.handle,
        METAL,
        link,
        solid=False,
    )
    m.cylinder((x, -0.01), 0.016, 0.12, 0.004, (0.8, 0.85, 0.87), n=16, solid=False)
    m.surface(
        (x - cavity / 2 + 0.02, x + cavity / 2 - 0.02),
        (-d / 2 + 0.02, d / 2 - 0.04),
        0.021,
        h - 0.045,
    )


def coffee_machine(m: Maker, look: Look) -> None:
    """Tank at the back, brew head above a drip tray that takes one mug."""
    c = look.pick(((0.12, 0.12, 0.13), (0.55, 0.1, 0.1), (0.6, 0.6, 0.62)))
    m.box((0, -0.09), 0, (0.24, 0.36, 0.12), c)
    m.box((0, 0.04), 0.26, (0.24, 0.1, 0.16), c)
    m.box((0, 0.04), 0, (0.24, 0.035, 0.18), c)
    m.box((0, 0.04), 0.035, (0.16, 0.004, 0.13), (0.5, 0.5, 0.52), METAL)
    m.cylinder((0, 0.05), 0.235, 0.018, 0.025, (0.3, 0.3, 0.3))
    m.box((0.07, 0.121), 0.29, (0.025, 0.025, 0.004), (0.2, 0.5, 0.2), role="glow", solid=False)
    m.surface((-0.075, 0.075), (-0.025, 0.105), 0.0395, 0.19)


def toaster(m: Maker, look: Look) -> None:
    """A rounded body with two slots on top and a lever."""
    c = look.pick(((0.7, 0.7, 0.72), (0.8, 0.2, 0.18), (0.15, 0.15, 0.16)))
    w, h, d = 0.28, 0.19, 0.17
    m.box((0, 0), 0.0, (w, 0.015, d), DARK)
    for z in (-0.065, 0.0, 0.065):
        m.box((0, z), 0.015, (w, h - 0.015, 0.04 if z else 0.03), c, METAL)
    for s in (-1, 1):
        m.box((s * (w / 2 - 0.015), 0), 0.015, (0.03, h - 0.015, d), c, METAL)
    for z in (-0.03, 0.03):
        m.box((0, z), 0.05, (w - 0.06, 0.003, 0.03), (0.35, 0.2, 0.12), role="glow", solid=False)
    m.box((w / 2 + 0.012, 0), 0.1, (0.025, 0.015, 0.03), DARK)
    # Slices show above their slots, as they do in AI2-THOR: who cannot see one cannot take it out.
    m.surface((-w / 2 + 0.05, w / 2 - 0.05), (-0.06, 0.06), h - 0.01, 0.3)


def stove_burner(m: Maker, look: Look) -> None:
    """A cast-iron grate above a burner cap."""
    m.cylinder((0, 0), 0, 0.045, 0.01, (0.15, 0.15, 0.15), n=12, role="glow")
    for k in (-1, 1):
        m.box((k * 0.055, 0), 0.008, (0.012, 0.012, 0.2), DARK, METAL)
        m.box((0, k * 0.055), 0.008, (0.2, 0.012, 0.012), DARK, METAL)
    m.surface((-0.16, 0.16), (-0.16, 0.16), 0.0205, 0.4)


def stove_knob(m: Maker, look: Look) -> None:
    """A knob with a pointer, sticking out to the front."""
    m.box((0, 0.0), 0, (0.045, 0.045, 0.025), (0.2, 0.2, 0.21))
    m.box((0, 0.016), 0.005, (0.01, 0.035, 0.012), (0.85, 0.85, 0.85), role="glow")


def faucet(m: Maker, look: Look, reach: float = 0.2) -> None:
    """An arched spout towards the front, a lever and, when on, a stream of water."""
    c = (0.75, 0.76, 0.78)
    m.cylinder((0, 0), 0, 0.025, 0.03, c, METAL)
    m.tube(
        [
            (0, 0.02, 0),
            (0, 0.2, 0),
            (0, 0.26, 0.03),
            (0, 0.28, reach * 0.5),
            (0, 0.26, reach - 0.02),
            (0, 0.2, reach),
        ],
        0.013,
        c,
        METAL,
        n=8,
        solid=True,
    )
    m.box((0.05, 0), 0.02, (0.08, 0.018, 0.018), c, METAL)
    m.cylinder((0, reach), -0.1, 0.009, 0.3, (0.6, 0.75, 0.9), n=6, role="extra", solid=False)


def light_switch(m: Maker, look: Look) -> None:
    """A wall plate with a rocker."""
    m.box((0, 0), 0, (0.085, 0.125, 0.01), (0.94, 0.94, 0.92))
    m.box((0, 0.008), 0.035, (0.03, 0.055, 0.012), (0.86, 0.86, 0.84))


def garbage_can(m: Maker, look: Look) -> None:
    """An open bin."""
    c = look.pick(((0.25, 0.25, 0.27), (0.55, 0.57, 0.6), (0.3, 0.4, 0.45), (0.8, 0.8, 0.78)))
    w, h, d = 0.32, 0.48, 0.26
    m.shell((w, h, d), 0, 0.012, c, open_side="top", inner=(0.12, 0.12, 0.12))
    for s in (-1, 1):
        m.box((0, s * d / 2), h - 0.03, (w + 0.02, 0.03, 0.02), c, solid=False)
        m.box((s * w / 2, 0), h - 0.03, (0.02, 0.03, d + 0.02), c, solid=False)
    m.surface((-w / 2 + 0.02, w / 2 - 0.02), (-d / 2 + 0.02, d / 2 - 0.02), 0.013, 0.9)


def safe(m: Maker, look: Look) -> None:
    """A steel safe with a wheel."""
    w, h, d = 0.45, 0.42, 0.42
    c = (0.3, 0.32, 0.34)
    m.shell((w, h, d - 0.04), 0, 0.035, c, METAL, (0, -0.02))
    front = d / 2 - 0.04
    link = m.hinge((-w / 2, 0, front), (0, 1, 0), -100)
    m.box((0, front + 0.02), 0.0, (w, h, 0.04), c, METAL, link)
    m.box(
        (0.08, front + 0.045), h * 0.45, (0.09, 0.09, 0.02), look.handle, METAL, link, solid=False
    )
    m.surface((-w / 2 + 0.05, w / 2 - 0.05), (-d / 2 + 0.05, d / 2 - 0.07), 0.036, h - 0.08)
