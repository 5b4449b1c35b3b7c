"""A page to look at of what was collected."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.training.perception.shards import STRUCTURES, Sample, Shard, shards_of
from egoplan_ros.world.files import write_whole

_COLUMNS, _ROWS = 6, 8
_TILE = 260
_FAR = 5.0
_SHADES = np.array(
    [(0, 0, 0), (60, 90, 60), (90, 80, 60), (120, 120, 120), (40, 40, 40)], dtype=np.uint8
)


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
        for image in (_photograph(sample), _truth(sample)):
            tiles.append(cv2.resize(image, (_TILE, _TILE), interpolation=cv2.INTER_AREA))
    rows = [np.hstack(tiles[i : i + _COLUMNS]) for i in range(0, len(tiles), _COLUMNS)]
    page = np.vstack(rows)
    out = folder / "sheet.png"
    write_whole(out, cv2.imencode(".png", page[..., ::-1])[1].tobytes())
    return out


def _photograph(sample: Sample) -> npt.NDArray[np.uint8]:
    image = np.ascontiguousarray(sample.rgb)
    place = f"pitch {np.degrees(sample.pitch):.0f}"
    cv2.putText(image, place, (4, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 0), 1)
    return image


def _truth(sample: Sample) -> npt.NDArray[np.uint8]:
    near = 1.0 - np.clip(np.nan_to_num(sample.depth, nan=_FAR) / _FAR, 0.0, 0.8)
    colors = np.random.default_rng(0).integers(80, 255, (int(sample.labels.max()) + 1, 3))
    tint = np.where(
        (sample.labels > 0)[..., None], colors[sample.labels], _SHADES[sample.structure]
    )
    image = np.ascontiguousarray((tint * (0.4 + 0.6 * near[..., None])).astype(np.uint8))
    for item in sample.items:
        rows, columns = np.nonzero(sample.labels == item.label)
        if rows.size < 60:
            continue
        states = "".join(name[0] for name, value in item.states.items() if value > 0.5)
        text = f"{item.type[:12]} {states}".strip()
        at = (max(int(columns.mean()) - 20, 0), int(rows.mean()))
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.3, (255, 255, 255), 1)
    return image


assert len(_SHADES) == len(STRUCTURES)
