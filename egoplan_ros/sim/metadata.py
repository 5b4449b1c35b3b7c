# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Event metadata of one agent: every field of protocol sections 2.1 to 2.3."""

from typing import Any

import numpy as np

from egoplan_ros.sim.shapes.solid import Shape
from egoplan_ros.sim.thing import Array, Thing, color_of
from egoplan_ros.sim.visibility import Sight
from egoplan_ros.sim.world import World, map_camera

Json = dict[str, Any]


def xyz(v: Array) -> Json:
    """A vector as the protocol writes it."""
    return {"x": float(v[0]), "y": float(v[1]), "z": float(v[2])}


def box_json(box: Array) -> Json:
    """An AABB (6,) with corners, centre and size."""
    low, high = box[:3].tolist(), box[3:].tolist()
    corners = [
        [x, y, z] for x in (high[0], low[0]) for y in (high[1], low[1]) for z in (high[2], low[2])
    ]
    return {
        "cornerPoints": corners,
        "center": xyz((box[:3] + box[3:]) / 2),
        "size": xyz(box[3:] - box[:3]),
    }


def oriented_json(thing: Thing) -> Json:
    """The oriented box: bottom face then top face."""
    h = _half(thing.shape)
    ring = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    local = np.array([[i * h[0], y * h[1], k * h[2]] for y in (-1, 1) for i, k in ring])
    return {"cornerPoints": thing.to_world(local).tolist()}


def _half(shape: Shape) -> Array:
    return shape.half


