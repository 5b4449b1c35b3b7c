# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What training takes from a fine frame: all of it coarsely, or a part of it as fine as it is.

Networks read a frame of twice the resolution twice (:func:`propose`): large things are told in
the halved one, small ones in the whole. Learning from parts costs no more than from small frames.
"""

from dataclasses import replace
from math import atan, tan

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.learned.proposer import halvings
from egoplan_ros.training.perception.frames import Frame, frame_of, truth
from egoplan_ros.training.perception.shards import Sample

_AT_THINGS = 0.7
"""Share of the parts that are chosen for a thing that they show."""


def views(sample: Sample, shard: str, rng: np.random.Generator) -> list[Frame]:
    """The frame alone if it is as coarse as what networks read first; else a coarse one and a part.

    Args:
        sample: as collected. shard: its file. rng: draws the part.
    """
    times = halvings(sample.camera.fx)
    if not times:
        return [frame_of(sample, shard)]
    return [halved(sample, times, shard), part(halved_sample(sample, times - 1), rng, shard)]


def halved(sample: Sample, times: int, shard: str = "") -> Frame:
    """A frame with half the resolution, ``times`` over; what no pixel shows any more is left out.

    Its boxes are as exact as in the full one.
    """
    if not times:
        return frame_of(sample, shard)
    fewer = halved_sample(sample, times)
    seen = {item.label for item in fewer.items}
    kept = [item.label in seen for item in sample.items]
    frame = frame_of(fewer, shard)
    # Pixel i stands for side * i and those after it.
    side = 2**times
    last = np.array([0, 0, side - 1, side - 1], dtype=np.float32)
    return replace(frame, boxes=(_boxes(sample)[kept] - last) / np.float32(side))


def halved_sample(sample: Sample, times: int) -> Sample:
    """Colours averaged, depth and labels of one pixel in four."""
    if not times:
        return sample
    side = 2**times
    height, width = (length // side * side for length in sample.labels.shape)
    one = np.s_[side // 2 : height : side, side // 2 : width : side]
    size, area = (width // side, height // side), cv2.INTER_AREA
    return _showing(
        replace(
            sample,
            rgb=np.asarray(
                cv2.resize(sample.rgb[:height, :width], size, interpolation=area), np.uint8
            ),
            depth=np.ascontiguousarray(sample.depth[one]),
            labels=np.ascontiguousarray(sample.labels[one]),
            structure=np.ascontiguousarray(sample.structure[one]),
        )
    )


def part(sample: Sample, rng: np.random.Generator, shard: str = "") -> Frame:
    """A quarter of a frame from anywhere in it, mostly where it shows a thing.

    Boxes of what it cuts off are whole and reach beyond it.
    """
    height, width = (length // 2 for length in sample.labels.shape)
    boxes = _boxes(sample)
    middle = rng.uniform(0, (2 * width, 2 * height))
    if len(boxes) and rng.random() < _AT_THINGS:
        box = boxes[int(rng.integers(len(boxes)))]
        middle = 0.5 * (box[:2] + box[2:]) + rng.uniform(-0.25, 0.25, 2) * (width, height)
    x, y = np.clip(middle - (width / 2, height / 2), 0, (width, height)).astype(int).tolist()
    here = np.s_[y : y + height, x : x + width]
    whole_height, whole_width = sample.labels.shape
    cropped = replace(
        sample,
        rgb=np.ascontiguousarray(sample.rgb[here]),
        depth=np.ascontiguousarray(sample.depth[here]),
        labels=np.ascontiguousarray(sample.labels[here]),
        structure=np.ascontiguousarray(sample.structure[here]),
        fov=2.0 * atan(tan(sample.fov / 2.0) * height / whole_height),
        aside=(
            sample.aside[0] + x + (width - whole_width) / 2,
            sample.aside[1] + y + (height - whole_height) / 2,
        ),
    )
    shown = _showing(cropped)
    seen = {item.label for item in shown.items}
    kept = [item.label in seen for item in sample.items]
    frame = frame_of(shown, shard)
    before = np.bincount(sample.labels.ravel())
    cut = frame.pixels < before[[item.label for item in shown.items]]
    shift = np.array([x, y, x, y], dtype=np.float32)
    return replace(frame, boxes=boxes[kept] - shift, cut=cut)


def _boxes(sample: Sample) -> npt.NDArray[np.float32]:
    boxes = [item.box for item in truth(sample).items]
    return np.array(boxes, dtype=np.float32).reshape(-1, 4)


def _showing(sample: Sample) -> Sample:
    """Without the items that no pixel shows."""
    seen = set(np.unique(sample.labels).tolist())
    return replace(sample, items=tuple(item for item in sample.items if item.label in seen))
