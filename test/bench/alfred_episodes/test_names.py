# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's ids find their object in a room of today."""

from typing import Any

from egoplan_ros.bench.alfred_episodes.names import Names


def thing(name: str, x: float = 0.0, z: float = 0.0, **more: Any) -> dict[str, Any]:
    """Metadata of an object that says where it is in its id, unless it can be carried."""
    return {
        "objectId": name,
        "objectType": name.rsplit("|", 1)[-1] if "Basin" in name else name.partition("|")[0],
        "position": {"x": x, "y": 0.9, "z": z},
        "pickupable": False,
        "receptacle": True,
    } | more


def mug(name: str, x: float) -> dict[str, Any]:
    return thing(name, x, 2.0, pickupable=True)


def test_furniture_is_found_by_its_id_and_loose_things_by_where_they_were_put() -> None:
    objects = [
        thing("Fridge|-02.10|+00.00|+01.07", 9.0, 9.0),
        thing("Fridge|+02.10|+00.00|+01.07"),
        mug("Mug|+05.00|+00.90|+05.00", 1.0),
        mug("Mug|+05.00|+00.90|+05.00_copy_1", 3.0),
    ]
    names = Names(objects)
    assert names.resolve("Fridge|-02.08|+00.00|+01.09", objects) == "Fridge|-02.10|+00.00|+01.07"
    assert names.resolve("Mug|+02.90|+00.91|+02.00", objects) == "Mug|+05.00|+00.90|+05.00_copy_1"
    # Where it is later does not matter: its name is that of the start.
    later = [*objects[:3], mug("Mug|+05.00|+00.90|+05.00_copy_1", 0.0)]
    assert names.resolve("Mug|+02.90|+00.91|+02.00", later) == "Mug|+05.00|+00.90|+05.00_copy_1"


def test_basins_and_slices_are_parts_of_what_they_belong_to() -> None:
    bread = "Bread|+00.00|+00.90|+00.00"
    whole = [
        thing("Sink|-01.90|+00.97|-01.50"),
        thing("Sink|-01.90|+00.97|-01.50|SinkBasin"),
        thing(bread, pickupable=True),
    ]
    names = Names(whole)
    said = "Sink|-01.99|+00.98|-01.48|SinkBasin"
    assert names.resolve(said, whole) == "Sink|-01.90|+00.97|-01.50|SinkBasin"
    cut = [*whole, *(thing(f"{bread}|BreadSliced_{n}", pickupable=True) for n in range(4))]
    assert names.resolve(f"{bread}|BreadSliced_2", cut) == f"{bread}|BreadSliced_2"
    assert names.resolve(f"{bread}|BreadSliced_7", cut) == f"{bread}|BreadSliced_3"
    assert names.resolve(f"{bread}|BreadSliced_2", whole) is None


def test_a_renamed_piece_of_furniture_is_the_receptacle_at_its_place() -> None:
    objects = [thing("ShelvingUnit|-03.20|+00.00|+00.20"), thing("Shelf|+01.00|+00.00|+00.00")]
    names = Names(objects)
    assert names.resolve("Cart|-03.21|+00.00|+00.15", objects) == objects[0]["objectId"]
    assert names.resolve("Cart|-05.00|+00.00|+00.15", objects) is None


def test_a_renamed_type_is_found() -> None:
    objects = [thing("Bottle|+00.00|+00.00|+00.00", pickupable=True)]
    assert (
        Names(objects).resolve("Glassbottle|+00.00|+00.90|+00.00", objects)
        == "Bottle|+00.00|+00.00|+00.00"
    )