class Report:
    """Builds metadata; remembers what did not change since the last step."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._memo: dict[int, tuple[tuple[int, ...], Json]] = {}
        self._colors: tuple[int, list[Json]] | None = None

    def thing(self, thing: Thing, visible: bool, interactable: bool, eye: Array) -> Json:
        """The entry of one object."""
        key = (thing.version, thing.look_version)
        known = self._memo.get(id(thing))
        if known is None or known[0] != key:
            known = (key, self.entry(thing))
            self._memo[id(thing)] = known
        entry = known[1].copy()
        entry["visible"] = visible
        entry["isInteractable"] = interactable
        entry["distance"] = float(np.linalg.norm(thing.reported()[0] - eye))
        return entry

    def entry(self, thing: Thing) -> Json:
        """The entry of one object without what depends on where the agent is."""
        can = thing.can
        loose = thing.dynamic
        toggleable = can("toggle")
        position, rotation, box = thing.reported()
        return {
            "name": thing.name,
            "position": xyz(position),
            "rotation": xyz(rotation),
            "visible": False,
            "isInteractable": False,
            "receptacle": can("receptacle"),
            "toggleable": toggleable,
            "isToggled": thing.toggled,
            "breakable": can("break"),
            "isBroken": thing.broken,
            "canFillWithLiquid": can("fill"),
            "isFilledWithLiquid": thing.filled and can("fill"),
            "fillLiquid": thing.liquid,
            "dirtyable": can("dirt"),
            "isDirty": thing.dirty,
            # 5.0 tells so of everything; UseUpObject works on some kinds all the same.
            "canBeUsedUp": False,
            "isUsedUp": thing.used_up,
            "cookable": can("cook"),
            "isCooked": thing.cooked,
            "temperature": thing.temperature,
            "isHeatSource": can("heat"),
            "isColdSource": can("cold"),
            "sliceable": can("slice"),
            "isSliced": thing.sliced,
            "openable": can("open"),
            "isOpen": can("open") and thing.openness > 0,
            "openness": float(thing.openness) if can("open") else 0.0,
            "pickupable": can("pick") and not thing.sliced,
            "moveable": can("move"),
            "mass": float(thing.facts.mass) if thing.facts is not None else 0.0,
            "salientMaterials": list(thing.facts.materials) or None
            if thing.facts is not None
            else None,
            "receptacleObjectIds": [t.object_id for t in thing.kept()]
            if can("receptacle")
            else None,
            "distance": 0.0,
            "objectType": thing.kind,
            "objectId": thing.object_id,
            "assetId": thing.asset_id,
            "parentReceptacles": [t.object_id for t in thing.keepers()] or None,
            "controlledObjects": [c.object_id for c in thing.controls] if toggleable else None,
            "isMoving": thing.moving,
            "isPickedUp": thing.picked_up,
            "axisAlignedBoundingBox": box_json(box),
            "objectOrientedBoundingBox": oriented_json(thing) if loose else None,
        }

    def colors(self) -> list[Json]:
        """Segmentation colours of everything drawn and of all classes."""
        things = self.world.things
        key = hash(tuple(t.object_id for t in things))
        if self._colors is None or self._colors[0] != key:
            names = [t.object_id for t in things] + sorted({t.kind for t in things})
            self._colors = (
                key,
                [{"name": n, "color": list(color_of(n))} for n in dict.fromkeys(names)],
            )
        return self._colors[1]

    def agent(
        self,
        sight: Sight,
        size: tuple[int, int],
        outcome: Json,
        with_colors: bool,
        agent_id: int = 0,
    ) -> Json:
        """Metadata after an action; `outcome` holds lastAction, success, error and return."""
        world, body = self.world, self.world.body
        eye = body.eye()
        feet = np.array([body.x, body.y, body.z])
        index = {id(t): i for i, t in enumerate(world.things)}
        shown = world.objects()
        if world.object_filter is not None:
            wanted = set(world.object_filter)
            shown = [t for t in shown if t.object_id in wanted]
        objects = []
        for thing in shown:
            number = index[id(thing)]
            visible = number in sight.visible
            objects.append(
                self.thing(thing, visible, visible and number not in sight.blocked, feet)
            )
        above = map_camera(world) if body.map_view else None
        hand = body.hand_position()
        held = body.held
        corners = np.concatenate([world.low, world.high])
        cameras = self.cameras()
        return {
            "objects": objects,
            "isSceneAtRest": True,
            "agent": {
                "name": "agent",
                "position": xyz(feet),
                "rotation": {"x": -0.0, "y": float(body.yaw % 360), "z": 0.0},
                "cameraHorizon": float(body.horizon),
                "isStanding": body.standing if world.settings.agent_mode != "locobot" else None,
                "inHighFrictionArea": False,
            },
            "heldObjectPose": {
                "position": xyz(hand),
                "rotation": xyz(body.hand_rotation()),
                "localPosition": xyz(np.array(body.hand)),
                "localRotation": xyz(np.array(body.grip)),
            },
            "arm": None,
            "fov": float(world.settings.fov),
            "cameraPosition": xyz(above.position if above is not None else eye),
            "cameraOrthSize": above.orthographic_size if above is not None else -1.0,
            "thirdPartyCameras": cameras,
            "collided": body.collided,
            "collidedObjects": list(body.collided_with),
            "inventoryObjects": [
                {"objectId": t.object_id, "objectType": t.kind} for t in world.carried()
            ]
            if held is not None
            else [],
            "sceneName": world.scene,
            "lastAction": outcome["lastAction"],
            "errorMessage": outcome["errorMessage"],
            "errorCode": outcome["errorCode"],
            "lastActionSuccess": outcome["lastActionSuccess"],
            "actionReturn": outcome["actionReturn"],
            "screenWidth": size[0],
            "screenHeight": size[1],
            "agentId": agent_id,
            "depthFormat": "Meters",
            "colors": self.colors() if with_colors else None,
            "colorBounds": None,
            "flatSurfacesOnGrid": [],
            "distances": [],
            "normals": [],
            "isOpenableGrid": [],
            "segmentedObjectIds": [],
            "objectIdsInBox": [],
            "actionStringsReturn": [],
            "actionFloatsReturn": [],
            "actionVector3sReturn": [],
            "actionIntReturn": 0,
            "actionFloatReturn": 0.0,
            "visibleRange": None,
            "currentTime": float(world.time),
            "sceneBounds": box_json(corners),
        }

    def cameras(self) -> list[Json]:
        """Third-party cameras."""
        return [
            {
                "thirdPartyCameraId": i,
                "position": xyz(c.position),
                "rotation": xyz(c.rotation),
                "fieldOfView": float(c.fov),
            }
            for i, c in enumerate(self.world.cameras)
        ]
