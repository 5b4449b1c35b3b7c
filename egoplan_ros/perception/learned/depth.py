# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Depth from colour, for cameras without it: where the robot stands tells where its floor is."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import fused
from egoplan_ros.perception.learned.channels import COLOR, upright_rays
from egoplan_ros.perception.learned.proposer import halvings
from egoplan_ros.perception.learned.pyramid import FeaturePyramid
from egoplan_ros.perception.learned.weights import load_network
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.geometry import Pose
from egoplan_ros.world.system.threads import network_threads

Image = npt.NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights" / "depth.npz"
FORMAT = "egoplan-depth-1"
CUES = 6
"""Channels: red, green, blue; floor, ceiling, up."""
NEAREST, FARTHEST = 0.1, 15.0
_NECK = 48
_CEILING = 2.5
"""Metres: where ceilings usually are; the network learns how far to trust it."""
_UNIT = 0.5
"""Inverse depth times this is a channel."""
_MIDDLE = 0.6
"""Mean of the logarithm of depth in homes."""


class DepthNetwork(nn.Module):
    """A feature pyramid with one output, the logarithm of depth."""

    def __init__(self) -> None:
        super().__init__()
        self.pyramid = FeaturePyramid(CUES - COLOR, _NECK)
        self.depth = nn.Conv2d(_NECK, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """``(n, 6, h, w)`` to the logarithm of metres along the optical axis ``(n, h, w)``."""
        low = self.depth(self.pyramid(x)) + _MIDDLE
        return nnf.interpolate(low, x.shape[-2:], mode="bilinear", align_corners=False)[:, 0]


def cues(rgb: npt.NDArray[np.uint8], camera: Camera, pose: Pose) -> Image:
    """What the network sees.

    Args:
        rgb: uint8 ``(h, w, 3)``. camera: intrinsics.
        pose: optical frame in map, z is up and 0 on the floor.

    Returns:
        float32 ``(6, h, w)``: colour in [-1, 1]; inverse depth at which the pixel's ray meets the
        floor and a usual ceiling, 0 where it does not; how much it goes up.
    """
    height, width = rgb.shape[:2]
    found = np.empty((CUES, height, width), dtype=np.float32)
    np.multiply(rgb.transpose(2, 0, 1), np.float32(2.0 / 255.0), out=found[:COLOR])
    found[:COLOR] -= 1.0
    up = upright_rays(camera, pose, (height, width))[2]
    eye = float(pose.position[2])
    found[3] = np.minimum(np.maximum(-up, 0.0) * (_UNIT / max(eye, 0.05)), 2.0)
    found[4] = np.minimum(np.maximum(up, 0.0) * (_UNIT / max(_CEILING - eye, 0.05)), 2.0)
    found[5] = up
    return found


class DepthEstimator:
    """Estimates depth with the trained network."""

    def __init__(self, model: str = "") -> None:
        """Load the weights.

        Args:
            model: file of weights; "" for the package's own.

        Raises:
            InputError: no such file, or a damaged one.
        """
        network = DepthNetwork()
        load_network(
            network, Path(model) if model else SHIPPED, FORMAT, "depth", "egoplan train depth"
        )
        torch.set_num_threads(network_threads())
        self._network = fused(network)

    @torch.inference_mode()
    def estimate(self, rgb: npt.NDArray[np.uint8], camera: Camera, pose: Pose) -> Image:
        """Depth of a picture.

        Args:
            rgb: uint8 ``(h, w, 3)``. camera: intrinsics. pose: optical frame in map.

        Returns:
            float32 ``(h, w)``, metres along the optical axis.
        """
        x = torch.from_numpy(cues(rgb, camera, pose))[None]
        for _ in range(halvings(camera.fx)):
            x = nnf.avg_pool2d(x, 2)
        log = self._network(x.contiguous(memory_format=torch.channels_last))[:, None]
        if log.shape[-2:] != rgb.shape[:2]:
            log = nnf.interpolate(log, rgb.shape[:2], mode="bilinear", align_corners=False)
        return torch.exp(log[0, 0]).clamp(NEAREST, FARTHEST).numpy()
