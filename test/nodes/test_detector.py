# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a detector of one's own sends: class names, and stamps."""

from types import SimpleNamespace

from builtin_interfaces.msg import Time
from egoplan_ros.msg import Detection, Detections

from egoplan_ros.nodes.convert.frame import COLOR, ORACLE, STATE
from egoplan_ros.nodes.convert.stamps import from_time, to_time
from egoplan_ros.nodes.diagnostics import Monitor
from egoplan_ros.nodes.perception import Perception
from egoplan_ros.nodes.sync import ExactSync
from egoplan_ros.perception.names import TypeNames
from egoplan_ros.world.ontology import load_ontology


class Node:
    """What the check of types tells."""

    _ontology = load_ontology()
    _names = TypeNames(load_ontology())
    check = Perception._check_types
    check_probabilities = Perception._check_probabilities
    check_source = Perception._check_source

    def __init__(self):
        self.monitor = Monitor("/perception", lambda topic: 1)

    def caution(self, key, message):
        self.monitor.warn(key, message)


def test_types_that_no_map_will_have_are_told_with_the_nearest():
    node = Node()
    node.check({"Mug", "dining table", "cup", "giraffe"})
    told = node.monitor.warnings["types"]
    assert "'cup' (Cup?), 'dining table' (DiningTable?), 'giraffe'" in told
    assert "config/objects.yaml" in told
    assert "Mug" not in told
    node.check({f"thing {number}" for number in range(20)})
    assert "..." in node.monitor.warnings["types"]
    assert len(node.monitor.warnings["types"]) < 400
    node.check({"Mug"})
    assert "types" not in node.monitor.warnings


def test_probabilities_that_are_none_are_told_until_they_are_right_again():
    node = Node()
    mug = Detection(type="Mug", states=["dirty"], probabilities=[7.0])
    node.check_probabilities(Detections(detections=[mug]))
    assert "dirty of Mug" in node.monitor.warnings["probabilities"]
    mug.probabilities = [0.7]
    node.check_probabilities(Detections(detections=[mug]))
    assert not node.monitor.warnings


def test_a_detector_on_the_topic_of_the_simulator_is_told_where_to_publish():
    node = Node()
    node.check_source(Detections(backend="mine"))
    assert (
        "publish them on detections/raw, with backend: detections"
        in (node.monitor.warnings["deprecated"])
    )
    node.check_source(Detections(backend="oracle"))
    assert not node.monitor.warnings


def test_detections_with_the_stamp_of_the_camera_itself_belong_to_its_frame():
    """The frame's stamp goes through seconds in floating point, and loses some 100 nanoseconds."""
    complete = []
    node = SimpleNamespace(
        _sync=ExactSync((COLOR, ORACLE), complete.append),
        _raw=None,
        monitor=SimpleNamespace(inputs={STATE: SimpleNamespace(dropped=0)}),
    )
    for nanosec in range(7, 1_000_000_000, 9_999_991):
        own = Time(sec=1_795_768_342, nanosec=nanosec)
        for topic, stamp in ((COLOR, to_time(from_time(own))), (ORACLE, own)):
            message = SimpleNamespace(header=SimpleNamespace(stamp=stamp))
            Perception._add(node, topic, message)
    assert len(complete) == len(range(7, 1_000_000_000, 9_999_991))
