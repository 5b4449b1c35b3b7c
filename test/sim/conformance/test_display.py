# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is drawn: hiding and emphasizing objects; and that a state has one picture only."""

import os
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.sim.scenes import Library
from egoplan_ros.sim.server import Server

SCENE = "FloorPlan12"
IMAGES = {"renderDepthImage": True, "renderInstanceSegmentation": True}


def fresh(client):
    return client.reset(SCENE, width=96, height=96, agentCount=1, agentMode="default", **IMAGES)


def done(event):
    assert event.metadata["lastActionSuccess"], event.metadata["errorMessage"]
    return event


def in_view(client, least=40):
    """An object of which many pixels are seen."""
    for yaw in (0, 90, 180, 270):
        event = done(client.step("RotateLook", rotation=yaw, horizon=30))
        for name, mask in event.instance_masks.items():
            found = event.get_object(name)
            if found is not None and found["objectType"] != "Floor" and mask.sum() >= least:
                return name, mask
    raise AssertionError("nothing is in view")


def pixels(event, name):
    return int(event.instance_masks[name].sum()) if name in event.instance_masks else 0


def test_what_is_hidden_is_not_drawn_but_stays_where_it_is(client):
    fresh(client)
    name, mask = in_view(client)
    before = client.last_event.get_object(name)
    event = done(client.step("HideObject", objectId=name))
    assert pixels(event, name) == 0
    after = event.get_object(name)
    for field in ("position", "parentReceptacles", "axisAlignedBoundingBox", "isOpen"):
        assert after[field] == before[field]
    cells = client.step("GetReachablePositions").metadata["actionReturn"]
    event = done(client.step("UnhideObject", objectId=name))
    assert np.array_equal(event.instance_masks[name], mask)
    assert client.step("GetReachablePositions").metadata["actionReturn"] == cells


def test_what_is_held_can_be_hidden_and_put_down(client):
    fresh(client)
    objects = client.last_event.metadata["objects"]
    apple, counter = (
        next(o["objectId"] for o in objects if o["objectType"] == kind)
        for kind in ("Apple", "CounterTop")
    )
    done(client.step("PickupObject", objectId=apple, forceAction=True))
    assert pixels(client.last_event, apple) > 0
    event = done(client.step("HideObject", objectId=apple))
    assert pixels(event, apple) == 0
    assert event.metadata["inventoryObjects"][0]["objectId"] == apple
    assert pixels(done(client.step("RotateRight")), apple) == 0
    event = done(client.step("PutObject", objectId=counter, forceAction=True))
    assert counter in event.get_object(apple)["parentReceptacles"]
    done(client.step("UnhideObject", objectId=apple))


@pytest.mark.parametrize(
    "action", ["HideObject", "UnhideObject", "EmphasizeObject", "HideAllObjectsExcept"]
)
def test_unknown_objects_are_refused(client, action):
    fresh(client)
    assert not client.step(action, objectId="Mug|1|2|3")
    with pytest.raises(ValueError, match="objectId"):
        client.step(action)


def test_an_emphasized_object_is_alone_and_magenta(client):
    fresh(client)
    name, mask = in_view(client)
    before = client.last_event.frame.copy()
    event = done(client.step("EmphasizeObject", objectId=name))
    assert set(event.instance_masks) == {name}
    assert event.instance_masks[name].sum() >= mask.sum()
    seen = event.frame[event.instance_masks[name]].astype(float).mean(0)
    assert seen[1] < 0.5 * min(seen[0], seen[2])
    event = done(client.step("UnemphasizeAll"))
    assert np.array_equal(event.frame, before)


def test_all_but_one_can_be_hidden(client):
    fresh(client)
    name, _ = in_view(client)
    before = client.last_event.frame.copy()
    event = done(client.step("HideAllObjectsExcept", objectId=name))
    assert set(event.instance_masks) == {name}
    assert np.array_equal(done(client.step("UnhideAllObjects")).frame, before)


def test_masking_colours_without_hiding(client):
    fresh(client)
    name, mask = in_view(client)
    before = client.last_event.frame.copy()
    event = done(client.step("MaskObject", objectId=name))
    assert np.array_equal(event.instance_masks[name], mask)
    assert not np.array_equal(event.frame[mask], before[mask])
    assert np.array_equal(done(client.step("UnmaskObject", objectId=name)).frame, before)


def test_opening_speed_is_taken(client):
    fresh(client)
    done(client.step("ChangeOpenSpeed", x=0.2))
    assert not client.step("ChangeOpenSpeed", x=0)


