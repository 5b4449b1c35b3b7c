# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fitted kitchens and vanities: runs of base units under counter tops, with wall cabinets above."""

from dataclasses import dataclass, field

from egoplan_ros.sim.scenes.room import CEILING, YAW, Room
from egoplan_ros.sim.shapes.fixtures import ranges, taps, units
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Thing

TOP = 0.9
DEPTH = 0.62
NOSE = 0.014
"""Metres of a counter top's rounded front edge."""
UNIT_DEPTH = 0.58
UPPER_BOTTOM = 1.42
UPPER_HEIGHT = 0.72
UPPER_DEPTH = 0.34
HOOD = 1.62


@dataclass(slots=True)
class Module:
    """A stretch of a run.

    `kind` is base (doors under a drawer), doors, drawers, dishwasher, sink, stove, fridge, corner
    or gap.
    """

    kind: str
    width: float
    s: float = 0.0


@dataclass(slots=True)
class Run:
    """Modules along one wall, from `start` metres, with what they turned into."""

    wall: int
    start: float
    modules: list[Module]
    upper: bool = True
    tops: list[Thing] = field(default_factory=list)

    def __post_init__(self) -> None:
        s = self.start
        for module in self.modules:
            module.s = s + module.width / 2
            s += module.width

    @property
    def end(self) -> float:
        """Where the run ends along its wall."""
        return self.start + sum(m.width for m in self.modules)


def fit(room: Room, run: Run) -> None:
    """Build everything of a run and reserve its floor."""
    for module in run.modules:
        if module.kind == "fridge":
            height = float(room.rng.uniform(1.72, 1.85))
            room.stand(
                "Fridge",
                run.wall,
                module.s,
                0.72,
                size=(module.width - 0.03, height, 0.72),
            )
        elif module.kind == "stove":
            _stove(room, run.wall, module)
        elif module.kind in ("base", "doors", "drawers", "sink"):
            _base(room, run.wall, module)
        elif module.kind == "dishwasher":
            _dishwasher(room, run.wall, module)
        elif module.kind == "corner":
            _panel(room, run.wall, module.s, module.width)
    for piece in _pieces(run):
        run.tops.append(_top(room, run.wall, piece))
    if run.upper:
        for module in run.modules:
            if module.kind in ("base", "doors", "drawers", "dishwasher"):
                _upper(room, run.wall, module)
    for module in run.modules:
        depth = 0.76 if module.kind == "fridge" else DEPTH + 0.02
        room.reserve(run.wall, module.s, module.width, depth)
        room.reserve(run.wall, module.s, module.width, depth + 0.8, depth)


def _pieces(run: Run) -> list[list[Module]]:
    """Groups of neighbouring modules that share one counter top."""
    out: list[list[Module]] = [[]]
    for module in run.modules:
        if module.kind in ("stove", "fridge", "gap"):
            out.append([])
        else:
            out[-1].append(module)
    return [p for p in out if p]


def _top(room: Room, wall: int, modules: list[Module]) -> Thing:
    """Counter slab with a hole for the sink; adds sink, basin and faucet."""
    begin = modules[0].s - modules[0].width / 2
    width = sum(m.width for m in modules)
    middle = begin + width / 2
    maker = Maker()
    color = room.look.counter
    sinks = [m for m in modules if m.kind == "sink"]
    edge = width / 2

    def piece(x0: float, x1: float, z0: float, z1: float, usable: bool = True) -> None:
        if x1 - x0 < 0.01 or z1 - z0 < 0.01:
            return
        size = (x1 - x0, 0.035, z1 - z0)
        maker.box(((x0 + x1) / 2, (z0 + z1) / 2), TOP - 0.035, size, color)
        if usable:
            maker.surface((x0 + 0.012, x1 - 0.012), (z0 + 0.012, z1 - 0.012), TOP + 0.001, 0.5)

    # The front faces +z here; local x runs along s.
    back, front = -DEPTH / 2, DEPTH / 2 - NOSE
    nose = (width, 0.035, NOSE)
    maker.box((0, front + NOSE / 2), TOP - 0.035, nose, color, bevel=0.006)
    if not sinks:
        piece(-edge, edge, back, front)
    else:
        hole = min(sinks[0].width - 0.14, 0.62)
        x = sinks[0].s - middle
        zc, zd = 0.035, 0.40
        piece(-edge, x - hole / 2, back, front)
        piece(x + hole / 2, edge, back, front)
        piece(x - hole / 2, x + hole / 2, back, zc - zd / 2, usable=False)
        piece(x - hole / 2, x + hole / 2, zc + zd / 2, front, usable=False)
    x0, z0 = room.at(wall, middle, DEPTH / 2)
    top = room.add("CounterTop", (x0, z0), TOP - 0.035, YAW[wall], shape=maker.finish())
    if sinks:
        _sink(room, wall, sinks[0].s, hole, zd, zc)
    _splashback(room, wall, middle, width)
    return top


