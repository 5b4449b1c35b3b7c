# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures of a scene for people: the agent's views and the room from above, with captions."""

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.body import Camera
from egoplan_ros.sim.simulation import Simulation

Picture = NDArray[np.uint8]
ABOVE = 4.0
MARGIN = 0.3
RGB = frozenset({"rgb"})
TURNS = (0.0, 120.0, 240.0)
SAMPLES = 2
"""Rays across a pixel of a picture for people: edges are smooth."""
PAPER = (250, 250, 248)
INK = (45, 45, 50)
LIDS = frozenset({"Ceiling", "CeilingLamp"})
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def view(
    sim: Simulation,
    yaw: float,
    horizon: float = 15.0,
    size: tuple[int, int] | None = None,
    fov: float | None = None,
    samples: int = 1,
) -> Picture:
    """What the agent's camera would see at a yaw; (h, w, 3), top row first.

    Args:
        sim: the home.
        yaw: degrees clockwise from north (+z).
        horizon: degrees downwards.
        size: width and height in pixels; those of the simulation if None.
        fov: vertical field of view in degrees; that of the simulation if None.
        samples: rays across and down each pixel.
    """
    body = sim.world.body
    before = body.yaw, body.horizon
    body.yaw, body.horizon = yaw, horizon
    width, height = size or sim.size
    fov = fov or sim.world.settings.fov
    large = (width * samples, height * samples)
    frame = sim.renderer.frame(body.eye(), body.gaze(), fov, large, RGB)
    body.yaw, body.horizon = before
    assert frame.rgb is not None
    return _shrunk(frame.rgb[::-1], samples)


def plan(sim: Simulation, size: tuple[int, int] | None = None, samples: int = 1) -> Picture:
    """The scene from above without its ceiling; (h, w, 3), north up."""
    world = sim.world
    width, height = size or sim.size
    lids = [t for t in world.things if t.kind in LIDS and not t.hidden]
    far = world.settings.far
    for lid in lids:
        lid.hidden = True
    world.settings.far = 100.0
    middle = (world.low + world.high) / 2
    camera = Camera(
        np.array([middle[0], world.high[1] + ABOVE, middle[2]]), np.array([90.0, 0.0, 0.0])
    )
    wide, deep = (world.high - world.low)[[0, 2]]
    half = float(max(deep, wide * height / width) / 2 + MARGIN)
    large = (width * samples, height * samples)
    frame = sim.renderer.frame(camera.position, camera.gaze(), 90.0, large, RGB, half)
    for lid in lids:
        lid.hidden = False
    world.settings.far = far
    assert frame.rgb is not None
    return _shrunk(frame.rgb[::-1], samples)


def sheet(sim: Simulation, width: int = 1600, fov: float = 75.0) -> Picture:
    """Three views a third of a turn apart and the plan, two by two with captions; (h, w, 3)."""
    gap, line = max(width // 100, 4), max(width // 50, 14)
    across = (width - 3 * gap) // 2
    size = (across, across * 3 // 4)
    body = sim.world.body
    tiles = []
    for turned in TURNS:
        yaw = (body.yaw + turned) % 360
        caption = f"looking {COMPASS[round(yaw / 45) % 8]} from ({body.x:.2f}, {body.z:.2f}) m"
        tiles.append((view(sim, yaw, 15.0, size, fov, SAMPLES), caption))
    span = sim.world.high - sim.world.low
    caption = f"from above, {span[0]:.1f} m by {span[2]:.1f} m, north up"
    tiles.append((plan(sim, size, SAMPLES), caption))
    name = sim.world.scene.removesuffix("_physics")
    page = np.full((3 * gap + 2 * (size[1] + line) + line, width, 3), PAPER, np.uint8)
    _write(page, f"{name}: {len(sim.world.objects())} objects", gap, gap + line, line)
    for number, (tile, caption) in enumerate(tiles):
        x = gap + number % 2 * (across + gap)
        y = gap + line + gap // 2 + number // 2 * (size[1] + line + gap // 2)
        page[y : y + size[1], x : x + across] = tile
        _write(page, caption, x, y + size[1] + line, line)
    return page


def _write(page: Picture, text: str, x: int, bottom: int, line: int) -> None:
    scale = line / 40
    place = (x + 2, bottom - line // 3)
    cv2.putText(page, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, INK, 1, cv2.LINE_AA)


def _shrunk(picture: Picture, samples: int) -> Picture:
    if samples == 1:
        return picture
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // samples, height // samples), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
