# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A page to look at of what was collected."""

from pathlib import Path

import cv2
import numpy as np

from egoplan_ros.training.perception.frames import truth
from egoplan_ros.training.perception.gallery import magnified
from egoplan_ros.training.perception.shards import Shard, shards_of
from egoplan_ros.world.system.files import write_whole

_COLUMNS, _ROWS = 6, 8
_TILE = 380


def sheet(folder: Path) -> Path:
    """Write ``sheet.png``: frames spread over the shards, picture and truth side by side.

    Raises:
        InputError: no shards there, or the file cannot be written.
    """
    paths = shards_of(folder)
    count = _ROWS * _COLUMNS // 2
    chosen = [paths[int(k)] for k in np.linspace(0, len(paths) - 1, count)]
    tiles = []
    for k, path in enumerate(chosen):
        shard = Shard(path)
        sample = shard.sample((7 * k) % len(shard))
        photograph = cv2.resize(sample.rgb, (_TILE, _TILE), interpolation=cv2.INTER_AREA)
        tiles += [photograph, magnified(sample.rgb, truth(sample), _TILE)]
    rows = [np.hstack(tiles[i : i + _COLUMNS]) for i in range(0, len(tiles), _COLUMNS)]
    page = np.vstack(rows)
    out = folder / "sheet.png"
    write_whole(out, cv2.imencode(".png", page[..., ::-1])[1].tobytes())
    return out
