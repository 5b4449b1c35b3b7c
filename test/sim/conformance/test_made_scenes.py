# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scenes that the client makes: the bare one, houses, templates of houses, single assets."""

import json

import numpy as np
import pytest

TEMPLATE = {
    "id": "house_0",
    "layout": """
        0 0 0 0 0 0
        0 2 2 2 2 0
        0 2 2 2 2 0
        0 1 1 1 1 0
        0 1 1 1 1 0
        0 0 0 0 0 0
    """,
    "objectsLayouts": [
        """
        0 0 0 0 0 0
        0 2 2 2 2 0
        0 2 2 2 = 0
        0 1 1 1 = 0
        0 1 1 1 + 0
        0 0 0 0 0 0
        """,
        """
        0 0 w 0 0 0
        0 2 w 2 w w
        0 2 2 2 2 0
        0 1 1 1 1 0
        0 1 1 1 1 0
        0 0 0 0 0 0
        """,
    ],
    "rooms": {
        "1": {
            "wallTemplate": {"material": {"color": {"r": 1.0, "g": 0.0, "b": 0.0, "a": 1.0}}},
            "floorTemplate": {"roomType": "Bedroom", "floorMaterial": {"name": "DarkWoodFloors"}},
            "floorYPosition": 0.0,
            "wallHeight": 3.0,
        },
        "2": {
            "wallTemplate": {"material": {"color": {"r": 0.0, "g": 0.0, "b": 1.0, "a": 1.0}}},
            "floorTemplate": {"roomType": "LivingRoom", "floorMaterial": {"name": "RedBrick"}},
            "wallHeight": 3.0,
        },
    },
    "holes": {"=": {"room0": "1", "openness": 1.0, "assetId": "Doorway_1"}},
    "windows": {"w": {"assetId": "Window_1"}},
    "objects": {"+": {"kinematic": True, "assetId": "Chair_007_1"}},
    "proceduralParameters": {"ceilingMaterial": {"name": "ps_mat"}, "skyboxId": "Sky1"},
    "metadata": {"schema": "1.0.0"},
}


def bare(client):
    return client.reset("Procedural", width=96, height=96, agentCount=1, agentMode="default",
                        renderInstanceSegmentation=True, snapToGrid=True)  # fmt: skip


def done(event):
    assert event.metadata["lastActionSuccess"], event.metadata["errorMessage"]
    return event.metadata


def look(client, x, z, yaw):
    where = {"x": x, "y": 0.901, "z": z, "rotation": yaw, "horizon": 0, "standing": True}
    done(client.step("TeleportFull", **where))
    return client.last_event


def test_the_bare_scene_is_listed_and_starts(client):
    assert "Procedural" in client.step("GetScenesInBuild").metadata["actionReturn"]
    event = bare(client)
    assert event.metadata["sceneName"] == "Procedural"
    assert [o["objectType"] for o in event.metadata["objects"]] == ["Floor"]
    assert client.step("MoveAhead")


def test_a_client_starts_with_the_bare_scene(bare_client):
    assert bare_client.last_event.metadata["sceneName"] == "Procedural"


@pytest.fixture
def bare_client():
    import sys

    from ai2thor.controller import Controller
    from ai2thor.fifo_server import FifoServer

    made = Controller(
        local_executable_path=f'"{sys.executable}" -m egoplan_ros.sim', server_class=FifoServer,
        x_display=":0", scene="Procedural", width=64, height=64,
    )  # fmt: skip
    yield made
    made.stop()


def test_a_template_becomes_a_house_that_can_be_built(client):
    bare(client)
    house = done(client.step("GetHouseFromTemplate", template=TEMPLATE))["actionReturn"]
    assert json.loads(json.dumps(house)) == house
    assert {r["id"]: r["roomType"] for r in house["rooms"]} == {"1": "Bedroom", "2": "LivingRoom"}
    for room in house["rooms"]:
        corners = np.array([[p["x"], p["z"]] for p in room["floorPolygon"]])
        x, z = corners.T
        area = abs(np.sum(x * np.roll(z, -1) - np.roll(x, -1) * z)) / 2
        assert area == 8
    assert len(house["doors"]) == 1
    assert len(house["windows"]) == 2
    assert {house["doors"][0]["room0"], house["doors"][0]["room1"]} == {"1", "2"}
    assert house["objects"][0]["objectType"] == "Chair"
    metadata = done(client.step("CreateHouse", house=house))
    kinds = [o["objectType"] for o in metadata["objects"]]
    assert kinds.count("Window") == 2
    assert "Chair" in kinds
    cells = done(client.step("GetReachablePositions"))["actionReturn"]
    xs = [c["x"] for c in cells]
    assert min(xs) < 1.5  # rooms 2 and 1 are joined by the door
    assert max(xs) > 2.5


