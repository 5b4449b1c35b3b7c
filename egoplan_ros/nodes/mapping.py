# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames and detections to the world model."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from nav_msgs.msg import OccupancyGrid as OccupancyGridMsg
from rclpy.task import Future
from sensor_msgs.msg import CameraInfo, Image, PointCloud2
from std_msgs.msg import String
from std_srvs.srv import Trigger
from visualization_msgs.msg import MarkerArray

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.frontiers3d import frontiers_3d
from egoplan_ros.mapping.objects.complaints import complaints
from egoplan_ros.mapping.spatial_graph import spatial_graph
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.mapping.world_model import WorldModel, warm_up
from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.msg import Goal as GoalMsg
from egoplan_ros.msg import ObjectArray
from egoplan_ros.msg import RobotState as RobotStateMsg
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.cloud import to_cloud
from egoplan_ros.nodes.convert.detection import from_detections, improbable
from egoplan_ros.nodes.convert.frame import DEPTH, DETECTIONS, INFO, STATE, to_frame
from egoplan_ros.nodes.convert.markers import frontier_markers, object_markers
from egoplan_ros.nodes.convert.objects import to_grid, to_objects
from egoplan_ros.nodes.convert.space_markers import frontier_3d_markers, graph_markers
from egoplan_ros.nodes.convert.stamps import nanoseconds
from egoplan_ros.nodes.convert.task import from_instruction
from egoplan_ros.nodes.door.files import file_below, new_file
from egoplan_ros.nodes.lost_frames import LostFrames
from egoplan_ros.nodes.node_table import maps_directory, node_file
from egoplan_ros.nodes.output import Output
from egoplan_ros.nodes.parameters import Parameter, of_settings, settings_told
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.sync import ExactSync
from egoplan_ros.srv import LoadMap, QueryObjects, SaveMap
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.formats.state_file import write_state
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.files import make_room
from egoplan_ros.world.task import ActedStep

_KINDS = {STATE: RobotStateMsg, INFO: CameraInfo, DEPTH: Image, DETECTIONS: DetectionsMsg}
_GREETING_SECONDS = 0.5
_SLOWEST_SECONDS = 60.0
"""What the model may take for one frame."""


