# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A detection placed in 3D: extent and surface samples from its masked depth (DANLI 3.1)."""

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.evidence import UNLIKE, Candidates, alike, told_types
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.object import View
from egoplan_ros.world.ontology import Ontology

if TYPE_CHECKING:
    from egoplan_ros.mapping.objects.track import Track

SAMPLES = 48
"""Surface points of a sighting that are kept."""
_BOX_POINTS = 600
"""Surface points that tell the box of a sighting; more change little."""
_LONG = 1.35
"""Metres along the floor from which on a small object is pointed at where it is nearest: that may
be in reach when its middle is not."""
_ENOUGH = 12
"""Pixels off its edge that are enough to place a thing by."""
_REACHES = 1.0
"""How many times its typical extent a thing reaches from its middle at most."""
_SMALL = 0.6
"""Metres: the largest extent of a small object."""


@dataclass(slots=True)
class Sighting:
    """One detection in 3D.

    Attributes:
        detection: what perception said.
        low, high: corners of the axis-aligned box of the visible surface, map metres.
        middle: median of the visible surface points.
        samples: float32 ``(<= 48, 3)`` visible surface points, spread over the mask.
        pixels: size of the mask.
        distance: median metres from the camera.
        cut: the mask touches the image border, so more of the object may lie outside.
        view: for skills.
        slack: metres it may be off for errors of the camera's pose.
        kinds: its likeliest types, each with its probability, falling.
    """

    detection: Detection
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    middle: npt.NDArray[np.float64]
    samples: npt.NDArray[np.float32]
    pixels: int
    distance: float
    cut: bool
    view: View
    slack: float = 0.0
    kinds: Candidates = ()

    def __post_init__(self) -> None:
        if not self.kinds:
            self.kinds = told_types(self.detection) or ((self.detection.type, 1.0),)

    def may_be(self, other: "Track | Sighting") -> bool:
        """Whether it may be of the type of something else."""
        kinds = other.kinds if isinstance(other, Sighting) else other.candidates
        return other.type == self.type or alike(self.kinds, kinds) >= UNLIKE

    @property
    def type(self) -> str:
        """Ontology type."""
        return self.detection.type

    @property
    def label(self) -> int:
        """Value in the label image."""
        return self.detection.label


def sightings(
    frame: RgbdFrame,
    detections: Detections,
    points: npt.NDArray[np.float32],
    good: npt.NDArray[np.bool_],
    config: MappingConfig,
    ontology: Ontology,
) -> list[Sighting]:
    """Place detections; those with too few valid or too far points are left out.

    Args:
        frame: the frame.
        detections: of the frame.
        points: map points of all pixels, ``(h * w, 3)``. good: which are valid.
        config: settings.
        ontology: typical extents: what a detector that is not certain takes for a part of a thing,
            but lies farther from its middle than such a thing reaches, is behind it.
    """
    from egoplan_ros.mapping.objects.pixels import pixels_by_label

    # A copy: a message's image may be read-only, for which the kernel would be compiled anew.
    order, starts = pixels_by_label(np.array(detections.labels, dtype=np.uint16).ravel())
    inside = _not_at_edges(detections)
    cloud = _Cloud(points, good, np.asarray(frame.camera_pose.position), detections.labels)
    found: list[Sighting] = []
    for item in detections.items:
        if not 0 < item.label < len(starts) - 1 or not 0.0 <= item.score <= 1.0:
            continue
        mask = order[starts[item.label] : starts[item.label + 1]]
        if not len(mask):
            continue
        index = _inner(mask, inside) if item.candidates else mask
        sighting = _placed(item, index, len(mask), cloud, config, ontology)
        if sighting is not None:
            found.append(sighting)
    return found


@dataclass(frozen=True, slots=True)
class _Cloud:
    """Map points of all pixels ``(h * w, 3)``, which are valid, the camera, labels ``(h, w)``."""

    points: npt.NDArray[np.float32]
    good: npt.NDArray[np.bool_]
    camera: npt.NDArray[np.float64]
    labels: npt.NDArray[np.uint16]


