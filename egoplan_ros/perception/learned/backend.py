# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end ``learned``."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from scipy.special import expit
from torch import Tensor

from egoplan_ros.perception.learned.beside import beside
from egoplan_ros.perception.learned.blocks import fused
from egoplan_ros.perception.learned.channels import channels
from egoplan_ros.perception.learned.crops import crops, pyramid, windows
from egoplan_ros.perception.learned.painting import paint, twins
from egoplan_ros.perception.learned.predicates import read_predicates
from egoplan_ros.perception.learned.proposals import Proposals, propose
from egoplan_ros.perception.learned.proposer import KINDS, STRIDE
from egoplan_ros.perception.learned.weights import fingerprint, load
from egoplan_ros.perception.tight import tight
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.system.threads import network_threads

Array = npt.NDArray[np.float32]

_TOLD = 3
"""Types that are told of a thing."""
_FAINT = 0.15
"""Probability of a thing, by its proposal and crop alone, from which a mask is worth painting."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What the recogniser says of boxes.

    Attributes:
        masks: logits ``(n, 32, 32)`` over windows ``(n, 3)``.
        types: logits ``(n, types)``. context: what the whole frame says of them, ``(n, types)``.
        states: logits ``(n, states)``. quality: logit ``(n,)``.
        embedding: ``(n, 32)``. features: ``(n, 256)`` that predicates read.
    """

    masks: Array
    windows: Array
    types: Array
    context: Array
    states: Array
    quality: Array
    embedding: Array
    features: Array


@dataclass(frozen=True, slots=True)
class Painted:
    """Masks that may show things, the surest first.

    Attributes:
        chosen: indices ``(n,)`` of looks.
        evidence: what speaks for each beside the others, ``(n, 10)``.
        boxes: ``(n, 4)`` in pixels, of what surer masks leave of each; turned round where that is
            nothing.
    """

    chosen: npt.NDArray[np.intp]
    evidence: Array
    boxes: Array


