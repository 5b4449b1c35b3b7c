# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fixtures: every design is sound, another construction than its siblings, and shows its states."""

from itertools import combinations

import numpy as np
import pytest

from egoplan_ros.sim.body import Camera
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.scenes.recorded.fitting import shaped
from egoplan_ros.sim.shapes import build, fixtures, forms_of, needs_size
from egoplan_ros.sim.shapes.fixtures import burners, ranges, units
from egoplan_ros.sim.shapes.look import STEELS, Look, palette
from egoplan_ros.sim.shapes.solid import Maker, Part, Shape
from egoplan_ros.sim.specimens import specimen
from egoplan_ros.sim.textures.catalogue import TEXTURES
from egoplan_ros.sim.textures.store import made
from egoplan_ros.sim.thing import color_of

KINDS = sorted(fixtures.RECIPES)
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


@pytest.mark.parametrize("kind", KINDS)
def test_designs_are_sound(kind: str) -> None:
    for form in range(forms_of(kind)):
        shape = draw(kind, form)
        assert sum(len(p.faces) for p in shape.parts) <= BUDGET, form
        for part in shape.parts:
            assert np.isfinite(part.vertices).all(), form
            assert area(part).min() > 1e-12, form
            assert part.link < len(shape.links), form
        assert bool(shape.links) == (kind in OPENING), form
        assert bool(shape.surfaces) == (kind in CARRYING), form
        assert shape.solids, form


@pytest.mark.parametrize("kind", [kind for kind in CARRYING if kind not in OVERHUNG])
def test_surfaces_lie_within_the_shape(kind: str) -> None:
    for form in range(forms_of(kind)):
        shape = draw(kind, form)
        for face in shape.surfaces:
            assert -shape.half[0] - 1e-6 <= face.x0 < face.x1 <= shape.half[0] + 1e-6
            assert -shape.half[2] <= face.z0 < face.z1 <= shape.half[2]
            assert -shape.half[1] - 1e-6 <= face.y <= shape.half[1] + 0.002


def test_there_are_several_designs() -> None:
    assert [kind for kind in KINDS if forms_of(kind) < 4] == []


def relief(kind: str, form: int) -> np.ndarray:
    """Where a picture of a design has edges in depth, whatever its colours, (140, 140)."""
    world = specimen(kind, 3, form)
    low, high = world.things[0].bounds().reshape(2, 3)
    reach = float(np.linalg.norm(high - low)) / 2
    yaw, tilt = np.radians(20.0), np.radians(18.0)
    ahead = np.array([np.sin(yaw) * np.cos(tilt), np.sin(tilt), np.cos(yaw) * np.cos(tilt)])
    camera = Camera((low + high) / 2 + ahead * reach * 3.6, np.array([18.0, 200.0, 0.0]), 30.0)
    frame = Renderer(world).frame(
        camera.position, camera.gaze(), 30.0, (140, 140), frozenset({"depth", "instances"})
    )
    assert frame.depth is not None
    assert frame.instances is not None
    own = (frame.instances[..., :3] == np.array(color_of(world.things[0].object_id))).all(2)
    depth = np.pad(np.where(own, frame.depth, 6 * reach), 1, mode="edge").astype(float)
    middle = depth[1:-1, 1:-1]
    bent = np.abs(depth[2:, 1:-1] + depth[:-2, 1:-1] - 2 * middle)
    bent += np.abs(depth[1:-1, 2:] + depth[1:-1, :-2] - 2 * middle)
    return bent > 0.006 * reach


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_designs_look_different(kind: str) -> None:
    pictures = [relief(kind, form) for form in range(forms_of(kind))]
    for (i, a), (j, b) in combinations(enumerate(pictures), 2):
        shared = float((a & b).sum() / (a | b).sum())
        assert shared < 0.85, f"{kind}: designs {i} and {j} look alike ({shared:.2f})"


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


def test_hoods_reach_the_ceiling() -> None:
    for form in range(ranges.HOODS):
        m = Maker()
        ranges.hood(m, look_of(form), form, 0.76, 0.88)
        assert m.finish().half[1] * 2 <= 0.89, form


def test_splashbacks_are_no_obstacle() -> None:
    for form in range(units.SPLASHBACKS):
        m = Maker()
        units.splashback(m, look_of(form), form, 2.0, 0.52)
        assert m.parts
        assert not m.solids


def test_stainless_textures_are_grey() -> None:
    assert TEXTURES["metal"].count > max(STEELS)
    for number in STEELS:
        color = made("metal", number).reshape(-1, 3).mean(0)
        assert np.ptp(color) < 12
        assert color.mean() > 110
