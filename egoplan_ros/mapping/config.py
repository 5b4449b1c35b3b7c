# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Settings of the world model."""

from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import changed

Matcher = Literal["hungarian", "danli", "ogamus"]
Teller = Literal["rules", "learned"]


@dataclass(frozen=True, slots=True)
class MappingConfig:
    """Settings of the world model; lengths in metres.

    Attributes:
        resolution: edge of a voxel and of a cell of the 2D grid.
        max_range: depth beyond this only carves free space up to it.
        min_range: nearer depth is ignored.
        z_min, z_max: heights the voxel map covers.
        hit, miss: log-odds a voxel gains when hit and loses when seen through.
        odds_min, odds_max: limits of the log-odds; the lower one is nearer to 0 than ``hit``, so
            that something new is an obstacle at once.
        band_low, band_high: heights in which a voxel is an obstacle to the robot.
        inflation: kept between the robot's footprint, with what it holds, and obstacles when
            frontiers are reached.
        frontier_cells: smallest frontier, in cells.
        frontier_looks: looks after which a frontier that does not shrink counts as explored.
        matcher: association of detections: "hungarian" (class, seen surface, overlap, distance),
            "danli" (counts rule, DANLI A.5) or "ogamus" (20 cm threshold, OGAMUS 3.2).
        match_distance: threshold of "ogamus", and reach of a small object's match in "hungarian".
        min_points: masked pixels with depth that a detection needs to be placed in 3D.
        misses: frames an object must be missing from plain sight before it is forgotten.
        fixed_misses: the same for furniture that cannot be carried.
        vain_cost: what acting on a thing costs that is not there, or is of another type, in closer
            looks. A thing is doubtful while it is likelier than one in so many to be none, is not
            told of (nor made a row) while it is less likely than one in so many to be one, and is
            forgotten at the square of that.
        detection_rate: probability that perception reports a thing of many pixels that nothing
            hides; detection_pixels: of how many pixels it reports half as many. For back ends that
            do not tell their own.
        object_range: farther detections create no objects.
        near_range: measured along the floor, what was never seen from as near as this is not known:
            no object is created, and floor is yet to be explored (EPA F.2, whose graph has the
            places where the robot was, and what is within 1.5 m of them); 0 for no such limit.
        free_space: carve what lies between the camera and the surfaces; without it the map is of
            surfaces only, quicker, and what moved away stays in it.
        retrospective_masks: an object that was used and is not recognised, but whose surface is
            still there, is pointed at where it was (CAPEAM 3.2).
        relocation_tracking: what the robot puts down stays the same object, known to be there
            (CAPEAM 3.2); without it, it is forgotten and found anew.
        location_caching: where an object changed into another, as by slicing, is remembered even
            before the new one is recognised (CAPEAM 3.2).
        action_history: what an instruction tells to have been done before is a prior of the world
            (DANLI table 4 has the prediction of subgoals without it).
        relations: what tells which thing lies in or on which: "rules", or "learned", a small
            network on boxes and types, and rules for what is in containers that were seen closed.
        align: correct small errors of the camera's pose by the surfaces seen before.
        thresholds: what depends on camera, hand and home; told by their own names.
    """

    resolution: float = 0.05
    max_range: float = 5.0
    min_range: float = 0.05
    z_min: float = -0.2
    z_max: float = 2.8
    hit: float = 1.4
    miss: float = 0.7
    odds_min: float = -1.3
    odds_max: float = 2.8
    band_low: float = 0.10
    band_high: float = 1.80
    inflation: float = 0.0
    frontier_cells: int = 6
    frontier_looks: int = 3
    matcher: Matcher = "hungarian"
    match_distance: float = 0.20
    min_points: int = 2
    misses: int = 3
    fixed_misses: int = 8
    vain_cost: float = 5.0
    detection_rate: float = 0.9
    detection_pixels: float = 30.0
    object_range: float = 6.0
    near_range: float = 0.0
    free_space: bool = True
    retrospective_masks: bool = True
    relocation_tracking: bool = True
    location_caching: bool = True
    action_history: bool = True
    relations: Teller = "rules"
    align: bool = True
    thresholds: Thresholds = field(default_factory=Thresholds)

    def __post_init__(self) -> None:
        positive = (
            "resolution max_range hit miss frontier_cells frontier_looks match_distance "
            "min_points misses fixed_misses detection_pixels object_range"
        )
        for name in positive.split():
            self._require(getattr(self, name) > 0, name, "be positive")
        self._require(self.near_range >= 0, "near_range", "not be negative")
        self._require(0.01 <= self.resolution <= 0.5, "resolution", "lie in 0.01 ... 0.5 m")
        self._require(0 <= self.min_range < self.max_range, "min_range", "lie below max_range")
        self._require(self.z_min < self.z_max <= 10, "z_max", "lie above z_min and below 10 m")
        self._require(
            self.z_min <= self.band_low < self.band_high <= self.z_max,
            "band_low",
            "lie below band_high, both within z_min ... z_max",
        )
        self._require(-20 < self.odds_min < 0, "odds_min", "lie in -20 ... 0")
        self._require(0 < self.odds_max < 20, "odds_max", "lie in 0 ... 20")
        self._require(0 <= self.inflation <= 1, "inflation", "lie in 0 ... 1 m")
        self._require(self.vain_cost >= 2, "vain_cost", "be 2 or more")
        self._require(0 < self.detection_rate < 1, "detection_rate", "lie between 0 and 1")
        for name, kind in (("matcher", Matcher), ("relations", Teller)):
            known = get_args(kind)
            self._require(getattr(self, name) in known, name, f"be one of {', '.join(known)}")

    def _require(self, good: bool, name: str, what: str) -> None:
        if not good:
            raise InputError(f"mapping: {name} must {what}, got {getattr(self, name)!r}")

    @classmethod
    def from_mapping(cls, values: dict[str, Any]) -> "MappingConfig":
        """Settings from a parameter file's mapping.

        Raises:
            InputError: unknown name, wrong type or nonsense value.
        """
        kinds = {item.name: item.type for item in fields(cls)}
        checked: dict[str, Any] = {}
        for name, value in values.items():
            if name not in kinds:  # one of the thresholds, which check themselves
                checked[name] = value
                continue
            wanted = kinds[name]
            fine = isinstance(value, int | float) and not isinstance(value, bool)
            if wanted is float and fine:
                checked[name] = float(value)
            elif wanted is int and isinstance(value, int) and fine:
                checked[name] = int(value)
            elif isinstance(value, bool if wanted is bool else str) and wanted not in (int, float):
                checked[name] = value
            else:
                raise InputError(f"mapping: {name} has the wrong type: {value!r}")
        return changed(cls(), checked, "mapping")
