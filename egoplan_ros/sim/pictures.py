"""Pictures of a scene for people: the agent's views and the room from above, side by side."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.body import Camera
from egoplan_ros.sim.simulation import Simulation

Picture = NDArray[np.uint8]
ABOVE = 4.0
OVERHEAD = frozenset({"Ceiling", "CeilingLamp"})
MARGIN = 0.3
RGB = frozenset({"rgb"})


def view(sim: Simulation, yaw: float, horizon: float = 15.0) -> Picture:
    """What the agent's camera would see at a yaw; (h, w, 3), top row first."""
    body = sim.world.body
    before = body.yaw, body.horizon
    body.yaw, body.horizon = yaw, horizon
    frame = sim.renderer.frame(body.eye(), body.gaze(), sim.world.settings.fov, sim.size, RGB)
    body.yaw, body.horizon = before
    assert frame.rgb is not None
    return frame.rgb[::-1]


def plan(sim: Simulation) -> Picture:
    """The scene from above without its ceiling and lamps; (h, w, 3), north up."""
    world = sim.world
    lids = [t for t in world.things if t.kind in OVERHEAD and not t.hidden]
    far = world.settings.far
    for lid in lids:
        lid.hidden = True
    world.settings.far = 100.0
    middle = (world.low + world.high) / 2
    camera = Camera(
        np.array([middle[0], world.high[1] + ABOVE, middle[2]]), np.array([90.0, 0.0, 0.0])
    )
    wide, deep = (world.high - world.low)[[0, 2]]
    half = float(max(deep, wide * sim.size[1] / sim.size[0]) / 2 + MARGIN)
    frame = sim.renderer.frame(camera.position, camera.gaze(), 90.0, sim.size, RGB, half)
    for lid in lids:
        lid.hidden = False
    world.settings.far = far
    assert frame.rgb is not None
    return frame.rgb[::-1]


def sheet(sim: Simulation) -> Picture:
    """Three views a third of a turn apart and the plan, in a row."""
    yaw = sim.world.body.yaw
    return np.hstack([*(view(sim, yaw + turn) for turn in (0.0, 120.0, 240.0)), plan(sim)])
