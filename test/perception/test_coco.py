# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end on a photograph, and what becomes of boxes."""

from dataclasses import replace
from math import radians
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.perception.assembly import Candidate, assemble
from egoplan_ros.perception.coco.backend import WEIGHTS, CocoBackend
from egoplan_ros.perception.coco.calibration import SHIPPED
from egoplan_ros.perception.coco.found import Found, suppressed
from egoplan_ros.perception.coco.picture import Preprocessing, to_input
from egoplan_ros.perception.masks import MaskMaker
from egoplan_ros.perception.names import read_names
from egoplan_ros.perception.registry import backend_options, make_backend
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D
from egoplan_ros.world.ontology import load_ontology

COFFEE = Path(__file__).parent / "photographs" / "coffee.jpg"
LAYOUTS = Path(__file__).parent / "layouts"


def frame_of(rgb, depth=None):
    rows, columns = rgb.shape[:2]
    if depth is None:
        depth = np.full((rows, columns), np.nan, dtype=np.float32)
    camera = Camera.from_vertical_fov(columns, rows, radians(60))
    robot = RobotState(2.5, 0, 1, Pose2D(), 0.0, 1.5)
    return RgbdFrame(2.5, rgb, depth, camera, Pose(), robot)


@pytest.fixture(scope="module")
def coffee():
    return np.ascontiguousarray(cv2.imread(str(COFFEE))[..., ::-1])


@pytest.fixture(scope="module")
def backend():
    return CocoBackend(threshold=0.1)


def consistent(detections, shape):
    """Labels are disjoint by nature; boxes and points must be of them."""
    labels = detections.labels
    assert labels.dtype == np.uint16
    assert labels.shape == shape[:2]
    told = sorted(item.label for item in detections.items)
    assert told == sorted(set(np.unique(labels)) - {0})
    for item in detections.items:
        rows, columns = np.nonzero(labels == item.label)
        assert item.box == (columns.min(), rows.min(), columns.max(), rows.max())
        assert labels[item.point[1], item.point[0]] == item.label
        assert 0.0 < item.score <= 1.0
        shares = [share for _, share in item.candidates]
        assert item.type == item.candidates[0][0]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) <= 1.0 + 1e-6
        assert not item.states


def test_a_cup_on_a_table_is_seen_with_masks_that_do_not_overlap(backend, coffee):
    result = backend.detect(frame_of(coffee))
    consistent(result, coffee.shape)
    assert (result.stamp, result.backend) == (2.5, "coco")
    found = {item.type: item for item in result.items}
    assert {"DiningTable", "Cup"} <= set(found)
    cup = found["Cup"]
    assert [kind for kind, _ in cup.candidates[:2]] == ["Cup", "Mug"]
    assert result.labels[120, 290] == cup.label  # in the middle of the cup, which is on the table
    assert result.labels[380, 40] == found["DiningTable"].label


def test_the_shipped_threshold_tells_what_is_likely_right(coffee):
    result = CocoBackend().detect(frame_of(coffee))
    assert [item.type for item in result.items] == ["DiningTable"]
    assert result.items[0].score > 0.8


def test_equal_frames_give_equal_detections(backend, coffee):
    first, second = (backend.detect(frame_of(coffee)) for _ in range(2))
    assert first.items == second.items
    np.testing.assert_array_equal(first.labels, second.labels)


@pytest.mark.parametrize("value", [np.nan, 0.0, np.inf, -1.0, 65.535])
def test_depth_without_a_value_does_no_harm(backend, coffee, value):
    depth = np.full(coffee.shape[:2], value, dtype=np.float32)
    result = backend.detect(frame_of(coffee, depth))
    consistent(result, coffee.shape)
    assert result.items == backend.detect(frame_of(coffee)).items


@pytest.mark.parametrize("level", [0, 255, 128])
def test_in_an_even_image_there_is_nothing(level):
    rgb = np.full((120, 160, 3), level, dtype=np.uint8)
    assert not CocoBackend().detect(frame_of(rgb)).items


def test_a_tiny_image_is_refused_in_one_line(backend):
    with pytest.raises(InputError, match="8x8 pixels is too small"):
        backend.detect(frame_of(np.zeros((8, 8, 3), dtype=np.uint8)))