def _placed(
    item: Detection,
    index: npt.NDArray[np.int64],
    pixels: int,
    cloud: _Cloud,
    config: MappingConfig,
    ontology: Ontology,
) -> Sighting | None:
    """A detection by the surface at some of its ``pixels``; None when too little of it is near."""
    if index.size > 4 * _BOX_POINTS:
        index = index[:: index.size // (2 * _BOX_POINTS)]
    index = index[cloud.good[index]]
    if index.size < config.min_points:
        return None
    if index.size > _BOX_POINTS:
        index = index[:: index.size // _BOX_POINTS]
    surface = cloud.points[index].astype(np.float64)
    middle, low, high = _extent(surface)
    if item.candidates and (far := _reach(item, ontology)) < float((high - low).max()):
        near = np.linalg.norm(surface - middle, axis=1) <= far
        index, surface = index[near], surface[near]
        if index.size < config.min_points:
            return None
        middle, low, high = _extent(surface)
    distance = float(np.linalg.norm(middle - cloud.camera))
    if distance > config.object_range:
        return None
    step = max(1, -(-index.size // SAMPLES))
    x0, y0, x1, y1 = item.box
    height, width = cloud.labels.shape
    return Sighting(
        detection=item,
        low=low,
        high=high,
        middle=middle,
        samples=surface[::step].astype(np.float32),
        pixels=pixels,
        distance=distance,
        cut=x0 <= 0 or y0 <= 0 or x1 >= width - 1 or y1 >= height - 1,
        view=_view(item, pixels, cloud, middle, (low, high)),
    )


def _view(
    item: Detection,
    pixels: int,
    cloud: _Cloud,
    middle: npt.NDArray[np.float64],
    box: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
) -> View:
    """Where a detection is pointed at: perception's point, or where a small thing is nearest."""
    height, width = cloud.labels.shape
    at = item.point[1] * width + item.point[0]
    pointed = cloud.points[at] if cloud.good[at] else middle
    planar = hypot(*(pointed - cloud.camera)[:2].tolist())
    if _LONG < planar < _LONG + _SMALL and float((box[1] - box[0]).max()) < _SMALL:
        at = _nearest(item, cloud, box)
        pointed = cloud.points[at] if cloud.good[at] else middle
    v, u = divmod(at, width)
    offset = (pointed - cloud.camera).tolist()
    place = ((u + 0.5) / width, (v + 0.5) / height)
    return View(place, pixels, hypot(*offset), hypot(*offset[:2]))


def _reach(item: Detection, ontology: Ontology) -> float:
    """Metres from its middle that a thing of what it may be reaches at most."""
    sizes = (ontology.types[name].size for name, _ in item.candidates if name in ontology)
    return _REACHES * max((max(size) for size in sizes if size is not None), default=np.inf)


def _not_at_edges(detections: Detections) -> npt.NDArray[np.bool_] | None:
    """Which pixels, all in one row, have only pixels of their mask about them; None where masks
    are exact."""
    if not any(item.candidates for item in detections.items):
        return None
    labels, kernel = detections.labels, np.ones((3, 3), dtype=np.uint8)
    return np.asarray((cv2.erode(labels, kernel) == cv2.dilate(labels, kernel)).ravel())


def _inner(
    index: npt.NDArray[np.int64], inside: npt.NDArray[np.bool_] | None
) -> npt.NDArray[np.int64]:
    """Pixels of a mask off its edge, for that is soon on what lies behind; all of a small one."""
    if inside is None:
        return index
    inner = index[inside[index]]
    return inner if inner.size >= _ENOUGH else index


def _nearest(
    item: Detection,
    cloud: _Cloud,
    box: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
) -> int:
    """Flat index of the pixel inside a mask whose surface is nearest, as seen from above.

    Only where it lies in the object's box, (low, high): a stray depth is nearer than all else.
    """
    labels, width = cloud.labels, cloud.labels.shape[1]
    u, v = item.point
    x0, y0, x1, y1 = item.box
    mask = (labels[y0 : y1 + 1, x0 : x1 + 1] == item.label).astype(np.uint8)
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8), borderValue=0)
    rows, columns = np.nonzero(inside)
    index = (rows + y0) * width + columns + x0
    index = index[cloud.good[index]]
    there = cloud.points[index]
    index = index[((there >= box[0]) & (there <= box[1])).all(axis=1)]
    if not len(index):
        result: int = v * width + u
        return result
    offset = cloud.points[index, :2] - cloud.camera[:2]
    return int(index[np.argmin(np.einsum("ij,ij->i", offset, offset))])


def _extent(
    surface: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    # Flying pixels at the silhouette are few: leave out the outermost percent on each side.
    n = len(surface)
    trim = n // 100
    ordered = np.partition(surface, (trim, n // 2, n - 1 - trim), axis=0)
    return ordered[n // 2].copy(), ordered[trim].copy(), ordered[n - 1 - trim].copy()
