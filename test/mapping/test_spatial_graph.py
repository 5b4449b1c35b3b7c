# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The semantic spatial graph, derived from the memory."""

from collections import deque
from dataclasses import replace

import pytest

from egoplan_ros.mapping.spatial_graph import STEP, spatial_graph
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.state import Frontier

ONTOLOGY = load_ontology()


@pytest.fixture
def world(model, scene, see):
    for x in (-1.0, 0.5):
        for yaw in (90, 180, 270, 0):
            state = see(model, scene.at(x, 0.0, yaw, 30), 3)
    return state


def test_objects_hang_at_the_poses_they_were_seen_from(world):
    graph = spatial_graph(world, ONTOLOGY)
    node = graph.nodes[(2, 0, 0)]
    assert (node.x, node.y, node.yaw) == (0.5, 0.0, 0.0)
    assert {"Mug_1", "CounterTop_1"} <= set(node.objects)
    confidences = [offer.confidence for offer in node.affordances]
    assert confidences == sorted(confidences, reverse=True)
    best = graph.best("pickupable", {"Mug"}, world)
    assert node in best
    assert not graph.best("pickupable", {"Sofa"}, world)


def test_unsure_objects_are_left_out(world):
    unsure = {k: replace(o, confidence=0.5) for k, o in world.objects.items()}
    graph = spatial_graph(replace(world, objects=unsure), ONTOLOGY)
    assert not any(node.objects for node in graph.nodes.values())


def test_edges_are_single_moves_and_reach_free_floor(world):
    graph = spatial_graph(world, ONTOLOGY)
    assert len(graph.nodes) > 40
    for key, moves in graph.edges.items():
        for kind, other in moves:
            a, b = graph.nodes[key], graph.nodes[other]
            if kind in (PrimitiveKind.MOVE_AHEAD, PrimitiveKind.MOVE_BACK):
                assert abs(a.x - b.x) + abs(a.y - b.y) == pytest.approx(STEP)
                assert key in {o for _, o in graph.edges[other]}
                assert a.yaw == b.yaw
            else:
                assert (a.x, a.y) == (b.x, b.y)
    start = (2, 0, 0)
    reached, queue = {start}, deque([start])
    while queue:
        for _, other in graph.edges[queue.popleft()]:
            if other not in reached:
                reached.add(other)
                queue.append(other)
    assert len(reached) > 0.5 * len(graph.nodes)


def test_unknown_nodes_near_interesting_things_come_first(world):
    mug = world.objects["Mug_1"]
    far = Frontier("frontier_98", -5.0, -5.0, 0.0, 3.0)
    near = Frontier("frontier_99", mug.center[0] - 1.0, mug.center[1], 0.0, 1.0)
    graph = spatial_graph(replace(world, frontiers=(far, near)), ONTOLOGY)
    assert [f.id for f in graph.rank_unknown(world, {"Mug"})] == ["frontier_99", "frontier_98"]
