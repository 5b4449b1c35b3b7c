# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's own detector as back end: types, scores, and what is told of what cannot be used."""

from math import nan, radians

import numpy as np
import pytest

from egoplan_ros.perception.detections.backend import DetectionsBackend, unjudged
from egoplan_ros.perception.registry import make_backend
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D
from egoplan_ros.world.raw_detection import (
    MaskLabel,
    Outline,
    RawDetection,
    RawDetections,
    SpaceBox,
)


def moved(x, y=0.0):
    return Outline(PLACE.corners + np.array([x, y]), exact=False)


PLACE = Outline(np.array([(10, 10), (30, 10), (30, 40), (10, 40)], dtype=float), exact=False)


def frame_with(raw):
    camera = Camera.from_vertical_fov(60, 50, radians(60))
    depth = np.full((50, 60), 2.0, dtype=np.float32)
    depth[:, 45:] = np.nan
    return RgbdFrame(
        1.5,
        np.zeros((50, 60, 3), dtype=np.uint8),
        depth,
        camera,
        Pose(),
        RobotState(1.5, 0, 1, Pose2D(), 0.0, 1.5),
        raw=raw,
    )


def thing(name="Mug", score=0.9, shape=PLACE, **more):
    classes = name if isinstance(name, tuple) else ((name, 1.0),)
    return RawDetection(classes, score, shape, **more)


def seen(*items, backend=None, **more):
    backend = backend or DetectionsBackend()
    return backend.detect(frame_with(RawDetections(tuple(items), **more))), backend.cautions


def test_a_box_becomes_a_mask_of_a_type():
    result, cautions = seen(thing("coffee mug", 0.8))
    (mug,) = result.items
    assert (mug.type, mug.score, mug.candidates) == ("Mug", 0.8, ())
    assert mug.box == (10, 10, 30, 40)
    assert result.labels[mug.point[1], mug.point[0]] == mug.label
    assert (result.stamp, result.backend, result.judged, cautions) == (1.5, "detections", True, {})


def test_nothing_seen_is_an_answer():
    result, cautions = seen()
    assert result.judged
    assert not result.items
    assert not cautions
    assert not result.labels.any()


def test_a_frame_that_nobody_judged_says_so():
    result = unjudged(frame_with(None))
    assert not result.judged
    assert result.labels.shape == (50, 60)


def test_without_a_running_detector_it_is_told_what_it_needs():
    with pytest.raises(InputError, match="running graph"):
        make_backend("detections").detect(frame_with(None))


def test_a_name_of_several_types_stands_for_each():
    result, _ = seen(thing("table"))
    (table,) = result.items
    assert table.type == table.candidates[0][0]
    assert {"DiningTable", "CoffeeTable"} <= {kind for kind, _ in table.candidates}
    assert sum(share for _, share in table.candidates) <= 1.0 + 1e-9


def test_several_classes_travel_as_candidates():
    result, _ = seen(thing((("Cup", 0.25), ("Mug", 0.5), ("giraffe", 0.25))))
    assert result.items[0].candidates == (("Mug", 0.5), ("Cup", 0.25))


def test_an_unknown_class_keeps_its_name_for_others_to_tell_of():
    result, _ = seen(thing("giraffe"))
    assert result.items[0].type == "giraffe"
    assert result.items[0].candidates == ()


def test_numbers_are_looked_up(tmp_path):
    (tmp_path / "names.txt").write_text("person\ncup\n")
    backend = DetectionsBackend(names=str(tmp_path / "names.txt"))
    result, _ = seen(thing("1"), backend=backend)
    assert result.items[0].type == "Cup"


@pytest.mark.parametrize("score", [nan, -0.1, 0.0, 1.01, 87.0, float("inf")])
def test_scores_that_are_none_are_left_out_and_told(score):
    result, cautions = seen(thing(score=score), thing("Apple", 0.5, moved(10)))
    assert [item.type for item in result.items] == ["Apple"]
    assert f"{score:g} of Mug" in cautions["scores"]


@pytest.mark.parametrize(
    ("shape", "key", "line"),
    [
        (moved(100), "places", "Mug (outside)"),
        (moved(0, -90), "places", "Mug (outside)"),
        (Outline(PLACE.corners * nan, False), "places", "Mug (no place)"),
        (Outline(PLACE.corners[:2], True), "places", "Mug (no place)"),
        (Outline(PLACE.corners * 0.0, False), "places", "Mug (no place)"),
        (SpaceBox(Pose(), (0.0, 0.0, 0.0), "map"), "places", "Mug (no place)"),
        (SpaceBox(Pose((nan, 0.0, 0.0)), (1.0, 1.0, 1.0), "map"), "places", "no place"),
        (
            SpaceBox(Pose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)), (1.0, 1.0, 1.0), "map"),
            "places",
            "no",
        ),
        (SpaceBox(Pose(), (1.0, 1.0, 1.0), "lidar"), "frames", "'lidar'"),
        (SpaceBox(Pose((0.0, 0.0, -9.0)), (1.0, 1.0, 1.0), "map"), "masks", "Mug"),
        (moved(40), "masks", "Mug"),  # without depth there
        (MaskLabel(9), "masks", "Mug"),
        (MaskLabel(0), "places", "Mug (no place)"),
    ],
)
def test_what_has_no_place_in_the_frame_is_left_out_and_told(shape, key, line):
    labels = np.zeros((50, 60), dtype=np.uint16)
    labels[0:2, 0:2] = 3
    others = {"labels": labels} if isinstance(shape, MaskLabel) else {}
    backend = DetectionsBackend()
    result, cautions = seen(
        thing(shape=shape), thing("Apple"), backend=backend, frames={"map": Pose()}, **others
    )
    assert [item.type for item in result.items] == ["Apple"]
    assert list(cautions) == [key]
    assert line in cautions[key]
    assert key in DetectionsBackend.KEYS
    assert seen(thing("Apple"), backend=backend)[1] == {}


def test_a_long_list_of_what_is_wrong_is_cut():
    _, cautions = seen(*(thing(f"thing {n}", nan) for n in range(50)))
    assert len(cautions["scores"]) < 400
    assert "..." in cautions["scores"]


def test_a_thing_without_any_class_is_told():
    result, cautions = seen(thing(()))
    assert not result.items
    assert "without a class" in cautions["scores"]


@pytest.mark.parametrize(
    "more", [{"labels": np.zeros((5, 6), dtype=np.uint16)}, {"picture": (640, 480)}]
)
def test_a_detector_of_pictures_of_another_size_is_refused(more):
    with pytest.raises(InputError, match=r"6x5|640x480") as told:
        seen(thing(), **more)
    assert "60x50" in str(told.value)


def test_states_and_looks_are_passed_on():
    looks = np.array([0.6, 0.8], dtype=np.float32)
    result, _ = seen(thing(states={"open": 0.9}, embedding=looks))
    assert result.items[0].states == {"open": 0.9}
    assert result.items[0].embedding is looks


def test_too_small_a_limit_is_refused():
    with pytest.raises(InputError, match="min_pixels"):
        make_backend("detections", min_pixels=0)
