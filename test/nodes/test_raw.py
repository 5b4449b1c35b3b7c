# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages of detectors as what they say, on the genuine types where they are installed."""

from math import pi, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from egoplan_ros.msg import Detection as OwnDetection
from egoplan_ros.msg import Detections as OwnDetections
from geometry_msgs.msg import Pose, Quaternion, Vector3
from hypothesis import given
from hypothesis import strategies as st
from std_msgs.msg import Header

from egoplan_ros.nodes.convert.image import to_labels
from egoplan_ros.nodes.convert.raw import KINDS, frames_of
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.raw_detection import MaskLabel

vision = pytest.importorskip("vision_msgs.msg")


def hypotheses(*scores):
    found = []
    for name, score in scores:
        item = vision.ObjectHypothesisWithPose()
        item.hypothesis.class_id, item.hypothesis.score = name, score
        found.append(item)
    return found


def box(x, y, width, height, theta=0.0, results=()):
    item = vision.Detection2D(results=list(results) or hypotheses(("cup", 0.5)))
    item.bbox.center.position.x, item.bbox.center.position.y = x, y
    item.bbox.center.theta = theta
    item.bbox.size_x, item.bbox.size_y = width, height
    return item


def boxes(*items):
    message = vision.Detection2DArray(detections=list(items))
    return KINDS["vision_msgs/msg/Detection2DArray"](message).items


def test_a_box_has_its_corners_about_its_middle():
    (item,) = boxes(box(50.0, 40.0, 20.0, 10.0))
    assert item.classes == (("cup", 1.0),)
    assert item.score == 0.5
    assert not item.shape.exact
    assert item.shape.corners.min(axis=0).tolist() == [40.0, 35.0]
    assert item.shape.corners.max(axis=0).tolist() == [60.0, 45.0]


@given(st.floats(-pi, pi))
def test_a_turned_box_keeps_its_sides(theta):
    (item,) = boxes(box(0.0, 0.0, 20.0, 10.0, theta))
    corners = item.shape.corners
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    assert sides == pytest.approx([20.0, 10.0, 20.0, 10.0])
    # Counter-clockwise to the eye: the right end goes up, to smaller rows.
    right = corners[1:3].mean(axis=0)
    assert right == pytest.approx((10 * np.cos(theta), -10 * np.sin(theta)), abs=1e-9)


@pytest.mark.parametrize(
    ("scores", "score", "shares"),
    [
        ((("cup", 0.6), ("mug", 0.3)), 0.9, {"cup": 2 / 3, "mug": 1 / 3}),  # exclude each other
        ((("mug", 0.6), ("cup", 0.9)), 0.9, {"cup": 0.6, "mug": 0.4}),  # each for itself
        ((("cup", 0.7), ("mug", 0.3000001)), 1.0, {"cup": 0.7, "mug": 0.3}),
        ((("cup", 1.0), ("mug", 0.0)), 1.0, {"cup": 1.0}),
    ],
)
def test_several_hypotheses_share_one_thing(scores, score, shares):
    (item,) = boxes(box(5.0, 5.0, 2.0, 2.0, results=hypotheses(*scores)))
    assert item.score == pytest.approx(score)
    assert dict(item.classes) == pytest.approx(shares, abs=1e-6)
    assert [name for name, _ in item.classes] == sorted(shares, key=lambda name: -shares[name])


@pytest.mark.parametrize("wrong", [float("nan"), -1.0, 7.0, 0.0])
def test_scores_that_are_none_stay_visible(wrong):
    (item,) = boxes(box(5.0, 5.0, 2.0, 2.0, results=hypotheses(("cup", wrong))))
    assert not 0.0 < item.score <= 1.0


def test_a_detection_without_a_hypothesis_has_no_class():
    item = vision.Detection2D()
    assert boxes(item)[0].classes == ()


def test_a_box_in_space_is_in_the_frame_of_its_own_or_of_the_message():
    convert = KINDS["vision_msgs/msg/Detection3DArray"]
    first, second = (vision.Detection3D(results=hypotheses(("cup", 0.5))) for _ in range(2))
    first.bbox.center = Pose(orientation=Quaternion(z=0.7, w=0.7))
    first.bbox.size = Vector3(x=1.0, y=2.0, z=3.0)
    second.header.frame_id = "/wrist_camera"
    message = vision.Detection3DArray(
        header=Header(frame_id="head_camera"), detections=[first, second]
    )
    raw = convert(message)
    assert frames_of(raw) == {"head_camera", "wrist_camera"}
    shape = raw.items[0].shape
    assert shape.size == (1.0, 2.0, 3.0)
    assert shape.pose.orientation == pytest.approx((0.0, 0.0, sqrt(0.5), sqrt(0.5)))


def yolo(**more):
    """Of the shape of a yolo_msgs/msg/Detection; the system tests use generated ones."""
    fields = {
        "class_id": 41,
        "class_name": "cup",
        "score": 0.7,
        "bbox": SimpleNamespace(
            center=SimpleNamespace(position=SimpleNamespace(x=10.0, y=20.0), theta=0.0),
            size=SimpleNamespace(x=4.0, y=6.0),
        ),
        "mask": SimpleNamespace(height=0, width=0, data=[]),
    }
    return SimpleNamespace(**{**fields, **more})


def test_an_outline_is_taken_before_a_box_and_a_number_where_there_is_no_name():
    points = [SimpleNamespace(x=float(x), y=float(y)) for x, y in ((1, 1), (9, 1), (5, 8))]
    mask = SimpleNamespace(height=480, width=640, data=points)
    message = SimpleNamespace(detections=[yolo(mask=mask), yolo(class_name="")])
    raw = KINDS["yolo_msgs/msg/DetectionArray"](message)
    outline, plain = raw.items
    assert outline.shape.exact
    assert outline.shape.corners.tolist() == [[1.0, 1.0], [9.0, 1.0], [5.0, 8.0]]
    assert not plain.shape.exact
    assert plain.shape.corners.max(axis=0).tolist() == [12.0, 23.0]
    assert (plain.classes, raw.picture) == ((("41", 1.0),), (640, 480))


def test_our_own_label_image_keeps_states_candidates_and_looks():
    labels = np.zeros((4, 6), dtype=np.uint16)
    mug = OwnDetection(type="Mug", score=0.5, label=7, states=["dirty"], probabilities=[0.7])
    cup = OwnDetection(type="Cup", score=0.5, label=8, candidates=["Cup", "Mug"])
    cup.candidate_probabilities, cup.embedding = [0.6, 0.3], [0.6, 0.8]
    message = OwnDetections(label_image=to_labels(labels, 0.0), detections=[mug, cup])
    raw = KINDS["egoplan_ros/msg/Detections"](message)
    assert (raw.labels == labels).all()
    assert raw.items[0].shape == MaskLabel(7)
    assert raw.items[0].states == {"dirty": 0.7}
    assert raw.items[1].classes == (("Cup", 0.6), ("Mug", 0.3))
    assert raw.items[1].embedding == pytest.approx([0.6, 0.8])
    message.label_image.encoding = "rgb8"
    with pytest.raises(InputError, match="rgb8"):
        KINDS["egoplan_ros/msg/Detections"](message)
