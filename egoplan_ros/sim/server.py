# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The message loop: one event out, one action in; nothing an action does can end the process."""

import sys
import traceback
from typing import Any

from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.dispatch import invoke, truth
from egoplan_ros.sim.effects import pass_time
from egoplan_ros.sim.faults import Faults
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.rendering.renderer import Frame
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.simulation import BOOT_SCENE, Simulation
from egoplan_ros.sim.transport import Field, Image, Link
from egoplan_ros.sim.world import map_camera

FLAGS = {
    "depth": ("render_depth", ("renderDepthImage",)),
    "instances": ("render_instances", ("renderInstanceSegmentation", "renderObjectImage")),
    "classes": ("render_classes", ("renderSemanticSegmentation", "renderClassImage")),
    "normals": ("render_normals", ("renderNormalsImage",)),
}
# Pure queries: no time passes, and a patch of the last event answers them (section 1.6).
QUERIES = frozenset(
    "GetReachablePositions GetInteractablePoses GetShortestPath GetShortestPathToPoint "
    "GetCoordinateFromRaycast GetObjectInFrame SetRandomSeed Get2DSemanticHull "
    "Get2DSemanticHulls GetVisibleObjects GetSceneBounds ObjectTypeToObjectIds "
    "GetMapViewCameraProperties GetSpawnCoordinatesAboveReceptacle ObjectNavExpertAction "
    "GetHouseFromTemplate".split()
)
TIMELESS = QUERIES | {"Initialize", "Reset", "ChangeResolution", "GetScenesInBuild"}
Message = dict[str, Any]
SLOTS = (
    ("rgb", Field.RGB, Field.THIRD_PARTY),
    ("depth", Field.DEPTH, Field.THIRD_PARTY_DEPTH),
    ("normals", Field.NORMALS, Field.THIRD_PARTY_NORMALS),
    ("classes", Field.CLASSES, Field.THIRD_PARTY_CLASSES),
    ("instances", Field.IDS, Field.THIRD_PARTY_IDS),
)


