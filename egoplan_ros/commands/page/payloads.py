# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages of the graph as what the page shows, whether they come over ROS or from a recording.

Both kinds have the same fields; nothing here needs ROS.
"""

import base64
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.commands.page.board import Board
from egoplan_ros.commands.task_view import TaskView, from_message, kept
from egoplan_ros.nodes.convert.outlines import outlines_of
from egoplan_ros.nodes.convert.pixels import rgb
from egoplan_ros.perception.overlay import KNOWN, type_color
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.words.goal_words import goal_words

JPEG_QUALITY = 85
_STEP = 0.02
"""Metres that the base must have moved for another corner of its way."""
_EDGE = 0.8
"""Metres of a block of ``voxels``: 16 voxels of 5 cm, the unit in which mapping sends changes."""


class Payloads:
    """Puts messages on the board.

    Attributes:
        topics: what is listened to, each relative to the namespace of the graph.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._view = TaskView()
        self._way: list[tuple[float, float]] = []
        self._episode = -1
        self._blocks: dict[tuple[int, ...], npt.NDArray[np.void]] = {}
        self._take: dict[str, Callable[[Any], None]] = {
            "camera/color/image_raw": self._image,
            "detections": self._detections,
            "objects": self._objects,
            "map": self._map,
            "voxels": self._voxels,
            "voxels/full": self._all_voxels,
            "status": self._status,
            "blocking_condition": self._blocking,
            "behavior/tree": self._tree,
            "goal": self._goal,
            "question": self._question,
            "human/request": self._request,
            "human/answer": self._answered,
            "stopped": lambda message: board.put("stopped", bool(message.data)),
            "result": self._result,
        }

    @property
    def topics(self) -> tuple[str, ...]:
        """What is listened to."""
        return tuple(self._take)

    def clear(self) -> None:
        """Let go of what was known, as before a task."""
        self._view, self._episode = TaskView(), -1
        self._way, self._blocks = [], {}
        for name in ("result", "request", "question", "blocking", "goal", "objects"):
            self._board.put(name, None)
        self._show_voxels()

    def take(self, topic: str, message: Any) -> None:
        """A message of one of :attr:`topics`."""
        self._take[topic](message)

    def _image(self, message: Any) -> None:
        image = rgb(message)
        good, data = cv2.imencode(
            ".jpg", image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        )
        if good:
            stamp = _seconds(message.header.stamp)
            self._board.attach("camera", data.tobytes(), "image/jpeg", stamp=stamp)

    def _detections(self, message: Any) -> None:
        things = [
            {
                "type": item.type,
                "color": _hex(item.type),
                "top": [round(value, 4) for value in item.top],
                "parts": [np.round(part, 4).tolist() for part in item.parts],
            }
            for item in outlines_of(message)
        ]
        self._board.put("seen", {"stamp": _seconds(message.header.stamp), "things": things})

    def _objects(self, message: Any) -> None:
        robot = message.robot
        place = (round(robot.base.x, 3), round(robot.base.y, 3))
        if robot.episode != self._episode:
            self._episode, self._way, self._blocks = int(robot.episode), [], {}
        if not self._way or np.hypot(*np.subtract(place, self._way[-1])) > _STEP:
            self._way.append(place)
        self._board.put(
            "robot",
            {
                "base": [*place, round(robot.base.theta, 3)],
                "radius": round(robot.radius, 3),
                "height": round(robot.camera_height, 3),
                "step": int(robot.step),
                "way": list(self._way),
            },
        )
        self._board.put("objects", [_thing(item) for item in message.objects])

    def _map(self, message: Any) -> None:
        grid = np.asarray(message.data, dtype=np.int8)
        grid = grid.reshape(message.info.height, message.info.width)
        png = cv2.imencode(".png", _shades(grid)[::-1])[1].tobytes()
        origin = message.info.origin.position
        self._board.put(
            "floor",
            {
                "png": base64.b64encode(png).decode(),
                "origin": [origin.x, origin.y],
                "size": [
                    message.info.width * message.info.resolution,
                    message.info.height * message.info.resolution,
                ],
            },
        )

    def _voxels(self, message: Any) -> None:
        self._blocks |= _blocks(cloud_of(message))
        self._show_voxels()

    def _all_voxels(self, message: Any) -> None:
        self._blocks = _blocks(cloud_of(message))
        self._show_voxels()

    def _show_voxels(self) -> None:
        parts = list(self._blocks.values())
        points = np.concatenate(parts) if parts else np.zeros(0, _POINT)
        places = np.stack([points[axis] for axis in "xyz"], axis=1).astype("<f4")
        packed = points["rgb"]
        colours = np.stack([packed >> by & 255 for by in (16, 8, 0)], axis=1).astype(np.uint8)
        data = places.tobytes() + colours.tobytes()
        self._board.attach("voxels", data, "application/octet-stream", count=len(points))

    def _status(self, message: Any) -> None:
        self._view = kept(self._view, from_message(message))
        told = asdict(self._view) | {
            "caption": self._view.caption,
            "running": message.state == "running",
        }
        self._board.put("status", told)
        if message.state == "running" and self._board.value("result"):
            self._board.put("result", None)

    def _blocking(self, message: Any) -> None:
        self._board.put(
            "blocking",
            {
                "kind": message.kind,
                "action": _action(message.action),
                "message": message.message,
                "resolutions": [_action(item) for item in message.resolutions][:4],
            },
        )

    def _tree(self, message: Any) -> None:
        rows = [
            [item.name, item.kind, int(item.parent), item.status, item.feedback[:90]]
            for item in message.nodes
        ]
        self._board.put("tree", rows)

    def _goal(self, message: Any) -> None:
        said = message.instruction.text or message.instruction.goal
        self._board.put(
            "goal",
            {
                "said": said,
                "formula": message.formula,
                "words": _in_words(message.formula),
                "confidence": round(message.confidence, 3),
            },
        )

    def _question(self, message: Any) -> None:
        self._board.put("question", message.data)

    def _request(self, message: Any) -> None:
        self._board.put("request", {"id": message.id, "text": message.text})

    def _answered(self, message: Any) -> None:
        asked = self._board.value("request")
        if asked and message.id in ("", asked["id"]):
            self._board.put("request", None)

    def _result(self, message: Any) -> None:
        self._board.put(
            "result",
            {
                "success": bool(message.success),
                "reason": message.reason,
                "steps": int(message.steps),
                "plans": int(message.plans),
            },
        )
        self._board.put("request", None)
        self._board.put("question", "")


