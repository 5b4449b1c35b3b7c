"""What is drawn: hiding and emphasizing objects; and that a state has one picture only."""

import numpy as np
import pytest

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


def test_everything_can_be_hidden(client):
    fresh(client)
    before = client.last_event.frame.copy()
    event = done(client.step("HideAllObjects"))
    assert not event.instance_masks
    assert event.frame.shape == (96, 96, 3)
    assert np.array_equal(done(client.step("UnhideAllObjects")).frame, before)
    assert fresh(client).instance_masks


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


def _instances(scene, history, poses):
    """Bytes of the instance images at some poses, after other actions."""
    server = Server((120, 120))
    server.answer({"action": "Reset", "sceneName": scene})
    server.answer({"action": "Initialize", **IMAGES})
    for message in history:
        assert server.run(message)[0] is None, message
    out = []
    for pose in poses:
        server.run({"action": "TeleportFull", **pose, "forceAction": True})
        image = server.sim.renderer.frame(
            server.sim.world.body.eye(), server.sim.world.body.gaze(), 90.0, (120, 120),
            frozenset({"instances"}),
        )  # fmt: skip
        out.append(image.instances.tobytes())
    return out


@pytest.mark.parametrize("scene", ["FloorPlan2", "FloorPlan11", "FloorPlan205", "FloorPlan403"])
def test_ids_of_faces_in_one_plane_do_not_depend_on_history(scene):
    """Where doors, drawers and what they close share a plane, the same state shows the same ids."""
    server = Server((64, 64))
    server.run({"action": "Reset", "sceneName": scene})
    world = server.sim.world
    cells = server.run({"action": "GetReachablePositions"})[1]
    poses = [
        {**cell, "rotation": yaw, "horizon": look, "standing": True}
        for cell in cells[:: max(len(cells) // 6, 1)]
        for yaw, look in ((0, 30), (90, 0), (180, 30), (270, 60))
    ]
    names = [t.object_id for t in world.objects() if t.can("open") and not t.can("pick")]
    loose = [t.object_id for t in world.objects() if t.can("pick") and not t.out_of_sight][:3]
    around = [{"action": "RotateRight"}] * 4
    opened = [
        {"action": action, "objectId": name, "forceAction": True}
        for name in names[:8]
        for action in ("OpenObject", "CloseObject")
    ]
    hidden = [
        {"action": action, "objectId": name}
        for name in (*names[:4], *loose)
        for action in ("DisableObject", "EnableObject")
        if not world.find(name).children
    ]
    calm = [{"action": "Pass"}] * 12
    plain = _instances(scene, [], poses)
    for history in (around, [m for m in opened if _works(scene, m)], hidden, calm):
        assert _instances(scene, history, poses) == plain


def _works(scene, message):
    server = Server((8, 8))
    server.run({"action": "Reset", "sceneName": scene})
    return server.run(message)[0] is None
