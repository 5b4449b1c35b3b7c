# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Random access to collected frames, prepared for the networks while these are busy."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.learned.channels import channels
from egoplan_ros.perception.tight import tight
from egoplan_ros.training.perception.shards import Item, Sample, Shard, shards_of
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.errors import InputError

_OPEN = 64
_AHEAD = 3
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Frame:
    """What training needs of a frame.

    Attributes:
        sample: as collected.
        channels: float32 ``(8, h, w)``.
        boxes: float32 ``(n, 4)`` x_min, y_min, x_max, y_max in pixels, of each item.
        pixels: int ``(n,)``, size of each item's mask.
        shard: which file it is from.
        cut: bool ``(n,)``, items of which a part is left out.
    """

    sample: Sample
    channels: npt.NDArray[np.float32]
    boxes: npt.NDArray[np.float32]
    pixels: npt.NDArray[np.int64]
    shard: str
    cut: npt.NDArray[np.bool_]


class Frames:
    """All frames of some shards."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Look through shards.

        Raises:
            InputError: a damaged one.
        """
        self.paths = list(paths)
        self._open: OrderedDict[Path, Shard] = OrderedDict()
        self.places: list[tuple[int, int]] = []
        self.types: Counter[str] = Counter()
        self._kinds: dict[tuple[str, frozenset[str]], Item] = {}
        self._judged: list[frozenset[str]] = []
        for number, path in enumerate(self.paths):
            shard = Shard(path)
            self.places += [(number, k) for k in range(len(shard))]
            for k in range(len(shard)):
                judged: set[str] = set()
                for item in shard.items(k):
                    self.types[item.type] += 1
                    self._kinds.setdefault((item.type, frozenset(item.states)), item)
                    judged |= item.states.keys()
                self._judged.append(frozenset(judged))

    @classmethod
    def of(cls, folders: Sequence[Path]) -> "Frames":
        """All frames of some folders.

        Raises:
            InputError: no shards, or a damaged one.
        """
        return cls([path for folder in folders for path in shards_of(folder)])

    def split(self, nth: int) -> tuple["Frames", "Frames"]:
        """All but every n-th shard, and these.

        Raises:
            InputError: too few shards.
        """
        if len(self.paths) < nth:
            raise InputError(
                f"train perception: {len(self.paths)} shards are too few to keep some for the "
                "calibration; collect more, or give --validation"
            )
        kept = self.paths[nth - 1 :: nth]
        return Frames([path for path in self.paths if path not in kept]), Frames(kept)

    def __len__(self) -> int:
        return len(self.places)

    def items(self) -> Iterable[Item]:
        """An item of each type and each set of states that it is judged by."""
        return self._kinds.values()

    def has_state(self, index: int, name: str) -> bool:
        """Whether a thing in a frame is judged by a state."""
        return name in self._judged[index]

    def of_shard(self, number: int) -> list[int]:
        """Indices of one shard's frames."""
        return [i for i, (one, _) in enumerate(self.places) if one == number]

    def load(self, index: int) -> Frame:
        """A frame with its channels."""
        return frame_of(*self.sample(index))

    def sample(self, index: int) -> tuple[Sample, str]:
        """A frame as collected, and the name of its shard."""
        number, k = self.places[index]
        path = self.paths[number]
        shard = self._open.pop(path, None) or Shard(path)
        self._open[path] = shard
        while len(self._open) > _OPEN:
            self._open.popitem(last=False)
        return shard.sample(k), path.name


def truth(sample: Sample) -> Detections:
    """What a back end that knows all would say of a sample."""
    items = (Detection(i.type, 1.0, i.label, (0, 0, 0, 0), (0, 0), i.states) for i in sample.items)
    labels, kept = tight(sample.labels, items, 1)
    return Detections(0.0, labels, kept)


def frame_of(sample: Sample, shard: str = "") -> Frame:
    """Channels, boxes and sizes of a sample."""
    count = np.bincount(sample.labels.ravel(), minlength=1)
    return Frame(
        sample,
        channels(sample.rgb, sample.depth, sample.camera, sample.camera_pose),
        np.array([item.box for item in truth(sample).items], dtype=np.float32).reshape(-1, 4),
        count[[item.label for item in sample.items]],
        shard,
        np.zeros(len(sample.items), dtype=bool),
    )


def ahead(make: Callable[[int], T], steps: Sequence[int]) -> Iterator[T]:
    """``make`` of each step in turn, some steps before it is asked for."""
    with ThreadPoolExecutor(1) as pool:
        waiting = [pool.submit(make, step) for step in steps[:_AHEAD]]
        for k in range(len(steps)):
            ready = waiting.pop(0)
            if k + _AHEAD < len(steps):
                waiting.append(pool.submit(make, steps[k + _AHEAD]))
            yield ready.result()


def states_of(item: Item, names: Sequence[str]) -> npt.NDArray[np.float32]:
    """Truth of each state, NaN where the type cannot have it."""
    return np.array([item.states.get(name, np.nan) for name in names], dtype=np.float32)
