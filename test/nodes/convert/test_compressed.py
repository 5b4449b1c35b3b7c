# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Images as image_transport compresses them."""

import cv2
import numpy as np
import pytest
from sensor_msgs.msg import CompressedImage

from egoplan_ros.nodes.convert.compressed import unpacked
from egoplan_ros.nodes.convert.image import from_color, from_depth
from egoplan_ros.world.errors import InputError

RGB = np.zeros((24, 32, 3), np.uint8)
RGB[:, :16], RGB[:, 16:] = (200, 30, 10), (10, 60, 220)
DEPTH = np.arange(24 * 32, dtype=np.uint16).reshape(24, 32) * 7


def message(form, data):
    found = CompressedImage(format=form, data=data)
    found.header.stamp.sec, found.header.frame_id = 7, "lens"
    return found


@pytest.mark.parametrize(
    ("kind", "form", "off"), [(".jpg", "rgb8; jpeg compressed bgr8", 12), (".png", "rgb8; png", 0)]
)
def test_colour(kind, form, off):
    data = cv2.imencode(kind, RGB[..., ::-1])[1].tobytes()
    image = unpacked(message(form, data))
    assert (image.header.stamp.sec, image.header.frame_id) == (7, "lens")
    apart = np.abs(from_color(image).astype(int) - RGB)[:, [2, 8, 24, 30]]
    assert apart.max() <= off


@pytest.mark.parametrize("header", [bytes(12), b""])
def test_depth_is_exact(header):
    data = header + cv2.imencode(".png", DEPTH)[1].tobytes()
    image = unpacked(message("16UC1; compressedDepth png", data))
    metres = from_depth(image)
    known = DEPTH > 0
    np.testing.assert_allclose(metres[known], DEPTH[known] / 1000.0, atol=1e-6)


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("jpeg", b""),
        ("jpeg", b"no picture"),
        ("16UC1; compressedDepth png", bytes(20)),
        ("32FC1; compressedDepth png", bytes(12) + cv2.imencode(".png", DEPTH)[1].tobytes()),
        ("16UC1; compressedDepth png", cv2.imencode(".png", RGB)[1].tobytes()),
    ],
)
def test_what_cannot_be_read_is_told(form, data):
    with pytest.raises(InputError):
        unpacked(message(form, data))
