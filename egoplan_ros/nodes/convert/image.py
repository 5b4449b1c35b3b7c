# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Images and camera infos; pixel data is moved in whole blocks."""

import sys
from array import array

import numpy as np
import numpy.typing as npt
from sensor_msgs.msg import CameraInfo, Image

from egoplan_ros.nodes.convert.stamps import OPTICAL, header
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError

_CHANNELS = {"rgb8": 3, "bgr8": 3, "rgba8": 4, "bgra8": 4}
_FISHEYES = ("equidistant", "fisheye")
_NO_DEPTH = 65535
_BIG = sys.byteorder == "big"


def _image(data: npt.NDArray[np.generic], encoding: str, stamp: float) -> Image:
    rows, columns = data.shape[:2]
    message = Image(header=header(stamp, OPTICAL), encoding=encoding, is_bigendian=int(_BIG))
    message.height, message.width = rows, columns
    message.step = data.nbytes // rows if rows else 0
    message.data = array("B", np.ascontiguousarray(data).tobytes())
    return message


def to_color(rgb: npt.NDArray[np.uint8], stamp: float) -> Image:
    """``rgb8`` from uint8 ``(h, w, 3)``."""
    return _image(rgb, "rgb8", stamp)


def to_depth(depth: npt.NDArray[np.float32], stamp: float) -> Image:
    """``32FC1`` metres from float32 ``(h, w)``."""
    return _image(depth.astype(np.float32, copy=False), "32FC1", stamp)


def to_labels(labels: npt.NDArray[np.uint16], stamp: float) -> Image:
    """``16UC1`` from uint16 ``(h, w)``."""
    return _image(labels.astype(np.uint16, copy=False), "16UC1", stamp)


def _pixels(message: Image, kind: str, channels: int, what: str) -> npt.NDArray[np.generic]:
    dtype = np.dtype(kind).newbyteorder(">" if message.is_bigendian else "<")
    row = message.width * channels * dtype.itemsize
    if message.step < row or len(message.data) != message.step * message.height:
        raise InputError(
            f"{what}: {message.width}x{message.height} {message.encoding} needs {row} bytes a row, "
            f"got step {message.step} and {len(message.data)} bytes; check the camera driver"
        )
    table = np.frombuffer(message.data, dtype=np.uint8).reshape(message.height, message.step)
    values = np.ascontiguousarray(table[:, :row]).view(dtype)
    shape = (message.height, message.width, channels) if channels > 1 else values.shape
    return np.asarray(values.reshape(shape).astype(dtype.newbyteorder("="), copy=False))


def from_color(message: Image) -> npt.NDArray[np.uint8]:
    """uint8 ``(h, w, 3)`` RGB of ``rgb8``, ``bgr8``, ``rgba8`` or ``bgra8``.

    Raises:
        InputError: other encoding, or data that does not fit the size.
    """
    channels = _CHANNELS.get(message.encoding)
    if channels is None:
        raise InputError(
            f"color image: encoding {message.encoding!r} is not supported; "
            f"use one of {', '.join(_CHANNELS)}"
        )
    pixels = _pixels(message, "u1", channels, "color image")[..., :3]
    if message.encoding.startswith("bgr"):
        pixels = pixels[..., ::-1]
    return np.ascontiguousarray(pixels).astype(np.uint8, copy=False)


def from_depth(message: Image, scale: float = 0.0) -> npt.NDArray[np.float32]:
    """float32 ``(h, w)`` metres of ``32FC1`` (metres) or ``16UC1`` (millimetres, 0 unknown).

    The largest number of ``16UC1`` is unknown as well: it says "none", and would else free all
    space up to 65 m. ``scale``: metres of a unit of either; 0 is what the encoding says (REP 118).

    Raises:
        InputError: other encoding, or data that does not fit the size.
    """
    if message.encoding == "32FC1":
        metres = _pixels(message, "f4", 1, "depth image").astype(np.float32, copy=False)
        return metres * np.float32(scale) if scale else metres
    if message.encoding in ("16UC1", "mono16"):
        raw = _pixels(message, "u2", 1, "depth image")
        return np.where(raw == _NO_DEPTH, np.float32(np.nan), _metres(raw, scale))
    raise InputError(
        f"depth image: encoding {message.encoding!r} is not supported; use 32FC1 or 16UC1"
    )


def _metres(raw: npt.NDArray[np.generic], scale: float) -> npt.NDArray[np.float32]:
    values = raw.astype(np.float32)
    return values * np.float32(scale) if scale else values / np.float32(1000.0)


def from_labels(message: Image) -> npt.NDArray[np.uint16]:
    """uint16 ``(h, w)`` of ``16UC1``.

    Raises:
        InputError: other encoding, or data that does not fit the size.
    """
    if message.encoding not in ("16UC1", "mono16"):
        raise InputError(f"label image: encoding {message.encoding!r} is not supported; use 16UC1")
    return _pixels(message, "u2", 1, "label image").astype(np.uint16, copy=False)


def distortion(message: CameraInfo) -> float:
    """Largest coefficient of distortion, 0 for none; rectified images have none."""
    return max(map(abs, message.d), default=0.0)


def check_whole(info: CameraInfo, color: Image) -> None:
    """Refuse an image that is binned or a part of the one that K is of.

    Raises:
        InputError: it is; a driver that tells of binning and has a K for it is well.
    """
    cut = max(info.binning_x, info.binning_y) > 1 or info.roi.width or info.roi.height
    if cut and (color.width, color.height) != (info.width, info.height):
        raise InputError(
            f"camera info: K is of {info.width}x{info.height} pixels, the image is binned or a "
            f"part of that, {color.width}x{color.height}; send whole images, or their camera info"
        )


def to_camera_info(camera: Camera, stamp: float) -> CameraInfo:
    """Pinhole intrinsics without distortion."""
    message = CameraInfo(header=header(stamp, OPTICAL), distortion_model="plumb_bob")
    message.height, message.width = camera.height, camera.width
    fx, fy, cx, cy = map(float, (camera.fx, camera.fy, camera.cx, camera.cy))
    message.d = [0.0] * 5
    message.k = [fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0]
    message.r = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    message.p = [fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0]
    return message


def from_camera_info(message: CameraInfo) -> Camera:
    """Intrinsics of K; distortion is ignored, see :func:`distortion`.

    Raises:
        InputError: size or focal length not positive, or no pinhole camera.
    """
    if message.distortion_model in _FISHEYES:
        raise InputError(
            f"camera info: model {message.distortion_model!r} is no pinhole camera; "
            "send rectified images, and their K without distortion"
        )
    k = message.k
    return Camera(message.width, message.height, float(k[0]), float(k[4]), float(k[2]), float(k[5]))
