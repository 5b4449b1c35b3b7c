# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each threshold is a setting that reaches what is decided by it."""

from dataclasses import fields, replace
from math import radians
from types import SimpleNamespace

import numpy as np
import pytest
from box_scene import Block

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.frontiers import Frontiers
from egoplan_ros.mapping.objects.absence import absence
from egoplan_ros.mapping.objects.inspection import inspect
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.geometry import Pose, Pose2D, multiply, yaw_quaternion
from egoplan_ros.world.occupancy import FREE, UNKNOWN, OccupancyGrid
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
LOOKS = (
    "inside_range top_range top_slope top_pixels inside_share share_patience least_share "
    "visible_share cut_frames patient_range"
)
FRONTIERS = "blind_range look_range frontier_shift glimpse_share"
HAND = "hand_range hand_right hand_below hand_ahead hand_spread"
REPORTS = "new_pixels new_small_pixels absent_pixels absent_spots"
POSES = "align_near align_far pose_turn pose_shift"


def test_the_tests_here_cover_all():
    names = f"{LOOKS} {FRONTIERS} {HAND} {REPORTS} {POSES}".split()
    assert sorted(names) == sorted(field.name for field in fields(Thresholds))


def made(**values: float) -> WorldModel:
    return WorldModel(ONTOLOGY, MappingConfig.from_mapping(values))


def at_origin(height: float = 0.0) -> SimpleNamespace:
    """A frame whose camera looks along z, its optical frame being that of the map."""
    return SimpleNamespace(camera_pose=Pose((0.0, 0.0, height), (0.0, 0.0, 0.0, 1.0)))


@pytest.mark.parametrize(
    ("top", "pixels", "limits", "seen"),
    [
        (0.7, 300, {}, True),
        (0.7, 300, {"top_range": 2.0}, False),
        (1.3, 300, {}, False),
        (1.3, 300, {"top_slope": 0.05}, True),
        (0.7, 100, {}, False),
        (0.7, 100, {"top_pixels": 50}, True),
    ],
)
def test_a_table_is_looked_onto(top, pixels, limits, seen):
    table = SimpleNamespace(type="DiningTable", inspected=False, high=np.array([2.5, 0.5, top]))
    sighting = SimpleNamespace(middle=np.array([2.0, 0.0, top]), distance=2.4, pixels=pixels)
    inspect(table, sighting, at_origin(1.5), ONTOLOGY, Thresholds(**limits))
    assert table.inspected is seen


@pytest.fixture
def bin_scene(scene):
    x, y, width, height, wall = 1.0, -0.6, 0.3, 0.5, 0.01
    half = (width - wall) / 2
    parts = [((x, y, 0.01), (width, width, 0.02))]
    parts += [((x + s * half, y, height / 2), (wall, width, height)) for s in (-1, 1)]
    parts += [((x, y + s * half, height / 2), (width, wall, height)) for s in (-1, 1)]
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    scene.blocks += [Block("GarbageCan", c, s, group="bin") for c, s in parts]
    return scene


@pytest.mark.parametrize(
    ("frames", "limits", "seen"),
    [
        (1, {}, False),
        (1, {"inside_share": 0.6}, True),
        (16, {}, True),
        (16, {"inside_range": 0.5}, False),
        (16, {"share_patience": 0.0}, False),
        (16, {"least_share": 0.8}, False),
        (16, {"patient_range": 0.5}, False),
    ],
)
def test_a_bin_is_looked_into(bin_scene, see, frames, limits, seen):
    state = see(made(**limits), bin_scene.at(0.58, -0.6, 0, 55), frames)
    assert state.objects["GarbageCan_1"].inspected is seen


