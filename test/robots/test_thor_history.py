# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from types import SimpleNamespace

import numpy as np

from egoplan_ros.robots.thor_history import ThorHistory, visible_pixels
from egoplan_ros.robots.thor_oracle import oracle_detections


def item(name: str, **fields: object) -> dict:
    place = {"x": 0.0, "y": 0.9, "z": 0.0}
    base = {
        "objectId": name,
        "objectType": name.split("|")[0],
        "position": place,
        "pickupable": name.split("|")[0] in ("Mug", "Apple", "AppleSliced"),
        "parentReceptacles": None,
        "temperature": "RoomTemp",
    }
    return base | fields


def history(*frames: list[dict], held: dict[int, str] | None = None) -> dict[str, list[str]]:
    made = ThorHistory()
    for index, objects in enumerate(frames):
        name = (held or {}).get(index)
        metadata = {"objects": objects, "inventoryObjects": [{"objectId": name}] if name else []}
        (made.add if index else made.begin)(metadata)
    return made.lists()


def test_washed_under_a_running_faucet_even_when_clean_before():
    basin, mug = item("SinkBasin|1"), item("Mug|1", parentReceptacles=["SinkBasin|1"])
    dry = [basin, mug, item("Faucet|1", isToggled=False)]
    wet = [basin, mug, item("Faucet|1", isToggled=True)]
    assert history(dry, dry)["cleaned"] == []
    assert history(dry, wet, dry)["cleaned"] == ["Mug|1"]
    far = item("Faucet|1", isToggled=True, position={"x": 3.0, "y": 0.9, "z": 0.0})
    assert history(dry, [basin, mug, far])["cleaned"] == []


def test_dirty_to_clean_counts_as_cleaned():
    assert history([item("Mug|1", isDirty=True)], [item("Mug|1", isDirty=False)])["cleaned"] == [
        "Mug|1"
    ]


def test_heated_is_remembered_after_it_has_cooled_down():
    cold, hot = item("Mug|1"), item("Mug|1", temperature="Hot", parentReceptacles=["Microwave|1"])
    on, off = (item("Microwave|1", isToggled=value) for value in (True, False))
    assert history([cold, off], [hot, on], [cold, off])["heated"] == ["Mug|1"]
    assert history([cold, off], [hot, off])["heated"] == []


def test_a_mug_of_coffee_is_hot_but_was_not_heated():
    hot = item("Mug|1", temperature="Hot", parentReceptacles=["CoffeeMachine|1"])
    machine = item("CoffeeMachine|1", isToggled=True)
    assert history([item("Mug|1"), machine], [hot, machine])["heated"] == []


def test_cold_from_the_start_counts_only_when_put_back_into_the_fridge():
    fridge = item("Fridge|1")
    inside = [fridge, item("Apple|1", temperature="Cold", parentReceptacles=["Fridge|1"])]
    outside = [fridge, item("Apple|1", temperature="Cold")]
    assert history(inside, inside)["cooled"] == []
    assert history(inside, outside, held={1: "Apple|1"})["cooled"] == []
    assert history(inside, outside, inside, held={1: "Apple|1"})["cooled"] == ["Apple|1"]


def test_warm_things_that_become_cold_are_cooled():
    cold = [item("Mug|1", temperature="Cold")]
    assert history([item("Mug|1")], cold)["cooled"] == ["Mug|1"]


def test_slices_inherit_and_changes_are_noted_once_made():
    oven = item("Microwave|1", isToggled=True)
    apple = item("Apple|1", temperature="Hot", parentReceptacles=["Microwave|1"])
    before = [apple, oven, item("Fridge|1", isOpen=True)]
    after = [
        item("Apple|1", isSliced=True),
        item("Apple|1|AppleSliced_0"),
        item("Fridge|1", isOpen=True),
        item("Microwave|1", isOpen=True),
    ]
    found = history(before, before, after)
    assert found["heated"] == ["Apple|1", "Apple|1|AppleSliced_0"]
    assert found["sliced"] == ["Apple|1"]
    assert found["opened"] == ["Microwave|1"]


def test_seen_is_what_had_enough_pixels_in_one_frame():
    objects = [item("Mug|1"), item("Apple|1"), item("Wall|1")]
    names = {(9, 0, 0): "Mug|1", (0, 9, 0): "Apple|1", (0, 0, 9): "Wall|1"}

    least = visible_pixels(300 * 300)
    assert visible_pixels(600 * 600) == 4 * least

    def event(apple: int) -> SimpleNamespace:
        image = np.zeros((300, 300, 3), np.uint8)
        image[30:] = (0, 0, 9)
        image[0, :least] = (9, 0, 0)
        image[5, :apple] = (0, 9, 0)
        return SimpleNamespace(
            metadata={"objects": objects},
            instance_segmentation_frame=image,
            color_to_object_id=names,
        )

    made = ThorHistory()
    metadata = {"objects": objects, "inventoryObjects": []}
    made.begin(metadata)
    for apple, seen in ((least - 1, ["Mug|1"]), (least, ["Apple|1", "Mug|1"]), (0, None)):
        frame = event(apple)
        made.see(frame, oracle_detections(frame, 1.0))
        assert made.lists()["seen"] == (seen or ["Apple|1", "Mug|1"])
    made.begin(metadata)
    assert made.lists()["seen"] == []