def _in_words(formula: str) -> str:
    try:
        return goal_words(parse_goal(formula), load_ontology())
    except InputError:  # a domain of one's own has predicates that have no words
        return ""


_POINT = np.dtype([("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("rgb", "<u4")])


def cloud_of(message: Any) -> npt.NDArray[np.void]:
    """Points of a cloud of voxels: x, y, z in metres (map) and rgb."""
    offsets = {item.name: int(item.offset) for item in message.fields}
    kind = np.dtype(
        {
            "names": list(_POINT.names or ()),
            "formats": ["<f4", "<f4", "<f4", "<u4"],
            "offsets": [offsets[name] for name in _POINT.names or ()],
            "itemsize": int(message.point_step),
        }
    )
    return np.frombuffer(bytes(message.data), kind).astype(_POINT)


def _blocks(points: npt.NDArray[np.void]) -> dict[tuple[int, ...], npt.NDArray[np.void]]:
    """Points by the block they lie in."""
    if not len(points):
        return {}
    places = np.stack([points[axis] for axis in "xyz"], axis=1)
    keys, which = np.unique(np.floor(places / _EDGE).astype(int), axis=0, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(which.ravel()))
    parts = np.split(points[order], ends[:-1])
    return dict(zip(map(tuple, keys.tolist()), parts, strict=True))


def _shades(grid: npt.NDArray[np.int8]) -> npt.NDArray[np.uint8]:
    """BGRA: free floor light, occupied dark, unknown not at all."""
    image = np.zeros((*grid.shape, 4), np.uint8)
    known = grid != UNKNOWN
    share = np.clip(grid, FREE, OCCUPIED).astype(np.float32)[..., None] / OCCUPIED
    colour = (1 - share) * (222, 214, 204) + share * (92, 84, 74)
    image[..., :3] = colour.astype(np.uint8)
    image[..., 3] = np.where(known, 255, 0)
    return image


def _thing(item: Any) -> dict[str, Any]:
    return {
        "id": item.id,
        "type": item.type,
        "color": _hex(item.type),
        "center": [round(getattr(item.center, axis), 3) for axis in "xyz"],
        "size": [round(getattr(item.size, axis), 3) for axis in "xyz"],
        "held": bool(item.held),
        "doubtful": bool(item.doubtful),
        "states": [belief.state for belief in item.states if belief.probability >= KNOWN],
    }


def _hex(kind: str) -> str:
    return "#" + "".join(f"{int(part * 255):02x}" for part in type_color(kind))


def _action(message: Any) -> str:
    return f"{message.name}({', '.join(message.args)})"


def _seconds(stamp: Any) -> float:
    result: float = round(stamp.sec + stamp.nanosec / 1e9, 6)
    return result