class Server:
    """Turns action messages into events."""

    def __init__(
        self,
        size: tuple[int, int],
        library: Library | None = None,
        faults: Faults | None = None,
        boot: str = BOOT_SCENE,
    ) -> None:
        load_all()
        self.faults = faults
        self._shown: list[Image] = []
        try:
            self.sim = Simulation(size, boot, library)
        except Refused:  # whoever asks for it is told
            self.sim = Simulation(size, library=library)

    def first(self) -> tuple[Message, list[Image]]:
        """The unsolicited first event."""
        return self._event({"action": "Initialize", "sequenceId": 0}, None, None)

    def answer(self, message: Message) -> tuple[Message, list[Image]]:
        """Run one action and describe the world after it."""
        return self._event(message, *self.run(message))

    def query(self, message: Message) -> Message:
        """Run a query; the outcome alone, for a patch."""
        refused, returned = self.run(message)
        return {"agentId": self.sim.active, **_outcome(message, refused, returned)}

    def brief(self, message: Message) -> bool:
        """Whether a patch may answer: a query that asks for no images, unless switched off."""
        if message.get("action") not in QUERIES or not self.sim.world.settings.fast_emit:
            return False
        words = {"renderImage", *(word for _, more in FLAGS.values() for word in more)}
        return not words & message.keys()

    def run(self, message: Message) -> tuple[Refused | None, Any]:
        """Run one action; its refusal or what it returned."""
        returned: Any = None
        refused: Refused | None = None
        try:
            self._choose(message.get("agentId"))
            body = self.sim.world.body
            body.collided, body.collided_with = False, []
            if self.faults is not None:
                self.faults.before(self.sim, message)
            if self.faults is None or not self.faults.silences(self.sim, message):
                returned = invoke(self.sim, message)
            if self.faults is not None:
                self.faults.after(self.sim, message)
            if message.get("action") not in TIMELESS:
                pass_time(self.sim.world)
        except Refused as refusal:
            refused = refusal
        except Exception as error:  # the protocol's rule: an exception is a failed action
            trace = traceback.format_exc(limit=-3)
            print(f"egoplan-sim: {message.get('action')}: {trace}", file=sys.stderr)
            refused = Refused(f"{type(error).__name__}: {error}. trace: {trace}")
        return refused, returned

    def _choose(self, number: Any) -> None:
        """Make the agent meant by a message the acting one."""
        world = self.sim.world
        wanted = 0 if number is None else number
        if not isinstance(wanted, int) or not 0 <= wanted < len(world.bodies):
            raise Refused(f"agentId {number!r} out of range: {len(world.bodies)} agents")
        self.sim.active = wanted
        world.act_as(wanted)

    def _event(
        self, message: Message, refused: Refused | None, returned: Any
    ) -> tuple[Message, list[Image]]:
        sim = self.sim
        acting = sim.active
        sim.world.act_as(acting)
        sim.world.body.outcome = _outcome(message, refused, returned)
        wanted = self._wanted(message)
        agents, images = [], []
        for number, body in enumerate(sim.world.bodies):
            sim.world.act_as(number)
            sight = sim.eyes.look(sim.aspect)
            outcome = body.outcome or _outcome({}, None, None)
            colored = bool(wanted & {"instances", "classes"})
            agents.append(sim.report.agent(sight, sim.size, outcome, colored, number))
            images += self._view(wanted)
        sim.world.act_as(acting)
        images += self._third_party(wanted)
        sequence = message.get("sequenceId", 0)
        envelope = {
            "agents": agents,
            "thirdPartyCameras": agents[0]["thirdPartyCameras"],
            "activeAgentId": acting,
            "sequenceId": sequence if isinstance(sequence, int) else 0,
        }
        if self.faults is not None:
            if self.faults.freezes(message) and [i[0] for i in images] == [
                i[0] for i in self._shown
            ]:
                images = self._shown
            self._shown = images
        return envelope, images

    def _wanted(self, message: Message) -> frozenset[str]:
        settings = self.sim.world.settings
        if truth(message.get("renderImage", settings.render_image)) is False:
            return frozenset()
        wanted = {"rgb"}
        for kind, (attribute, words) in FLAGS.items():
            if getattr(settings, attribute) or any(truth(message.get(w)) for w in words):
                wanted.add(kind)
        return frozenset(wanted)

    def _view(self, wanted: frozenset[str]) -> list[Image]:
        """What the acting agent sees."""
        sim = self.sim
        body = sim.world.body
        if not wanted:
            return []
        if body.map_view:
            camera = map_camera(sim.world)
            return _pack(
                sim.renderer.frame(
                    camera.position, camera.gaze(), 90.0, sim.size, wanted, camera.orthographic_size
                ),
                0,
            )
        fov = sim.world.settings.fov
        return _pack(sim.renderer.frame(body.eye(), body.gaze(), fov, sim.size, wanted), 0)

    def _third_party(self, wanted: frozenset[str]) -> list[Image]:
        sim = self.sim
        out: list[Image] = []
        for camera in sim.world.cameras if wanted else ():
            size = camera.orthographic_size if camera.orthographic else None
            view = sim.renderer.frame(
                camera.position, camera.gaze(), camera.fov, sim.size, wanted, size
            )
            out.extend(_pack(view, 1))
        return out


def _outcome(message: Message, refused: Refused | None, returned: Any) -> Message:
    return {
        "lastAction": str(message.get("action", "")),
        "lastActionSuccess": refused is None,
        "errorMessage": "" if refused is None else refused.message,
        "errorCode": None if refused is None else refused.code,
        "actionReturn": returned if refused is None else None,
    }


def _pack(frame: Frame, third: int) -> list[Image]:
    out: list[Image] = []
    for name, *fields in SLOTS:
        image = getattr(frame, name)
        if image is not None:
            out.append((fields[third], image.tobytes()))
    return out


def serve(
    link: Link,
    size: tuple[int, int],
    library: Library | None = None,
    faults: Faults | None = None,
    boot: str = BOOT_SCENE,
) -> None:
    """Answer actions until the client is gone or asks to quit."""
    server = Server(size, library, faults, boot)
    try:
        link.send(*server.first())
        while (message := link.receive()) is not None:
            if "action" not in message:
                return
            if link.patches and server.brief(message):
                link.patch(server.query(message))
            else:
                link.send(*server.answer(message))
    except BrokenPipeError:
        return
