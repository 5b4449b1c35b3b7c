"""Fixtures: every design is sound, another construction than its siblings, and shows its states."""

from itertools import combinations

import numpy as np
import pytest

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.scenes.fitting import shaped
from egoplan_ros.sim.shapes import build, fixtures, forms_of, needs_size
from egoplan_ros.sim.shapes.fixtures import burners, parts, ranges, units
from egoplan_ros.sim.shapes.look import Look, palette
from egoplan_ros.sim.shapes.solid import Maker, Part, Shape
from egoplan_ros.sim.specimens import photograph, specimen
from egoplan_ros.sim.textures.catalogue import TEXTURES
from egoplan_ros.sim.textures.store import made

KINDS = sorted(fixtures.RECIPES)
DESIGNS = [(kind, form) for kind in KINDS for form in range(forms_of(kind))]
BUDGET = 2000
OPENING = ("Cabinet", "Drawer", "Fridge", "Microwave", "Safe", "ShowerDoor", "Toilet")
CARRYING = (
    "Bathtub BathtubBasin Cabinet CoffeeMachine Drawer Fridge GarbageCan HandTowelHolder Microwave "
    "Safe SinkBasin StoveBurner Toaster Toilet ToiletPaperHanger TowelHolder"
).split()
OVERHUNG = ("HandTowelHolder", "StoveBurner", "ToiletPaperHanger", "TowelHolder")
"""What is hung or put on them is larger than they are."""
STATES = {
    "CoffeeMachine": "toggled",
    "Faucet": "toggled",
    "LightSwitch": "toggled",
    "Microwave": "toggled",
    "ShowerHead": "toggled",
    "StoveBurner": "toggled",
    "StoveKnob": "toggled",
    "Toaster": "toggled",
    "BathtubBasin": "filled",
    "SinkBasin": "filled",
}
"""What of a type comes and goes in a state."""


def look_of(seed: int) -> Look:
    return palette(np.random.default_rng(seed), True)


def draw(kind: str, form: int | None = None, seed: int = 5) -> Shape:
    options = {"size": catalog()[kind].size} if needs_size(kind) else {}
    return build(kind, look_of(seed), form, **options)


def area(part: Part) -> np.ndarray:
    tri = part.vertices[part.faces].astype(float)
    return np.linalg.norm(np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]), axis=1) / 2


@pytest.mark.parametrize(("kind", "form"), DESIGNS)
def test_design_is_sound(kind: str, form: int) -> None:
    shape = draw(kind, form)
    assert sum(len(p.faces) for p in shape.parts) <= BUDGET
    for part in shape.parts:
        assert np.isfinite(part.vertices).all()
        assert area(part).min() > 1e-12
        assert part.link < len(shape.links)
    assert bool(shape.links) == (kind in OPENING)
    assert bool(shape.surfaces) == (kind in CARRYING)
    assert shape.solids


@pytest.mark.parametrize("kind", [kind for kind in CARRYING if kind not in OVERHUNG])
def test_surfaces_lie_within_the_shape(kind: str) -> None:
    for form in range(forms_of(kind)):
        shape = draw(kind, form)
        for face in shape.surfaces:
            assert -shape.half[0] - 1e-6 <= face.x0 < face.x1 <= shape.half[0] + 1e-6
            assert -shape.half[2] <= face.z0 < face.z1 <= shape.half[2]
            assert -shape.half[1] - 1e-6 <= face.y <= shape.half[1] + 0.002


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_several_designs(kind: str) -> None:
    assert forms_of(kind) >= 4


def relief(kind: str, form: int, seed: int) -> np.ndarray:
    """Where amid a design's picture there are edges, brightness and colour left out, (70, 70)."""
    rgb = photograph(specimen(kind, seed, form), 100, 20.0, 18.0).astype(float).mean(2)
    gy, gx = np.gradient(rgb)
    strong = np.hypot(gx, gy)[15:85, 15:85]
    return strong > np.quantile(strong, 0.85)


