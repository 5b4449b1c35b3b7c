# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Relations by the learned model: as the rules where these are plain, and what surrounds it."""

import numpy as np
import pytest

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.mapping.objects.relations import Relations
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.predicates.support import load_support
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.object import Belief
from egoplan_ros.world.ontology import load_ontology

RELATIONS = Relations(load_ontology(), load_support())


def track(name: str, low, high, parent: str | None = None, **more) -> Track:
    points = np.zeros((0, 3), np.float32)
    return Track(name, name[:-2], np.array(low), np.array(high), points, parent=parent, **more)


def shelf_with_egg() -> dict[str, Track]:
    """An open fridge with a pot, and an egg in that."""
    tracks = [
        track("Fridge_1", (0.0, 0.0, 0.0), (0.8, 0.8, 1.8), states={"open": Belief(1.0)}),
        track("Egg_1", (0.38, 0.38, 0.6), (0.43, 0.43, 0.66)),
        track("Pot_1", (0.3, 0.3, 0.58), (0.5, 0.5, 0.7)),
    ]
    return {item.id: item for item in tracks}


def test_the_configuration_chooses_it() -> None:
    assert ObjectMemory(load_ontology(), MappingConfig()).relations.model is None
    learned = ObjectMemory(load_ontology(), MappingConfig(relations="learned"))
    assert learned.relations.model is not None
    with pytest.raises(InputError, match="relations must be one of rules, learned"):
        MappingConfig.from_mapping({"relations": "magic"})


def test_the_smallest_of_what_holds_a_thing_is_told() -> None:
    tracks = shelf_with_egg()
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Pot_1"
    tracks["Egg_1"].low[0], tracks["Egg_1"].high[0] = 0.1, 0.15
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Fridge_1"


def test_what_is_in_view_is_not_in_what_is_closed() -> None:
    tracks = shelf_with_egg()
    del tracks["Pot_1"]
    assert RELATIONS.parent(tracks["Egg_1"], tracks) == "Fridge_1"
    tracks["Fridge_1"].states["open"] = Belief(0.0)
    assert RELATIONS.parent(tracks["Egg_1"], tracks) is None


def test_what_fell_beside_a_table_lies_on_the_floor() -> None:
    tracks = {
        "DiningTable_1": track("DiningTable_1", (0.0, 0.0, 0.0), (1.2, 0.8, 0.75)),
        "Floor_1": track("Floor_1", (-3.0, -3.0, -0.01), (3.0, 3.0, 0.0)),
        "Mug_1": track("Mug_1", (0.5, 0.3, 0.75), (0.6, 0.4, 0.85)),
    }
    mug = tracks["Mug_1"]
    assert RELATIONS.parent(mug, tracks) == "DiningTable_1"
    mug.low, mug.high = np.array([1.5, 0.3, 0.0]), np.array([1.6, 0.4, 0.1])
    assert RELATIONS.parent(mug, tracks) == "Floor_1"
