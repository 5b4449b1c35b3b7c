"""The picture of a run for the README: a frame of its film, and its map.

./egoplan run "put a clean mug in the coffee machine" --scene FloorPlan1 --out RUN
./egoplan view RUN --film RUN/film.mp4
scripts/in-venv python scripts/run_picture.py RUN docs/images/run.png --at 0.7
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

HEIGHT = 480


def picture(folder: Path, at: float) -> np.ndarray:
    """Frame of the film at a share of its length, and the map, beside each other."""
    video = cv2.VideoCapture(str(folder / "film.mp4"))
    count = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
    video.set(cv2.CAP_PROP_POS_FRAMES, min(int(at * count), count - 1))
    good, frame = video.read()
    drawn = cv2.imread(str(folder / "map.png"))
    if not good or drawn is None:
        raise SystemExit(f"{folder}: no film.mp4 or no map.png; name the folder of a run")
    ink = np.argwhere((drawn < 250).any(axis=2))  # without the page's margins
    drawn = drawn[ink[:, 0].min() : ink[:, 0].max() + 1, ink[:, 1].min() : ink[:, 1].max() + 1]
    parts = [
        cv2.resize(
            part,
            (round(part.shape[1] * HEIGHT / part.shape[0]), HEIGHT),
            interpolation=cv2.INTER_AREA,
        )
        for part in (frame, drawn)
    ]
    return np.hstack(parts)


def main() -> None:
    """Compose and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("run", type=Path, help="folder of a run")
    parser.add_argument("out", type=Path, help="picture to write")
    parser.add_argument("--at", type=float, default=0.5, help="share of the video (%(default)s)")
    args = parser.parse_args()
    cv2.imwrite(str(args.out), picture(args.run, args.at))


if __name__ == "__main__":
    main()