def alike(a: np.ndarray, b: np.ndarray) -> float:
    return float((a & b).sum() / (a | b).sum())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_designs_look_different(kind: str) -> None:
    # The grain of wood that two have in common says nothing: several rooms are looked at.
    rooms = [[relief(kind, form, seed) for form in range(forms_of(kind))] for seed in (3, 4, 7)]
    for i, j in combinations(range(forms_of(kind)), 2):
        shared = min(alike(room[i], room[j]) for room in rooms)
        assert shared < 0.75, f"{kind}: designs {i} and {j} look alike ({shared:.2f})"


@pytest.mark.parametrize("kind", sorted(STATES))
def test_states_change_form(kind: str) -> None:
    state = STATES[kind]
    for form in range(forms_of(kind)):
        shape = draw(kind, form)
        comes = [p for p in shape.parts if p.when == state]
        goes = [p for p in shape.parts if p.when == f"!{state}"]
        assert comes, f"{kind} {form} gains nothing when {state}"
        assert sum(area(p).sum() for p in comes) > 0
        if kind in ("LightSwitch", "StoveKnob", "Toaster"):
            assert goes, f"{kind} {form}: what moves stays where it was, too"


def test_water_reaches_below_the_tap() -> None:
    for kind in ("Faucet", "ShowerHead"):
        for form in range(forms_of(kind)):
            shape = build(kind, look_of(2), form, drop=0.4)
            lowest = min(float(p.vertices[:, 1].min()) for p in shape.parts if p.when == "toggled")
            foot = -float(shape.half[1])
            assert lowest == pytest.approx(foot - 0.4, abs=0.06)


def test_cupboards_and_drawers_of_a_room_have_the_same_fronts() -> None:
    def members(kind: str, seed: int) -> tuple[str, ...]:
        look = look_of(seed)
        count = forms_of(kind)
        form = int(look.twin(kind).rng.integers(count))
        front = fixtures.fronts.front(look, kind, form)
        return front.style, front.pull

    pairs = [(members("Cabinet", seed), members("Drawer", seed)) for seed in range(20)]
    assert all(cupboard == drawer for cupboard, drawer in pairs)
    assert len({cupboard for cupboard, _ in pairs}) > 4


def test_recorded_hobs_keep_their_height() -> None:
    flat = shaped("StoveBurner", look_of(1), np.array([0.24, 0.004, 0.24]), 0.0)[0]
    high = shaped("StoveBurner", look_of(1), np.array([0.24, 0.032, 0.24]), 0.0)[0]
    grate = [p for p in high.parts if p.material == burners.IRON]
    assert grate
    assert not any(p.material == burners.IRON for p in flat.parts)
    assert flat.half[1] * 2 == pytest.approx(0.004, abs=1e-3)


def test_tall_sinks_stand_on_something() -> None:
    for form in range(forms_of("Sink")):
        shape = build("Sink", look_of(4), form, size=(0.6, 0.85, 0.5))
        lowest = min(float(p.vertices[:, 1].min()) for p in shape.parts)
        assert lowest == pytest.approx(-shape.half[1], abs=1e-3)
        assert shape.half[1] * 2 == pytest.approx(0.85, abs=0.03)


def test_every_range_has_room_for_its_knobs() -> None:
    for form in range(ranges.STOVES):
        m = Maker()
        places = ranges.stove(m, look_of(form), form, 0.76, 0.9)
        across = np.diff([x for x, _, _ in places])
        assert len(places) == 4
        assert across.min() > 0.09
        shape = m.finish()
        assert sum(len(p.faces) for p in shape.parts) <= BUDGET


@pytest.mark.parametrize("form", range(ranges.HOODS))
def test_hoods_reach_the_ceiling(form: int) -> None:
    m = Maker()
    ranges.hood(m, look_of(form), form, 0.76, 0.88)
    assert m.finish().half[1] * 2 <= 0.89


def test_splashbacks_are_no_obstacle() -> None:
    for form in range(units.SPLASHBACKS):
        m = Maker()
        units.splashback(m, look_of(form), form, 2.0, 0.52)
        assert m.parts
        assert not m.solids


def test_stainless_textures_are_grey() -> None:
    assert TEXTURES["metal"].count > max(parts.STEELS)
    for number in parts.STEELS:
        color = made("metal", number).reshape(-1, 3).mean(0)
        assert np.ptp(color) < 12
        assert color.mean() > 110
