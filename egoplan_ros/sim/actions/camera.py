# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Third-party cameras and the map view (protocol section 3.9)."""

from typing import Any

from egoplan_ros.sim.body import Camera
from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.metadata import xyz
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation, vector
from egoplan_ros.sim.world import map_camera

MAX_CAMERAS = 16


def _fov(value: float) -> float:
    if not 0 < value < 180:
        raise Refused("fov must be set to (0, 180) noninclusive.")
    return value


@action("AddThirdPartyCamera")
def add_camera(
    sim: Simulation,
    position: dict[str, Any],
    rotation: dict[str, Any],
    field_of_view: float = 90.0,
    skybox_color: str | None = None,
    orthographic: bool = False,
    orthographic_size: float | None = None,
    near_clipping_plane: float | None = None,
    far_clipping_plane: float | None = None,
    anti_aliasing: str | None = None,
) -> None:
    """Add a camera; its images come with every later event."""
    if orthographic_size is not None and not orthographic:
        raise Refused("orthographicSize(: float) can only be set when orthographic=True.")
    if orthographic_size is not None and orthographic_size <= 0:
        raise Refused("orthographicSize must be > 0")
    if len(sim.world.cameras) >= MAX_CAMERAS:
        raise Refused(f"there are already {MAX_CAMERAS} cameras")
    camera = Camera(
        vector(position, "position"),
        vector(rotation, "rotation"),
        _fov(field_of_view),
        orthographic,
    )
    camera.orthographic_size = orthographic_size if orthographic_size is not None else 5.0
    sim.world.cameras.append(camera)


@action("UpdateThirdPartyCamera")
def update_camera(
    sim: Simulation,
    third_party_camera_id: int = 0,
    position: dict[str, Any] | None = None,
    rotation: dict[str, Any] | None = None,
    field_of_view: float | None = None,
    skybox_color: str | None = None,
    orthographic: bool | None = None,
    orthographic_size: float | None = None,
    near_clipping_plane: float | None = None,
    far_clipping_plane: float | None = None,
) -> None:
    """Change a camera; axes not given stay."""
    if not 0 <= third_party_camera_id < len(sim.world.cameras):
        raise Refused(f"there is no third-party camera {third_party_camera_id}")
    camera = sim.world.cameras[third_party_camera_id]
    fov = _fov(field_of_view) if field_of_view is not None else camera.fov
    place = (
        vector(position, "position", camera.position) if position is not None else camera.position
    )
    turned = (
        vector(rotation, "rotation", camera.rotation) if rotation is not None else camera.rotation
    )
    if orthographic_size is not None and orthographic_size <= 0:
        raise Refused("orthographicSize must be > 0")
    camera.fov, camera.position, camera.rotation = fov, place, turned
    if orthographic is not None:
        camera.orthographic = orthographic
    if orthographic_size is not None:
        camera.orthographic_size = orthographic_size


@action("GetMapViewCameraProperties")
def map_view_properties(sim: Simulation) -> dict[str, Any]:
    """Pose of a camera that sees the whole room from above, below the ceiling."""
    camera = map_camera(sim.world)
    return {
        "position": xyz(camera.position),
        "rotation": xyz(camera.rotation),
        "orthographicSize": camera.orthographic_size,
        "orthographic": True,
    }


@action("ToggleMapView", bag=True)
def toggle_map_view(sim: Simulation) -> None:
    """Lift the agent's camera above the room, or bring it back."""
    sim.world.body.map_view = not sim.world.body.map_view
