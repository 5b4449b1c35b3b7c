# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Exports of each layout, run by OpenCV: one chair at a known place."""

from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.perception.coco.detector import OnnxDetector
from egoplan_ros.perception.coco.layouts import LAYOUTS, guess_layout
from egoplan_ros.perception.coco.onnx_file import OnnxFile, read_onnx
from egoplan_ros.perception.names import read_names
from egoplan_ros.world.errors import InputError

FOLDER = Path(__file__).parent / "layouts"
NAMES = read_names(FOLDER / "names.txt")
BOX = (24.0, 16.0, 56.0, 48.0)
EXPORTS = {
    "nanodet": "nanodet",
    "nanodet_plus": "nanodet",
    "yolox": "yolox",
    "yolox_decoded": "yolox",
    "rtdetr": "rtdetr",
    "rfdetr": "rfdetr",
    "rfdetr_masks": "rfdetr",
    "boxes": "boxes",
    "boxes_table": "boxes",
    "boxes_masks": "boxes_masks",
}
rgb = np.random.default_rng(0).integers(0, 256, (128, 192, 3), dtype=np.uint8)


@pytest.mark.parametrize(("export", "layout"), EXPORTS.items())
def test_layout_is_told_by_the_outputs_and_the_box_is_where_it_is(export, layout):
    detector = OnnxDetector(FOLDER / f"{export}.onnx", NAMES)
    assert detector.layout.name == layout
    found = detector.find(rgb, 0.3)
    assert [NAMES[k] for k in found.classes] == ["chair"]
    assert found.scores[0] > 0.85
    np.testing.assert_allclose(found.boxes[0], 2.0 * np.array(BOX), atol=0.5)  # twice the input
    assert (found.masks is not None) == ("masks" in export)


@pytest.mark.parametrize("export", ["rfdetr_masks", "boxes_masks"])
def test_masks_are_of_the_image(export):
    mask = OnnxDetector(FOLDER / f"{export}.onnx", NAMES).find(rgb, 0.3).masks[0] > 0.5
    assert mask.shape == rgb.shape[:2]
    rows, columns = np.nonzero(mask)  # the left half of the box
    assert (rows.min(), rows.max()) == pytest.approx((32, 95), abs=3)
    assert (columns.min(), columns.max()) == pytest.approx((48, 79), abs=3)


def test_the_same_outputs_are_read_as_declared():
    """D-FINE has the outputs of RT-DETR."""
    assert OnnxDetector(FOLDER / "rtdetr.onnx", NAMES, "dfine").find(rgb, 0.3).scores.size == 1


@pytest.mark.parametrize("size", [(128, 192), (192, 128), (40, 300), (17, 16)])
@pytest.mark.parametrize("export", ["nanodet", "yolox", "rfdetr", "boxes_masks"])
def test_boxes_stay_in_images_of_every_shape(export, size):
    image = np.zeros((*size, 3), dtype=np.uint8)
    found = OnnxDetector(FOLDER / f"{export}.onnx", NAMES).find(image, 0.0)
    assert (found.boxes >= 0).all()
    assert (found.boxes[:, [0, 2]] <= size[1]).all()
    assert (found.boxes[:, [1, 3]] <= size[0]).all()
    assert np.all(np.diff(found.scores) <= 0)


@pytest.mark.parametrize("export", ["nanodet", "yolox", "rfdetr"])
def test_more_or_fewer_names_than_classes_are_told_in_one_line(export):
    for names in (NAMES[:2], (*NAMES, "sofa")):
        with pytest.raises(InputError, match=r"names|layout") as told:
            OnnxDetector(FOLDER / f"{export}.onnx", names)
        assert "\n" not in str(told.value)


def test_a_class_beyond_the_names_is_told():
    with pytest.raises(InputError, match="names needs a line for each class"):
        OnnxDetector(FOLDER / "rtdetr.onnx", NAMES[:1])


def test_a_layout_that_does_not_fit_is_told():
    with pytest.raises(InputError, match="not of layout yolox"):
        OnnxDetector(FOLDER / "nanodet_plus.onnx", NAMES, "yolox")
    with pytest.raises(InputError, match="layout 'yolo9' is unknown"):
        OnnxDetector(FOLDER / "nanodet.onnx", NAMES, "yolo9")


def test_an_open_layout_is_asked_for():
    model = OnnxFile(b"", {"x": (1, 3, 64, 64)}, {"a": (1, 7), "b": (2, 9)})
    with pytest.raises(InputError, match="say it: layout one of " + ", ".join(LAYOUTS)):
        guess_layout(model, 3)


@pytest.mark.parametrize(
    "content", [b"", b"\x00" * 40, b"no model at all, but text", b"\x3a\xff\xff"]
)
def test_what_is_no_model_is_told(tmp_path, content):
    path = tmp_path / "model.onnx"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is no ONNX file"):
        OnnxDetector(path, NAMES)


def test_a_file_that_is_cut_off_is_told(tmp_path):
    whole = (FOLDER / "yolox.onnx").read_bytes()
    path = tmp_path / "model.onnx"
    for part in np.linspace(1, len(whole) - 1, 12).astype(int):
        path.write_bytes(whole[:part])
        with pytest.raises(InputError, match=r"is no ONNX file|cannot run"):
            OnnxDetector(path, NAMES)


def test_a_model_that_is_not_there_is_told(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        read_onnx(tmp_path / "none.onnx")
