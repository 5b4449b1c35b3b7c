# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scene, settings and time: Reset, Initialize, resolution, filters, doing nothing."""

from typing import Any

import numpy as np

from egoplan_ros.sim.agents import place_agents
from egoplan_ros.sim.body import Settings
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.effects import pass_time
from egoplan_ros.sim.metadata import box_json
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, numbers

MAX_PIXELS = 4096
AGENT_MODES = ("default", "locobot")
MAX_AGENTS = 8


@action("Reset", bag=True)
def reset(sim: Simulation, scene_name: str) -> None:
    """Load a scene; everything set before is dropped."""
    sim.load(scene_name)


@action("Initialize", bag=True)
def initialize(
    sim: Simulation,
    grid_size: float = 0.25,
    snap_to_grid: bool = True,
    rotate_step_degrees: float = 90.0,
    visibility_distance: float = 1.5,
    visibility_scheme: str = "Collider",
    field_of_view: float | None = None,
    camera_near_plane: float = 0.1,
    camera_far_plane: float = 20.0,
    agent_mode: str = "default",
    render_image: bool = True,
    render_depth_image: bool = False,
    render_instance_segmentation: bool = False,
    render_object_image: bool = False,
    render_semantic_segmentation: bool = False,
    render_class_image: bool = False,
    render_normals_image: bool = False,
    fast_action_emit: bool = True,
    max_upward_look_angle: float = 30.0,
    max_downward_look_angle: float = 60.0,
    time_scale: float = 1.0,
    agent_count: int = 1,
) -> dict[str, float]:
    """Check and apply the settings of protocol section 3.4."""
    if sim.unready is not None:
        raise Refused(sim.unready)
    if grid_size == 0:
        grid_size = 0.25
    if not 0 < grid_size <= 5:
        raise Refused("grid size must be in the range (0,5]")
    if rotate_step_degrees <= 0:
        raise Refused("rotateStepDegrees must be a non-zero, non-negative float")
    locobot = agent_mode == "locobot"
    if field_of_view is None:
        field_of_view = 60.0 if locobot else 90.0
    if not 0 < field_of_view < 180:
        raise Refused("fov must be set to (0, 180) noninclusive.")
    if camera_near_plane <= 0 or camera_far_plane <= camera_near_plane:
        raise Refused("cameraNearPlane must be > 0 and cameraFarPlane > cameraNearPlane")
    if visibility_distance <= 0:
        raise Refused("visibilityDistance must be > 0")
    if time_scale <= 0:
        raise Refused("timeScale must be > 0")
    if agent_mode not in AGENT_MODES:
        raise Refused(
            f"Invalid agentMode {agent_mode}; this simulator has {' and '.join(AGENT_MODES)}"
        )
    if not 1 <= agent_count <= MAX_AGENTS:
        raise Refused(f"agentCount must be within 1 and {MAX_AGENTS}")
    if locobot:
        snap_to_grid, max_downward_look_angle = False, min(max_downward_look_angle, 30.0)
    sim.world.settings = Settings(
        grid_size=grid_size,
        snap_to_grid=snap_to_grid,
        rotate_step=rotate_step_degrees,
        visibility_distance=visibility_distance,
        fov=field_of_view,
        near=camera_near_plane,
        far=camera_far_plane,
        agent_mode=agent_mode,
        render_image=render_image,
        render_depth=render_depth_image,
        render_instances=render_instance_segmentation or render_object_image,
        render_classes=render_semantic_segmentation or render_class_image,
        render_normals=render_normals_image,
        fast_emit=fast_action_emit,
        max_up=max_upward_look_angle,
        max_down=max_downward_look_angle,
    )
    place_agents(sim.world, agent_count, snap_to_grid)
    return {"cameraNearPlane": camera_near_plane, "cameraFarPlane": camera_far_plane}


@action("GetScenesInBuild")
def scenes_in_build(sim: Simulation) -> list[str]:
    """Names of all scenes."""
    return sim.library.names()


@action("ChangeResolution")
def change_resolution(sim: Simulation, x: int, y: int) -> None:
    """Size of this and later images."""
    if not (1 <= x <= MAX_PIXELS and 1 <= y <= MAX_PIXELS):
        raise Refused(f"resolution must be within 1 and {MAX_PIXELS}")
    sim.size = (x, y)


@action("ChangeQuality")
def change_quality(sim: Simulation, quality: str) -> None:
    """Accepted for compatibility; there is one quality."""
    known = (
        "Very Low",
        "Low",
        "Medium",
        "MediumCloseFitShadows",
        "High",
        "Very High",
        "Ultra",
        "High WebGL",
    )
    if quality not in known:
        raise Refused(f"unknown quality {quality}")


@action("ChangeTimeScale")
def change_time_scale(sim: Simulation, time_scale: float) -> None:
    """Checked only: time passes per action here."""
    if time_scale <= 0:
        raise Refused("timeScale must be > 0")


@action("ChangeFOV", bag=True)
def change_fov(sim: Simulation, field_of_view: float) -> None:
    """Vertical field of view of the agent camera."""
    if not 0 < field_of_view < 180:
        raise Refused("fov must be in (0, 180)")
    sim.world.settings.fov = field_of_view


@action("SetRandomSeed")
def set_random_seed(sim: Simulation, seed: int) -> None:
    """Seed of later randomisation."""
    sim.world.seed = seed


@action("Pass", "Done", "NoOp", "Stop")
def nothing(sim: Simulation) -> None:
    """Let a moment pass."""


@action("Sleep")
def sleep(sim: Simulation, seconds: float) -> None:
    """Let simulated seconds pass."""
    if seconds < 0:
        raise Refused("seconds must be >= 0")
    pass_time(sim.world, min(seconds, 3600.0))


@action("AdvancePhysicsStep", bag=True)
def advance(sim: Simulation, time_step: float = 0.02, sim_seconds: float | None = None) -> None:
    """Let simulated time pass by hand."""
    if not 0 < time_step <= 0.05:
        raise Refused("timeStep must be in (0,0.05]")
    pass_time(sim.world, sim_seconds if sim_seconds is not None and sim_seconds > 0 else time_step)


@action("PausePhysicsAutoSim", "UnpausePhysicsAutoSim", bag=True)
def pause(sim: Simulation) -> None:
    """Accepted: nothing moves by itself between actions."""


@action("SetObjectFilter")
def set_filter(sim: Simulation, object_ids: list[Any]) -> None:
    """Report only these objects."""
    sim.world.object_filter = [str(o) for o in object_ids]


@action("ResetObjectFilter")
def reset_filter(sim: Simulation) -> None:
    """Report all objects again."""
    sim.world.object_filter = None


@action("RandomizeLighting", bag=True)
def randomize_lighting(sim: Simulation, brightness: list[Any] | None = None) -> None:
    """Draw brightness, from the given range, and the hues of lamps and sun anew."""
    span = numbers(brightness, "brightness") if brightness is not None else [0.7, 1.3]
    low, high = span if len(span) == 2 else (0.0, 0.0)
    if not 0 < low <= high <= 10:
        raise Refused("brightness must be an increasing range within 0 and 10")
    world = sim.world
    world.light = float(np.random.default_rng(abs(world.seed)).uniform(low, high))
    world.relit = (abs(world.seed),)


@action("ResetLighting", bag=True)
def reset_lighting(sim: Simulation) -> None:
    """Normal brightness."""
    sim.world.light = 1.0
    sim.world.relit = ()


@action("GetSceneBounds")
def scene_bounds(sim: Simulation) -> dict[str, Any]:
    """AABB of the room."""
    return box_json(np.concatenate([sim.world.low, sim.world.high]))
