# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The 3D voxel map: log-odds occupancy with free-space carving and a class vote per voxel.

DANLI 3.1 / A.4 and CAPEAM 3.2 project masked depth into a class voxel map; here free space is
carved as well, so that what moved away disappears again.

The compiled parts are imported late, so that a process that is started again knows what it knew
before it has imported the compiler.
"""

from collections.abc import Iterable
from math import ceil, floor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.archive import read_archive, write_archive
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Box, Pose2D, Vector3, flat, rotation_matrix

BLOCK = 16
"""Edge of a block in voxels: the unit in which the map grows and reports changes."""


class VoxelMap:
    """A map of ``[ix, iy, iz]`` voxels that grows by whole blocks in x and y.

    Attributes:
        odds: float32 log-odds, positive is occupied.
        seen: int32, 0 where nothing is known, else twice the number of the frame that saw the voxel
            last, and 1 more when it was a surface there.
        first: int32, number of the frame from which it is known, from 1; 0 where nothing is.
        label: int16 class of the majority of the pixels that hit the voxel, see ``classes``.
        classes: class names; index 0 is "" (structure).
    """

    def __init__(self, config: MappingConfig | None = None) -> None:
        self.config = config or MappingConfig()
        self.resolution = self.config.resolution
        layers = ceil((self.config.z_max - self.config.z_min) / self.resolution - 1e-9)
        self._blocks_z = ceil(layers / BLOCK)
        self._layers = layers
        self._ends = np.zeros((1 << 16, 4), dtype=np.int64)
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._corner = (0, 0)  # block index of voxel (0, 0)
        self._allocate(0, 0)
        self.classes: list[str] = [""]
        self._class_of: dict[str, int] = {"": 0}
        self._stamp = 0

    def _allocate(self, blocks_x: int, blocks_y: int) -> None:
        shape = (blocks_x * BLOCK, blocks_y * BLOCK, self._layers)
        self.odds = np.zeros(shape, dtype=np.float32)
        self.seen = np.zeros(shape, dtype=np.int32)
        self.first = np.zeros(shape, dtype=np.int32)
        self.votes = np.zeros(shape, dtype=np.uint8)
        self.label = np.zeros(shape, dtype=np.int16)
        self._dirty = np.zeros((blocks_x, blocks_y, self._blocks_z), dtype=bool)
        self._columns: tuple[tuple[int, ...], npt.NDArray[np.int8]] | None = None
        self._stale = (0, 0, 0, 0)

    @property
    def origin(self) -> npt.NDArray[np.float64]:
        """Map coordinates of the outer corner of voxel (0, 0, 0), metres."""
        edge = BLOCK * self.resolution
        return np.array([self._corner[0] * edge, self._corner[1] * edge, self.config.z_min])

    @property
    def nbytes(self) -> int:
        """Bytes of all voxels."""
        arrays = (self.odds, self.seen, self.first, self.votes, self.label, self._dirty)
        return sum(array.nbytes for array in arrays)

    def class_index(self, name: str) -> int:
        """Index of a class name; new names are appended."""
        index = self._class_of.get(name)
        if index is None:
            index = self._class_of[name] = len(self.classes)
            self.classes.append(name)
        return index

    def cover(self, low: tuple[float, float], high: tuple[float, float]) -> None:
        """Grow so that the x-y rectangle, in metres, is inside."""
        edge = BLOCK * self.resolution
        x0, y0 = floor(low[0] / edge), floor(low[1] / edge)
        x1, y1 = floor(high[0] / edge) + 1, floor(high[1] / edge) + 1
        nx, ny = self._dirty.shape[:2]
        if nx and ny:
            x0, y0 = min(x0, self._corner[0]), min(y0, self._corner[1])
            x1, y1 = max(x1, self._corner[0] + nx), max(y1, self._corner[1] + ny)
            if (x1 - x0, y1 - y0) == (nx, ny):
                return
        old: list[npt.NDArray[Any]]
        old = [self.odds, self.seen, self.first, self.votes, self.label, self._dirty]
        dx, dy = self._corner[0] - x0, self._corner[1] - y0
        columns, stale = self._columns, self._stale
        self._allocate(x1 - x0, y1 - y0)
        new: list[npt.NDArray[Any]]
        new = [self.odds, self.seen, self.first, self.votes, self.label, self._dirty]
        for source, target in zip(old, new, strict=True):
            unit = 1 if source is old[-1] else BLOCK
            at_x, at_y = dx * unit, dy * unit
            target[at_x : at_x + source.shape[0], at_y : at_y + source.shape[1]] = source
        self._corner = (x0, y0)
        if columns is not None:
            self._keep_columns(*columns, stale, (dx * BLOCK, dy * BLOCK))

    def _keep_columns(
        self,
        layers: tuple[int, ...],
        known: npt.NDArray[np.int8],
        stale: tuple[int, int, int, int],
        shift: tuple[int, int],
    ) -> None:
        # Of the columns that the map has grown by nothing is known.
        (left, low), (nx, ny) = shift, self.odds.shape[:2]
        data = np.full((ny, nx), -1, dtype=np.int8)
        data[low : low + known.shape[0], left : left + known.shape[1]] = known
        self._columns = layers, data
        a, b, c, d = stale
        self._stale = a + left, b + low, c + left, d + low

    def integrate(
        self,
        points: npt.NDArray[np.float32],
        good: npt.NDArray[np.bool_],
        classes: npt.NDArray[np.int16],
        camera: Vector3,
    ) -> int:
        """Add one frame of points.

        Args:
            points: float32 ``(n, 3)`` in map. good: bool ``(n,)``, which of them count.
            classes: int16 ``(n,)`` indices into ``classes``; negative ones are skipped.
            camera: position of the camera in map.

        Returns:
            Number of rays walked.
        """
        from egoplan_ros.mapping.carving import carve, extent

        x0, y0, x1, y1, count = extent(points, good, classes)
        if not count:
            return 0
        reach = self.config.max_range
        x, y = float(camera[0]), float(camera[1])
        low = (min(max(x0, x - reach), x) - 0.1, min(max(y0, y - reach), y) - 0.1)
        high = (max(min(x1, x + reach), x) + 0.1, max(min(y1, y + reach), y) + 0.1)
        self.cover(low, high)
        self._outdate(low, high)
        if self._ends.shape[0] < points.shape[0]:
            self._ends = np.zeros((points.shape[0], 4), dtype=np.int64)
        self._stamp += 1
        limits = (self.config.odds_min, self.config.odds_max)
        odds = (self.config.hit, self.config.miss, *limits)
        setting = np.array([self.resolution, reach, *odds, float(self.config.free_space)])
        return int(
            carve(
                self.odds,
                self.seen,
                self.first,
                self.votes,
                self.label,
                self._stamp,
                self._dirty,
                self._ends,
                points,
                good,
                classes,
                np.asarray(camera, dtype=np.float64),
                self.origin,
                setting,
            )
        )

    def insert(
        self, frame: RgbdFrame, detections: Detections | None = None, skip: Iterable[int] = ()
    ) -> int:
        """Back-project a frame and integrate it.

        Args:
            frame: depth, camera and pose.
            detections: give voxels their class.
            skip: labels whose pixels leave no trace (the object in hand).
        """
        points, good = frame_points(frame, self.config)
        classes = self.pixel_classes(frame.camera, detections, skip)
        return self.integrate(points, good, classes, frame.camera_pose.position)

    def vacate(self, box: Box, kept: Box, kind: str) -> None:
        """Free the space that a door of a class has left: its open box without its closed one.

        Args:
            box: corners of where it was, metres.
            kept: corners of where it still is.
            kind: class name; voxels of other classes stay.
        """
        parts = [self._slices(*corners) for corners in (box, kept)]
        leaf = np.zeros(self.odds.shape, dtype=bool)
        leaf[parts[0]] = True
        leaf[parts[1]] = False
        leaf &= (self.odds > 0.0) & (self.label == self.class_index(kind))
        if not leaf.any():
            return
        self._outdate((box[0][0], box[0][1]), (box[1][0], box[1][1]))
        self.odds[leaf] = -self.config.miss
        self.votes[leaf] = 0
        blocks = np.unique(np.argwhere(leaf) // BLOCK, axis=0)
        self._dirty[tuple(blocks.T)] = True

    def _slices(
        self, low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]
    ) -> tuple[slice, ...]:
        """Voxels that a box, in metres, touches."""
        first = np.floor((low - self.origin) / self.resolution).astype(int)
        last = np.floor((high - self.origin) / self.resolution).astype(int) + 1
        return tuple(
            slice(max(a, 0), max(b, 0)) for a, b in zip(first.tolist(), last.tolist(), strict=True)
        )

    def pixel_classes(
        self, camera: Camera, detections: Detections | None, skip: Iterable[int] = ()
    ) -> npt.NDArray[np.int16]:
        """Class index of each pixel, ``(h * w,)``; -1 for pixels of labels in ``skip``.

        In a frame that no detector has judged, all have none.
        """
        if detections is None:
            return np.zeros(camera.height * camera.width, dtype=np.int16)
        if not detections.judged:
            from egoplan_ros.mapping.carving import UNCLASSED

            return np.full(camera.height * camera.width, UNCLASSED, dtype=np.int16)
        labels = detections.labels.ravel()
        table = np.zeros(int(labels.max(initial=0)) + 1, dtype=np.int16)
        for item in detections.items:
            if item.label < table.size:
                table[item.label] = self.class_index(item.type)
        for value in skip:
            if value < table.size:
                table[value] = -1
        return table[labels]

    def points(
        self, changed_only: bool = False
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int16]]:
        """Centres ``(n, 3)`` and class indices ``(n,)`` of occupied voxels.

        With ``changed_only``, those of the blocks that changed since the last such call.
        """
        occupied = self.odds > 0
        if changed_only:
            blocks = np.repeat(np.repeat(self._dirty, BLOCK, 0), BLOCK, 1)
            occupied &= np.repeat(blocks, BLOCK, 2)[:, :, : self._layers]
            self._dirty[:] = False
        index = np.argwhere(occupied)
        centres = (index + 0.5) * self.resolution + self.origin
        return centres.astype(np.float32), self.label[tuple(index.T)]

    def columns(self, layers: tuple[int, int, int, int]) -> npt.NDArray[np.int8]:
        """2D occupancy ``(ny, nx)`` of each column: -1 unknown, 0 free, 100 occupied.

        Only what changed since the last call with the same layers is gone through.

        Args:
            layers: z indices (lowest of the floor, lowest of the band, end of its lower part, end
                of the band), see :func:`~egoplan_ros.mapping.carving.project_columns`.
        """
        from egoplan_ros.mapping.carving import project_columns

        nx, ny, _ = self.odds.shape
        if self._columns is None or self._columns[0] != layers:
            self._columns = layers, np.empty((ny, nx), dtype=np.int8)
            self._stale = (0, 0, nx, ny)
        data = self._columns[1]
        project_columns(self.odds, self.seen, layers, self._stale, data)
        self._stale = (0, 0, 0, 0)
        return data.copy()

    def _outdate(self, low: tuple[float, float], high: tuple[float, float]) -> None:
        # The columns in a rectangle, in metres, are about to change.
        nx, ny, _ = self.odds.shape
        size, origin = self.resolution, self.origin
        x0 = max(floor((low[0] - origin[0]) / size) - 1, 0)
        y0 = max(floor((low[1] - origin[1]) / size) - 1, 0)
        x1 = min(floor((high[0] - origin[0]) / size) + 2, nx)
        y1 = min(floor((high[1] - origin[1]) / size) + 2, ny)
        a, b, c, d = self._stale
        empty = a >= c or b >= d
        self._stale = (
            (x0, y0, x1, y1) if empty else (min(a, x0), min(b, y0), max(c, x1), max(d, y1))
        )

    def changed_blocks(self) -> npt.NDArray[np.float64]:
        """Corners ``(n, 3)`` in metres of the blocks that the next ``changed_only`` covers."""
        return np.argwhere(self._dirty) * (BLOCK * self.resolution) + self.origin

    def raycast(
        self,
        origin: Vector3,
        direction: Vector3,
        max_range: float | None = None,
        through_unknown: bool = True,
    ) -> tuple[float, bool]:
        """Distance in metres along a ray to the first occupied voxel, and whether there is one.

        Args:
            origin: map metres. direction: any length but 0.
            max_range: defaults to the map's own.
            through_unknown: unknown voxels do not stop the ray.

        Raises:
            InputError: direction of length 0.
        """
        if not np.any(np.asarray(direction)):
            raise InputError("voxel map: raycast needs a direction that is not zero")
        from egoplan_ros.mapping.carving import cast

        distance, met = cast(
            self.odds,
            self.seen,
            self.origin,
            self.resolution,
            np.asarray(origin, dtype=np.float64),
            np.asarray(direction, dtype=np.float64),
            float(max_range or self.config.max_range),
            through_unknown,
        )
        return float(distance), bool(met == 1)

    def state_at(self, point: Vector3) -> int:
        """-1 unknown, 0 free, 100 occupied at a map point."""
        index = np.floor((np.asarray(point) - self.origin) / self.resolution).astype(int)
        if np.any(index < 0) or np.any(index >= self.odds.shape) or not self.seen[tuple(index)]:
            return -1
        return 100 if self.odds[tuple(index)] > 0 else 0

    def to_arrays(self) -> dict[str, Any]:
        """What :meth:`from_arrays` needs."""
        return {
            "odds": self.odds,
            "seen": self.seen,
            "first": self.first,
            "votes": self.votes,
            "label": self.label,
            "corner": np.array(self._corner),
            "stamp": np.array(self._stamp),
            "classes": np.array(self.classes),
            "grid": np.array([self.resolution, self.config.z_min, self.config.z_max]),
        }

    def from_arrays(self, arrays: dict[str, Any]) -> None:
        """Become the map that was stored.

        Raises:
            InputError: parts are missing, or it has another resolution or height.
        """
        missing = sorted(set(self.to_arrays()) - set(arrays))
        if missing:
            raise InputError(f"voxel map: stored without {', '.join(missing)}; save it again")
        self._require_grid(arrays["grid"])
        self.clear()
        self._corner = (int(arrays["corner"][0]), int(arrays["corner"][1]))
        nx, ny, _ = arrays["odds"].shape
        self._allocate(nx // BLOCK, ny // BLOCK)
        for name in ("odds", "seen", "first", "votes", "label"):
            getattr(self, name)[:] = arrays[name]
        self._stamp = int(arrays["stamp"])
        for name in arrays["classes"].tolist():
            self.class_index(str(name))
        self._dirty[:] = True

    def merge(self, other: "VoxelMap") -> None:
        """Add what another map of the same place knows, as if its frames had been seen here.

        Raises:
            InputError: it has another resolution or height.
        """
        self._require_grid(other.to_arrays()["grid"])
        if not other.seen.any():
            return
        low, edge = other.origin, np.array(other.odds.shape) * other.resolution
        inner = 0.5 * self.resolution
        self.cover(
            (float(low[0]) + inner, float(low[1]) + inner),
            (float(low[0] + edge[0]) - inner, float(low[1] + edge[1]) - inner),
        )
        offset = np.round((low - self.origin) / self.resolution).astype(int)
        part = tuple(slice(a, a + n) for a, n in zip(offset, other.odds.shape, strict=True))
        known = other.seen > 0
        before = self.odds[part]
        after = np.clip(before + other.odds, self.config.odds_min, self.config.odds_max)
        changed = known & ((before > 0) != (after > 0))
        self.odds[part] = np.where(known, after, before)
        self._stamp += 1
        self.seen[part] = np.where(known, 2 * self._stamp + other.seen % 2, self.seen[part])
        fresh = known & (self.first[part] == 0)
        self.first[part] = np.where(fresh, self._stamp, self.first[part])
        table = np.array([self.class_index(name) for name in other.classes], dtype=np.int16)
        theirs, mine = table[other.label], self.label[part]
        ahead = other.votes.astype(np.int16)
        votes = self.votes[part].astype(np.int16)
        agree = theirs == mine
        self.label[part] = np.where(agree | (votes >= ahead), mine, theirs)
        total = np.where(agree, votes + ahead, np.abs(votes - ahead))
        self.votes[part] = np.minimum(total, 250).astype(np.uint8)
        self._columns = None
        for block in np.unique((np.argwhere(changed) + offset) // BLOCK, axis=0):
            self._dirty[tuple(block)] = True

    def move(self, motion: Pose2D) -> None:
        """All that is known lies elsewhere in map; each voxel takes what is nearest to it."""
        old: list[npt.NDArray[Any]]
        old = [self.odds, self.seen, self.first, self.votes, self.label]
        origin, size = self.origin, self.resolution
        nx, ny = self.odds.shape[:2]
        if not nx or not ny:
            return
        pose = flat(motion)
        edges = np.array([(x, y, 0.0) for x in (0, nx) for y in (0, ny)]) * size + origin
        corners = pose.apply(edges)[:, :2]
        low, high = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        self._corner = (0, 0)
        self._allocate(0, 0)
        self.cover((low[0], low[1]), (high[0], high[1]))
        centres = np.zeros((*self.odds.shape[:2], 3))
        centres[..., :2] = np.moveaxis(np.indices(self.odds.shape[:2]), 0, -1)
        centres[..., :2] = (centres[..., :2] + 0.5) * size + self.origin[:2]
        source = np.floor((pose.inverse_apply(centres)[..., :2] - origin[:2]) / size).astype(int)
        inside = np.all((source >= 0) & (source < (nx, ny)), axis=-1)
        columns = tuple(source[inside].T)
        new: list[npt.NDArray[Any]]
        new = [self.odds, self.seen, self.first, self.votes, self.label]
        for before, after in zip(old, new, strict=True):
            after[inside] = before[columns]
        self._dirty[:] = True

    def _require_grid(self, grid: npt.ArrayLike) -> None:
        mine = np.array([self.resolution, self.config.z_min, self.config.z_max])
        if not np.allclose(mine, grid):
            raise InputError(
                f"voxel map: stored with resolution and heights {np.asarray(grid).tolist()}, "
                f"configured are {mine.tolist()}; load it with the same settings"
            )

    def save(self, path: Path | str) -> None:
        """Write the map as npz; an interrupted write leaves the old file."""
        write_archive(Path(path), self.to_arrays())

    def load(self, path: Path | str) -> None:
        """Read a map written by :meth:`save`.

        Raises:
            InputError: unreadable file or other settings.
        """
        self.from_arrays(read_archive(Path(path)))


def frame_points(
    frame: RgbdFrame, config: MappingConfig
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Map points ``(h * w, 3)`` of a frame and which of them are valid depth."""
    from egoplan_ros.mapping.carving import back_project

    camera = frame.camera
    count = camera.width * camera.height
    points = np.empty((count, 3), dtype=np.float32)
    good = np.empty(count, dtype=np.bool_)
    back_project(
        np.ascontiguousarray(frame.depth, dtype=np.float32),
        camera.fx,
        camera.fy,
        camera.cx,
        camera.cy,
        rotation_matrix(frame.camera_pose.orientation),
        np.asarray(frame.camera_pose.position, dtype=np.float64),
        config.min_range,
        1e4,
        points,
        good,
    )
    return points, good
