# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""BCR III-C, the milk example, and the properties of the graph."""

from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.behavior.selection.transition_graph import StateTransitionGraph
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind


def act(name, *args):
    return SymbolicAction(name, args)


def blocked(kind, action, *resolutions):
    return BlockingCondition(kind, action, resolutions=resolutions)


def actions(nodes):
    return [node.action for node in nodes]


PLACE, GRASP = act("Put", "Milk_1", "CounterTop_1"), act("PickUp", "Milk_1")
OPENS = (act("Open", "Fridge_1"), act("Open", "Oven_1"), act("Search", "Milk"))


def milk_graph():
    graph = StateTransitionGraph()
    root = graph.add_root(PLACE, "in")
    graph.block(root, blocked(BlockingKind.HAND_EMPTY, PLACE, GRASP))
    (grasp,) = root.children
    graph.block(grasp, blocked(BlockingKind.NOT_VISIBLE, GRASP, *OPENS))
    return graph, root, grasp


def test_leaves_are_the_candidates():
    graph, _, _ = milk_graph()
    assert actions(graph.leaves()) == list(OPENS)


def test_success_removes_the_node_and_its_siblings():
    graph, root, grasp = milk_graph()
    assert graph.succeed(grasp.children[2]) is grasp
    assert actions(graph.leaves()) == [GRASP]
    assert graph.succeed(grasp) is root
    assert actions(graph.leaves()) == [PLACE]
    assert graph.succeed(root) is None
    assert graph.leaves() == []


def test_roots_of_one_literal_are_siblings():
    graph = StateTransitionGraph()
    first = graph.add_root(act("Heat", "a", "b"), "hot")
    graph.add_root(act("Cook", "a", "c"), "hot")
    graph.add_root(PLACE, "in")
    graph.succeed(first)
    assert actions(graph.leaves()) == [PLACE]


def test_an_action_never_resolves_itself():
    graph, _, grasp = milk_graph()
    children = graph.block(
        grasp.children[0], blocked(BlockingKind.HAND_OCCUPIED, OPENS[0], PLACE, GRASP, OPENS[1])
    )
    assert actions(children) == [OPENS[1]]


def test_a_resolution_is_not_tried_for_ever():
    graph = StateTransitionGraph(attempts=2)
    root = graph.add_root(GRASP)
    condition = blocked(BlockingKind.NOT_VISIBLE, GRASP, OPENS[0])
    for _ in range(2):
        (child,) = graph.block(root, condition)
        graph.tried(child)
    assert graph.block(root, condition) == []


def test_what_was_blocked_has_a_full_try_once_that_is_resolved():
    graph = StateTransitionGraph(attempts=2)
    root = graph.add_root(GRASP)
    (child,) = graph.block(root, blocked(BlockingKind.NOT_VISIBLE, GRASP, OPENS[0]))
    graph.tried(child)
    condition = blocked(BlockingKind.WAY_BARRED, OPENS[0], act("Close", "Fridge_2"))
    for tries in (1, 0):
        (close,) = graph.block(child, condition)
        graph.tried(close)
        assert graph.tries(root, OPENS[0]) == tries
        assert graph.succeed(close) is child
    assert graph.tries(root, OPENS[0]) == 0
    assert graph.block(child, condition) == []


def test_dead_ends_are_removed_upwards():
    graph, root, grasp = milk_graph()
    for child in list(grasp.children)[:2]:
        graph.fail(child)
    assert actions(graph.leaves()) == [OPENS[2]]
    graph.fail(grasp.children[0])
    assert root.children == []
    assert graph.leaves() == []


def test_unblocking_removes_all_resolutions():
    graph, root, grasp = milk_graph()
    assert graph.path(grasp.children[0]) == [root, grasp, grasp.children[0]]
    graph.unblock(grasp)
    assert actions(graph.leaves()) == [GRASP]


def test_keep_drops_roots_of_other_plans():
    graph, root, _ = milk_graph()
    graph.keep([PLACE])
    assert graph.roots == [root]
    graph.keep([])
    assert graph.roots == []


def test_views_name_every_node():
    graph, _, _ = milk_graph()
    rows = graph.to_data()
    assert [row["depth"] for row in rows] == [0, 1, 2, 2, 2]
    assert rows[1]["blocked_by"] == "not_visible"


@given(st.lists(st.tuples(st.integers(0, 50), st.sampled_from("sfb")), max_size=60))
def test_the_graph_stays_a_bounded_forest(moves):
    graph = StateTransitionGraph(attempts=2, depth=3)
    graph.add_root(PLACE, "in")
    pool = [act("Open", name) for name in "abcd"]
    for pick, move in moves:
        leaves = graph.leaves()
        if not leaves:
            break
        node = leaves[pick % len(leaves)]
        graph.tried(node)
        if move == "s":
            graph.succeed(node)
        elif move == "f":
            graph.fail(node)
        else:
            graph.block(node, blocked(BlockingKind.NO_EFFECT, node.action, *pool))
        for top in graph.roots:
            for below in top.walk():
                assert below.depth <= 3
                assert below.root is top
                assert all(child.parent is below for child in below.children)
                chain, at = [], below
                while at is not None:
                    chain.append(at.action)
                    at = at.parent
                assert len(chain) == len(set(chain))
