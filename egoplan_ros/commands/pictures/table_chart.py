# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A filled table as a chart: the published figures beside ours with their intervals."""

from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Any

from egoplan_ros.bench.tables.filled import Cell, Filled
from egoplan_ros.world.system.files import write_whole

PUBLISHED, OURS = "#b0b7c0", "#1f77b4"
_ACROSS = 4
"""Panels beside each other."""

_THICK = 0.38

_ALL = 102.0
"""Where an axis of shares ends, %."""

_BESIDE: dict[str, Any] = {
    "xytext": (3, 0),
    "textcoords": "offset points",
    "va": "center",
    "fontsize": 7,
    "color": "#606870",
}


def has_chart(filled: Filled) -> bool:
    """Whether there is anything to draw."""
    cells = (cell for row in filled.rows for cell in row.cells)
    return bool(filled.table.chart) and any(c.ours or c.published is not None for c in cells)


def draw_chart(path: Path, filled: Filled) -> None:
    """Write the chart as PNG, a panel for each column.

    Raises:
        InputError: the file cannot be written.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    columns = filled.table.columns
    across = min(_ACROSS, len(columns))
    down = ceil(len(columns) / across)
    lines = filled.table.chart == "line"
    high = 3.2 if lines else 1.1 + 0.34 * len(filled.rows)
    size = (2.2 + (3.8 if lines else 2.6) * across, 1.3 + high * down)
    figure, axes = pyplot.subplots(
        down, across, figsize=size, squeeze=False, sharey=not lines, layout="constrained"
    )
    try:
        panels = list(axes.flat)
        for at, (axis, column) in enumerate(zip(panels, columns, strict=False)):
            cells = [row.cells[at] for row in filled.rows]
            _curve(axis, filled, cells) if lines else _bars(axis, filled, cells)
            if column.unit == "%" and not column.against and not lines:
                axis.set_xlim(right=max(_ALL, axis.get_xlim()[1]))  # shares on one scale
            unit = f" ({column.unit})" if column.unit else ""
            axis.set_title(f"{column.title}{unit}", fontsize=9)
            axis.tick_params(labelsize=8)
            axis.spines[["top", "right"]].set_visible(False)
        for axis in panels[len(columns) :]:
            axis.remove()
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=9)
        look = ", a quick look" if filled.oracle else ""
        figure.suptitle(f"{filled.table.id}: {filled.table.title}{look}", fontsize=10, wrap=True)
        stream = BytesIO()
        figure.savefig(stream, format="png", dpi=110)
    finally:
        pyplot.close(figure)
    write_whole(path, stream.getvalue())


def _bars(axis: Any, filled: Filled, cells: list[Cell]) -> None:
    places = [float(i) for i in range(len(cells))]
    told = [cell.published if cell.published is not None else 0.0 for cell in cells]
    ours = [cell.ours.value if cell.ours else 0.0 for cell in cells]
    below = 0.0 if filled.table.own else _THICK / 2
    if not filled.table.own:
        axis.barh([p - below for p in places], told, _THICK, color=PUBLISHED, label="published")
    axis.barh([p + below for p in places], ours, _THICK, color=OURS, label="ours, 95 %")
    least = 0.0
    for place, cell in zip(places, cells, strict=True):
        found = cell.ours
        if found is None:
            axis.annotate("-", (0.0, place + below), **_BESIDE)
        if cell.published == 0.0:
            axis.annotate("0", (0.0, place - below), **_BESIDE)
        if found is not None and found.low is not None and found.high is not None:
            spread = [[found.value - found.low], [found.high - found.value]]
            axis.errorbar(found.value, place + below, xerr=spread, color="black", capsize=2, lw=1)
            least = min(least, found.low)
    axis.set_yticks(places, [row.name for row in filled.rows])
    axis.set_ylim(len(cells) - 0.4, -0.6)
    axis.set_xlim(left=1.05 * least)


def _curve(axis: Any, filled: Filled, cells: list[Cell]) -> None:
    places = [float(row.name) for row in filled.rows]
    told = [(x, c.published) for x, c in zip(places, cells, strict=True) if c.published is not None]
    found = [(x, c.ours) for x, c in zip(places, cells, strict=True) if c.ours is not None]
    if not filled.table.own:
        axis.plot(*_pair(told), "o--", color=PUBLISHED, label="published")
    axis.plot([x for x, _ in found], [e.value for _, e in found], color=OURS, label="ours, 95 %")
    sure = [(x, e.low, e.high) for x, e in found if e.low is not None and e.high is not None]
    axis.fill_between(*_three(sure), color=OURS, alpha=0.2, lw=0)
    axis.set_ylim(bottom=1.05 * min([0.0, *_three(sure)[1]]))


def _pair(points: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]


def _three(rows: list[tuple[float, float, float]]) -> tuple[list[float], ...]:
    return tuple([row[at] for row in rows] for at in range(3))
