# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The cause of a wait is told: at once, when it is another, and now and then."""

from diagnostic_msgs.msg import DiagnosticStatus

from egoplan_ros.nodes.troubles import NO_TROUBLE, Troubles


def told(troubles, node, message, level=DiagnosticStatus.ERROR):
    troubles.take(node, DiagnosticStatus(level=level, message=message))


def test_the_first_node_on_the_way_of_a_frame_has_the_cause():
    troubles = Troubles()
    told(troubles, "mapping", "nothing received on detections")
    assert troubles.first() == "mapping: nothing received on detections"
    told(troubles, "perception", "nothing received on detections/raw", DiagnosticStatus.WARN)
    told(troubles, "planner", "broken")
    assert troubles.first() == "perception: nothing received on detections/raw"
    told(troubles, "perception", "active", DiagnosticStatus.OK)
    assert troubles.first().startswith("mapping")


def test_it_is_told_at_once_then_when_it_changes_and_every_ten_seconds():
    now = [0.0]
    troubles = Troubles(lambda: now[0])
    assert troubles.news() == NO_TROUBLE
    told(troubles, "robot_bridge", "no camera")
    assert troubles.news() == ""
    lines = []
    for tenth in range(1, 251):
        now[0] = 0.1 * tenth
        lines += [line] if (line := troubles.news()) else []
    assert lines == ["robot_bridge: no camera"] * 3
    assert troubles.told == lines[0]
    troubles.end()
    assert troubles.told == ""
    assert troubles.news()
