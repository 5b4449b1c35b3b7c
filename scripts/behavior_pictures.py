"""Draws docs/images/behavior_tree.png and blocking_graph.png from a real episode.

    scripts/in-venv python scripts/behavior_pictures.py docs/images

The robot is to put a clean mug in the coffee machine while things go wrong around it; the picture
is taken when it tries its way past what blocks it. behavior_tree.dot is made by py_trees itself.
"""

import sys
import tempfile
from pathlib import Path

from py_trees.display import dot_tree

from egoplan_ros.agent import Agent
from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.commands.tree_picture import draw_rows, graph_rows, tree_picture_rows
from egoplan_ros.world.task import Instruction

GOAL = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
FAULTS = "{seed: 3, interaction: {p: 0.6}, door: {p: 0.5, times: 3}}\n"


def main(folder: Path) -> None:
    """Run the episode until the graph is at its largest among the first resolutions."""
    largest = 0
    with tempfile.TemporaryDirectory() as place:
        faults = Path(place) / "faults.yaml"
        faults.write_text(FAULTS, encoding="utf-8")
        agent = Agent.from_options(
            scene="FloorPlan1", strategy="bcr", robot_options={"faults": str(faults)}
        )

        def look(event: Event) -> None:
            nonlocal largest
            rows = graph_rows(agent.executive.blocking_graph())
            if event.kind is EventKind.ACTION_STARTED and 4 <= len(rows) > largest:
                largest = len(rows)
                draw_rows(folder / "blocking_graph.png", rows)

        with agent:
            agent.run(Instruction("a clean mug in the coffee machine", goal=GOAL), look)
        agent = Agent.from_options(scene="FloorPlan1", robot_options={"faults": str(faults)})
        drawn = False

        def watch(event: Event) -> None:
            nonlocal drawn
            if event.kind is EventKind.ACTION_STARTED and not drawn and event.step > 8:
                drawn = True
                draw_rows(folder / "behavior_tree.png", tree_picture_rows(agent.tree()))
                dot = dot_tree(agent.executive.root).to_string()
                (folder / "behavior_tree.dot").write_text(dot, encoding="utf-8")

        with agent:
            agent.run(Instruction("a clean mug in the coffee machine", goal=GOAL), watch)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images"))
