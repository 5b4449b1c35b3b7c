# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is drawn is what is believed, and can be drawn."""

from collections import Counter
from math import hypot

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from visualization_msgs.msg import Marker, MarkerArray

from egoplan_ros.mapping.frontiers3d import Frontier3D
from egoplan_ros.mapping.spatial_graph import STEP, SpatialGraph, spatial_graph
from egoplan_ros.nodes.convert.markers import frontier_markers, object_markers
from egoplan_ros.nodes.convert.space_markers import frontier_3d_markers, graph_markers
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import Frontier, WorldState

STAMP = 12.5
ONTOLOGY = load_ontology()
metres = st.floats(-20.0, 20.0)
places = st.tuples(metres, metres, metres)
edges = st.tuples(*[st.floats(0.0, 3.0)] * 3)


def mug(center=(1.0, 2.0, 0.9), size=(0.1, 0.1, 0.12), **more):
    state = {"dirty": Belief(1.0, stamp=STAMP)}
    return ObjectInstance("Mug_1", "Mug", center, size, 0.9, states=state, **more)


def world(*items, frontiers=()):
    robot = RobotState(STAMP, 3, 0, Pose2D(0.5, 0.5, 0.0), 0.0, 0.9)
    grid = OccupancyGrid(np.zeros((40, 40), dtype=np.int8), 0.05, (0.0, 0.0))
    return WorldState(STAMP, robot, {item.id: item for item in items}, grid, frontiers)


def drawn(array: MarkerArray) -> list[Marker]:
    """The markers after the deletion of the former ones, each fit to be drawn."""
    first, *rest = array.markers
    assert first.action == Marker.DELETEALL
    assert max(Counter((item.ns, item.id) for item in rest).values(), default=1) == 1
    for item in array.markers:
        assert item.header.frame_id == "map"
        assert item.header.stamp.sec + item.header.stamp.nanosec * 1e-9 == STAMP
    for item in rest:
        assert item.action == Marker.ADD
        assert item.color.a > 0.0
        turn = item.pose.orientation
        assert turn.x**2 + turn.y**2 + turn.z**2 + turn.w**2 == pytest.approx(1.0)
        scale = (item.scale.x, item.scale.y, item.scale.z)
        if item.type == Marker.LINE_LIST:
            assert len(item.points) % 2 == 0
            assert scale[0] > 0.0
        elif item.type == Marker.TEXT_VIEW_FACING:
            assert scale[2] > 0.0
            assert item.text
        elif item.type != Marker.ARROW or item.points:
            assert min(scale[:2]) > 0.0
    return rest


@given(places, edges)
@settings(deadline=None)
def test_an_object_is_a_box_with_its_name_and_states_above(center, size):
    box, label = drawn(object_markers(world(mug(center, size))))
    assert (box.type, box.ns) == (Marker.CUBE, "objects")
    assert (box.pose.position.x, box.pose.position.y, box.pose.position.z) == center
    assert min(box.scale.x, box.scale.y, box.scale.z) > 0.0
    assert label.text == "Mug_1 [dirty]"
    assert label.pose.position.z > center[2] + size[2] / 2


def test_a_frontier_is_an_arrow_above_the_floor_longer_where_more_is_to_be_seen():
    near, far = Frontier("frontier_1", 1, 2, 0.5, 0.5), Frontier("frontier_2", 3, 4, 0.5, 2.0)
    one, two = drawn(frontier_markers(world(frontiers=(near, far))))
    assert (one.pose.position.x, one.pose.position.y) == (1.0, 2.0)
    assert one.pose.position.z > one.scale.y / 2
    assert one.scale.x < two.scale.x


@given(st.lists(st.builds(Frontier3D, places, st.just((0.0, 0.6, 0.8)), st.floats(0.05, 50), places,
                          places), max_size=4))  # fmt: skip
@settings(deadline=None)
def test_a_frontier_in_space_is_an_arrow_along_its_normal(frontiers):
    arrows = drawn(frontier_3d_markers(frontiers, STAMP))
    assert len(arrows) == len(frontiers)
    for arrow, item in zip(arrows, frontiers, strict=True):
        tail, tip = (np.array([p.x, p.y, p.z]) for p in arrow.points)
        assert tail == pytest.approx(item.center)
        along = (tip - tail) / np.linalg.norm(tip - tail)
        assert along == pytest.approx(item.normal, abs=1e-9)


def test_the_graph_shows_each_move_once_and_each_view():
    seen = mug(seen_from=(Pose2D(0.5, 1.0, 0.0), Pose2D(0.5, 1.0, np.pi / 2)))
    graph = spatial_graph(world(seen), ONTOLOGY)
    found = {item.ns: item for item in drawn(graph_markers(graph, STAMP))}
    points = [(p.x, p.y) for p in found["moves"].points]
    moves = list(zip(points[::2], points[1::2], strict=True))
    assert all(hypot(a[0] - b[0], a[1] - b[1]) == pytest.approx(STEP) for a, b in moves)
    assert len({frozenset(move) for move in moves}) == len(moves)
    assert {place for move in moves for place in move} <= {(n.x, n.y) for n in graph.nodes.values()}
    assert [(p.x, p.y) for p in found["places"].points] == [(0.5, 1.0)]
    assert len(found["views"].points) == 2 * 2


def test_nothing_known_draws_nothing():
    assert drawn(object_markers(world())) == []
    assert drawn(frontier_markers(world())) == []
    assert drawn(frontier_3d_markers((), STAMP)) == []
    assert drawn(graph_markers(SpatialGraph({}, {}, ()), STAMP)) == []
