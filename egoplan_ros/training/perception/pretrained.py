# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What NanoDet-g learned on COCO's photographs, as a beginning for the backbones."""

from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from egoplan_ros.perception.coco.backend import WEIGHTS
from egoplan_ros.perception.learned.csp import CspBackbone

Model = TypeVar("Model", bound=nn.Module)

_MEAN, _STD = (103.53, 116.28, 123.675), (57.375, 57.12, 58.395)
"""By which NanoDet normalises blue, green, red."""
_HALF = 127.5
_SIZE = 3


def pretrained(model: Model) -> Model:
    """A fresh model, its backbone with NanoDet-g's weights."""
    weights = convolutions()
    for part in model.modules():
        if isinstance(part, CspBackbone):
            part.begin_with(weights)
    return model


def slow(model: nn.Module) -> list[nn.Parameter]:
    """Parameters that begin as NanoDet-g's."""
    return [
        parameter
        for part in model.modules()
        if isinstance(part, CspBackbone)
        for layer in part.learned()
        for parameter in layer.parameters()
    ]


def convolutions(path: Path = WEIGHTS / "nanodet.onnx") -> list[tuple[Tensor, Tensor]]:
    """Weights and biases of the 3x3 convolutions in their order; the first takes colour as ours."""
    net = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
    found = []
    for name in net.getLayerNames():
        layer = net.getLayer(name)
        if layer.type == "Convolution":
            weight, bias = (torch.from_numpy(np.array(blob, np.float32)) for blob in layer.blobs)
            if weight.shape[-1] == _SIZE:
                found.append((weight, bias.flatten()))
    weight, bias = found[0]
    # Ours is red, green, blue within [-1, 1]: 127.5 (x + 1) is a byte.
    mean, scale = torch.tensor(_MEAN)[:, None, None], torch.tensor(_STD)[:, None, None]
    own = bias + (weight * (_HALF - mean) / scale).sum(dim=(1, 2, 3))
    found[0] = ((weight * _HALF / scale).flip(1), own)
    return found
