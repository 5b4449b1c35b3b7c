# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A room that is known before the episode begins."""

import pytest

from egoplan_ros.agent import Agent
from egoplan_ros.bench.known_locations import tell_locations
from egoplan_ros.bench.pairing import pair, true_objects


@pytest.mark.slow
def test_everything_is_known_and_nothing_has_happened():
    with Agent("FloorPlan6", seed=1, strategy="ff_replan") as agent:
        seen_at_first = len(agent.world_model.state().objects)
        tell_locations(agent, "FloorPlan6", 1)
        world, truth = agent.world_model.state(), true_objects(agent.robot.truth())
        assert world.robot.step == 0
        assert len(world.objects) > 3 * seen_at_first
        rows, _ = pair(world, truth)
        missing = {name for name, item in truth.items() if name not in rows}
        assert not {truth[name]["type"] for name in missing} & agent.ontology.with_affordance(
            "pickupable"
        )
        hidden = [
            name
            for name, item in truth.items()
            if any(truth[p]["states"].get("open") == 0.0 for p in item["parents"] if p in truth)
        ]
        assert hidden, "nothing is shut away in this room"
        for name in hidden:
            row = world.objects[rows[name]]
            parents = {rows[p] for p in truth[name]["parents"] if p in rows}
            assert row.parent in parents
        assert all(world.objects[row].inspected for row in rows.values())
