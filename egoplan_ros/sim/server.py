"""The message loop: one event out, one action in; nothing an action does can end the process."""

import sys
import traceback
from typing import Any

import msgpack

from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.dispatch import invoke
from egoplan_ros.sim.effects import pass_time
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.render import Frame
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.transport import Field, Image, Link

FLAGS = {
    "depth": ("render_depth", ("renderDepthImage",)),
    "instances": ("render_instances", ("renderInstanceSegmentation", "renderObjectImage")),
    "classes": ("render_classes", ("renderSemanticSegmentation", "renderClassImage")),
    "normals": ("render_normals", ("renderNormalsImage",)),
}
TIMELESS = frozenset({"Initialize", "Reset", "ChangeResolution", "GetScenesInBuild"})
SLOTS = (
    ("rgb", Field.RGB, Field.THIRD_PARTY),
    ("depth", Field.DEPTH, Field.THIRD_PARTY_DEPTH),
    ("normals", Field.NORMALS, Field.THIRD_PARTY_NORMALS),
    ("classes", Field.CLASSES, Field.THIRD_PARTY_CLASSES),
    ("instances", Field.IDS, Field.THIRD_PARTY_IDS),
)


class Server:
    """Turns action messages into events."""

    def __init__(self, size: tuple[int, int]) -> None:
        load_all()
        self.sim = Simulation(size)

    def first(self) -> tuple[bytes, list[Image]]:
        """The unsolicited first event."""
        return self._event({"action": "Initialize", "sequenceId": 0}, None, None)

    def answer(self, message: dict[str, Any]) -> tuple[bytes, list[Image]]:
        """Run one action and describe the world after it."""
        returned: Any = None
        refused: Refused | None = None
        body = self.sim.world.body
        body.collided, body.collided_with = False, []
        try:
            returned = invoke(self.sim, message)
            if message.get("action") not in TIMELESS:
                pass_time(self.sim.world)
        except Refused as refusal:
            refused = refusal
        except Exception as error:  # the protocol's rule: an exception is a failed action
            trace = traceback.format_exc(limit=-3)
            print(f"egoplan-sim: {message.get('action')}: {trace}", file=sys.stderr)
            refused = Refused(f"{type(error).__name__}: {error}. trace: {trace}")
        return self._event(message, refused, returned)

    def _event(
        self, message: dict[str, Any], refused: Refused | None, returned: Any
    ) -> tuple[bytes, list[Image]]:
        sim = self.sim
        outcome = {
            "lastAction": str(message.get("action", "")),
            "lastActionSuccess": refused is None,
            "errorMessage": "" if refused is None else refused.message,
            "errorCode": None if refused is None else refused.code,
            "actionReturn": returned if refused is None else None,
        }
        wanted = self._wanted(message)
        sight = sim.eyes.look(sim.aspect)
        colored = bool(wanted & {"instances", "classes"})
        agent = sim.report.agent(sight, sim.size, outcome, colored)
        sequence = message.get("sequenceId", 0)
        envelope = {
            "agents": [agent],
            "thirdPartyCameras": agent["thirdPartyCameras"],
            "activeAgentId": 0,
            "sequenceId": sequence if isinstance(sequence, int) else 0,
        }
        return msgpack.packb(envelope, use_bin_type=True), self._images(wanted)

    def _wanted(self, message: dict[str, Any]) -> frozenset[str]:
        settings = self.sim.world.settings
        if message.get("renderImage", settings.render_image) is False:
            return frozenset()
        wanted = {"rgb"}
        for kind, (attribute, words) in FLAGS.items():
            if getattr(settings, attribute) or any(message.get(w) is True for w in words):
                wanted.add(kind)
        return frozenset(wanted)

    def _images(self, wanted: frozenset[str]) -> list[Image]:
        if not wanted:
            return []
        sim = self.sim
        body = sim.world.body
        frame = sim.renderer.frame(
            body.eye(), body.gaze(), sim.world.settings.fov, sim.size, wanted
        )
        out = _pack(frame, 0)
        for camera in sim.world.cameras:
            size = camera.orthographic_size if camera.orthographic else None
            view = sim.renderer.frame(
                camera.position, camera.gaze(), camera.fov, sim.size, wanted, size
            )
            out.extend(_pack(view, 1))
        return out


def _pack(frame: Frame, third: int) -> list[Image]:
    out: list[Image] = []
    for name, *fields in SLOTS:
        image = getattr(frame, name)
        if image is not None:
            out.append((fields[third], image.tobytes()))
    return out


def serve(link: Link, size: tuple[int, int]) -> None:
    """Answer actions until the client is gone or asks to quit."""
    server = Server(size)
    link.send(*server.first())
    while (message := link.receive()) is not None:
        if "action" not in message:
            return
        try:
            link.send(*server.answer(message))
        except BrokenPipeError:
            return
