# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What RViz and Foxglove draw of the derived views: frontiers in space and the spatial graph."""

from collections.abc import Sequence
from math import cos, sin

import numpy as np
from geometry_msgs.msg import Point
from visualization_msgs.msg import Marker, MarkerArray

from egoplan_ros.mapping.frontiers3d import Frontier3D
from egoplan_ros.mapping.spatial_graph import STEP, SpatialGraph
from egoplan_ros.nodes.convert.geometry import to_point
from egoplan_ros.nodes.convert.marker import cleared, color, new_marker

_HEIGHT = 0.06
"""Metres above the floor at which the graph is drawn: the floor's own voxels would hide it."""
_REACH = 0.3
_LARGE = 1.0
"""m²: the arrow of a larger frontier is no thicker."""


def frontier_3d_markers(frontiers: Sequence[Frontier3D], stamp: float) -> MarkerArray:
    """An arrow from the air into the unknown for each frontier; thicker where it is larger."""
    array = cleared(stamp)
    for number, item in enumerate(frontiers):
        arrow = new_marker("frontiers3d", number, Marker.ARROW, stamp)
        tip = np.add(item.center, np.multiply(item.normal, _REACH))
        arrow.points = [to_point(item.center), to_point((tip[0], tip[1], tip[2]))]
        thick = 0.02 + 0.04 * min(item.area, _LARGE) / _LARGE
        arrow.scale.x, arrow.scale.y, arrow.scale.z = thick, 2.5 * thick, 0.1
        arrow.color = color((1.0, 0.3, 0.8), 1.0)
        array.markers.append(arrow)
    return array


def graph_markers(graph: SpatialGraph, stamp: float) -> MarkerArray:
    """The places of the graph with the moves between them, on the floor.

    Places from which objects were seen well are dots, with a dash in each heading that saw them.
    """
    array = cleared(stamp)
    moves = new_marker("moves", 0, Marker.LINE_LIST, stamp)
    moves.scale.x = 0.01
    moves.color = color((0.3, 0.7, 1.0), 1.0)
    ways = {
        tuple(sorted((key[:2], other[:2])))
        for key, edges in graph.edges.items()
        for _, other in edges
        if key[:2] != other[:2]
    }
    moves.points = [_place(i, j) for way in sorted(ways) for i, j in way]
    seen = [node for node in graph.nodes.values() if node.objects]
    places = new_marker("places", 0, Marker.SPHERE_LIST, stamp)
    places.scale.x = places.scale.y = places.scale.z = 0.08
    places.color = color((0.3, 0.7, 1.0), 1.0)
    places.points = [_place(i, j) for i, j in sorted({node.key[:2] for node in seen})]
    views = new_marker("views", 0, Marker.LINE_LIST, stamp)
    views.scale.x = 0.03
    views.color = color((1.0, 0.85, 0.2), 1.0)
    for node in seen:
        x, y = node.x + 0.1 * cos(node.yaw), node.y + 0.1 * sin(node.yaw)
        views.points += [_place(*node.key[:2]), to_point((x, y, _HEIGHT))]
    array.markers += [marker for marker in (moves, places, views) if marker.points]
    return array


def _place(i: int, j: int) -> Point:
    return to_point((i * STEP, j * STEP, _HEIGHT))
