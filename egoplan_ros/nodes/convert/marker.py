# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Single markers in the map frame, as RViz and Foxglove draw them."""

from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from egoplan_ros.nodes.convert.geometry import to_point
from egoplan_ros.nodes.convert.stamps import header
from egoplan_ros.world.geometry import Vector3

TEXT = 0.07
"""Height of a letter, metres."""


def new_marker(space: str, number: int, kind: int, stamp: float) -> Marker:
    """A marker of a type, named by namespace and number, at the origin."""
    marker = Marker(header=header(stamp), ns=space, id=number, type=kind, action=Marker.ADD)
    marker.pose.orientation.w = 1.0
    return marker


def cleared(stamp: float) -> MarkerArray:
    """An array that begins with the deletion of all that its topic has shown before."""
    return MarkerArray(markers=[Marker(header=header(stamp), action=Marker.DELETEALL)])


def color(rgb: Vector3, alpha: float) -> ColorRGBA:
    """Red, green and blue, 0 ... 1, with opacity."""
    r, g, b = map(float, rgb)
    return ColorRGBA(r=r, g=g, b=b, a=alpha)


def text_marker(space: str, number: int, place: Vector3, text: str, stamp: float) -> Marker:
    """Words that face the viewer, around a point in metres."""
    marker = new_marker(space, number, Marker.TEXT_VIEW_FACING, stamp)
    marker.pose.position = to_point(place)
    marker.scale.z = TEXT
    marker.color = color((1.0, 1.0, 1.0), 0.9)
    marker.text = text
    return marker
