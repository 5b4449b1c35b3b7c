# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Primary visibility by rasterizing: what rays say, and no gaps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.sim.rendering.rasterizer import depths, rasterize
from egoplan_ros.sim.rendering.renderer import FAR
from egoplan_ros.sim.rendering.shading import rays
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import turn

SIZE = (97, 61)
MASKS = frozenset({"depth", "instances"})


def draw(vertices, faces, eye, gaze, size=SIZE, tan=0.8, orthographic=False):
    near = np.zeros(size[0] * size[1])
    row = np.full(len(near), -1, np.int32)
    chunks = np.array([[0, len(faces), 0, len(vertices)]])
    rasterize(
        vertices.astype(np.float32),
        faces.astype(np.int32),
        chunks,
        np.ones(1, bool),
        0,
        np.asarray(eye, float),
        np.ascontiguousarray(gaze, float),
        tan * size[0] / size[1],
        tan,
        orthographic,
        size,
        near,
        row,
    )
    return depths(near, orthographic), row


@pytest.mark.parametrize("scene", ["FloorPlan5", "FloorPlan_Train1_1"])
def test_pixels_show_what_rays_hit(scene):
    sim = Simulation((160, 120), scene)
    body, tan = sim.world.body, float(np.tan(np.radians(45)))
    for yaw, horizon in ((0, 0), (95, 30), (200, -20), (290, 60)):
        body.yaw, body.horizon = yaw, horizon
        frame = sim.renderer.frame(body.eye(), body.gaze(), 90.0, sim.size, MASKS)
        gaze = body.gaze().astype(np.float32)
        ways = rays(160, 120, tan * 160 / 120, tan, gaze)
        hits = sim.renderer.cast(np.tile(body.eye().astype(np.float32), (len(ways), 1)), ways)
        depth = np.minimum(hits.t, np.float32(sim.world.settings.far))
        same = np.abs(frame.depth.ravel() - depth) < 2e-3 * depth + 2e-3
        assert same.mean() > 0.998
        ids, _ = sim.renderer._colors()
        # Walls of neighbouring rooms lie in one plane: either may show.
        solid = np.array([t.facts is not None for t in sim.world.things] + [False])[hits.owner]
        agree = (frame.instances.reshape(-1, 4) == ids[hits.owner]).all(1)
        assert (agree | ~solid).mean() > 0.99


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**20), parallel=st.booleans())
def test_a_wall_of_slivers_has_no_gaps(seed, parallel):
    """Triangles that share edges cover each pixel, wherever the eye is, close or behind."""
    rng = np.random.default_rng(seed)
    n = 9
    xs = np.sort(rng.uniform(-30, 30, n))
    ys = np.sort(rng.uniform(-30, 30, n))
    xs[[0, -1]], ys[[0, -1]] = (-40, 40), (-40, 40)
    x, y = np.meshgrid(xs, ys)
    slope = rng.uniform(-0.5, 0.5, 2)
    z = 3.0 + (slope[0] * x + slope[1] * y) * (0.05 if parallel else 0.2)
    vertices = np.stack([x.ravel(), y.ravel(), z.ravel()], 1)
    k = np.arange(n * n).reshape(n, n)
    a, b, c, d = (part.ravel() for part in (k[:-1, :-1], k[:-1, 1:], k[1:, :-1], k[1:, 1:]))
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([d, c, b], 1)])
    depth, row = draw(vertices, faces, [0, 0, 0], np.eye(3), tan=0.7, orthographic=parallel)
    assert (row >= 0).all()
    assert (depth < FAR).all()


def test_of_coplanar_triangles_the_first_stays():
    square = np.array([[-1, -1, 2], [1, -1, 2], [1, 1, 2], [-1, 1, 2]], float)
    faces = np.array([[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
    _, row = draw(np.concatenate([square, square]), faces, [0, 0, 0], turn(1, 3.0))
    assert set(row.tolist()) == {-1, 0, 1}


def test_what_is_behind_the_eye_is_not_drawn():
    behind = np.array([[-1, -1, -2], [1, -1, -2], [0, 1, -2]], float)
    _, row = draw(behind, np.array([[0, 1, 2]]), [0, 0, 0], np.eye(3))
    assert (row == -1).all()
    floor = np.array([[-50, -1, -50], [50, -1, -50], [50, -1, 50], [-50, -1, 50]], float)
    depth, row = draw(floor, np.array([[0, 1, 2], [0, 2, 3]]), [0, 0, 0], np.eye(3), tan=1.0)
    picture = row.reshape(SIZE[1], SIZE[0])
    assert (picture[: SIZE[1] // 2 - 1] >= 0).all()
    assert (picture[SIZE[1] // 2 + 1 :] == -1).all()
    # The lowest row looks 45 degrees down.
    assert depth[SIZE[0] // 2] == pytest.approx(1.0, rel=0.03)
