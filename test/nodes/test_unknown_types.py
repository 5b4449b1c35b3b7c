"""A detector that calls things by other names is told of, not ignored."""

from egoplan_ros.nodes.diagnostics import Monitor
from egoplan_ros.nodes.perception import Perception
from egoplan_ros.world.ontology import load_ontology


class Node:
    """What the check of types tells."""

    _ontology = load_ontology()
    check = Perception._check_types

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
