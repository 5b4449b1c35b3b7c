# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Textures by name, made on first use and kept in a folder that all processes share."""

import hashlib
import os
import shutil
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.catalogue import TEXTURES

Progress = Callable[[int, int], None]
_PREFIX = "textures-"
_APART = {"store.py", "__main__.py"}


@lru_cache(maxsize=1)
def version() -> str:
    """Hash of what the images depend on: the generators and the libraries that draw."""
    parts = [np.__version__, cv2.__version__]
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.name not in _APART:
            parts.append(path.read_text("utf-8"))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def folder() -> Path:
    """Where the images of this version are kept; it need not exist."""
    named = os.environ.get("EGOPLAN_CACHE", "")
    if not named:
        base = os.environ.get("XDG_CACHE_HOME", "") or os.path.join(
            os.path.expanduser("~"), ".cache"
        )
        named = os.path.join(base, "egoplan_ros")
    return Path(named) / f"{_PREFIX}{version()}"


def made(name: str, number: int) -> NDArray[np.uint8]:
    """The image, made anew; the same bytes each time.

    Raises:
        KeyError: there is no such class.
    """
    if name not in TEXTURES:
        raise KeyError(f"{name}: no such class of texture; there are {', '.join(TEXTURES)}")
    number %= TEXTURES[name].count
    seed = [crc32(name.encode()), number]
    return np.ascontiguousarray(TEXTURES[name].make(np.random.default_rng(seed), number))


def texture(name: str, number: int) -> NDArray[np.uint8]:
    """Image (rows, columns, 3 or 4), read-only, of a member; numbers beyond the count begin again.

    It is read from the cache folder, or made and put there; a folder that cannot be written to, or
    a damaged file, costs the time of making it.

    Raises:
        KeyError: there is no such class.
    """
    if name in TEXTURES:
        number %= TEXTURES[name].count
    return _kept(folder(), name, number)


@lru_cache(maxsize=160)
def _kept(place: Path, name: str, number: int) -> NDArray[np.uint8]:
    path = place / f"{name}-{number}.npy"
    image = _read(path)
    if image is None:
        image = made(name, number)
        _write(path, image)
    image.setflags(write=False)
    return image


def _read(path: Path) -> NDArray[np.uint8] | None:
    try:
        image = np.load(path)
    except (OSError, ValueError, EOFError):
        return None
    right = isinstance(image, np.ndarray) and image.dtype == np.uint8 and image.ndim == 3
    return image if right else None


def _write(path: Path, image: NDArray[np.uint8]) -> None:
    """Put the image in its place at once, so that nobody reads half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.part")
        try:
            with part.open("wb") as file:
                np.save(file, image)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError:
        return  # Not kept: made again by the next process.


def make_all(progress: Progress | None = None) -> int:
    """Make what the cache folder lacks and remove other versions' images; returns how many it made.

    progress: called with how many are done and how many there are.
    """
    place = folder()
    for other in place.parent.glob(f"{_PREFIX}*"):
        if other != place:
            shutil.rmtree(other, ignore_errors=True)
    wanted = [(name, k) for name, entry in TEXTURES.items() for k in range(entry.count)]
    count = 0
    for done, (name, number) in enumerate(wanted):
        if progress is not None:
            progress(done, len(wanted))
        path = place / f"{name}-{number}.npy"
        if _read(path) is None:
            _write(path, made(name, number))
            count += 1
    if progress is not None:
        progress(len(wanted), len(wanted))
    return count


def pyramid(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """All sizes of an image for sampling from afar: (N, 4) RGBA pixels, row by row.

    The full size comes first, then each half as large down to one pixel (a side that has reached 1
    stays 1); each pixel is the mean of those it covers. Without alpha it is 255.
    """
    rows, columns, channels = image.shape
    level = np.full((rows, columns, 4), 255, np.float32)
    level[..., :channels] = image
    levels = [level]
    while level.shape[0] > 1 or level.shape[1] > 1:
        size = (max(level.shape[1] // 2, 1), max(level.shape[0] // 2, 1))
        level = np.asarray(cv2.resize(level, size, interpolation=cv2.INTER_AREA), np.float32)
        level = level.reshape(size[1], size[0], 4)
        levels.append(level)
    flat = np.concatenate([each.reshape(-1, 4) for each in levels])
    return np.asarray(flat + 0.5, np.uint8)
