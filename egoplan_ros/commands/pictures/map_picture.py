# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The top-down picture of what was mapped: floor, things by type, way, and what was done where."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill, shorten
from typing import Any

import numpy as np

from egoplan_ros.commands.pictures.surroundings import Mark, Surroundings, known_area, shades
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.system.files import whole_file

LARGE = 0.25
"""Objects with a longer side than this (metres) are drawn as their box, smaller ones as a dot."""

_MOST = 26
"""Actions that are listed beside the map; of more the last ones are."""

_PLACES = [(0, 0), (0, 9), (0, -9), (7, 0), (-7, 0), (7, 9), (-7, 9), (7, -9), (-7, -9)]
"""Where a label may go, points from its thing."""

_FARTHER = [(0, 18), (0, -18), (14, 14), (-14, 14), (14, -14), (-14, -14), (0, 28), (0, -28)]
"""The same for what was acted on, which is to be named."""

_COMMON = 4
"""Things of a type from which on none is named, unless something was done with it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action and where the base was when it ended, map metres."""

    action: str
    x: float
    y: float


def draw_map(path: Path, place: Surroundings, title: str, deeds: Sequence[Deed] = ()) -> None:
    """Write the picture; whatever is missing (no map yet, no step made) is left out.

    Args:
        path: of the PNG.
        place: what is known.
        title: above the picture.
        deeds: what was done, in order; numbered on the map and listed beside it.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    area = known_area(place)
    shape = (area[3] - area[1]) / (area[2] - area[0]) if area is not None else 1.0
    size = (11.5, min(max(8.4 * shape + 1.2, 5.5), 11.0))
    figure, (axes, listed) = pyplot.subplots(
        1, 2, figsize=size, dpi=110, width_ratios=(3, 1), layout="constrained"
    )
    if place.grid is not None:
        image = shades(place.grid, 250, 150, 222)
        axes.imshow(image, origin="lower", extent=_extent(place.grid), interpolation="nearest")
    _things(axes, place.marks)
    if place.way:
        points = np.asarray(place.way)
        axes.plot(*points.T, "-", color="#1b7837", lw=2.2, alpha=0.85, zorder=4)
        axes.plot(*place.way[0], "^", color="#1b7837", markersize=11, zorder=5)
        axes.plot(*place.way[-1], "s", color="#5e3c99", markersize=9, zorder=5)
    if area is not None:
        axes.set(xlim=(area[0], area[2]), ylim=(area[1], area[3]), aspect="equal")
    figure.suptitle(fill(shorten(title, 240, placeholder=" …"), 100), fontsize=13)
    axes.set(xlabel="x (m)", ylabel="y (m)")
    _list(listed, deeds)
    figure.canvas.draw()  # places what is measured next
    taken = _numbers(figure, axes, deeds)
    _labels(figure, axes, place.marks, deeds, taken)
    with whole_file(path) as stream:
        figure.savefig(stream, format="png")
    pyplot.close(figure)


def _extent(grid: OccupancyGrid) -> tuple[float, float, float, float]:
    rows, columns = grid.data.shape
    x, y = grid.origin
    return (x, x + columns * grid.resolution, y, y + rows * grid.resolution)


def _things(axes: Any, marks: Sequence[Mark]) -> None:
    """Boxes and dots in the colours of their types, the large ones below."""
    from matplotlib.patches import Rectangle

    for mark in sorted(marks, key=lambda item: -item.width * item.height):
        if max(mark.width, mark.height) > LARGE:
            corner = (mark.x - mark.width / 2, mark.y - mark.height / 2)
            for face, line in (((*mark.color, 0.3), 0.0), ("none", 1.0)):
                axes.add_patch(
                    Rectangle(
                        *(corner, mark.width, mark.height),
                        facecolor=face, edgecolor=_dark(mark.color), lw=line, zorder=2,
                    )
                )  # fmt: skip
        else:
            axes.plot(
                *(mark.x, mark.y, "o"),
                color=mark.color, markeredgecolor=_dark(mark.color), markersize=5, zorder=3,
            )  # fmt: skip


def _dark(color: tuple[float, float, float]) -> tuple[float, ...]:
    return tuple(0.55 * part for part in color)


def _numbers(figure: Any, axes: Any, deeds: Sequence[Deed]) -> list[Any]:
    """Numbers of the actions where they ended, several at one place together."""
    there: dict[tuple[float, float], list[int]] = {}
    for number, deed in enumerate(deeds, 1):
        there.setdefault((round(deed.x, 1), round(deed.y, 1)), []).append(number)
    taken = []
    for (x, y), numbers in there.items():
        text = axes.annotate(
            _ranges(numbers), (x, y), fontsize=9, color="white", ha="center", va="center",
            weight="bold", zorder=8,
            bbox={"boxstyle": "round,pad=0.25", "facecolor": "#1b7837", "edgecolor": "white"},
        )  # fmt: skip
        taken.append(text.get_window_extent(figure.canvas.get_renderer()))
    return taken


def _ranges(numbers: Sequence[int]) -> str:
    """``1-3, 7``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{p[0]}-{p[-1]}" if len(p) > 1 else f"{p[0]}" for p in parts)


def _list(listed: Any, deeds: Sequence[Deed]) -> None:
    listed.axis("off")
    rows = list(enumerate(deeds, 1))[-_MOST:]
    lines = ["…"] if len(deeds) > _MOST else []
    lines += [f"{number:2}  {deed.action[:34]}" for number, deed in rows]
    text = "\n".join([*lines, "", "▲ start   ■ end"] if lines else ["▲ start   ■ end"])
    listed.text(0, 1, text, va="top", fontsize=9.5, linespacing=1.5, transform=listed.transAxes)


def _labels(
    figure: Any, axes: Any, marks: Sequence[Mark], deeds: Sequence[Deed], taken: list[Any]
) -> None:
    """Names, first of what was acted on, then of the largest; one that would cover another is
    left out."""
    from matplotlib.patheffects import withStroke

    renderer = figure.canvas.get_renderer()
    acted = " ".join(deed.action for deed in deeds)
    names = {mark.label for mark in marks if f"{mark.label}," in acted or f"{mark.label})" in acted}
    often = Counter(mark.type for mark in marks)
    named = [mark for mark in marks if mark.label in names or often[mark.type] < _COMMON]
    order = sorted(named, key=lambda item: (item.label not in names, -item.width * item.height))
    for mark in order:
        matters, large = mark.label in names or mark.held, max(mark.width, mark.height) > LARGE
        near = _PLACES if large else _PLACES[1:]
        for dx, dy in near + _FARTHER if matters else near:
            text = axes.annotate(
                (mark.label if matters else mark.type) + (" (held)" if mark.held else ""),
                (mark.x, mark.y), xytext=(dx, dy), textcoords="offset points",
                fontsize=9 if matters else 7, weight="bold" if matters else "normal",
                color="#000000" if matters else "#444444", clip_on=True, zorder=7,
                ha="center" if dx == 0 else "left" if dx > 0 else "right", va="center",
                path_effects=[withStroke(linewidth=2.5, foreground="white", alpha=0.85)],
            )  # fmt: skip
            box = text.get_window_extent(renderer)
            inside = axes.bbox.contains(box.x0, box.y0) and axes.bbox.contains(box.x1, box.y1)
            if inside and not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            text.remove()
