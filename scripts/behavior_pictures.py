# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draws docs/images/behavior_tree.png and blocking_graph.png from a real episode.

    scripts/in-venv python scripts/behavior_pictures.py docs/images

behavior_tree.dot is made by py_trees itself, for its own tools and for Graphviz.
"""

import sys
from pathlib import Path

from py_trees.display import dot_tree

from egoplan_ros.agent import Agent
from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.commands.pictures.tree_picture import draw_rows, graph_rows, tree_picture_rows
from egoplan_ros.world.task import Instruction

GOAL = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
TOAST = "(exists (?o - Bread ?r - Toaster) (and (sliced ?o) (cooked ?o) (in ?o ?r)))"


def draw_graph(folder: Path) -> None:
    """The graph at its largest, while toast is made without a planner."""
    agent = Agent(scene="FloorPlan1", strategy="bcr")
    largest = 0

    def look(event: Event) -> None:
        nonlocal largest
        rows = graph_rows(agent.executive.blocking_graph())
        if event.kind is EventKind.ACTION_STARTED and len(rows) > largest:
            largest = len(rows)
            draw_rows(folder / "blocking_graph.png", rows)

    with agent:
        agent.follow(Instruction("make toast", goal=TOAST), look)


def draw_tree(folder: Path) -> None:
    """The tree between two actions, as a picture and as py_trees' own dot file."""
    agent = Agent(scene="FloorPlan1")
    drawn = False

    def look(event: Event) -> None:
        nonlocal drawn
        if event.kind is EventKind.ACTION_STARTED and event.step > 8 and not drawn:
            drawn = True
            draw_rows(folder / "behavior_tree.png", tree_picture_rows(agent.tree()))
            dot = dot_tree(agent.executive.root).to_string()
            (folder / "behavior_tree.dot").write_text(dot, encoding="utf-8")

    with agent:
        agent.follow(Instruction("a clean mug in the coffee machine", goal=GOAL), look)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    target.mkdir(parents=True, exist_ok=True)
    draw_graph(target)
    draw_tree(target)
