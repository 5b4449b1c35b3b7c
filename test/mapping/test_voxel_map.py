# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.mapping.carving import project_columns
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.distance import distance_field
from egoplan_ros.mapping.voxel_map import BLOCK, VoxelMap
from egoplan_ros.world.errors import InputError


def test_surfaces_are_occupied_air_is_free_behind_is_unknown(scene):
    voxels = VoxelMap()
    voxels.insert(scene.at(0, 0, 0, 10).frame())
    assert voxels.state_at((1.42, 0.8, 0.6)) == 100  # front of the counter
    assert voxels.state_at((0.8, 0.0, 1.2)) == 0
    assert voxels.state_at((1.7, 0.0, 0.4)) == -1  # inside the counter
    assert voxels.state_at((50.0, 0.0, 0.4)) == -1


def test_what_moved_away_is_carved_again(scene):
    voxels = VoxelMap()
    mug = scene.blocks.pop(3)
    scene.at(0.6, 0.3, 0, 30)
    scene.blocks.append(mug)
    voxels.insert(scene.frame())
    assert voxels.state_at((1.47, 0.3, 0.97)) == 100
    scene.blocks.remove(mug)
    for _ in range(3):
        voxels.insert(scene.frame())
    assert voxels.state_at((1.47, 0.3, 0.97)) == 0


def test_voxels_vote_on_their_class(scene):
    voxels = VoxelMap()
    frame = scene.at(0.6, 0.3, 0, 30).frame()
    voxels.insert(frame, frame.oracle)
    centres, labels = voxels.points()
    near = np.linalg.norm(centres - np.array([1.45, 0.3, 0.96]), axis=1) < 0.04
    assert {voxels.classes[k] for k in labels[near]} == {"Mug"}


def test_skipped_labels_leave_no_trace(scene):
    voxels = VoxelMap()
    frame = scene.at(0.6, 0.3, 0, 30).frame()
    mugs = [item.label for item in frame.oracle.items if item.type == "Mug"]
    voxels.insert(frame, frame.oracle, skip=mugs)
    assert "Mug" not in {voxels.classes[k] for k in voxels.points()[1]}


@pytest.mark.parametrize("value", [np.nan, 0.0, np.inf, -1.0])
def test_bad_depth_is_ignored(scene, value):
    voxels = VoxelMap()
    frame = scene.frame()
    voxels.insert(replace(frame, depth=np.full_like(frame.depth, value)))
    assert len(voxels.points()[0]) == 0
    assert not voxels.seen.any()


def test_depth_beyond_range_only_carves(scene):
    voxels = VoxelMap(MappingConfig(max_range=1.0))
    voxels.insert(scene.at(0, 0, 0, 0).frame())
    assert voxels.state_at((0.7, 0.0, 1.5)) == 0
    assert voxels.state_at((1.3, 0.0, 1.5)) == -1
    assert len(voxels.points()[0]) == 0