def _splashback(room: Room, wall: int, s: float, width: float) -> None:
    """What protects the wall between counter and wall cupboards; one kind a room."""
    maker = Maker()
    look = room.look.twin("Backsplash")
    form = int(look.rng.integers(units.SPLASHBACKS))
    units.splashback(maker, look, form, width, UPPER_BOTTOM - TOP)
    room.structure("Backsplash", maker, room.at(wall, s, 0.006), TOP, YAW[wall])


def _sink(room: Room, wall: int, s: float, width: float, depth: float, shift: float) -> None:
    off = DEPTH / 2 + shift
    yaw = YAW[wall]
    sink = room.add(
        "Sink", room.at(wall, s, off), TOP - 0.004, yaw, size=(width + 0.02, 0.01, depth + 0.02)
    )
    room.add(
        "SinkBasin",
        room.at(wall, s, off),
        TOP - 0.140,
        yaw,
        suffix_of=sink,
        size=(width - 0.002, 0.138, depth - 0.002),
    )
    maker_off = 0.075
    form = int(room.look.rng.choice(taps.STANDING))
    faucet = room.add("Faucet", (0.0, 0.0), TOP + 0.001, yaw, form=form)
    # The spout reaches forward from its foot; put the foot behind the basin.
    depth_faucet = faucet.shape.half[2] * 2
    x, z = room.at(wall, s, maker_off + depth_faucet / 2 - 0.02)
    faucet.position[0], faucet.position[2] = x, z
    room.rename(faucet)


def _panel(room: Room, wall: int, s: float, width: float) -> None:
    """A blind front, for corners."""
    maker = Maker()
    maker.box((0, -0.01), 0.1, (width, TOP - 0.135, UNIT_DEPTH - 0.02), room.look.cabinet)
    units.blind(maker, room.look, width, 0.104, TOP - 0.039, UNIT_DEPTH / 2 - 0.02)
    maker.box((0, -0.02), 0, (width, 0.1, UNIT_DEPTH - 0.04), (0.12, 0.12, 0.12))
    room.structure(
        "StandardCounterHeightWidth", maker, room.at(wall, s, UNIT_DEPTH / 2), 0, YAW[wall]
    )


def _dishwasher(room: Room, wall: int, module: Module) -> None:
    maker = Maker()
    width, depth = module.width, UNIT_DEPTH - 0.024
    maker.box((0, -0.012), 0.1, (width, TOP - 0.135, depth), room.look.cabinet)
    maker.box((0, -0.04), 0, (width, 0.1, depth - 0.05), (0.12, 0.12, 0.12))
    form = int(room.look.rng.integers(units.DISHWASHERS))
    units.dishwasher(
        maker, room.look, form, width - 0.006, 0.104, TOP - 0.039, UNIT_DEPTH / 2 - 0.024
    )
    at = room.at(wall, module.s, UNIT_DEPTH / 2)
    room.structure("StandardCounterHeightWidth", maker, at, 0, YAW[wall])