class LearnedBackend:
    """Proposals by one network, then mask, type, states and looks of each by another."""

    name = "learned"

    def __init__(
        self,
        model: str = "",
        min_pixels: int = 2,
        threshold: float = -1.0,
        predicates: str = "",
    ) -> None:
        """Load the networks.

        Args:
            model: file of weights; "" for the package's own.
            min_pixels: smaller masks are dropped.
            threshold: least probability of a thing; below 0 for the one fitted on validation.
            predicates: folder of models of further states; "" for none.

        Raises:
            InputError: no such file or folder, or a damaged one; a value out of range.
        """
        if min_pixels < 1:
            raise InputError(f"perception: min_pixels must be at least 1, got {min_pixels}")
        torch.set_num_threads(network_threads())
        networks = load(Path(model) if model else None)
        self.types, self.states = networks.types, networks.states
        self.calibration, self._able = networks.calibration, networks.able
        self.min_pixels = min_pixels
        self.threshold = threshold if threshold >= 0.0 else networks.calibration.threshold
        self.network = fingerprint(networks.recogniser)
        self._predicates = read_predicates(Path(predicates), self.network) if predicates else ()
        self._proposer = fused(networks.proposer)
        self._recogniser = fused(networks.recogniser)

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame."""
        return self.parse(frame)[0]

    @torch.inference_mode()
    def parse(self, frame: RgbdFrame) -> tuple[Detections, npt.NDArray[np.uint8]]:
        """Detections, and which part of the building the other pixels show.

        Returns:
            The detections, and uint8 ``(h, w)``: index of ``KINDS``, 0 for a thing.
        """
        image = channels(frame.rgb, frame.depth, frame.camera, frame.camera_pose)
        levels, focal = pyramid(torch.from_numpy(image)), frame.camera.fx
        found = self.propose(levels, focal)
        size = frame.depth.shape
        structure = _structure(found.kinds, size)
        if not len(found.boxes):
            return self._told(frame, np.zeros(size, np.uint16), ()), structure
        looks = self.look(levels, found.boxes, focal, found)
        shown = self.painted(found.scores, looks, size, focal)
        probability = expit(shown.evidence @ np.array(self.calibration.beside, np.float32))
        kept = np.flatnonzero((probability >= self.threshold) & (shown.boxes[:, 2] >= 0))
        chosen, probability = shown.chosen[kept], probability[kept]
        # Once more, for what is no thing may have taken pixels from one.
        labels = paint(looks.masks[chosen], looks.windows[chosen], probability, size)
        labels, items = tight(labels, self._items(chosen, probability, looks), self.min_pixels)
        return self._told(frame, labels, items), structure

    def _told(
        self, frame: RgbdFrame, labels: npt.NDArray[np.uint16], items: tuple[Detection, ...]
    ) -> Detections:
        finding = self.calibration.finding
        return Detections(frame.stamp, labels, items, self.name, finding=finding)

    def propose(self, levels: Sequence[Tensor], focal: float) -> Proposals:
        """Boxes of a frame.

        Args:
            levels: :func:`pyramid` of its channels. focal: length in pixels.
        """
        return propose(self._proposer, levels, focal)

    def look(
        self, levels: Sequence[Tensor], boxes: Array, focal: float, found: Proposals | None = None
    ) -> Looks:
        """Look at boxes of a frame.

        Args:
            levels: :func:`pyramid` of its channels. boxes: ``(n, 4)`` in pixels.
            focal: length in pixels. found: of the same frame; what it tells of types is left out
                without.
        """
        corner = torch.from_numpy(np.ascontiguousarray(boxes, dtype=np.float32))
        cut, facts = crops(levels, corner, focal)
        out = self._recogniser(cut.contiguous(memory_format=torch.channels_last), facts)
        types = out["types"].numpy()
        return Looks(
            out["mask"].numpy(),
            windows(corner).numpy(),
            types,
            np.zeros_like(types) if found is None else found.context(boxes),
            out["states"].numpy(),
            out["quality"].numpy(),
            out["embedding"].numpy(),
            out["features"].numpy(),
        )

    def painted(self, scores: Array, looks: Looks, size: tuple[int, int], focal: float) -> Painted:
        """The masks that may show things, in one picture.

        Args:
            scores: of the proposals, ``(n,)``. looks: at them.
            size: height and width of the frame. focal: length in pixels.
        """
        alone = evidence(scores, looks)
        probability = expit(alone @ np.array(self.calibration.thing, np.float32))
        order = np.argsort(-probability, kind="stable")
        chosen = order[probability[order] >= min(_FAINT, self.threshold)]
        masks, windows = looks.masks[chosen], looks.windows[chosen]
        apart = np.delete(
            np.arange(len(chosen)), twins(masks, windows, probability[chosen])
        ).astype(np.intp)
        chosen, masks, windows = chosen[apart], masks[apart], windows[apart]
        labels = paint(masks, windows, probability[chosen], size)
        types, embedding = self.type_probabilities(looks)[chosen], looks.embedding[chosen]
        told, boxes = beside(labels, masks, windows, alone[chosen], types, embedding, focal)
        return Painted(chosen, told, boxes)

    def type_probabilities(self, looks: Looks) -> Array:
        """Calibrated probability ``(n, types)``."""
        logits = looks.types + np.float32(self.calibration.context) * looks.context
        scaled = logits / self.calibration.types
        scaled = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        return np.asarray(scaled / scaled.sum(axis=1, keepdims=True))

    def state_probabilities(self, looks: Looks) -> Array:
        """Calibrated probability ``(n, states)``."""
        fits = [self.calibration.states.get(name, (1.0, 0.0)) for name in self.states]
        scale, offset = np.array(fits, dtype=np.float32).T
        result: Array = expit(looks.states * scale + offset)
        return result

    def _items(
        self, chosen: npt.NDArray[np.intp], thing: Array, looks: Looks
    ) -> Iterator[Detection]:
        types = self.type_probabilities(looks)
        states = self.state_probabilities(looks)
        taught = [(model, model.probability(looks.features)) for model in self._predicates]
        for label, k in enumerate(chosen.tolist(), start=1):
            order = np.argsort(-types[k])[:_TOLD]
            candidates = tuple((self.types[i], float(types[k, i])) for i in order)
            kind = candidates[0][0]
            yield Detection(
                kind,
                float(thing[label - 1]),
                label,
                (0, 0, 0, 0),
                (0, 0),
                self._states_of(kind, states[k])
                | {model.name: float(p[k]) for model, p in taught if model.suits(kind)},
                candidates,
                looks.embedding[k],
            )

    def _states_of(self, kind: str, states: Array) -> dict[str, float]:
        able = self._able.get(kind, ())
        values = zip(self.states, states, strict=True)
        return {name: float(value) for name, value in values if name in able}


def evidence(scores: Array, looks: Looks) -> Array:
    """What speaks for a thing, ``(n, 4)``: both networks' logits, how clear the mask is, and 1."""
    clear = np.clip(scores, 1e-4, 1.0 - 1e-4)
    inside = looks.masks > 0
    mean = (np.abs(looks.masks) * inside).sum(axis=(1, 2)) / np.maximum(inside.sum(axis=(1, 2)), 1)
    columns = [np.log(clear / (1.0 - clear)), looks.quality, mean, np.ones(len(scores))]
    return np.stack(columns, axis=1).astype(np.float32)


def _structure(kinds: Array, size: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    height, width = size
    best = np.argmax(kinds[1:], axis=0).astype(np.uint8) + np.uint8(1)
    best[kinds[0] > 0.5] = 0
    side = STRIDE * 2 ** round(log2(height / (STRIDE * len(best))))
    tall = np.repeat(np.repeat(best, side, axis=0), side, axis=1)
    assert len(KINDS) == len(kinds)
    # Halving drops what is left over at the end.
    missing = ((0, max(height - len(tall), 0)), (0, max(width - tall.shape[1], 0)))
    return np.ascontiguousarray(np.pad(tall, missing, mode="edge")[:height, :width])
