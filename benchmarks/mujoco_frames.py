# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The same room drawn by MuJoCo with OpenGL in software, to compare with; nothing else needs it."""

import statistics
import time
from typing import Any

import numpy as np

from egoplan_ros.sim.simulation import Simulation

VIEWS = 4
SKIN = "mjMESH_INERTIA_SHELL"  # thin sheets have no volume


def room(sim: Simulation) -> Any:
    """A MuJoCo model of all visible triangles, a lamp and a camera for each quarter turn."""
    import mujoco

    spec = mujoco.MjSpec()
    for i, thing in enumerate(sim.world.things):
        for j, part in enumerate(thing.shape.parts):
            if thing.hidden or not len(part.faces):
                continue
            corners = thing.to_world(part.vertices, part.link)[:, [0, 2, 1]]
            mesh = spec.add_mesh(
                name=f"{i}_{j}",
                uservert=corners.astype(float).ravel().tolist(),
                userface=part.faces.astype(int).ravel().tolist(),
            )
            mesh.inertia = getattr(mujoco.mjtMeshInertia, SKIN)
            spec.worldbody.add_geom(
                type=mujoco.mjtGeom.mjGEOM_MESH, meshname=mesh.name, contype=0, conaffinity=0
            )
    eye = sim.world.body.eye()
    for k in range(VIEWS):
        yaw = np.radians(360 / VIEWS * k)
        camera = spec.worldbody.add_camera(name=str(k), pos=eye[[0, 2, 1]], fovy=90)
        camera.alt.type = mujoco.mjtOrientation.mjORIENTATION_XYAXES
        camera.alt.xyaxes = [np.cos(yaw), -np.sin(yaw), 0, 0, 0, 1]
    spec.worldbody.add_light(pos=[eye[0], eye[2], 2.3])
    model = spec.compile()
    model.vis.global_.offwidth, model.vis.global_.offheight = 640, 480
    return model


def frame_ms(model: Any, size: tuple[int, int], shadows: bool, rounds: int = 40) -> float:
    """Median milliseconds of processor time of colour + depth + instances."""
    import mujoco

    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    renderer = mujoco.Renderer(model, size[1], size[0])
    times = []
    for k in range(rounds):
        begin = time.process_time()
        renderer.update_scene(data, camera=str(k % VIEWS))
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = shadows
        renderer.render()
        renderer.enable_depth_rendering()
        renderer.render()
        renderer.disable_depth_rendering()
        renderer.enable_segmentation_rendering()
        renderer.render()
        renderer.disable_segmentation_rendering()
        if k >= VIEWS:
            times.append(1000 * (time.process_time() - begin))
    renderer.close()
    return statistics.median(times)