def _base(room: Room, wall: int, module: Module) -> None:
    """A base unit: three drawers; or doors, full height, under a drawer, or under the sink."""
    width, s = module.width, module.s
    look = room.look
    frame = Maker()
    low, high = 0.1, TOP - 0.035
    frame.box((0, -0.03), 0, (width, low, UNIT_DEPTH - 0.06), (0.12, 0.12, 0.12))
    for sx in (-1, 1):
        frame.box(
            (sx * (width / 2 - 0.004), -0.01),
            low,
            (0.008, high - low, UNIT_DEPTH - 0.02),
            look.cabinet,
        )
    frame.box((0, -UNIT_DEPTH / 2 + 0.005), low, (width, high - low, 0.01), look.cabinet)
    room.structure(
        "StandardCounterHeightWidth", frame, room.at(wall, s, UNIT_DEPTH / 2), 0, YAW[wall]
    )
    inner = width - 0.018
    depth = UNIT_DEPTH - 0.02
    off = depth / 2 + 0.014

    def drawer(y0: float, y1: float) -> None:
        room.add(
            "Drawer",
            room.at(wall, s, off),
            y0,
            YAW[wall],
            size=(inner, y1 - y0 - 0.004, depth - 0.02),
        )

    def doors(y0: float, y1: float) -> None:
        two = width > 0.66
        left = bool(room.rng.random() < 0.5)
        room.add(
            "Cabinet",
            room.at(wall, s, off),
            y0,
            YAW[wall],
            size=(inner, y1 - y0 - 0.004, depth),
            two_doors=two,
            hinge_left=left,
        )

    if module.kind == "drawers":
        drawer(low + 0.002, low + 0.27)
        drawer(low + 0.27, low + 0.53)
        drawer(low + 0.53, high - 0.002)
    elif module.kind == "doors":
        doors(low + 0.002, high - 0.002)
    elif module.kind == "sink":
        doors(low + 0.002, high - 0.16)
        front = Maker()
        units.blind(front, look, inner, 0, 0.15, -0.01)
        room.structure(
            "StandardCounterHeightWidth",
            front,
            room.at(wall, s, UNIT_DEPTH - 0.015),
            high - 0.155,
            YAW[wall],
        )
    else:
        doors(low + 0.002, high - 0.18)
        drawer(high - 0.178, high - 0.002)


def _upper(room: Room, wall: int, module: Module) -> None:
    two = module.width > 0.66
    left = bool(room.rng.random() < 0.5)
    room.add(
        "Cabinet",
        room.at(wall, module.s, UPPER_DEPTH / 2 + 0.012),
        UPPER_BOTTOM,
        YAW[wall],
        size=(module.width - 0.006, UPPER_HEIGHT, UPPER_DEPTH),
        two_doors=two,
        hinge_left=left,
    )


def _stove(room: Room, wall: int, module: Module) -> None:
    """A range with four burners and their knobs, and a hood above."""
    width, s = module.width - 0.01, module.s
    yaw, look = YAW[wall], room.look
    body = Maker()
    off = 0.305
    places = ranges.stove(body, look, int(look.rng.integers(ranges.STOVES)), width, TOP)
    room.structure("StoveBase", body, room.at(wall, s, off), 0, yaw)
    for i, dx in enumerate((-0.185, 0.185)):
        for j, away in enumerate((0.185, 0.475)):
            burner = room.add("StoveBurner", room.at(wall, s + dx, away), TOP + 0.002, yaw)
            x, y, z = places[2 * i + j]
            knob = room.add("StoveKnob", room.at(wall, s + x, off + z), y, yaw)
            half = knob.shape.half
            knob.position[[0, 2]] = room.at(wall, s + x, off + z + float(half[2]))
            knob.position[1] = y
            room.rename(knob)
            knob.controls.append(burner)
            burner.controlled_by = knob
    _splashback(room, wall, s, width)
    hood = Maker()
    ranges.hood(hood, look, int(look.rng.integers(ranges.HOODS)), width, CEILING - HOOD)
    room.structure("RangeHood", hood, room.at(wall, s, 0.25), HOOD, yaw)
