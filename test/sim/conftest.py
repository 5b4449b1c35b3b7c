# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Homes without a process around them, for tests of single actions; and the genuine client."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from egoplan_ros.sim import simulation
from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.catalog import MUST_BE_OPEN
from egoplan_ros.sim.dispatch import invoke
from egoplan_ros.sim.effects import pass_time
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing

sys.path.insert(0, str(Path(__file__).parent))


@dataclass
class Home:
    """One simulated home and the outcome of the last action."""

    scene: str
    size: tuple[int, int] = (300, 300)
    error: str = ""
    code: str | None = None
    returned: Any = None
    sim: Simulation = field(init=False)

    def __post_init__(self) -> None:
        load_all()
        self.sim = Simulation(self.size, self.scene)

    def do(self, action: str, **parameters: Any) -> bool:
        """Run an action as the server would; False when it was refused."""
        self.error, self.code, self.returned = "", None, None
        try:
            self.returned = invoke(self.sim, {"action": action, **parameters})
        except Refused as refused:
            self.error, self.code = refused.message, refused.code
            return False
        pass_time(self.sim.world)
        return True

    def one(self, kind: str, **wanted: Any) -> Thing:
        """The first object of a type."""
        return self.all(kind, **wanted)[0]

    def all(self, kind: str, **wanted: Any) -> list[Thing]:
        """All objects of a type whose attributes are as wanted."""
        found = [t for t in self.sim.world.objects() if t.kind == kind and not t.hidden]
        return [t for t in found if all(getattr(t, k) == v for k, v in wanted.items())]

    def poses(self, thing: Thing, spread: int = 8) -> list[dict[str, Any]]:
        """Some standing poses, spread over all, from which a thing can be used."""
        self.do("GetInteractablePoses", objectId=thing.object_id, standings=[True])
        step = max(len(self.returned) // spread, 1)
        return self.returned[::step]

    def face(self, thing: Thing) -> None:
        """Stand where the thing can be used."""
        pose = self.poses(thing, 1)[0]
        assert self.do("TeleportFull", **pose), self.error

    def anywhere(self, thing: Thing, action: str, **parameters: Any) -> str:
        """Try an action on a thing from several poses; the last failure, empty on success."""
        problem = "no pose sees it"
        for pose in self.poses(thing, 16):
            if self.do("TeleportFull", **pose) and self.do(
                action, objectId=thing.object_id, **parameters
            ):
                return ""
            problem = self.error
        return problem

    def take(self, thing: Thing) -> None:
        """Get a thing into the hand, wherever it is."""
        assert self.do("PickupObject", objectId=thing.object_id, forceAction=True), self.error

    def put(self, thing: Thing) -> None:
        """Put the held thing into a receptacle from wherever the agent is."""
        assert self.do("PutObject", objectId=thing.object_id, forceAction=True), self.error

    def put_on_any(self, thing: Thing, kind: str) -> None:
        """Put the held thing onto whatever of a type has room for it."""
        tops = self.all(kind)
        placed = any(self.do("PutObject", objectId=top.object_id, forceAction=True) for top in tops)
        assert placed, f"{thing.object_id}: {self.error}"

    def closed_away(self, thing: Thing) -> bool:
        """Whether it lies in something shut."""
        parent = thing.parent
        while parent is not None:
            if parent.kind in MUST_BE_OPEN and parent.can("open") and parent.openness <= 0:
                return True
            parent = parent.parent
        return False


@pytest.fixture(scope="session", autouse=True)
def _one_library() -> Iterator[None]:
    """Homes of all tests are copies out of one library: to build one takes most of a second."""
    shared = Library()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "Library", lambda: shared)
        yield


@pytest.fixture
def home() -> Callable[..., Home]:
    """Make a home from a scene name."""
    return Home


@pytest.fixture(scope="module")
def controller() -> Iterator[Any]:
    """The genuine AI2-THOR client driving a simulator process."""
    from ai2thor.controller import Controller
    from ai2thor.fifo_server import FifoServer

    client = Controller(
        local_executable_path=f'"{sys.executable}" -m egoplan_ros.sim',
        server_class=FifoServer,
        x_display=":0",
        scene="FloorPlan28",
        width=300,
        height=300,
        renderDepthImage=True,
        renderInstanceSegmentation=True,
        renderSemanticSegmentation=True,
        fieldOfView=90,
        gridSize=0.25,
        visibilityDistance=1.5,
    )
    yield client
    client.stop()


@pytest.fixture(scope="module", params=["fifo", "wsgi"])
def transport(request: pytest.FixtureRequest) -> str:
    """How client and simulator talk: over pipes and over HTTP."""
    return str(request.param)


@pytest.fixture(scope="module")
def client(transport: str) -> Iterator[Any]:
    """The genuine AI2-THOR client with all images."""
    from ai2thor.controller import Controller
    from ai2thor.fifo_server import FifoServer
    from ai2thor.wsgi_server import WsgiServer

    made = Controller(
        local_executable_path=f'"{sys.executable}" -m egoplan_ros.sim',
        server_class={"fifo": FifoServer, "wsgi": WsgiServer}[transport],
        x_display=":0",
        scene="FloorPlan12",
        width=300,
        height=300,
        renderDepthImage=True,
        renderInstanceSegmentation=True,
        renderSemanticSegmentation=True,
        renderNormalsImage=True,
    )
    yield made
    made.stop()
