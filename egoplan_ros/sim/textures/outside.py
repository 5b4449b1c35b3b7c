# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is seen through a window: a panorama of 360 degrees at eye height."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import image
from egoplan_ros.sim.textures.noise import Rng
from egoplan_ros.sim.textures.scenery import KINDS, NAMES, view


def outside(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Panorama (256, 1024, 3): u runs once around, the horizon lies near the middle."""
    hour = NAMES[number % len(NAMES)]
    return image(view(rng, KINDS[number % len(KINDS)], hour, 256, 1024))
