# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A picture of the world model after a part of a recorded tour.

Run: `python benchmarks/mapping_picture.py --keep DIR --out world_model.png`. Shows occupied voxels
coloured by class, labelled boxes with states, frontiers (arrows) and the spatial graph (on the
floor; filled nodes are poses from which objects were seen well). What is doubtful is grey.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import product
from math import cos, sin
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import tours
from mapping_truth import play, recordings

from egoplan_ros.mapping.spatial_graph import SpatialGraph, spatial_graph
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.perception.registry import camera_pixels, make_backend
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.files import whole_file

_SHOWN = ("open", "toggled", "dirty", "clean", "hot", "cold", "cooked", "filled", "sliced")
_CEILING = 1.9


def draw(models: Mapping[str, WorldModel], path: Path) -> None:
    """Write a picture of world models side by side, by title."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = pyplot.figure(figsize=(12 * len(models), 9), dpi=100, layout="constrained")
    for number, (title, model) in enumerate(models.items(), start=1):
        axes = figure.add_subplot(1, len(models), number, projection="3d", computed_zorder=False)
        _draw(axes, model, _told(title, model))
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as stream:
        figure.savefig(stream, format="png")


def _told(title: str, model: WorldModel) -> str:
    rows = model.state().objects.values()
    doubtful = sum(row.doubtful for row in rows)
    return f"{title}: {len(rows) - doubtful} objects" + (
        f", {doubtful} doubtful" if doubtful else ""
    )


def _draw(axes: Any, model: WorldModel, title: str) -> None:
    import matplotlib

    world = model.state()
    points, labels = model.voxels.points()
    below = (points[:, 2] < _CEILING) & (points[:, 2] > 0.02)
    points, labels = points[below], labels[below]
    palette = matplotlib.colormaps["tab20"]
    colours = np.array(
        [(0.75, 0.75, 0.75, 0.10)] + [(*palette(k % 20)[:3], 0.45) for k in range(200)]
    )
    axes.scatter(*points.T, c=colours[labels], s=5, marker="s", linewidths=0, zorder=1)
    _graph(axes, spatial_graph(world, load_ontology()))
    for item in world.objects.values():
        _box(axes, item)
    for frontier in world.frontiers:
        x, y, yaw = frontier.x, frontier.y, frontier.yaw
        axes.quiver(x, y, 0.1, cos(yaw), sin(yaw), 0, length=0.6, color="red", lw=2.5, zorder=5)
    base = world.robot.base
    axes.scatter(base.x, base.y, 0.1, marker="o", s=90, color="black", zorder=6)
    spans = [np.ptp(points[:, k]) for k in range(2)]
    axes.set(xlabel="x (m)", ylabel="y (m)", zlabel="z (m)", zlim=(0, 2), title=title)
    axes.set_box_aspect((*spans, 2.0), zoom=1.15)
    axes.view_init(elev=52, azim=-60)


def _graph(axes: Any, graph: SpatialGraph) -> None:
    segments = {
        tuple(sorted((key[:2], other[:2])))
        for key, moves in graph.edges.items()
        for _, other in moves
        if key[:2] != other[:2]
    }
    for (i, j), (k, m) in segments:
        axes.plot([0.25 * i, 0.25 * k], [0.25 * j, 0.25 * m], [0.03, 0.03], color="#2c7fb8", lw=0.6,
                  zorder=2)  # fmt: skip
    known = np.array([(n.x, n.y) for n in graph.nodes.values() if n.objects]).reshape(-1, 2)
    axes.scatter(known[:, 0], known[:, 1], 0.04, s=22, color="#2c7fb8", zorder=3)


def _box(axes: Any, item: ObjectInstance) -> None:
    low = np.subtract(item.center, np.multiply(item.size, 0.5))
    high = np.add(item.center, np.multiply(item.size, 0.5))
    corners = list(product(*zip(low, high, strict=True)))
    small = max(item.size) < 0.5
    colour = "#999999" if item.doubtful else "#b30000" if small else "#1f4e79"
    for a, b in _edges(corners):
        axes.plot(*zip(a, b, strict=True), color=colour, lw=0.9 if small else 0.6, zorder=4)
    states = [name for name in _SHOWN if item.is_(name)]
    text = item.id + (f" [{', '.join(states)}]" if states else "")
    if high[2] < _CEILING + 0.1:
        axes.text(item.center[0], item.center[1], high[2], text, fontsize=5.5, color=colour,
                  ha="center", zorder=7)  # fmt: skip


def _edges(corners: Sequence[tuple[float, ...]]) -> list[tuple[Any, Any]]:
    pairs = [(a, b) for k, a in enumerate(corners) for b in corners[k + 1 :]]
    return [(a, b) for a, b in pairs if sum(p != q for p, q in zip(a, b, strict=True)) == 1]


def main() -> int:
    """Replay and draw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--keep", type=Path, required=True, metavar="DIR", help="recorded tours")
    parser.add_argument("--out", type=Path, required=True, help="png")
    parser.add_argument("--scene", default="FloorPlan1")
    parser.add_argument("--steps", type=int, default=60, help="of the tour that are shown")
    parser.add_argument("--perception", default="", help="draw what this back end makes beside it")
    args = parser.parse_args()
    models = {}
    pixels = camera_pixels(args.perception or "oracle")
    for name in filter(None, ("oracle", args.perception)):
        model = WorldModel(load_ontology())
        backend = make_backend(name) if name != "oracle" else None
        for tour in recordings(
            [args.scene], args.keep, args.steps, 1, pixels, colour=bool(args.perception)
        ):
            steps: Sequence[tours.Step] = tour.steps[: args.steps]
            play(model, steps, backend)
        models[f"{args.scene} after {args.steps} steps, {name}"] = model
    draw(models, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
