# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Crops of one object in two states, and what may tell them apart: mean colour alone, or edges and
outline. A network that sees the whole crop is in state_network.py."""

from dataclasses import dataclass

import cv2
import numpy as np

from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.specimens import camera_of, specimen

SIDE = 48
WANTED = frozenset({"rgb", "instances", "depth"})


@dataclass(frozen=True, slots=True)
class Crop:
    """An object as a detector hands it on: bytes (SIDE, SIDE, 3), its mask (SIDE, SIDE) and its
    depth there, 0..1 around 0.5, in extents of the object."""

    image: np.ndarray
    mask: np.ndarray
    relief: np.ndarray


def crop(kind, seed, view=0, **states):
    """A draw, seen from a seeded angle; `view` counts angles."""
    world = specimen(kind, seed, **states)
    rng = np.random.default_rng([seed, view, bool(states), 5])
    camera = camera_of(world, float(rng.uniform(10, 50)), float(rng.uniform(25, 45)))
    size = (2 * SIDE, 2 * SIDE)
    frame = Renderer(world).frame(camera.position, camera.gaze(), camera.fov, size, WANTED)
    own = (frame.instances != frame.instances[0, 0]).any(-1)
    low, high = np.quantile(frame.depth[own], (0.02, 0.98))
    box = world.things[0].bounds()
    relief = 0.5 + 0.8 * (frame.depth - (low + high) / 2) / np.linalg.norm(box[3:] - box[:3])
    return Crop(
        _halved(frame.rgb),
        _halved(own.astype(np.float32)) > 0.5,
        _halved(np.where(own, np.clip(relief, 0, 1), 0).astype(np.float32)),
    )


def _halved(image):
    """Top row first."""
    return cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)[::-1]


def colour(seen):
    """What a classifier sees that knows only mean brightness and mean colour of the object."""
    mean = seen.image[seen.mask].mean(0) / 255
    return np.array([*mean, mean.mean()])


def edges(seen):
    """Strength and direction of edges at three scales, within the object, and its outline."""
    out = []
    image, mask = seen.image, seen.mask
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2LAB).astype(np.float32) / 255
    ys, xs = np.nonzero(mask)
    out += [mask.mean(), np.ptp(xs) / SIDE, np.ptp(ys) / SIDE, ys.mean() / SIDE]
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    around = sum(cv2.arcLength(c, True) for c in contours)
    out += [around / np.sqrt(mask.sum() + 1) / 8, len(contours) / 4]
    inner = cv2.erode(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    inner = inner if inner.sum() > 20 else mask
    for scale in (0, 1, 2):
        soft = cv2.GaussianBlur(grey, (0, 0), 0.6 + scale)
        dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        size = np.sqrt(dx**2 + dy**2).max(-1)[inner]
        out += np.log(np.quantile(size, (0.25, 0.5, 0.75, 0.9, 0.97)) + 1e-3).tolist()
        out.append(np.log(size.std() + 1e-3))
    light = cv2.Laplacian(grey[..., 0], cv2.CV_32F)[inner]
    spread = grey[inner].std(0)
    return np.array([*out, np.log(light.std() + 1e-3), *np.log(spread + 1e-3)])


def accuracy(first, second, features):
    """Share of the odd draws told apart by a linear classifier fitted to the even ones."""
    x = np.array([features(c) for c in (*first, *second)])
    y = np.repeat([-1.0, 1.0], len(first))
    even = np.tile(np.arange(len(first)) % 2 == 0, 2)
    mean, spread = x[even].mean(0), x[even].std(0) + 1e-3
    x = np.column_stack([(x - mean) / spread, np.ones(len(x))])
    a = x[even]
    weight = np.linalg.solve(a.T @ a + 1.0 * np.eye(a.shape[1]), a.T @ y[even])
    return float((np.sign(x[~even] @ weight) == y[~even]).mean())
