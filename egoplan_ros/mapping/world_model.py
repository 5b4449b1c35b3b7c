# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The world model: what the robot believes, as one immutable snapshot per frame."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.alignment import Alignment
from egoplan_ros.mapping.archive import detached, read_archive, write_archive
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.denoise import smooth
from egoplan_ros.mapping.frontiers import Frontiers
from egoplan_ros.mapping.objects.effects import Effects
from egoplan_ros.mapping.objects.history import assume
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.mapping.objects.outcome import in_vain
from egoplan_ros.mapping.objects.rows import rows_from_arrays, rows_to_arrays
from egoplan_ros.mapping.objects.sighting import sightings
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.occupancy import Occupancy
from egoplan_ros.mapping.remapping import Remapping
from egoplan_ros.mapping.voxel_map import VoxelMap, frame_points
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, compose2d, wrap_angle
from egoplan_ros.world.occupancy import OccupancyGrid, empty_grid
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind, PrimitiveResult
from egoplan_ros.world.state import Frontier, WorldState
from egoplan_ros.world.system.files import DAMAGED
from egoplan_ros.world.task import ActedStep
from egoplan_ros.world.transforms import flattened

_SET_BACK = 5.0
"""Seconds; no frame is as late as that: the clock was set back."""
_ROUNDING = 0.01
"""By which the norm of an orientation may differ from 1."""
_AROUND = 1.2
"""Metres around an object where one stands to use it."""
_TURNED = 0.1
"""Radians between two frames by which a robot that does not turn of itself was turned."""
_NEW_FLOOR = 0.5
"""Square metres of floor there that become known to be free and make another attempt worth it."""
_GHOST = 12
"""Failed attempts after which a small thing that was not seen since the first is not there."""
_LEAP, _FASTEST = 10.0, 3.0
"""Metres, and metres a second: no robot in a home gets farther from one frame to the next."""
_NOWHERE = RobotState(0.0, 0, -1, Pose2D(), 0.0, 0.0)


