# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures of the behavior tree and of the graph of what blocks, without any drawing program."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from egoplan_ros.behavior.selection.transition_graph import StateTransitionGraph
from egoplan_ros.behavior.snapshot import TreeNode
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import write_whole

COLOURS = {
    "SUCCESS": (190, 230, 190),
    "FAILURE": (235, 190, 185),
    "RUNNING": (185, 210, 245),
    "INVALID": (236, 236, 236),
}
"""Fill by status, RGB."""

SIGNS = {"sequence": "->", "selector": "?", "decorator": "~", "parallel": "=", "leaf": ""}

_ROW, _BOX, _INDENT, _LETTER, _EDGE = 34, 26, 44, 9, 20


@dataclass(frozen=True, slots=True)
class Row:
    """One box: how deep it hangs, what it says, and in which colour."""

    depth: int
    text: str
    status: str


def tree_picture_rows(nodes: Sequence[TreeNode]) -> list[Row]:
    """Rows of the behavior tree."""
    return [
        Row(
            node.depth,
            f"{SIGNS[node.type]} {node.name}".strip()
            + (f": {node.feedback[:70]}" if node.feedback else ""),
            node.status,
        )
        for node in nodes
    ]


def graph_rows(graph: StateTransitionGraph) -> list[Row]:
    """Rows of a state-transition graph: blocked actions red, candidates blue."""
    return [
        Row(
            int(item["depth"]),
            f"{item['action']}"
            + (f"   blocked: {item['blocked_by']}" if item["blocked_by"] else "")
            + (f"   tried {item['attempts']}" if item["attempts"] else ""),
            "FAILURE" if item["blocked_by"] else "RUNNING",
        )
        for item in graph.to_data()
    ]


def draw_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as a picture, children below and to the right of their parent.

    Raises:
        InputError: nothing to draw, or the file cannot be written.
    """
    import cv2

    if not rows:
        raise InputError(f"{path}: there is nothing to draw")
    width = max(_INDENT * row.depth + _LETTER * len(row.text) for row in rows) + 3 * _EDGE
    image = np.full((_ROW * len(rows) + 2 * _EDGE, width, 3), 255, dtype=np.uint8)
    parents: dict[int, int] = {}
    for index, row in enumerate(rows):
        left, top = _EDGE + _INDENT * row.depth, _EDGE + _ROW * index
        middle = top + _BOX // 2
        if row.depth:
            bend, above = left - _INDENT // 2, _EDGE + _ROW * parents[row.depth - 1] + _BOX
            cv2.line(image, (bend, above), (bend, middle), (150, 150, 150), 1, cv2.LINE_AA)
            cv2.line(image, (bend, middle), (left, middle), (150, 150, 150), 1, cv2.LINE_AA)
        parents[row.depth] = index
        right = left + _LETTER * len(row.text) + 16
        fill = COLOURS.get(row.status, COLOURS["INVALID"])
        cv2.rectangle(image, (left, top), (right, top + _BOX), fill, -1)
        cv2.rectangle(image, (left, top), (right, top + _BOX), (120, 120, 120), 1)
        cv2.putText(
            image,
            row.text,
            (left + 8, top + 18),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.48,
            (20, 20, 20),
            1,
            cv2.LINE_AA,
        )
    write_whole(path, cv2.imencode(".png", image[..., ::-1])[1].tobytes())