def test_images_after_changes_of_size_are_those_of_before(client):
    fresh(client)
    first = done(client.step("RotateRight"))
    for size in (160, 96):
        event = done(client.step("ChangeResolution", x=size, y=size))
        assert event.instance_segmentation_frame.shape == (size, size, 3)
        assert event.depth_frame.shape == (size, size)
    assert np.array_equal(event.depth_frame, first.depth_frame)
    assert np.array_equal(event.instance_segmentation_frame, first.instance_segmentation_frame)
    assert first.object_id_to_color == event.object_id_to_color


ROOMS = os.environ.get("EGOPLAN_ROOMS", "")
SCENES = ["FloorPlan5", "FloorPlan205", "FloorPlan401", "coincident"]


def coincident():
    """A house in which furniture of several kinds stands twice on the same spot."""
    corners = [(0, 0), (4, 0), (4, 5), (0, 5)]
    walls = []
    for k, (ax, az) in enumerate(corners):
        bx, bz = corners[(k + 1) % 4]
        polygon = [(ax, 0, az), (bx, 0, bz), (bx, 2.5, bz), (ax, 2.5, az)]
        polygon = [dict(zip("xyz", p, strict=True)) for p in polygon]
        walls.append({"id": f"wall|{k}", "roomId": "room|1", "polygon": polygon})
    floor = [{"x": x, "y": 0, "z": z} for x, z in corners]
    places = {"Fridge": (0.5, 4.4), "DiningTable": (2.0, 3.5), "Dresser": (3.4, 4.5),
              "Cabinet": (0.4, 2.0), "Apple": (2.9, 1.0), "Box": (0.8, 0.5)}  # fmt: skip
    objects = [
        {"id": f"{kind}|1|{n}", "position": {"x": x, "y": 0.4 if kind != "Apple" else 0.05, "z": z}}
        for kind, (x, z) in places.items()
        for n in range(2)
    ]
    rooms = [{"id": "room|1", "floorPolygon": floor}]
    return {"rooms": rooms, "walls": walls, "objects": objects}


class Room:
    """A scene in which things happen before its instances are looked at."""

    def __init__(self, scene, library):
        self.server = Server((100, 100), library)
        made = scene == "coincident"
        self.do("Reset", sceneName="Procedural" if made else scene)
        if made:
            assert self.do("CreateHouse", house=coincident())[0] is None
        self.world = self.server.sim.world

    def do(self, action, **parameters):
        return self.server.run({"action": action, **parameters})

    def look(self, poses):
        """Bytes of the instance images at some poses."""
        out = []
        for pose in poses:
            assert self.do("TeleportFull", **pose, forceAction=True)[0] is None
            body = self.world.body
            images = self.server.sim.renderer.frame(
                body.eye(), body.gaze(), 90.0, (100, 100), frozenset({"instances"})
            )
            out.append(images.instances.tobytes())
        return out

    def nothing(self, poses):
        """Look and go nowhere."""

    def much_looking(self, poses):
        """Draw often, which changes how the scene is kept for drawing."""
        for _ in range(4):
            self.look(poses)

    def opening(self, poses):
        """Open and close whatever opens, looking now and then."""
        names = [t.object_id for t in self.world.objects() if t.can("open") and not t.can("pick")]
        for name in names:
            if self.do("OpenObject", objectId=name, forceAction=True)[0] is None:
                self.look(poses[:1])
                assert self.do("CloseObject", objectId=name, forceAction=True)[0] is None

    def vanishing(self, poses):
        """Take things out and bring them back, in another order."""
        things = [t for t in self.world.objects() if not t.children and t.parent is None]
        for action, order in (("DisableObject", things), ("EnableObject", things[::-1])):
            for thing in order:
                assert self.do(action, objectId=thing.object_id)[0] is None
            self.look(poses[:1])


@pytest.mark.parametrize("scene", SCENES)
def test_ids_of_faces_in_one_plane_do_not_depend_on_history(scene):
    """Where doors, drawers and what they close share a plane, the same state shows the same ids."""
    library = Library.of(Path(ROOMS) if ROOMS else None)
    cells = Room(scene, library).do("GetReachablePositions")[1]
    poses = [
        {**cell, "rotation": yaw, "horizon": look, "standing": True}
        for cell in cells[:: max(len(cells) // 3, 1)]
        for yaw, look in ((0, 30), (90, 0), (180, 30), (270, 60))
    ]
    seen = {}
    for history in (Room.nothing, Room.much_looking, Room.opening, Room.vanishing):
        room = Room(scene, library)
        history(room, poses)
        seen[history.__name__] = room.look(poses)
        backwards = room.look(poses[::-1])[::-1]
        assert backwards == seen[history.__name__], history.__name__
    for name, images in seen.items():
        assert images == seen["nothing"], name