@pytest.mark.parametrize(("share", "seen"), [(0.3, True), (1.0, False)])
def test_a_cupboard_is_looked_into_as_far_as_it_shows(scene, see, share, seen):
    x, y, depth, width, low, high, wall = 1.3, 0.0, 0.5, 0.5, 0.1, 0.7, 0.02
    parts = [((x, y, z), (depth, width, wall)) for z in (low, high)]
    parts += [((x, y + s * width / 2, 0.4), (depth, wall, high - low)) for s in (-1, 1)]
    parts += [((x + depth / 2, y, 0.4), (wall, width, high - low))]
    front = [((x - depth / 2, y, 0.4), (wall, width, high - low))]
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    structure = list(scene.blocks)
    model = made(visible_share=share, least_share=0.1)
    closed = [Block("Cabinet", c, s, {"open": 0.0}, "it") for c, s in parts + front]
    scene.blocks = structure + closed
    see(model, scene.at(0.2, 0.0, 0, 35), 2)
    scene.blocks = structure + [Block("Cabinet", c, s, {"open": 1.0}, "it") for c, s in parts]
    scene.blocks.append(Block("", (0.8, 0.05, 0.75), (0.05, 0.1, 0.1)))  # hides some of what shows
    assert see(model, scene, 1).objects["Cabinet_1"].inspected is seen


@pytest.mark.parametrize("frames", [0, 3, 5])
def test_a_drawer_that_is_cut_is_waited_for(model, scene, see, frames):
    see(model, scene.at(0.2, 0.3, 0, 30), 2)
    drawer = next(t for t in model.memory.tracks.values() if t.type == "Drawer")
    drawer.states["open"] = replace(drawer.states["open"], probability=1.0)
    drawer.inspected, drawer.looked_into, drawer.frames_open = False, None, 0
    sighting = SimpleNamespace(cut=True, distance=1.0)
    waited = 0
    while drawer.looked_into is None:
        inspect(drawer, sighting, scene.frame(), ONTOLOGY, Thresholds(cut_frames=frames))
        waited += 1
    assert waited == frames + 1


def floor(*rings: tuple[float, float, int]) -> OccupancyGrid:
    """Floor of 4 m x 4 m about the robot; rings from and to so many metres, and what they are."""
    across = (np.arange(80) + 0.5) * 0.05 - 2.0
    away = np.hypot(*np.meshgrid(across, across))
    data = np.full(away.shape, UNKNOWN, dtype=np.int8)
    for near, far, value in rings:
        data[(away >= near) & (away < far)] = value
    return OccupancyGrid(data, 0.05, (-2.0, -2.0))


@pytest.fixture
def found(scene):
    """Frontiers of some floors, one after the other, with such limits."""
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    frame = scene.at(0, 0, 0, 30).frame()

    def run(*floors, **limits):
        frontiers = Frontiers(MappingConfig.from_mapping(limits))
        return [frontiers.update(each, frame) for each in floors], frontiers.explored

    return run


def test_floor_below_the_view_is_passable(found):
    beyond = floor((1.0, 1.5, FREE))
    assert found(beyond)[0][0]
    assert not found(beyond, blind_range=0.5)[0][0]


def test_a_frontier_in_range_is_looked_at(found):
    around = floor((0.0, 1.5, FREE))
    assert found(*[around] * 6)[1]
    assert not found(*[around] * 6, look_range=1.0)[1]


def test_a_frontier_that_moves_little_keeps_its_id(found):
    small, large = floor((0.0, 1.2, FREE)), floor((0.0, 1.5, FREE))
    for shift, kept in ((0.6, True), (0.05, False)):
        first, second = found(small, large, frontier_shift=shift)[0]
        assert bool({f.id for f in first} & {f.id for f in second}) is kept


def test_what_is_seen_across_something_has_a_share_of_its_gain(found):
    fenced = floor((0.0, 0.8, FREE), (0.8, 0.9, 100), (0.9, 1.6, FREE))
    usual, much = (
        [f.gain for f in found(fenced, glimpse_share=share)[0][0]] for share in (0.05, 0.5)
    )
    assert usual
    assert much == pytest.approx([10.0 * gain for gain in usual])


@pytest.mark.parametrize(
    ("name", "axis"), [("hand_right", 0), ("hand_below", 1), ("hand_ahead", 2)]
)
def test_what_is_held_rests_where_it_is_set(name, axis):
    usual, moved = (made(**x).memory.hand.rest(at_origin()) for x in ({}, {name: 0.7}))
    assert moved[axis] == 0.7
    assert np.delete(moved, axis) == pytest.approx(np.delete(usual, axis))


