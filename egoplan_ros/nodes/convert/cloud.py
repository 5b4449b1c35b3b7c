# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Voxels as a coloured point cloud."""

from array import array

import numpy as np
import numpy.typing as npt
from sensor_msgs.msg import PointCloud2, PointField

from egoplan_ros.nodes.convert.stamps import header
from egoplan_ros.perception.overlay import type_color

_RECORD = np.dtype(
    [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("rgb", "<u4"), ("label", "<u2"), ("pad", "<u2")]
)
_FIELDS = [
    PointField(name="x", offset=0, datatype=PointField.FLOAT32, count=1),
    PointField(name="y", offset=4, datatype=PointField.FLOAT32, count=1),
    PointField(name="z", offset=8, datatype=PointField.FLOAT32, count=1),
    PointField(name="rgb", offset=12, datatype=PointField.FLOAT32, count=1),
    PointField(name="label", offset=16, datatype=PointField.UINT16, count=1),
]


def to_cloud(
    points: npt.NDArray[np.floating],
    labels: npt.NDArray[np.integer],
    classes: list[str],
    stamp: float,
) -> PointCloud2:
    """Occupied voxels with colour and class index.

    Args:
        points: centres ``(n, 3)``, metres, map.
        labels: class index ``(n,)``.
        classes: names by index.
        stamp: seconds.
    """
    colors = np.array(
        [
            int(r * 255) << 16 | int(g * 255) << 8 | int(b * 255)
            for r, g, b in map(type_color, classes)
        ],
        dtype=np.uint32,
    )
    records = np.zeros(len(points), dtype=_RECORD)
    if len(points):
        records["x"], records["y"], records["z"] = np.asarray(points, dtype=np.float32).T
        records["label"] = labels
        records["rgb"] = colors[labels]
    message = PointCloud2(header=header(stamp), fields=_FIELDS, height=1, width=len(points))
    message.point_step = _RECORD.itemsize
    message.row_step = _RECORD.itemsize * len(points)
    message.is_dense = True
    message.data = array("B", records.tobytes())
    return message