def test_raycast_finds_the_counter(scene):
    voxels = VoxelMap()
    voxels.insert(scene.at(0, 0, 0, 20).frame())
    distance, hit = voxels.raycast((0.0, 0.8, 0.6), (2.0, 0.0, 0.0))
    assert hit
    assert distance == pytest.approx(1.4, abs=0.06)
    assert voxels.raycast((0.0, 0.8, 0.6), (-1.0, 0.0, 0.0), 1.0) == (1.0, False)
    with pytest.raises(InputError, match="direction"):
        voxels.raycast((0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("aside", [0.0, 1e-6])
def test_a_ray_along_a_border_meets_what_one_beside_it_meets(aside):
    """Along the border of a voxel, it walked in the row beside."""
    voxels = VoxelMap(MappingConfig(resolution=0.25, z_min=0.0, z_max=2.0))
    voxels.cover((0.0, -1.0), (2.0, 1.0))
    x, y, z = ((np.array((1.125, 0.125, 1.125)) - voxels.origin) / 0.25).astype(int)
    voxels.odds[x, y, z], voxels.seen[x, y, z] = 100, True
    distance, hit = voxels.raycast((0.1, 0.125, 1.0 + aside), (1.0, 0.0, 0.0), 1.5)
    assert hit
    assert distance == pytest.approx(0.9, abs=0.01)


def test_unknown_space_can_stop_a_ray(scene):
    voxels = VoxelMap()
    voxels.insert(scene.at(0, 0, 0, 20).frame())
    distance, hit = voxels.raycast((0, 0, 1.5), (-1, 0, 0), 3.0, through_unknown=False)
    assert not hit
    assert distance < 0.3


def test_voxels_know_when_they_were_seen_first_and_last(scene):
    voxels = VoxelMap()
    voxels.insert(scene.at(0, 0, 0, 20).frame())
    early = voxels.seen > 0
    assert (voxels.first[early] == 1).all()
    voxels.cover((-6.0, -6.0), (6.0, 6.0))
    voxels.insert(scene.at(0, 0, 40, 20).frame())
    known = voxels.seen > 0
    assert ((voxels.first > 0) == known).all()
    assert (voxels.first <= voxels.seen // 2)[known].all()
    assert {1, 2} == set(np.unique(voxels.first[known]))
    assert (voxels.first == 1).sum() == early.sum()
    other = VoxelMap()
    other.from_arrays(voxels.to_arrays())
    assert (other.first == voxels.first).all()


def test_only_changed_blocks_are_reported(scene):
    voxels = VoxelMap()
    frame = scene.at(0, 0, 0, 20).frame()
    voxels.insert(frame)
    everything = len(voxels.points()[0])
    assert len(voxels.points(changed_only=True)[0]) == everything
    voxels.insert(scene.frame())
    assert len(voxels.points(changed_only=True)[0]) == 0
    scene.blocks.append(replace(scene.find("Mug"), center=(1.6, 1.0, 0.95)))
    voxels.insert(scene.frame())
    assert len(voxels.changed_blocks()) >= 1
    changed = voxels.points(changed_only=True)[0]
    assert 0 < len(changed) < everything
    assert np.linalg.norm(changed - np.array([1.55, 1.0, 0.95]), axis=1).min() < 0.06


def test_the_map_grows_without_losing_anything(scene):
    voxels = VoxelMap()
    voxels.insert(scene.at(0, 0, 0, 20).frame())
    before = {tuple(np.round(p, 3)) for p in voxels.points()[0]}
    voxels.cover((-9.0, -9.0), (9.0, 9.0))
    assert {tuple(np.round(p, 3)) for p in voxels.points()[0]} == before
    assert voxels.odds.shape[0] % BLOCK == 0


def test_surfaces_only_leave_the_air_unknown(scene):
    frame = scene.at(0, 0, 0, 10).frame()
    whole, surface = VoxelMap(), VoxelMap(MappingConfig(free_space=False))
    whole.insert(frame)
    assert surface.insert(frame) == 0
    assert surface.state_at((1.42, 0.8, 0.6)) == 100
    assert surface.state_at((0.8, 0.0, 1.2)) == -1
    assert np.array_equal(np.sort(surface.points()[0], 0), np.sort(whole.points()[0], 0))


def test_merged_maps_know_what_both_knew(scene):
    first, second, both = VoxelMap(), VoxelMap(), VoxelMap()
    views = [scene.at(0, 0, 0, 10).frame(), scene.at(-1.0, 0.5, 180, 20).frame()]
    first.insert(views[0], views[0].oracle)
    second.insert(views[1], views[1].oracle)
    for view in views:
        both.insert(view, view.oracle)
    first.points(changed_only=True)
    first.merge(second)
    centres = (np.argwhere(both.seen > 0) + 0.5) * both.resolution + both.origin
    assert all(first.state_at(p) == both.state_at(p) for p in centres[::37])
    assert np.array_equal(np.sort(first.points()[0], 0), np.sort(both.points()[0], 0))
    assert len(first.changed_blocks()) > 0
    names = {both.classes[k] for k in both.points()[1]}
    assert {first.classes[k] for k in first.points()[1]} == names
    assert ((first.first > 0) == (first.seen > 0)).all()


def test_maps_of_other_grids_are_not_merged():
    with pytest.raises(InputError, match="same settings"):
        VoxelMap().merge(VoxelMap(MappingConfig(resolution=0.1)))


def test_distances_to_obstacles_are_those_of_the_nearest_voxel(scene):
    voxels = VoxelMap()
    for yaw in (0, 90, 180, 270):
        voxels.insert(scene.at(0, 0, yaw, 20).frame())
    field = distance_field(voxels)
    centres, _ = voxels.points()
    dice = np.random.default_rng(0)
    points = field.origin + dice.random((50, 3)) * field.values.shape * field.resolution
    middles = (np.floor((points - field.origin) / 0.05) + 0.5) * 0.05 + field.origin
    for point, distance in zip(middles, field.at(points), strict=True):
        nearest = np.linalg.norm(centres - point, axis=1).min()
        if distance > 0:
            assert distance == pytest.approx(nearest, abs=1e-3)
        else:
            assert nearest < 1e-3
    assert np.isnan(field.at((99.0, 0.0, 0.0)))
    part = distance_field(voxels, (0.0, -0.5, 0.2), (1.6, 0.5, 1.0), unknown_is_obstacle=True)
    assert part.values.shape == (32, 20, 16)
    assert np.all(part.at([[0.8, 0.0, 0.7]]) <= field.at([[0.8, 0.0, 0.7]]) + 0.3)


def test_a_distance_field_outside_of_the_map_is_refused():
    with pytest.raises(InputError, match="outside"):
        distance_field(VoxelMap())


def test_save_and_load(scene, tmp_path):
    voxels = VoxelMap()
    frame = scene.at(0, 0, 0, 20).frame()
    voxels.insert(frame, frame.oracle)
    path = tmp_path / "deep" / "map.npz"
    voxels.save(path)
    other = VoxelMap()
    other.load(path)
    for mine, theirs in zip(voxels.points(), other.points(), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert other.classes == voxels.classes
    assert [p.name for p in path.parent.iterdir()] == ["map.npz"]
    with pytest.raises(InputError, match="same settings"):
        VoxelMap(MappingConfig(resolution=0.1)).load(path)


def test_unreadable_files_are_input_errors(tmp_path):
    path = tmp_path / "map.npz"
    with pytest.raises(InputError, match="cannot be read"):
        VoxelMap().load(path)
    np.savez(path, grid=np.zeros(3))
    with pytest.raises(InputError, match="stored without classes"):
        VoxelMap().load(path)
    path.write_bytes(b"PK\x03\x04 torn")
    with pytest.raises(InputError, match="map"):
        VoxelMap().load(path)


@settings(max_examples=25, deadline=None)
@given(
    st.floats(0.3, 4.0),
    st.floats(-0.7, 0.7),
    st.floats(-0.5, 0.5),
    st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.5, 1.8)),
)
def test_a_lone_point_is_occupied_and_its_ray_free(distance, azimuth, elevation, camera):
    direction = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth), np.sin(elevation)])
    direction /= np.linalg.norm(direction)
    point = (np.asarray(camera) + distance * direction).astype(np.float32)
    voxels = VoxelMap(MappingConfig(z_min=-3.0, z_max=5.0, band_low=0.1))
    voxels.integrate(point[None], np.ones(1, bool), np.zeros(1, np.int16), camera)
    centres, _ = voxels.points()
    assert len(centres) == 1
    assert np.abs(centres[0] - point).max() <= 0.5 * voxels.resolution + 1e-3
    # The walk ends at the middle of the end voxel: at most a voxel off the exact ray.
    for share in (0.2, 0.5):
        middle = np.asarray(camera) + share * distance * direction
        index = np.floor((middle - voxels.origin) / voxels.resolution).astype(int)
        around = voxels.seen[tuple(slice(i - 1, i + 2) for i in index)]
        assert (around > 0).any()