def test_what_is_held_is_looked_for_near_the_camera():
    item = SimpleNamespace(middle=np.array([0.0, 0.2, 0.8]), distance=0.85)
    assert made().memory.hand.about(at_origin(), [item]) == [0]
    assert made(hand_range=0.8).memory.hand.about(at_origin(), [item]) == []


def test_what_is_held_fills_the_space_that_is_set():
    frame = SimpleNamespace(depth=np.array([[0.6, 0.6]]), camera_pose=at_origin().camera_pose)
    points = np.array([[0.0, 0.2, 0.6], [0.0, 0.0, 0.6]])
    assert made().memory.hand.covers(frame, points).tolist() == [0, 1]
    assert made(hand_spread=0.2).memory.hand.covers(frame, points).tolist() == [0]


def test_what_shows_too_few_pixels_makes_no_row(scene, see):
    def kinds(**limits: int) -> set[str]:
        state = see(made(**limits), scene.at(0.3, 0, 0, 28))
        return {item.type for item in state.objects.values()}

    usual = kinds()
    assert {"Mug", "Drawer"} <= usual
    assert "Mug" not in kinds(new_small_pixels=100_000)
    assert "Drawer" not in kinds(new_pixels=100_000)
    assert "Mug" in kinds(new_pixels=100_000)


@pytest.mark.parametrize(
    ("limits", "counts"),
    [({}, True), ({"absent_spots": 60}, True), ({"absent_spots": 60, "absent_pixels": 200}, False)],
)
def test_what_fills_enough_pixels_would_have_been_reported(limits, counts):
    one = SimpleNamespace(
        in_view=np.array([50]),
        total=np.array([50]),
        through=np.array([50]),
        spots=np.array([50]),
        area=np.array([150.0]),
    )
    track = SimpleNamespace(doubtful=False)
    assert absence(0, track, one, [], False, Thresholds(**limits)).counts is counts


@pytest.mark.parametrize(
    ("limits", "forgotten"), [({}, True), ({"absent_pixels": 10**6, "absent_spots": 10**6}, False)]
)
def test_what_would_have_been_reported_is_forgotten(scene, see, limits, forgotten):
    model = made(**limits)
    assert "Mug_1" in see(model, scene.at(0.3, 0, 0, 28), 3).objects
    scene.blocks = [b for b in scene.blocks if b.type != "Mug"]
    assert ("Mug_1" not in see(model, scene, 12).objects) is forgotten


def test_what_is_mapped_anew_is_corrected_within_the_same_limits(scene):
    model = made(align_far=2.5, pose_turn=0.1)
    model.remapping.follow(replace(scene.frame().robot, odometry=Pose2D()))
    _, alignment = model.remapping._settled
    assert alignment._depths == (0.6, 2.5)
    assert alignment._sigma[0] == 0.1


def corrected(scene, **limits: float) -> bool:
    """Whether a pose that is off by 1.5 degrees and 2 cm among right ones is noticed."""
    alignment = made(**limits).alignment
    for k in range(12):
        alignment.correct(scene.at(-1.2, -1.2, 25.0 + 20.0 * (k % 3), 15.0).frame())
    frame = scene.at(-1.2, -1.2, 45.0, 15.0).frame()
    pose = frame.camera_pose
    turn = multiply(yaw_quaternion(radians(1.5)), pose.orientation)
    wrong = Pose(tuple(np.add(pose.position, (0.02, -0.02, 0.02))), turn)
    return alignment.correct(replace(frame, camera_pose=wrong)).camera_pose != wrong


@pytest.mark.parametrize(
    ("limits", "noticed"),
    [
        ({}, True),
        ({"pose_turn": 1e-3}, False),
        ({"pose_shift": 1e-3}, False),
        ({"align_far": 2.0}, False),
        ({"align_far": 2.5}, True),
        ({"align_far": 2.5, "align_near": 2.0}, False),
    ],
)
def test_a_wrong_pose_is_noticed_within_its_limits(scene, limits, noticed):
    assert corrected(scene, **limits) is noticed