def test_ones_own_detector_and_its_masks():
    backend = CocoBackend(str(LAYOUTS / "boxes_masks.onnx"), str(LAYOUTS / "names.txt"))
    rgb = np.full((128, 192, 3), 90, dtype=np.uint8)
    result = backend.detect(frame_of(rgb))
    consistent(result, rgb.shape)
    (chair,) = result.items
    assert chair.candidates[0][0] == "Chair"
    assert chair.box == pytest.approx((48, 32, 79, 95), abs=3)  # the left half of the box
    assert chair.score == pytest.approx(0.9, abs=0.01)  # taken as it is


def test_options_are_declared_and_others_refused():
    assert {option.name for option in backend_options("coco")} == {
        "model", "names", "layout", "threshold",
    }  # fmt: skip
    with pytest.raises(InputError, match=r"'coco' has no option 'min_pixels'; it has model, names"):
        make_backend("coco", min_pixels=3)
    with pytest.raises(InputError, match="threshold must be"):
        make_backend("coco", threshold=1.5)


def test_names_that_are_no_type_are_told(tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("zebra\ngiraffe\ncow\n")
    with pytest.raises(InputError, match="no name is a type"):
        CocoBackend(str(LAYOUTS / "yolox.onnx"), str(names))


def test_cocos_names_stand_for_types():
    ontology = load_ontology()
    names = read_names(WEIGHTS / "coco.txt")
    known = {name: ontology.detected(name) for name in names if ontology.detected(name)}
    assert len(names) == 80
    assert len(known) == 29
    assert known["cup"] == (("Cup", 0.5), ("Mug", 0.45))
    assert "oven" not in known  # a share of 0: people call a microwave so, detectors do not
    assert "person" not in known
    for shares in known.values():
        assert sum(share for _, share in shares) <= 1.0 + 1e-9
    assert ontology.detected("coffee_machine") == (("CoffeeMachine", 1.0),)
    assert ontology.detected("Garbage-Can") == (("GarbageCan", 1.0),)


def test_a_things_two_names_are_one_detection(backend, monkeypatch):
    names = backend._detector.names
    boxes = np.float32([[10, 10, 90, 90], [11, 10, 90, 91], [100, 10, 150, 60]])
    classes = np.array([names.index(name) for name in ("cup", "bowl", "vase")])
    found = Found(boxes, np.float32([0.6, 0.4, 0.5]), classes)
    monkeypatch.setattr(backend._detector, "find", lambda rgb, threshold: found)
    result = backend.detect(frame_of(np.zeros((120, 160, 3), dtype=np.uint8)))
    assert [item.type for item in result.items] == ["Cup", "Vase"]
    kinds = dict(result.items[0].candidates)
    assert kinds["Cup"] > kinds["Mug"] > kinds["Bowl"] > 0.0


# -- masks ---------------------------------------------------------------------------------------


def scene(size=120, wall=2.0):
    """A ball on a tilted floor before a wall: image, depth, mask of the ball."""
    v, u = np.mgrid[:size, :size].astype(np.float32)
    floor = 60.0 / np.maximum(v - 20.0, 1e-3)
    depth = np.minimum(floor, wall).astype(np.float32)
    ball = (u - 60) ** 2 + (v - 80) ** 2 < 14**2
    depth[ball] = 0.75
    rgb = np.where(ball[..., None], (200, 40, 40), (120, 110, 100)).astype(np.uint8)
    return rgb, depth, ball


BALL = (46, 66, 74, 94)


def overlap(mask, ball):
    truth = ball[BALL[1] : BALL[3] + 1, BALL[0] : BALL[2] + 1]
    return (mask & truth).sum() / (mask | truth).sum()


def test_a_thing_is_cut_from_what_it_stands_on():
    rgb, depth, ball = scene()
    grey = np.full_like(rgb, 128)
    assert overlap(MaskMaker().mask(grey, depth, BALL, 120.0), ball) > 0.9
    assert overlap(MaskMaker().mask(rgb, None, BALL, 120.0), ball) > 0.85


def test_what_is_before_or_behind_by_more_than_its_size_is_something_else():
    rgb, depth, ball = scene()
    behind, before = ball.copy(), ball.copy()
    behind[:, 54:], before[:88] = False, False
    depth[behind], depth[before] = 1.0, 0.5  # the ball is 0.17 m wide
    own = ball & ~behind & ~before
    assert overlap(MaskMaker().mask(np.full_like(rgb, 128), depth, BALL, 120.0), own) > 0.9


def test_holes_at_the_edges_are_filled():
    rgb, depth, ball = scene()
    edge = cv2.morphologyEx(ball.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((5, 5))) > 0
    depth[edge] = np.nan
    assert overlap(MaskMaker().mask(rgb, depth, BALL, 120.0), ball) > 0.8


def test_a_flat_thing_is_its_box():
    depth = np.full((60, 60), 1.5, dtype=np.float32)
    mask = MaskMaker().mask(np.zeros((60, 60, 3), dtype=np.uint8), depth, (20, 20, 39, 39), 60.0)
    assert mask.all()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_box_has_a_mask_of_its_size(data):
    rows, columns = data.draw(st.integers(16, 70)), data.draw(st.integers(16, 70))
    left, top = data.draw(st.integers(0, columns - 1)), data.draw(st.integers(0, rows - 1))
    right, bottom = data.draw(st.integers(left, columns - 1)), data.draw(st.integers(top, rows - 1))
    random = np.random.default_rng(data.draw(st.integers(0, 9)))
    rgb = random.integers(0, 256, (rows, columns, 3), dtype=np.uint8)
    depth = random.choice([np.nan, 0.0, 0.5, 1.0, 1.02, np.inf], (rows, columns)).astype(np.float32)
    maker = MaskMaker(replace(MaskMaker().settings, side=32))
    for given_depth in (depth, None):
        mask = maker.mask(rgb, given_depth, (left, top, right, bottom), 60.0)
        assert mask.shape == (bottom - top + 1, right - left + 1)
        assert mask.any()


def test_the_smaller_and_nearer_keeps_its_pixels():
    rgb, depth, ball = scene()
    things = [
        Candidate(np.float32([0, 30, 120, 120]), 0.9, (("Floor", 1.0),), depth < 1.9),
        Candidate(np.float32([46, 66, 75, 95]), 0.5, (("BasketBall", 0.9),), ball),
    ]
    labels, items = assemble(things, rgb, depth, MaskMaker(), 120.0)
    assert [item.type for item in items] == ["Floor", "BasketBall"]
    np.testing.assert_array_equal(labels == items[1].label, ball)


# -- boxes and scores ----------------------------------------------------------------------------


@given(st.integers(20, 900), st.integers(20, 900), st.booleans(), st.booleans())
def test_boxes_come_back_to_the_image(rows, columns, keep, centred):
    wanted = Preprocessing(keep_ratio=keep, centred=centred)
    blob, placement = to_input(np.zeros((rows, columns, 3), dtype=np.uint8), (64, 96), wanted)
    assert blob.shape == (1, 3, 64, 96)
    box = np.float32([[0.1 * columns, 0.2 * rows, 0.8 * columns, 0.9 * rows]])
    there = box * np.tile(placement.scale, 2) + np.tile(placement.offset, 2)
    np.testing.assert_allclose(placement.back(there), box, atol=1e-2)


def test_of_overlapping_boxes_of_a_class_the_best_stays():
    boxes = np.float32([[0, 0, 10, 10], [1, 0, 11, 10], [0, 0, 10, 10], [50, 50, 60, 60]])
    found = Found(boxes, np.float32([0.5, 0.9, 0.4, 0.3]), np.array([1, 1, 2, 1]))
    kept = suppressed(found, 0.5)
    assert kept.scores.tolist() == pytest.approx([0.9, 0.4, 0.3])


def test_probabilities_rise_with_the_score():
    scores = np.linspace(0.01, 0.99, 50)
    for told in (SHIPPED.is_thing(scores), SHIPPED.is_right(scores)):
        assert np.all(np.diff(told) > 0)
    assert np.all(SHIPPED.is_thing(scores) >= SHIPPED.is_right(scores))
    assert SHIPPED.is_right(np.array(SHIPPED.raw(0.65))) == pytest.approx(0.65)
