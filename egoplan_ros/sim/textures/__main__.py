# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`python -m egoplan_ros.sim.textures`: makes all textures, or draws them on one sheet."""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.catalogue import TEXTURES
from egoplan_ros.sim.textures.store import folder, make_all, texture

_CELL = 96
_LABEL = 130
_MOST = 24


def _tile(name: str, number: int) -> NDArray[np.uint8]:
    """One member, small; a layer with alpha is laid on grey."""
    image = texture(name, number)
    if image.shape[2] == 4:
        alpha = image[..., 3:] / 255.0
        image = (image[..., :3] * alpha + 200 * (1 - alpha)).astype(np.uint8)
    small = cv2.resize(image, (_CELL, _CELL), interpolation=cv2.INTER_AREA)
    return np.pad(np.asarray(small, np.uint8), ((1, 1), (1, 1), (0, 0)), constant_values=255)


def sheet(names: list[str]) -> NDArray[np.uint8]:
    """Picture with a row of members for each class."""
    rows = []
    for name in names:
        label = np.full((_CELL + 2, _LABEL, 3), 255, np.uint8)
        cv2.putText(label, name, (4, _CELL // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
        tiles = [_tile(name, k) for k in range(min(TEXTURES[name].count, _MOST))]
        tiles += [np.full_like(tiles[0], 255)] * (_MOST - len(tiles))
        rows.append(np.hstack([label, *tiles]))
    return np.vstack(rows)


def _show(done: int, total: int) -> None:
    if sys.stdout.isatty():
        print(f"\rtextures: {done} of {total}", end="\n" if done == total else "", flush=True)
    elif done % 200 == 0 or done == total:
        print(f"textures: {done} of {total}", flush=True)


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m egoplan_ros.sim.textures",
        description="Makes the simulator's image textures and keeps them in the cache folder: "
        "$EGOPLAN_CACHE, $XDG_CACHE_HOME/egoplan_ros or ~/.cache/egoplan_ros.",
    )
    parser.add_argument("--sheet", metavar="FILE.png", type=Path, help="draw a contact sheet")
    parser.add_argument(
        "--only", metavar="CLASS", nargs="+", choices=list(TEXTURES), help="classes on the sheet"
    )
    words = parser.parse_args(arguments)
    if words.sheet is None:
        if words.only:
            parser.error("--only: goes with --sheet")
        made = make_all(_show)
        print(f"textures: {made} made, kept in {folder()}")
        return 0
    picture = sheet(words.only or list(TEXTURES))
    try:
        written = cv2.imwrite(str(words.sheet), picture[..., ::-1])
    except cv2.error:
        written = False
    if not written:
        print(
            f"{words.sheet}: cannot be written; name a .png in a folder that exists",
            file=sys.stderr,
        )
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
