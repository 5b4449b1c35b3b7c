# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a pixel's colour depends on beside the ray: surfaces and lights, as kernels take them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Scene(NamedTuple):
    """Surfaces and lights of a world.

    Args:
        facets: of all triangles, (T, 29), see :func:`~egoplan_ros.sim.rendering.facets.facets`.
        surface: (T,) row of their material; `owner` (T,) their thing.
        owner: see `surface`.
        materials: see surfaces; images are rows of `entries` in `texels`, see textures.
        texels: see `materials`.
        entries: see `materials`.
        frames: per thing rotation (9) and position (3), for decals that stick to things.
        lamps: see :class:`~egoplan_ros.sim.rendering.lights.Lighting`, like the next five.
        rooms: see `lamps`.
        members: see `lamps`.
        panes: see `lamps`.
        sun: see `lamps`.
        ambient: see `lamps`.
    """

    facets: NDArray[np.float32]
    surface: NDArray[np.int32]
    owner: NDArray[np.int32]
    materials: NDArray[np.float32]
    texels: NDArray[np.uint32]
    entries: NDArray[np.int64]
    frames: NDArray[np.float32]
    lamps: NDArray[np.float32]
    rooms: NDArray[np.float32]
    members: NDArray[np.int64]
    panes: NDArray[np.float32]
    sun: NDArray[np.float32]
    ambient: NDArray[np.float32]
