# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Corner normals and texture coordinates."""

import numpy as np
import pytest

from egoplan_ros.sim.rendering.mesh import CREASE, corner_normals, drawn, projected
from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker


def test_a_turned_body_is_smooth_and_its_rim_sharp():
    mesh = primitives.lathe([(0.0, 0.0), (0.05, 0.0), (0.05, 0.1), (0.0, 0.1)], (0, 0), 24)
    normals = corner_normals(mesh.vertices.astype(np.float32), mesh.faces, CREASE)
    tri = mesh.vertices[mesh.faces]
    side = np.ptp(tri[..., 1], axis=1) > 0.05
    radial = tri[side] * (1, 0, 1)
    radial /= np.linalg.norm(radial, axis=2, keepdims=True)
    cosine = np.abs((normals[side] * radial).sum(-1))
    assert cosine.min() > 0.999
    assert np.abs(normals[~side][..., 1]).min() > 0.999


def test_a_box_stays_flat_and_a_bevelled_one_is_round_at_its_edges():
    low, size = np.zeros(3), np.array([1.0, 0.5, 0.3])
    sharp = primitives.box(low, size)
    normals = corner_normals(sharp.vertices.astype(np.float32), sharp.faces, CREASE)
    assert np.sort(np.abs(normals), axis=-1)[..., :2].max() < 1e-6
    round_box = primitives.bevelled_box(low, size, 0.02)
    assert np.allclose(round_box.vertices.min(0), low)
    assert np.allclose(round_box.vertices.max(0), size)
    outward = (round_box.vertices - size / 2) * round_box.normals
    assert (outward.sum(1) > 0).all()
    edges = np.sort(round_box.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    _, uses = np.unique(edges, axis=0, return_counts=True)
    assert (uses == 2).all()


@pytest.mark.parametrize(
    ("facing", "right", "down"),
    [
        ("front", (-1, 0, 0), (0, -1, 0)),
        ("back", (1, 0, 0), (0, -1, 0)),
        ("right", (0, 0, 1), (0, -1, 0)),
        ("left", (0, 0, -1), (0, -1, 0)),
        ("up", (-1, 0, 0), (0, 0, 1)),
    ],
)
def test_pictures_read_upright_from_their_side(facing, right, down):
    """Both ways of mapping a whole picture, a panel of its own and a side of a box."""
    maker = Maker()
    poster = Material(texture="poster")
    maker.panel((0, 1, 0), (0.4, 0.6), poster, facing)
    ready = drawn(maker.parts[0])
    corners = maker.parts[0].vertices[maker.parts[0].faces].astype(float)
    box = primitives.box(np.array([-0.2, 0.0, -0.3]), np.array([0.4, 0.5, 0.6]))
    mapped = projected(box.vertices.astype(np.float32), box.faces, 0.0)
    tri = box.vertices[box.faces]
    outward = np.cross(right, down)
    way = {"front": (0, 0, 1), "back": (0, 0, -1), "right": (1, 0, 0), "left": (-1, 0, 0)}
    side = np.array(way.get(facing, (0, 1, 0)), float)
    assert np.allclose(np.abs(outward), np.abs(side))
    mine = ((tri - tri.reshape(-1, 3).mean(0)) @ side > 0.15).all(1)
    for uv, points in ((ready.uv, corners), (mapped[mine], tri[mine])):
        for axis, direction in enumerate((right, down)):
            along = points.reshape(-1, 3) @ np.array(direction, float)
            assert np.corrcoef(along, uv[..., axis].ravel())[0, 1] == pytest.approx(1.0)
        assert uv.min() == pytest.approx(0.0, abs=1e-6)
        assert uv.max() == pytest.approx(1.0, abs=1e-6)


def test_grain_runs_along_a_board():
    board = primitives.box(np.zeros(3), np.array([0.2, 0.02, 1.5]))
    uv = projected(board.vertices.astype(np.float32), board.faces, 0.5)
    tri = board.vertices[board.faces]
    top = (tri[..., 1] > 0.01).all(1)
    assert np.ptp(uv[top][..., 0]) == pytest.approx(3.0)
    assert np.ptp(uv[top][..., 1]) == pytest.approx(0.4)