def test_rooms_have_the_colours_of_their_walls_and_materials_of_their_floors(client):
    bare(client)
    house = done(client.step("GetHouseFromTemplate", template=TEMPLATE))["actionReturn"]
    done(client.step("CreateHouse", house=house))
    event = look(client, 1.0, 1.0, 270)
    wall = event.frame[30:45, 40:56].reshape(-1, 3).mean(0)
    assert wall[2] > 2 * wall[0]  # blue
    event = look(client, 3.0, 1.0, 270)
    wall = event.frame[30:45, 40:56].reshape(-1, 3).mean(0)
    assert wall[0] > 2 * wall[2]  # red
    floors = {}
    for x in (1.0, 3.0):
        event = look(client, x, 1.5, 270)
        floors[x] = event.frame[80:].reshape(-1, 3).mean(0)
    assert np.abs(floors[1.0] - floors[3.0]).max() > 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"layout": "0 0\n0 1 1"}, "same length"),
        ({"objectsLayouts": ["0 0\n0 1"]}, "as large as"),
        ({"layout": "\n".join(["0 0 0 0 0 0", "0 1 0 1 0 0", *["0 0 0 0 0 0"] * 4])}, "parts"),
        ({"rooms": {"1": 3}}, "room"),
        ({"layout": ""}, "layout"),
    ],
)
def test_malformed_templates_are_refused(client, change, words):
    bare(client)
    event = client.step("GetHouseFromTemplate", template={**TEMPLATE, **change})
    assert not event.metadata["lastActionSuccess"]
    assert words in event.metadata["errorMessage"]


@pytest.mark.parametrize(
    ("asset", "kind"),
    [
        ("Apple_10", "Apple"),
        ("Dining_Table_16_1", "DiningTable"),
        ("RoboTHOR_side_table_havsta_v", "SideTable"),
        ("pencil_3", "Pencil"),
        ("bin_5", "GarbageCan"),
        ("Wall_Decor_Photo_2", "Painting"),
        ("Countertop_I_4x2", "CounterTop"),
    ],
)
def test_an_asset_is_spawned_under_the_id_it_is_given(client, asset, kind):
    bare(client)
    place = {"x": 0.5, "y": -20.0, "z": 0.25}
    spawned = done(
        client.step("SpawnAsset", assetId=asset, generatedId="asset_0", position=place,
                    rotation={"x": 0, "y": 90, "z": 0})
    )  # fmt: skip
    mine = next(o for o in spawned["objects"] if o["objectId"] == "asset_0")
    assert mine["objectType"] == kind
    assert mine["assetId"] == asset
    assert mine["position"] == pytest.approx(place)
    assert mine["rotation"]["y"] == pytest.approx(90)
    assert spawned["actionReturn"]["id"] == "asset_0"
    size = mine["axisAlignedBoundingBox"]["size"]
    radius = np.linalg.norm(list(size.values())) / 2
    assert spawned["actionReturn"]["radius"] == pytest.approx(radius)


def test_a_spawned_asset_is_placed_as_procthor_places_it(client):
    client.reset("FloorPlan301", width=64, height=64)
    desk = next(o for o in client.last_event.metadata["objects"] if o["objectType"] == "Desk")
    done(
        client.step("SpawnAsset", assetId="Apple_1", generatedId="small|2|1",
                    position={"x": 0, "y": -20, "z": 0}, renderImage=False)
    )  # fmt: skip
    metadata = done(
        client.step("InitialRandomSpawn", randomSeed=4, objectIds=["small|2|1"],
                    receptacleObjectIds=[desk["objectId"]], allowMoveable=True)
    )  # fmt: skip
    apple = next(o for o in metadata["objects"] if o["objectId"] == "small|2|1")
    assert desk["objectId"] in apple["parentReceptacles"]


def test_bad_spawns_are_refused(client):
    bare(client)
    assert not client.step("SpawnAsset", assetId="Hologram_1", generatedId="a")
    assert "asset database" in client.last_event.metadata["errorMessage"]
    assert client.step("SpawnAsset", assetId="Mug_1", generatedId="a")
    assert not client.step("SpawnAsset", assetId="Mug_1", generatedId="a")
    assert not client.step("SpawnAsset", assetId="Mug_1", generatedId="b", position={"x": 1e9})
    with pytest.raises(ValueError, match="generatedId"):
        client.step("SpawnAsset", assetId="Mug_1")
