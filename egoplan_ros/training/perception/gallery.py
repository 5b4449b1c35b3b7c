"""Pictures of what a back end says beside the truth."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.training.perception.evaluation import rgbd
from egoplan_ros.training.perception.frames import Frames
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.files import write_whole

_COUNT, _ACROSS, _TILE = 20, 2, 420


def gallery(backend: PerceptionBackend, frames: Frames, folder: Path) -> Path:
    """Write ``predictions.png``: 20 frames, truth on the left, what was said on the right.

    Raises:
        InputError: the file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tiles = []
    for index in np.linspace(0, len(frames) - 1, _COUNT).astype(int):
        sample = frames.load(int(index)).sample
        truth = Detections(
            0.0,
            sample.labels,
            tuple(
                Detection(i.type, 1.0, i.label, (0, 0, 0, 0), (0, 0), i.states)
                for i in sample.items
            ),
        )
        said = backend.detect(rgbd(frames.load(int(index))))
        tiles.append(np.hstack([_drawn(sample.rgb, truth), _drawn(sample.rgb, said)]))
    rows = [np.hstack(tiles[i : i + _ACROSS]) for i in range(0, len(tiles), _ACROSS)]
    out = folder / "predictions.png"
    write_whole(out, cv2.imencode(".png", np.vstack(rows)[..., ::-1])[1].tobytes())
    return out


def _drawn(rgb: npt.NDArray[np.uint8], found: Detections) -> npt.NDArray[np.uint8]:
    scale = _TILE / rgb.shape[0]
    size = (int(rgb.shape[1] * scale), _TILE)
    picture = cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR)
    labels = cv2.resize(found.labels, size, interpolation=cv2.INTER_NEAREST)
    for item in found.items:
        mask = (labels == item.label).astype(np.uint8)
        if mask.sum() < 20:
            continue
        hue = sum(map(ord, item.type)) * 37 % 180
        color = cv2.cvtColor(np.array([[[hue, 200, 255]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
        edges = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        cv2.drawContours(picture, edges, -1, color.tolist(), 1)
        states = " ".join(name for name, value in item.states.items() if value > 0.5)
        score = "" if item.certainty > 0.995 else f" {item.certainty:.2f}"
        rows, columns = np.nonzero(mask)
        at = (max(int(columns.mean()) - 25, 0), int(rows.mean()))
        text = f"{item.type}{score} {states}"
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.33, (0, 0, 0), 2)
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.33, (255, 255, 255), 1)
    return np.asarray(picture)
