# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A detector in an ONNX file, run by OpenCV."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.coco.found import Floats, Found, suppressed
from egoplan_ros.perception.coco.layouts import LAYOUTS, guess_layout
from egoplan_ros.perception.coco.onnx_file import read_onnx
from egoplan_ros.perception.coco.picture import Placement, to_input
from egoplan_ros.perception.names import is_unused
from egoplan_ros.world.errors import InputError

_SIZE = 640
"""Height and width of the input where the file leaves them open."""


class OnnxDetector:
    """Boxes with names in images."""

    def __init__(self, model: Path, names: tuple[str, ...], layout: str = "") -> None:
        """Load a model.

        Args:
            model: the ONNX file.
            names: of its classes, in order.
            layout: one of :data:`LAYOUTS`; empty: by the outputs.

        Raises:
            InputError: no such layout, no ONNX file, or one that OpenCV cannot run.
        """
        if layout and layout not in LAYOUTS:
            raise InputError(f"layout {layout!r} is unknown; known: {', '.join(LAYOUTS)}")
        file = read_onnx(model)
        try:
            self.layout = LAYOUTS[layout or guess_layout(file, len(names))]
        except InputError as error:
            raise InputError(f"model {model}: {error}") from error
        self.model, self.names = model, names
        self._told = "orig_target_sizes" in file.inputs
        images = [name for name, shape in file.inputs.items() if len(shape) == 4]
        if len(images) != 1 or file.inputs[images[0]][1] not in (3, -1):
            raise InputError(
                f"model {model}: one input (1, 3, height, width) is expected, it has "
                f"{', '.join(f'{name} {list(shape)}' for name, shape in file.inputs.items())}"
            )
        self._input = images[0]
        height, width = file.inputs[self._input][2:]
        self.size = (height if height > 0 else _SIZE, width if width > 0 else _SIZE)
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(file.content, dtype=np.uint8))
        except cv2.error as error:
            raise InputError(self._refused(error)) from error
        self._outputs = list(file.outputs)
        # A black image: what OpenCV or the layout cannot do shows now, not at the first frame.
        self.find(np.zeros((*self.size, 3), dtype=np.uint8), 0.0)

    def _refused(self, error: Exception) -> str:
        what = str(error).split("error:")[-1].strip().splitlines()[0][:200]
        return (
            f"model {self.model}: OpenCV {cv2.__version__} cannot run it ({what}); export it with "
            "a fixed input size and a lower opset"
        )

    def find(self, rgb: npt.NDArray[np.uint8], threshold: float) -> Found:
        """What is in an image.

        Args:
            rgb: uint8 ``(h, w, 3)``.
            threshold: least score of the detector, in [0, 1].

        Returns:
            Boxes in pixels of the image, falling by score; masks, where there are, of the image.

        Raises:
            InputError: the outputs do not fit the layout or the names.
        """
        blob, placement = to_input(rgb, self.size, self.layout.wants)
        try:
            self._net.setInput(blob, self._input)
            if self._told:
                size = np.array([self.size[::-1]], dtype=np.int64)
                self._net.setInput(size, "orig_target_sizes")
            values = self._net.forward(self._outputs)
        except cv2.error as error:
            raise InputError(self._refused(error)) from error
        outputs = {
            name: np.asarray(value, dtype=np.float32)
            for name, value in zip(self._outputs, values, strict=True)
        }
        found = self.layout.decode(outputs, self.size, len(self.names), threshold)
        if found is None:
            told = ", ".join(f"{name} {list(value.shape)}" for name, value in outputs.items())
            raise InputError(
                f"model {self.model}: outputs ({told}) are not of layout {self.layout.name} with "
                f"{len(self.names)} names; check the names file, or the layout"
            )
        return self._in_image(found, placement)

    def _in_image(self, found: Found, placement: Placement) -> Found:
        known = (found.classes >= 0) & (found.classes < len(self.names))
        if not known.all():
            raise InputError(
                f"model {self.model}: tells class {int(found.classes[~known][0])}, but there are "
                f"{len(self.names)} names; names needs a line for each class"
            )
        fine = np.isfinite(found.boxes).all(axis=1) & np.isfinite(found.scores)
        used = np.array([not is_unused(name) for name in self.names])
        fine &= used[found.classes]
        found = found.take(fine)
        if self.layout.overlap < 1.0:
            found = suppressed(found, self.layout.overlap)
        boxes = placement.back(found.boxes)
        sides = boxes[:, 2:] - boxes[:, :2]
        order = np.argsort(-found.scores, kind="stable")
        index = order[(sides.min(axis=1) >= 1.0)[order]]
        masks = _whole(found.take(index), placement, self.size)
        scores = np.clip(found.scores[index], 0.0, 1.0)
        return Found(boxes[index], scores, found.classes[index], masks)


def _whole(found: Found, placement: Placement, size: tuple[int, int]) -> Floats | None:
    """Masks of the image, ``(n, h, w)``."""
    if found.masks is None:
        return None
    rows, columns = placement.size
    result = np.zeros((len(found.scores), rows, columns), dtype=np.float32)
    inner = (round(rows * placement.scale[1]), round(columns * placement.scale[0]))
    for index, (mask, box) in enumerate(zip(found.masks, found.boxes, strict=True)):
        if not found.masks_of_box:
            input_mask = cv2.resize(mask, size[::-1])
            x, y = placement.offset
            cut = input_mask[y : y + inner[0], x : x + inner[1]]
            result[index] = cv2.resize(cut, (columns, rows))
            continue
        left, top, right, bottom = np.rint(placement.back(box[None])[0]).astype(int)
        if right > left and bottom > top:
            result[index, top:bottom, left:right] = cv2.resize(mask, (right - left, bottom - top))
    return result
