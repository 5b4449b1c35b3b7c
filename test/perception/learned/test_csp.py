# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The backbone is NanoDet-g's, and geometry begins without a say."""

import cv2
import numpy as np
import torch

from egoplan_ros.perception.coco.backend import WEIGHTS
from egoplan_ros.perception.learned.csp import CspBackbone
from egoplan_ros.training.perception.pretrained import convolutions, pretrained, slow


def test_it_begins_as_nanodet() -> None:
    """The last of its levels that NanoDet's graph names, on bytes as OpenCV runs them."""
    backbone = pretrained(CspBackbone(5, 3)).eval()
    byte = np.random.default_rng(0).integers(0, 256, (416, 416, 3)).astype(np.float32)
    colour = torch.from_numpy(byte / 127.5 - 1.0).permute(2, 0, 1)[None]
    with torch.inference_mode():
        levels = backbone(torch.cat([colour, torch.rand(1, 5, 416, 416)], dim=1))
    assert [tuple(level.shape[1:]) for level in levels] == [
        (32, 208, 208), (64, 104, 104), (128, 52, 52), (256, 26, 26),
    ]  # fmt: skip
    net = cv2.dnn.readNetFromONNX(str(WEIGHTS / "nanodet.onnx"), cv2.dnn.ENGINE_CLASSIC)
    mean, std = (103.53, 116.28, 123.675), (57.375, 57.12, 58.395)
    net.setInput(((byte[..., ::-1] - mean) / std).transpose(2, 0, 1)[None].astype(np.float32))
    last = [name for name in net.getLayerNames() if net.getLayer(name).type == "Concat"][7]
    truth = torch.from_numpy(net.forward(last))
    assert truth.shape == levels[3].shape
    # At the border the original pads with its mean colour, ours with grey.
    inner = (levels[3] - truth)[:, :, 11:-11, 11:-11].abs()
    assert float(inner.max()) < 1e-4 * float(truth.abs().max())


def test_depth_begins_without_a_say_and_is_learned() -> None:
    backbone = pretrained(CspBackbone(5, 2))
    colour = torch.rand(1, 3, 64, 64)
    first, second = (
        backbone(torch.cat([colour, torch.rand(1, 5, 64, 64)], dim=1))[-1] for _ in range(2)
    )
    torch.testing.assert_close(first, second)
    second.square().mean().backward()
    assert float(backbone.further.weight.grad.abs().max()) > 0.0


def test_what_was_learned_before_is_known_from_what_is_new() -> None:
    backbone = pretrained(CspBackbone(5, 4))
    known = slow(backbone)
    assert len(known) == 2 * 25
    assert not any(parameter is backbone.further.weight for parameter in known)
    assert all(weight.shape[-1] == 3 for weight, _ in convolutions())
