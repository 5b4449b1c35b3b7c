"""The top-down picture of what was mapped: occupancy, way, objects."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid
from egoplan_ros.world.system.files import whole_file

LARGE = 0.25
"""Objects with a longer side than this (metres) are drawn as their box, smaller ones as a dot."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An object on the map: centre and extent in map metres."""

    label: str
    x: float
    y: float
    width: float
    height: float
    held: bool = False


def draw_map(
    path: Path,
    grid: OccupancyGrid | None,
    way: Sequence[tuple[float, float]],
    marks: Sequence[Mark],
    title: str,
) -> None:
    """Write the picture; whatever is missing (no map yet, no step made) is left out.

    Args:
        path: of the PNG.
        grid: occupancy, or None.
        way: base positions in map metres, in order.
        marks: objects.
        title: above the picture.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.patches import Rectangle

    figure, axes = pyplot.subplots(figsize=(9, 9), dpi=110)
    if grid is not None:
        axes.imshow(_colours(grid), origin="lower", extent=_extent(grid), interpolation="nearest")
    for mark in marks:
        if max(mark.width, mark.height) > LARGE:
            corner = (mark.x - mark.width / 2, mark.y - mark.height / 2)
            axes.add_patch(
                Rectangle(corner, mark.width, mark.height, fill=False, color="#4878a8", lw=0.8)
            )
        else:
            colour = "#d62728" if mark.held else "#e08214"
            axes.plot(mark.x, mark.y, ".", color=colour, markersize=5)
    if way:
        points = np.asarray(way)
        axes.plot(points[:, 0], points[:, 1], "-", color="#2ca02c", lw=1.6, alpha=0.8, label="way")
        axes.plot(*way[0], "^", color="#2ca02c", markersize=10, label="start")
        axes.plot(*way[-1], "s", color="#9467bd", markersize=8, label="end")
        axes.legend(loc="upper right", fontsize=8)
    _view(axes, grid, way, marks)
    _labels(figure, axes, marks)
    axes.set_xlabel("x (m)")
    axes.set_ylabel("y (m)")
    axes.set_title(title[:160], fontsize=10, wrap=True)
    figure.tight_layout()
    with whole_file(path) as stream:
        figure.savefig(stream, format="png")
    pyplot.close(figure)


def _colours(grid: OccupancyGrid) -> npt.NDArray[np.uint8]:
    image = np.full((*grid.data.shape, 3), 225, dtype=np.uint8)
    known = grid.data != UNKNOWN
    shade = 255 - 130 * np.clip(grid.data.astype(np.int16), FREE, OCCUPIED) // OCCUPIED
    image[known] = shade[known, None]
    return image


def _extent(grid: OccupancyGrid) -> tuple[float, float, float, float]:
    rows, columns = grid.data.shape
    x, y = grid.origin
    return (x, x + columns * grid.resolution, y, y + rows * grid.resolution)


def _view(
    axes: object,
    grid: OccupancyGrid | None,
    way: Sequence[tuple[float, float]],
    marks: Sequence[Mark],
) -> None:
    """Cut to what is known, with a margin."""
    points = [*way, *((mark.x, mark.y) for mark in marks)]
    if grid is not None:
        rows, columns = np.nonzero(grid.data != UNKNOWN)
        if rows.size:
            points.append(grid.point(int(rows.min()), int(columns.min())))
            points.append(grid.point(int(rows.max()), int(columns.max())))
    if not points:
        return
    low, high = np.min(points, axis=0) - 0.3, np.max(points, axis=0) + 0.3
    axes.set_xlim(low[0], high[0])  # type: ignore[attr-defined]
    axes.set_ylim(low[1], high[1])  # type: ignore[attr-defined]
    axes.set_aspect("equal")  # type: ignore[attr-defined]


def _labels(figure: object, axes: object, marks: Sequence[Mark]) -> None:
    """Write each label at the first of a few places where it covers no other."""
    from matplotlib.patheffects import withStroke

    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    taken: list[object] = []
    places = [(4, 3), (4, -9), (-4, 3), (-4, -9), (0, 9), (0, -15), (10, 14), (-10, 14)]
    for mark in sorted(marks, key=lambda item: -item.width * item.height):
        large = max(mark.width, mark.height) > LARGE
        for dx, dy in [(0, -2), *places] if large else places:
            text = axes.annotate(  # type: ignore[attr-defined]
                mark.label + (" (held)" if mark.held else ""),
                (mark.x, mark.y),
                xytext=(dx, dy),
                textcoords="offset points",
                fontsize=6.5 if large else 6,
                color="#1f4e79" if large else "#8c2d04",
                ha="center" if dx == 0 else "left" if dx > 0 else "right",
                clip_on=True,
                path_effects=[withStroke(linewidth=2, foreground="white", alpha=0.8)],
            )
            box = text.get_window_extent(renderer)
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            text.remove()