class MappingNode(ManagedNode):
    """Keeps the world model; survives its own death through a checkpoint file."""

    NAME = "mapping"
    PARAMETERS = (
        Parameter("reliable_sensors", "listen to sensor data with reliable instead of best effort"),
        Parameter("checkpoint", "file to resume from after a crash; auto: in the log folder"),
        Parameter("checkpoint_period", "between checkpoints, seconds; 0: none", 0.0, 3600.0),
        Parameter("maps_folder", "where save_map and load_map find files; empty: in ROS_HOME"),
        Parameter("resolution", "edge of a voxel and of a map cell, metres", 0.01, 0.5),
        Parameter("max_range", "farther depth only frees space, metres", 0.1, 50.0),
        Parameter("min_range", "nearer depth is ignored, metres", 0.0, 5.0),
        Parameter("z_min", "lowest mapped height, metres", -5.0, 5.0),
        Parameter("z_max", "highest mapped height, metres", 0.1, 10.0),
        Parameter("hit", "log-odds gained by a hit", 0.01, 10.0),
        Parameter("miss", "log-odds lost when seen through", 0.01, 10.0),
        Parameter("odds_min", "lower limit of the log-odds", -100.0, 0.0),
        Parameter("odds_max", "upper limit of the log-odds", 0.0, 100.0),
        Parameter("band_low", "lowest height of an obstacle, metres", -1.0, 5.0),
        Parameter("band_high", "highest height of an obstacle, metres", 0.1, 10.0),
        Parameter("inflation", "clearance at frontiers, metres", 0.0, 1.0),
        Parameter("frontier_cells", "smallest frontier, cells", 1, 10000),
        Parameter("frontier_looks", "looks until a frontier counts as explored", 1, 100),
        Parameter("matcher", "association of detections", choices=("hungarian", "danli", "ogamus")),
        Parameter("relations", "what tells what lies in or on what", choices=("rules", "learned")),
        Parameter("match_distance", "of an object's next sighting, metres", 0.01, 10.0),
        Parameter("min_points", "pixels with depth that place an object", 1, 100000),
        Parameter("misses", "clear views without it until an object is forgotten", 1, 1000),
        Parameter("fixed_misses", "the same for furniture", 1, 1000),
        Parameter("vain_cost", "closer looks that acting on what is none costs", 2.0, 1000.0),
        Parameter("detection_rate", "of large things that perception finds", 0.01, 0.99),
        Parameter("detection_pixels", "pixels of which half as many are found", 0.1, 10000.0),
        Parameter("object_range", "farther detections make no objects, metres", 0.1, 50.0),
        Parameter("near_range", "what is seen from farther is not known, metres; 0: no", 0.0, 50.0),
        Parameter("free_space", "carve free space; without it a quicker map of surfaces only"),
        Parameter("retrospective_masks", "what was used is pointed at where it was (CAPEAM 3.2)"),
        Parameter("relocation_tracking", "what is put down stays the same object (CAPEAM 3.2)"),
        Parameter("location_caching", "remember where objects were sliced (CAPEAM 3.2)"),
        Parameter("action_history", "what was done before, as an instruction tells it, is a prior"),
        Parameter("align", "correct small errors of the camera's pose by surfaces seen before"),
        *of_settings(Thresholds),
    )

    def configure(self) -> None:
        """Build the model, take up a checkpoint, listen."""
        self._ontology = load_ontology()
        config = MappingConfig.from_mapping(settings_told(self, MappingConfig()))
        self._model = WorldModel(self._ontology, config)
        self._saved = self._published = -1
        self._history: tuple[ActedStep, ...] = ()  # told, and not taken in yet
        self._writing: Future | None = None
        self._checkpoint = self._checkpoint_path()
        folder = self.value("maps_folder")
        self._maps = Path(folder).expanduser().absolute() if folder else maps_directory()
        self._resume()
        self.work(partial(warm_up, self._ontology, config))
        sensors = sensor(self.value("reliable_sensors"))
        self._sync = ExactSync(
            (STATE, INFO, DEPTH, DETECTIONS), self.guarded(self._integrate, "frame")
        )
        for topic in self._sync.names:
            qos = EVENTS if topic in (STATE, DETECTIONS) else sensors
            self.listen(_KINDS[topic], topic, partial(self._add, topic), qos)
        self.listen(GoalMsg, "goal", self._goal_told, LATCHED, needed=False)
        self.listen(String, "objects/unreachable", self._unreachable, EVENTS, needed=False)
        self.listen(String, "objects/explored", self._explored, EVENTS, needed=False)
        self._map = self.publish_on(OccupancyGridMsg, "map", LATCHED)
        self._objects = self.publish_on(ObjectArray, "objects", LATCHED)
        self._voxels = self.publish_on(PointCloud2, "voxels", EVENTS)
        self._all_voxels = self.publish_on(PointCloud2, "voxels/full", LATCHED)
        self._displays: dict[Output, Callable[[WorldState], Any]] = {
            self.publish_on(MarkerArray, "objects/markers", LATCHED): object_markers,
            self.publish_on(MarkerArray, "frontiers/markers", LATCHED): frontier_markers,
            self.publish_on(MarkerArray, "frontiers3d/markers", LATCHED): self._frontiers_3d,
            self.publish_on(MarkerArray, "graph/markers", LATCHED): self._spatial_graph,
        }
        self._shown: dict[Output, int] = {}
        self._latest = -1
        self.serve(QueryObjects, "query_objects", self._query)
        self.serve(SaveMap, "save_map", self._save)
        self.serve(LoadMap, "load_map", self._load)
        self.serve(Trigger, "publish_voxels", self._publish_voxels)
        self.every(max(0.1, self.value("checkpoint_period")), self._keep)
        self._lost = LostFrames(self, self._sync, lambda: self._published >= 0)
        self.every(_GREETING_SECONDS, self._greet)
        self.monitor.reason = self._why_nothing

    def activate(self) -> None:
        """Ask for the latest frame, which may have been sent before we listened."""
        self._sync.clear()
        self._published = -1
        self._lost.ask()

    # -- the loop --------------------------------------------------------------------------------

    def _add(self, topic: str, message: Any) -> None:
        self._sync.add(topic, nanoseconds(message.header.stamp), message)
        self.monitor.inputs[DETECTIONS].dropped = self._sync.dropped

    def _integrate(self, messages: Mapping[str, Any]) -> None:
        began = time.perf_counter()
        frame = to_frame(messages)
        before = self._model.state().version
        self._check_probabilities(messages[DETECTIONS])
        detections = from_detections(messages[DETECTIONS])
        self._check_detections(detections)
        with self.allowing(_SLOWEST_SECONDS):  # the first frame may wait for compiled kernels
            world = self._model.update(frame, detections)
            if self._history:
                world, self._history = self._model.assume(self._history), ()
        updated = time.perf_counter()
        self._publish(world)
        self.monitor.latency.append(time.perf_counter() - began)
        self.monitor.values["update time"] = f"{(updated - began) * 1e3:.1f} ms"
        self.monitor.values["objects"] = str(len(world.objects))
        last = frame.robot.last
        if world.version != before and last is not None and last.primitive.kind.is_interaction:
            self._write_checkpoint()

    def _check_probabilities(self, message: DetectionsMsg) -> None:
        """Perception leaves such out; another source of detections may not."""
        if wrong := improbable(message):
            self.caution("probabilities", f"{DETECTIONS}: {wrong}")
        else:
            self.monitor.clear("probabilities")

    def _check_detections(self, detections: Detections) -> None:
        """Tell what the map leaves out of them."""
        if wrong := complaints(detections, self._ontology):
            self.caution("detections", f"{DETECTIONS}: {wrong}")
        else:
            self.monitor.clear("detections")

    def _publish(self, world: WorldState) -> None:
        self._map(to_grid(world.grid, world.stamp))
        self._objects(to_objects(world))
        self._published = world.version
        # Displays are made only for somebody who looks.
        for publish, draw in self._displays.items():
            if publish.wanted:
                self._show(publish, draw, world)
        if self._voxels.wanted:
            self._voxels(self._cloud(True, world.stamp))

    def _show(self, publish: Output, draw: Callable[[WorldState], Any], world: WorldState) -> Any:
        message = draw(world)
        publish(message)
        self._shown[publish] = world.version
        return message

    def _greet(self) -> None:
        """Show what is known, the whole map too, to who has begun to look; a robot may rest.

        Who goes and who comes between two calls cannot be told apart, so that all is shown again
        when the robot rests and it is out of date.
        """
        if self._published < 0:
            return
        world = self._model.state()
        resting, self._latest = world.version == self._latest, world.version
        for publish, draw in {**self._displays, self._all_voxels: self._everything}.items():
            shown = self._shown.get(publish)
            if not publish.wanted:
                self._shown.pop(publish, None)
            elif shown is None or (resting and shown != world.version):
                self._show(publish, draw, world)

    def _everything(self, world: WorldState) -> PointCloud2:
        return self._cloud(False, world.stamp)

    def _frontiers_3d(self, world: WorldState) -> MarkerArray:
        return frontier_3d_markers(frontiers_3d(self._model.voxels), world.stamp)

    def _spatial_graph(self, world: WorldState) -> MarkerArray:
        return graph_markers(spatial_graph(world, self._ontology), world.stamp)

    def _cloud(self, changed_only: bool, stamp: float) -> PointCloud2:
        points, labels = self._model.voxels.points(changed_only)
        return to_cloud(points, labels, self._model.voxels.classes, stamp)

    def _why_nothing(self) -> str:
        return self._sync.waiting() or ("" if self._published >= 0 else "no complete frame yet")

    # -- checkpoint ------------------------------------------------------------------------------

    def _checkpoint_path(self) -> Path | None:
        text = self.value("checkpoint")
        if not text or not self.value("checkpoint_period"):
            return None
        if text != "auto":
            return Path(text).expanduser()
        return node_file(self.get_fully_qualified_name(), "npz")

    def _resume(self) -> None:
        """Take up what a former process left; the first frame of another episode clears it.

        One that cannot be used is put aside, and would else be overwritten.
        """
        if self._checkpoint is None or not self._checkpoint.exists():
            return
        try:
            self._model.load(self._checkpoint)
        except InputError as error:
            aside = self._checkpoint.with_name(f"{self._checkpoint.name}.refused")
            self.get_logger().warning(f"checkpoint not used, kept as {aside.name}: {error}")
            if self._checkpoint.is_file():
                with suppress(OSError):
                    self._checkpoint.replace(aside)
        self._saved = self._model.state().version

    def _keep(self) -> None:
        if self._checkpoint is not None and self._model.state().version != self._saved:
            self._write_checkpoint()

    def _write_checkpoint(self) -> None:
        """Write a copy on the worker thread; one that is under way is enough for now."""
        path = self._checkpoint
        if path is None or (self._writing is not None and not self._writing.done()):
            return
        began = time.perf_counter()
        write = self._model.checkpoint(path)
        self._saved = self._model.state().version
        self.monitor.values["checkpoint copy"] = f"{(time.perf_counter() - began) * 1e3:.1f} ms"
        self._writing = self.work(write)
        self._writing.add_done_callback(self.guarded(lambda done: done.result(), "checkpoint"))

    # -- services and topics ---------------------------------------------------------------------

    def _goal_told(self, goal: GoalMsg) -> None:
        """What the instruction tells to have been done is a prior of the world."""
        self._history = from_instruction(goal.instruction).history
        if self._history and self._published >= 0:
            self._publish(self._model.assume(self._history))
            self._history = ()

    def _unreachable(self, message: String) -> None:
        self._mark(self._model.mark_unreachable, message.data)

    def _explored(self, message: String) -> None:
        self._mark(self._model.mark_explored, message.data)

    def _mark(self, how: Callable[[str], None], name: str) -> None:
        try:
            how(name)
        except InputError as error:
            self.get_logger().info(str(error))
            return
        self._publish(self._model.state())

    def _query(
        self, request: QueryObjects.Request, response: QueryObjects.Response
    ) -> QueryObjects.Response:
        world = self._model.state()
        kinds = None
        if request.type:
            self._ontology.get(request.type, "query_objects")
            kinds = self._ontology.subtypes(request.type)
        if request.parent and request.parent not in world.objects:
            raise InputError(f"query_objects: no object {request.parent!r} in memory")
        found = {
            item.id: item
            for item in world.objects.values()
            if (kinds is None or item.type in kinds)
            and (not request.parent or item.parent == request.parent)
            and item.confidence >= request.min_confidence
        }
        response.objects = to_objects(replace(world, objects=found))
        response.success = True
        return response

    def _save(self, request: SaveMap.Request, response: SaveMap.Response) -> SaveMap.Response:
        path = file_below(self._maps, request.name, (".npz", ".json"), "save_map")
        new_file(path, request.overwrite, "save_map")
        make_room(path)
        if path.name.lower().endswith(".json"):
            write_state(path, self._model.state())
        else:
            self._model.save(path)
        response.success, response.message = True, str(path)
        return response

    def _load(self, request: LoadMap.Request, response: LoadMap.Response) -> LoadMap.Response:
        self._model.load(file_below(self._maps, request.name, (".npz",), "load_map"), resume=False)
        self._publish(self._model.state())
        response.success, response.message = True, f"{len(self._model.state().objects)} objects"
        return response

    def _publish_voxels(
        self, request: Trigger.Request, response: Trigger.Response
    ) -> Trigger.Response:
        cloud = self._show(self._all_voxels, self._everything, self._model.state())
        response.success, response.message = True, f"{cloud.width} voxels on voxels/full"
        return response