class WorldModel:
    """Voxel map, occupancy, frontiers and object memory behind one door.

    Attributes:
        voxels: the 3D map.
        memory: the object memory.
    """

    def __init__(self, ontology: Ontology, config: MappingConfig | None = None) -> None:
        self.ontology = ontology
        self.config = config or MappingConfig()
        self.voxels = VoxelMap(self.config)
        self.alignment = Alignment(self.config.thresholds)
        self.memory = ObjectMemory(ontology, self.config)
        self.occupancy = Occupancy(self.config)
        self.frontiers = Frontiers(self.config)
        self.effects = Effects(self.memory)
        self.remapping = Remapping(self.config, self.voxels, self.alignment)
        self._version = 0
        self.reset()

    def reset(self) -> None:
        """Forget the episode; the version still grows."""
        self.voxels.clear()
        self.alignment.clear()
        self.remapping.clear()
        self.memory.clear()
        self.occupancy.clear()
        self.frontiers.clear()
        self._grid: OccupancyGrid = empty_grid(self.config.resolution)
        self._anchors: tuple[Frontier, ...] = ()
        self._robot: RobotState = _NOWHERE
        self._applied: tuple[int, float] | None = None
        self._points: npt.NDArray[np.float32] | None = None
        self._shape = (0, 0)
        self._foreign = False
        self._assumed: tuple[ActedStep, ...] = ()
        self._version += 1
        self._state: WorldState | None = None

    def update(self, frame: RgbdFrame, detections: Detections) -> WorldState:
        """Apply the effect of the robot's last primitive, then integrate the frame.

        What the frame shows not to have happened has no effect, whatever the robot reports.

        Of a frame that no detector has judged the map takes the depth; what is not recognised in it
        is not missed.

        A frame of another episode clears everything first. A frame that is not newer than the
        latest one (repeated or out of order) changes nothing; but one that is much older tells that
        the clock was set back, and what is remembered is dated back by as much.

        Raises:
            InputError: detections of another frame or image size, or a pose that is none.
        """
        if detections.labels.shape != frame.depth.shape:
            raise InputError(
                f"mapping: label image {detections.labels.shape} and depth {frame.depth.shape} "
                "differ in size; send the detections of this frame"
            )
        if abs(detections.stamp - frame.stamp) > 1e-6:
            raise InputError(
                f"mapping: detections of {detections.stamp:.3f} s do not belong to the frame of "
                f"{frame.stamp:.3f} s; synchronise them"
            )
        robot = frame.robot
        _check_pose(frame)
        if not self._foreign and robot.episode == self._robot.episode:
            _check_way(self._robot, robot)
        if self._foreign:
            self._adopt(robot)
        elif robot.episode != self._robot.episode:
            self.reset()
        elif self._robot.stamp - _SET_BACK < frame.stamp <= self._robot.stamp:
            return self.state()
        if frame.stamp < self._robot.stamp:
            self.memory.date_back(self._robot.stamp - frame.stamp)
        self._follow(robot)
        came_with = frame
        frame = replace(frame, depth=smooth(frame.depth))
        if self.config.align:
            frame = self.alignment.correct(frame)
        points, good = frame_points(frame, self.config)
        self._apply(frame, detections, points)
        seen = sightings(frame, detections, points, good, self.config, self.ontology)
        for item in seen:
            item.slack = self.alignment.doubt(item.distance)
        self.memory.update(frame, seen, detections)
        self.effects.settle(frame.stamp)
        held = self.memory.held
        classes = self.voxels.pixel_classes(frame.camera, detections, self.memory.skipped)
        if not detections.judged and robot.holding:  # what is in the hand is not known from masks
            classes[frame.depth.ravel() < self.config.thresholds.hand_range] = -1
        elif held is not None:
            classes[self.memory.hand.covers(frame, points)] = -1
        self.voxels.integrate(points, good, classes, frame.camera_pose.position)
        self.remapping.keep(came_with, frame.depth, frame.camera_pose, classes)
        self._grid = self.occupancy.grid(self.voxels, robot)
        self._try_again()
        self._give_up_ghosts()
        size = None if held is None else held.snapshot().size
        self._anchors = self.frontiers.update(self._grid, frame, size)
        self._points, self._shape = points, frame.depth.shape
        self._robot = robot
        self._changed()
        return self.state()

    def _follow(self, robot: RobotState) -> None:
        """Have all that is known follow a correction of where the robot was."""
        moves = self.remapping.follow(robot)
        if moves is None:
            return
        for part in (self.memory, self.occupancy, self.frontiers):
            part.move(moves)
        last = moves.motions[-1]
        if self._points is not None:
            self._points = last.apply(self._points).astype(np.float32)
        base = compose2d(Pose2D(*flattened(last)), self._robot.base)
        self._robot = replace(self._robot, base=base)

    def state(self) -> WorldState:
        """The snapshot after the latest change; the same object until something changes."""
        if self._state is None:
            self._state = WorldState(
                stamp=self._robot.stamp,
                robot=self._robot,
                objects=self.memory.snapshot(),
                grid=self._grid,
                frontiers=self._anchors,
                explored=frozenset(self.frontiers.explored) | self.memory.explored(),
                version=self._version,
            )
        return self._state

    def assume(self, history: Sequence[ActedStep]) -> WorldState:
        """Take an action history as a prior, once; a look confirms or refutes it.

        Called again with the same history in the same episode, it changes nothing.
        """
        steps = tuple(history) if self.config.action_history else ()
        if steps and self._assumed != steps:
            self._assumed = steps
            assume(self.memory, steps, self._robot)
            self._changed()
        return self.state()

    def mark_unreachable(self, name: str) -> None:
        """Count a failed attempt to use an object.

        Manipulating it resets the count, and so does floor around it that was not known to be free
        when the attempt failed: there may be a place to stand now. A frontier that cannot be
        reached counts as explored.

        Raises:
            InputError: no such object or frontier.
        """
        track = self._anchor(name)
        if track is None:
            return
        if not track.unreachable:
            track.doubted = self._robot.stamp
        track.unreachable += 1
        track.free_floor = self._floor_around(track)
        self._changed()

    def mark_explored(self, name: str) -> None:
        """Count a place as explored as well as can be, although not all of it was seen.

        Opening or switching it resets that, and so does floor around it that was not
        known to be free.

        Raises:
            InputError: no such object or frontier.
        """
        track = self._anchor(name)
        if track is not None:
            track.explored, track.free_floor = True, self._floor_around(track)
            self._changed()

    def _anchor(self, name: str) -> Track | None:
        """The object of that name; a frontier is given up at once, and is None."""
        if self.frontiers.give_up(name):
            self._anchors = tuple(anchor for anchor in self._anchors if anchor.id != name)
            self._changed()
            return None
        track = self.memory.tracks.get(name)
        if track is None:
            raise InputError(f"mapping: no object {name!r} in memory; it may have been forgotten")
        return track

    def _floor_around(self, track: Track) -> float:
        x, y = track.center[:2]
        return self._grid.free_area(float(x), float(y), float(track.size[:2].max()) / 2.0 + _AROUND)

    def _give_up_ghosts(self) -> None:
        """Forget small things that were tried in vain again and again and never seen meanwhile: if
        one is there after all, it will be seen again."""
        tried = [track for track in self.memory.tracks.values() if track.unreachable >= _GHOST]
        for track in tried:
            vain = track.last_seen < track.doubted
            if vain and not track.held and self.ontology.affords(track.type, "pickupable"):
                self.memory.remove(track.id)

    def _try_again(self) -> None:
        for track in self.memory.tracks.values():
            vain = track.unreachable or track.explored
            if vain and self._floor_around(track) > track.free_floor + _NEW_FLOOR:
                track.unreachable, track.explored = 0, False

    def _changed(self) -> None:
        self._version += 1
        self._state = None

    def _apply(
        self, frame: RgbdFrame, detections: Detections, points: npt.NDArray[np.float32]
    ) -> None:
        robot = frame.robot
        result = robot.last
        if result is None or self._applied == (robot.step, result.stamp):
            return
        if self._applied is not None and robot.step == self._applied[0]:
            return
        self._applied = (robot.step, result.stamp)
        # The primitive pointed into the previous image.
        touched = _pointed(result, self._points, self._shape)
        turned = abs(wrap_angle(robot.base.yaw - self._robot.base.yaw)) > _TURNED
        at_once = robot.step == self._robot.step + 1  # no frame was lost
        if turned and at_once and result.primitive.kind is PrimitiveKind.PUT:
            # Somebody turned the robot at the last moment: where it is now will be seen.
            result = replace(result, primitive=replace(result.primitive, object_id=""))
            touched = _pointed(result, points, frame.depth.shape)
        if turned and at_once and result.needless:
            # What it then reached for was so already, whatever that is.
            result = replace(result, error=ErrorCode.NO_EFFECT)
        if in_vain(result, frame, detections, points, touched, self.config.thresholds):
            result = replace(result, success=False, error=ErrorCode.NO_EFFECT)
        self.occupancy.feel(robot, result)
        self.effects.apply(result, robot, touched)
        if self.effects.left is not None:
            kind, opened, closed = self.effects.left
            self.voxels.vacate(opened, closed, kind)

    def save(self, path: Path | str) -> None:
        """Write everything as one npz file, atomically.

        Raises:
            InputError: the place cannot be written.
        """
        write_archive(Path(path), self.to_arrays())

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All that is known; some of it is shared with the model and changes with it."""
        arrays = {f"voxels.{k}": v for k, v in self.voxels.to_arrays().items()}
        arrays |= {f"occupancy.{k}": v for k, v in self.occupancy.to_arrays().items()}
        arrays |= {f"frontiers.{k}": v for k, v in self.frontiers.to_arrays().items()}
        arrays |= {"grid.data": self._grid.data, "grid.origin": np.array(self._grid.origin)}
        arrays |= {f"alignment.{k}": v for k, v in self.alignment.to_arrays().items()}
        return arrays | rows_to_arrays(self.memory, self._robot, self._applied)

    def checkpoint(self, path: Path) -> Callable[[], None]:
        """Copy all that is known now, in a few milliseconds.

        Returns:
            What writes it, atomically and uncompressed; it may run in another thread.
        """
        arrays = {name: detached(value) for name, value in self.to_arrays().items()}
        return lambda: write_archive(path, arrays, compress=False)

    @classmethod
    def read(cls, ontology: Ontology, path: Path | str) -> "WorldModel":
        """What :meth:`save` wrote, with the resolution and heights that it was saved with.

        Raises:
            InputError: unreadable or damaged file.
        """
        grid = np.ravel(read_archive(Path(path)).get("voxels.grid", []))
        config = MappingConfig()
        if len(grid) == 3:
            resolution, low, high = map(float, grid)
            band = max(low, config.band_low), min(high, config.band_high)
            try:
                config = replace(
                    config,
                    resolution=resolution,
                    z_min=low,
                    z_max=high,
                    band_low=band[0],
                    band_high=band[1],
                )
            except InputError as error:
                raise InputError(f"{path}: {error}; save it again") from error
        model = cls(ontology, config)
        model.load(path)
        return model

    def load(self, path: Path | str, resume: bool = True) -> None:
        """Become what :meth:`save` wrote; what is refused changes nothing.

        Args:
            path: file to read.
            resume: go on with the episode it was saved in; the first frame of another one clears
                everything. Else what was known then is known in the present episode, or in the one
                that the first frame tells, and is as old as it was when it was saved.

        Raises:
            InputError: unreadable or damaged file, or stored with other settings.
        """
        arrays = read_archive(Path(path))
        if not {"memory", "surfaces", "grid.data"} <= set(arrays):
            raise InputError(f"{path}: is no saved world model; save it again")
        fresh = WorldModel(self.ontology, self.config)
        fresh._version = self._version
        try:
            fresh._fill(arrays)
        except InputError as error:
            raise InputError(f"{path}: {error}") from error
        except DAMAGED as error:
            raise InputError(f"{path}: is damaged; save it again") from error
        if not resume:
            if self._points is None:
                fresh._foreign = True
            else:
                fresh._adopt(self._robot)
                fresh._points, fresh._shape = self._points, self._shape
        vars(self).update(vars(fresh))

    def _adopt(self, robot: RobotState) -> None:
        """What is known was saved in another episode, and counts in that of the robot."""
        self.memory.date_back(self._robot.stamp - robot.stamp)
        held = self.memory.held
        if held is not None and not robot.holding:
            # Where it came to lie since nobody knows.
            for track in [*self.memory.contents(held.id), held]:
                self.memory.remove(track.id)
        # What the robot did before meant objects by other names.
        self._applied = None if robot.last is None else (robot.step, robot.last.stamp)
        self._robot, self._foreign = robot, False
        self._changed()

    def _fill(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Take all that is stored into an empty model."""
        for name, empty in self.to_arrays().items():
            given = arrays.get(name)
            if given is None:
                raise InputError(f"stored without {name}; save it again")
            if given.ndim != empty.ndim or given.dtype.kind != empty.dtype.kind:
                raise InputError(f"{name} is damaged; save it again")
        self.voxels.from_arrays(_part(arrays, "voxels."))
        self.occupancy.from_arrays(_part(arrays, "occupancy."))
        self.frontiers.from_arrays(_part(arrays, "frontiers."))
        self.alignment.from_arrays(_part(arrays, "alignment."))
        self._robot, self._applied = rows_from_arrays(arrays, self.memory)
        x, y = arrays["grid.origin"]
        self._grid = OccupancyGrid(
            arrays["grid.data"], self.config.resolution, (float(x), float(y))
        )
        self._changed()
        self.state()