def test_a_frame_changes_a_voxel_once(scene):
    voxels = VoxelMap()
    voxels.insert(scene.at(0, 0, 0, 20).frame())
    assert voxels.odds.max() == pytest.approx(voxels.config.hit)
    assert voxels.odds.min() == pytest.approx(-voxels.config.miss)


@pytest.mark.benchmark(group="voxel map")
def test_speed_of_integrating_a_frame(benchmark, scene):
    scene = type(scene)(scene.blocks, width=300, fov=90)
    frame = scene.at(-0.5, 0, 0, radians(20)).frame()
    voxels = VoxelMap()
    voxels.insert(frame, frame.oracle)
    benchmark.pedantic(voxels.insert, (frame, frame.oracle), rounds=10, warmup_rounds=2)
    assert voxels.odds.max() > voxels.config.hit


@settings(deadline=None, derandomize=True, database=None, max_examples=25)
@given(seed=st.integers(0, 1 << 30))
def test_the_floor_is_brought_up_to_date_as_if_projected_anew(seed):
    dice, voxels = np.random.default_rng(seed), VoxelMap(MappingConfig())
    layers = (0, 4, 10, 36)
    for _ in range(5):
        camera = (*dice.uniform(-3.0, 3.0, 2), 1.0)
        points = (camera + dice.normal(0.0, 1.0, (40, 3))).astype(np.float32)
        known, classes = np.ones(40, dtype=bool), np.zeros(40, dtype=np.int16)
        voxels.integrate(points, known, classes, camera)
        if dice.random() < 0.4:
            corner = dice.uniform(-4.0, 4.0, 2)
            voxels.cover(tuple(corner), tuple(corner + 0.1))
        if dice.random() < 0.7:
            anew = np.empty(voxels.odds.shape[1::-1], dtype=np.int8)
            whole = (0, 0, *voxels.odds.shape[:2])
            project_columns(voxels.odds, voxels.seen, layers, whole, anew)
            assert np.array_equal(voxels.columns(layers), anew)
