# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures of single objects on a neutral stage: what a type looks like, draw by draw."""

import zlib
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.body import Camera
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.shapes import build, forms_of, needs_size
from egoplan_ros.sim.shapes.look import palette
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Thing
from egoplan_ros.sim.world import World

Picture = NDArray[np.uint8]
STAGE = 40.0
LINE = 26
FOV = 32.0
"""Degrees; a long lens, so that things keep their proportions."""


def specimen(kind: str, seed: int, form: int | None = None, **states: object) -> World:
    """A world with one object of a type on an empty stage.

    Args:
        kind: the type.
        seed: draws its room's surfaces, its design and its colours.
        form: one of its designs instead of a drawn one.
        states: attributes of the thing, such as `dirty=True` or `openness=1.0`.
    """
    rng = np.random.default_rng([zlib.crc32(kind.encode()), seed])
    facts = catalog()[kind]
    options = {"size": facts.size} if needs_size(kind) else {}
    shape = build(kind, palette(rng, False), form, **options)
    position = np.array([0.0, shape.height / 2, 0.0])
    thing = Thing(kind, f"{kind}|{seed}", kind, shape, position, np.zeros(3), facts)
    for name, value in states.items():
        setattr(thing, name, value)
    ground = Maker()
    ground.box((0, 0), 0, (STAGE, 0.1, STAGE), (0.72, 0.72, 0.7))
    floor = Thing(
        "Floor",
        "Floor",
        "Floor",
        ground.finish(),
        np.array([0.0, -0.05, 0.0]),
        np.zeros(3),
        catalog()["Floor"],
    )
    low, high = np.array([-2.0, 0.0, -2.0]), np.array([2.0, 2.6, 2.0])
    return World("Stage", [thing, floor], low, high, (1.5, 1.5, 0.0))


def camera_of(world: World, angle: float = 30.0, tilt: float = 25.0) -> Camera:
    """A camera that the specimen fills, `angle` degrees from its front and `tilt` above it."""
    box = world.things[0].bounds()
    middle = (box[:3] + box[3:]) / 2
    reach = float(np.linalg.norm(box[3:] - box[:3])) / 2
    away = reach / np.sin(np.radians(FOV / 2)) * 1.02
    yaw, pitch = np.radians(angle), np.radians(tilt)
    ahead = np.array([np.sin(yaw) * np.cos(pitch), np.sin(pitch), np.cos(yaw) * np.cos(pitch)])
    return Camera(middle + ahead * away, np.array([tilt, angle + 180.0, 0.0]), FOV)


def photograph(world: World, size: int, angle: float = 30.0, tilt: float = 25.0) -> Picture:
    """The specimen from above its front, filling the picture; (size, size, 3), top row first."""
    camera = camera_of(world, angle, tilt)
    # Twice the size, then halved: small parts keep their edges.
    frame = Renderer(world).frame(
        camera.position, camera.gaze(), camera.fov, (2 * size, 2 * size), frozenset({"rgb"})
    )
    assert frame.rgb is not None
    small = cv2.resize(frame.rgb[::-1], (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def sheet(kinds: Sequence[str], draws: int = 16, size: int = 128, **states: object) -> Picture:
    """A row of draws for each type, its forms one after the other; (h, w, 3)."""
    rows = []
    for kind in kinds:
        count = forms_of(kind)
        shots = [
            photograph(specimen(kind, seed, seed % count, **states), size) for seed in range(draws)
        ]
        row = np.hstack(shots)
        rows += [_title(f"{kind}  ({count} designs)", row), row]
    return np.vstack(rows)


def pairs(kinds: Sequence[str], state: str, draws: int = 8, size: int = 112) -> Picture:
    """For each type a row of draws as they are and, below it, the same in a state; (h, w, 3)."""
    rows = []
    for kind in kinds:
        value: object = 1.0 if state == "openness" else True
        extra = {"liquid": "water"} if state == "filled" else {}
        for states in ({}, {state: value, **extra}):
            rows.append(
                np.hstack([photograph(specimen(kind, k, k, **states), size) for k in range(draws)])
            )
        title = _title(f"{kind}, below: {'open' if state == 'openness' else state}", rows[-1])
        rows.insert(-2, title)
    return np.vstack(rows)


def _title(text: str, over: Picture) -> Picture:
    out = np.full((LINE, over.shape[1], 3), 255, np.uint8)
    cv2.putText(out, text, (8, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (40, 40, 40), 1, cv2.LINE_AA)
    return out
