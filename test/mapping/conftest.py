# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A kitchen of boxes, and a model that sees it."""

import pytest
from box_scene import Block, Scene

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.ontology import load_ontology


def kitchen() -> list[Block]:
    """A room of 4 m x 4 m with a counter along the far wall and things on it."""
    return [
        Block("", (0.0, 0.0, 1.23), (4.0, 4.0, 2.5)),
        Block("Floor", (0.0, 0.0, -0.005), (4.0, 4.0, 0.01)),
        Block("CounterTop", (1.7, 0.0, 0.45), (0.6, 3.0, 0.9)),
        Block("Mug", (1.5, 0.3, 0.95), (0.1, 0.1, 0.1), {"dirty": 1.0}),
        Block("Mug", (1.5, -0.1, 0.95), (0.1, 0.1, 0.1), {"dirty": 0.0}),
        Block("Apple", (1.55, -0.7, 0.945), (0.09, 0.09, 0.09)),
        Block("Drawer", (1.39, 0.3, 0.6), (0.02, 0.4, 0.2), {"open": 0.0}),
        Block("Drawer", (1.39, -0.1, 0.6), (0.02, 0.4, 0.2), {"open": 0.0}),
    ]


@pytest.fixture
def scene() -> Scene:
    return Scene(kitchen())


@pytest.fixture
def model() -> WorldModel:
    return WorldModel(load_ontology(), MappingConfig())


@pytest.fixture
def see():
    """Let a model see the scene ``n`` times; returns the world state."""

    def run(model: WorldModel, scene: Scene, n: int = 1):
        state = model.state()
        for _ in range(n):
            frame = scene.frame()
            state = model.update(frame, frame.oracle)
        return state

    return run
