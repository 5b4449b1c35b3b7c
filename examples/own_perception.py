# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A perception back end of your own, here one that sees no knives: a name and `detect`."""

from dataclasses import replace

from egoplan_ros import Agent
from egoplan_ros.perception.oracle import OracleBackend


class NoKnives:
    name = "no knives"

    def __init__(self):
        self.eyes = OracleBackend()

    def detect(self, frame):
        seen = self.eyes.detect(frame)
        return replace(seen, items=tuple(item for item in seen.items if "Knife" not in item.type))


with Agent(scene="FloorPlan1", perception=NoKnives()) as agent:
    agent.follow("open the fridge")
    print(*sorted(agent.world_model.state().objects))
