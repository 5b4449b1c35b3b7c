# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An agent that knows a room before it begins: where everything is, also in what is closed.

For baselines and ablations alone: the simulator's true state tells what no robot could know.
"""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.agent import Agent
from egoplan_ros.bench.pairing import TrueObjects, pair, true_objects
from egoplan_ros.bench.true_map import views
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.world.object import Belief, Source


def tell_locations(agent: Agent, scene: str, seed: int | None) -> None:
    """Begin the episode anew, with a world model of all that is in the room.

    What can be seen is seen, by true masks from all over the room; what is left, as it is shut
    away, is told as the simulator has it.

    Args:
        agent: whose robot is a simulated one.
        scene: the room that it shows.
        seed: of the placement of objects, as it is.
    """
    robot: Any = agent.robot
    model, eyes = agent.world_model, OracleBackend()
    for frame in views(robot):
        model.update(frame, eyes.detect(frame))
    _add_unseen(model.memory, true_objects(robot.truth()), agent)
    with tempfile.TemporaryDirectory(prefix="egoplan-known-") as folder:
        path = Path(folder) / "room.npz"
        model.save(path)
        agent.reset(scene, seed)
        model.load(path, resume=False)


def _add_unseen(memory: ObjectMemory, truth: TrueObjects, agent: Agent) -> None:
    """Rows for all that nobody can see, and nothing left to look into."""
    state = agent.world_model.state()
    rows, _ = pair(state, truth)
    for name, item in truth.items():
        if name not in rows and item["type"] in agent.ontology and not item["held"]:
            track = _track(memory, item, state.stamp)
            memory.tracks[track.id] = track
            rows[name] = track.id
    for name, row in rows.items():
        track = memory.tracks[row]
        parents = [parent for parent in truth[name]["parents"] if parent in rows]
        if parents:
            inmost = min(parents, key=lambda parent: float(np.prod(truth[parent]["size"])))
            track.parent = rows[inmost]
        track.inspected = True


def _track(memory: ObjectMemory, item: Mapping[str, Any], stamp: float) -> Track:
    kind, center, half = item["type"], np.array(item["center"]), 0.5 * np.array(item["size"])
    memory.counters[kind] = memory.counters.get(kind, 0) + 1
    return Track(
        id=f"{kind}_{memory.counters[kind]}",
        type=kind,
        low=center - half,
        high=center + half,
        samples=np.empty((0, 3), dtype=np.float32),
        states={name: Belief(p, Source.OBSERVED, stamp) for name, p in item["states"].items()},
        first_seen=stamp,
        last_seen=stamp,
        cut=False,
        hits=1,
    )
