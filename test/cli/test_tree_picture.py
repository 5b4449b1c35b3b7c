# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures of trees and graphs."""

import cv2
import numpy as np
import pytest

from egoplan_ros.behavior.selection.transition_graph import StateTransitionGraph
from egoplan_ros.behavior.snapshot import TreeNode
from egoplan_ros.commands.pictures.tree_picture import (
    COLOURS,
    draw_rows,
    graph_rows,
    tree_picture_rows,
)
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.errors import InputError


def has(image, colour):
    return bool((image[..., ::-1] == np.array(colour)).all(axis=-1).any())


def test_a_blocked_action_and_its_candidates(tmp_path):
    graph = StateTransitionGraph()
    root = graph.add_root(SymbolicAction("Put", ("Mug_1", "Cabinet_1")))
    ways = (SymbolicAction("Open", ("Cabinet_1",)), SymbolicAction("LookAround"))
    graph.block(
        root,
        BlockingCondition(
            BlockingKind.RECEPTACLE_CLOSED, root.action, resolutions=ways, message="closed"
        ),
    )
    rows = graph_rows(graph)
    assert [row.depth for row in rows] == [0, 1, 1]
    assert "blocked: receptacle_closed" in rows[0].text
    draw_rows(tmp_path / "graph.png", rows)
    image = cv2.imread(str(tmp_path / "graph.png"))
    assert has(image, COLOURS["FAILURE"])
    assert has(image, COLOURS["RUNNING"])
    assert [path.name for path in tmp_path.iterdir()] == ["graph.png"]


def test_a_tree_by_status(tmp_path):
    nodes = (
        TreeNode("task", "sequence", "RUNNING", "", 0, (1, 2)),
        TreeNode("goal holds?", "leaf", "FAILURE", "not yet", 1, ()),
        TreeNode("work", "selector", "INVALID", "", 1, ()),
    )
    rows = tree_picture_rows(nodes)
    assert [row.text for row in rows] == ["-> task", "goal holds?: not yet", "? work"]
    draw_rows(tmp_path / "tree.png", rows)
    image = cv2.imread(str(tmp_path / "tree.png"))
    assert all(has(image, COLOURS[node.status]) for node in nodes)


def test_nothing_to_draw_and_nowhere_to_write(tmp_path):
    with pytest.raises(InputError, match="nothing to draw"):
        draw_rows(tmp_path / "none.png", [])
    rows = tree_picture_rows([TreeNode("task", "sequence", "RUNNING", "", 0, ())])
    with pytest.raises(InputError, match="cannot be written"):
        draw_rows(tmp_path / "nowhere" / "tree.png", rows)
