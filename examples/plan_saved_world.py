# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan on a saved world: plan_saved_world.py world.json; one look makes it where it is missing."""

import sys
from pathlib import Path

from egoplan_ros import Agent
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.formats.state_file import read_state, write_state
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

path = Path(sys.argv[1] if len(sys.argv) > 1 else "world.json")
if not path.exists():
    with Agent(scene="FloorPlan1") as agent:
        write_state(path, agent.world_model.state())
ontology = load_ontology()
goal = parse_goal("(exists (?f - Fridge) (open ?f))")
plan = Planner(ontology).plan(goal, read_state(path, ontology))
print(plan.status, *plan.actions)