def _check_pose(frame: RgbdFrame) -> None:
    base, camera = frame.robot.base, frame.camera_pose
    if not np.all(np.isfinite([*camera.position, *camera.orientation, base.x, base.y, base.yaw])):
        raise InputError("mapping: the robot's pose is not finite; check odometry and TF")
    norm = float(np.linalg.norm(camera.orientation))
    if abs(norm - 1.0) > _ROUNDING:
        raise InputError(
            f"mapping: the camera's orientation is a quaternion of norm {norm:.3g} and not 1; "
            "check TF"
        )


def _check_way(before: RobotState, now: RobotState) -> None:
    """A single frame from far off would enlarge the map to hundreds of megabytes."""
    # What was corrected is no way.
    one, other = (
        (before.base, now.base)
        if before.odometry is None or now.odometry is None
        else (before.odometry, now.odometry)
    )
    way = one.distance_to(other.x, other.y)
    seconds = now.stamp - before.stamp
    if before.stamp > 0.0 and way > _LEAP + _FASTEST * max(seconds, 0.0):
        raise InputError(
            f"mapping: the robot's pose leapt by {way:.3g} m in {seconds:.3g} s; check "
            "odometry, or reset the robot to go on from there"
        )


def warm_up(ontology: Ontology, config: MappingConfig) -> None:
    """Import and load the compiled parts, which is put off, so that no frame waits for it."""
    model = WorldModel(ontology, config)
    camera = Camera.from_vertical_fov(32, 32, 1.0)
    pose = camera_optical_pose(Pose2D(), 1.0, 0.5)
    labels = np.zeros((32, 32), dtype=np.uint16)
    labels[12:20, 12:20] = 1
    items = (Detection(next(iter(ontology.types)), 1.0, 1, (12, 12, 19, 19), (16, 16), {}),)
    rgb, depth = np.zeros((32, 32, 3), dtype=np.uint8), np.ones((32, 32), dtype=np.float32)
    for stamp in (1.0, 2.0):
        robot = RobotState(stamp, 0, 0, Pose2D(), 0.5, 1.0)
        frame = RgbdFrame(stamp, rgb, depth, camera, pose, robot)
        model.update(frame, Detections(stamp, labels, items))


def _part(arrays: dict[str, npt.NDArray[np.generic]], prefix: str) -> dict[str, object]:
    return {name[len(prefix) :]: value for name, value in arrays.items() if name.startswith(prefix)}


def _pointed(
    result: PrimitiveResult, points: npt.NDArray[np.float32] | None, shape: tuple[int, ...]
) -> npt.NDArray[np.float64] | None:
    """The map point at which a primitive pointed in an image of that shape, if it is known."""
    if result.primitive.point is None or points is None:
        return None
    height, width = shape
    u = min(max(int(result.primitive.point[0] * width), 0), width - 1)
    v = min(max(int(result.primitive.point[1] * height), 0), height - 1)
    point = points[v * width + u].astype(np.float64)
    return point if np.all(np.isfinite(point)) else None
