# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np

from egoplan_ros.mapping.frontiers3d import frontiers_3d
from egoplan_ros.mapping.voxel_map import VoxelMap


def looked_around(scene, *views):
    voxels = VoxelMap()
    for x, y, yaw, pitch in views:
        voxels.insert(scene.at(x, y, yaw, pitch).frame())
    return voxels


def test_borders_lie_between_air_and_unknown(scene):
    voxels = looked_around(scene, (0, 0, 0, 20))
    found = frontiers_3d(voxels)
    assert found
    assert [f.area for f in found] == sorted((f.area for f in found), reverse=True)
    for item in found:
        assert voxels.state_at(item.center) == 0
        assert np.all(np.array(item.low) < item.center)
        assert np.all(np.array(item.high) > item.center)
        index = np.floor((np.array(item.center) - voxels.origin) / 0.05).astype(int)
        around = [tuple(index + step) for step in np.vstack([np.eye(3, dtype=int)] * 2)]
        around += [tuple(index - step) for step in np.eye(3, dtype=int)]
        assert any(voxels.seen[cell] == 0 for cell in around)


def test_the_back_of_a_screen_is_a_frontier_until_it_is_looked_at(scene):
    block = type(scene.blocks[0])
    scene.blocks = [b for b in scene.blocks if b.type in ("", "Floor")]
    scene.blocks.append(block("", (0.8, 0.0, 0.6), (0.1, 1.0, 1.2)))
    behind = ((0.9, -0.4, 0.2), (1.6, 0.4, 1.3))
    voxels = looked_around(scene, *((-0.5, 0, yaw, pitch) for yaw in (-30, 0, 30)
                                    for pitch in (10, 35)))  # fmt: skip
    hidden = frontiers_3d(voxels, *behind)
    assert sum(f.area for f in hidden) > 0.05
    # Seen over the screen, the unknown lies below and towards it.
    assert hidden[0].normal[2] < 0.5
    for yaw in (150, 180, 210):
        for pitch in (10, 40, 60):
            voxels.insert(scene.at(1.75, 0, yaw, pitch).frame())
    assert sum(f.area for f in frontiers_3d(voxels, *behind)) < 0.02


def test_an_empty_map_has_none():
    assert frontiers_3d(VoxelMap()) == []
