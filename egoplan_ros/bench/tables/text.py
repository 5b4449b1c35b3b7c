# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A filled table as Markdown and as CSV."""

import csv
from io import StringIO

from egoplan_ros.bench.tables.estimate import Estimate
from egoplan_ros.bench.tables.filled import Cell, Filled
from egoplan_ros.bench.tables.model import Column
from egoplan_ros.bench.tables.paired import Margin

HEADER = (
    "table row group column unit published published_value ours low high n ahead behind p note"
).split()
"""Columns of the CSV, which has a line for each cell; what is of pairs alone is empty elsewhere."""

_IN_EACH = {
    False: "In each cell the published figure, then ours with its 95 % interval and of how many.",
    True: "In each cell the figure with its 95 % interval and of how many.",
}
"""What cells have in a paper's table, and in one of this package's own."""

_MARGIN = (
    "A margin is in points, of pairs with the same task: Newcombe's interval (1998, method 10), in "
    "how many pairs either alone succeeded, and p of McNemar's exact test."
)


def markdown(filled: Filled) -> str:
    """The table for people: published, then ours with its interval and n."""
    table = filled.table
    told = [f"{table.paper}, {table.what}.", _IN_EACH[table.own]]
    told += [_MARGIN] * any(column.against for column in table.columns)
    lines = [f"# {table.id}: {table.title}", "", " ".join(told), ""]
    if filled.oracle:
        lines += ["**A quick look**: masks and depth are the simulator's own in all rows.", ""]
    if filled.missing:
        lines += [f"**Not finished**: {filled.missing} episodes are still to be run.", ""]
    heads = [_cellular(column.title + _unit(column)) for column in table.columns]
    lines.append("| | " + " | ".join(heads) + " |")
    lines.append("|---" * (len(heads) + 1) + "|")
    for row in filled.rows:
        cells = (_shown(c, k, table.own) for c, k in zip(row.cells, table.columns, strict=True))
        lines.append(f"| {_cellular(row.name)} | " + " | ".join(cells) + " |")
    lines += ["", table.differs if table.own else f"Not the same benchmark: {table.differs}"]
    if needed := [f"* {row.name}: {row.note}." for row in filled.rows if row.note]:
        lines += ["", "Rows without ours:", "", *needed]
    if filled.runs:
        lines += ["", "The runs, which tables share:", "", *(f"    {run}" for run in filled.runs)]
    return "\n".join(lines) + "\n"


def _unit(column: Column) -> str:
    return f", {column.unit}" if column.unit else ""


def _cellular(text: str) -> str:
    return text.replace("|", "\\|")


def number(value: float, unit: str) -> str:
    """A figure with the digits that suit its unit."""
    return f"{value:.1f}" if unit == "%" else f"{value:.2f}"


def _shown(cell: Cell, column: Column, own: bool) -> str:
    ours = cell.ours
    if ours is None:
        return cell.told or "-"
    text = _margin(ours, column.unit) if isinstance(ours, Margin) else _ours(ours, column.unit)
    return text if own else f"{cell.told or '-'} · {text}"


def _ours(ours: Estimate, unit: str) -> str:
    if ours.low is None and ours.value == int(ours.value):
        text = f"**{ours.value:g}**"  # a count, or yes and no
    else:
        text = f"**{number(ours.value, unit)}**"
    if ours.low is not None and ours.high is not None:
        text += f" [{number(ours.low, unit)}-{number(ours.high, unit)}]"
    return f"{text}, n = {ours.n}" if ours.n else text


def _margin(ours: Margin, unit: str) -> str:
    sure = (ours.value, ours.low or 0.0, ours.high or 0.0)
    value, low, high = (f"{'+' * (x >= 0.0)}{number(x, unit)}" for x in sure)
    alone = f"{ours.ahead} against {ours.behind} alone"
    return f"**{value}** [{low} to {high}], n = {ours.n}, {alone}, p = {ours.p:.2g}"


def as_csv(filled: Filled) -> str:
    """A line for each cell."""
    stream = StringIO()
    write = csv.writer(stream, lineterminator="\n").writerow
    write(HEADER)
    for row in filled.rows:
        for cell, column in zip(row.cells, filled.table.columns, strict=True):
            ours = cell.ours
            figures = [ours.value, ours.low, ours.high] if ours else [None] * 3
            shown = ["" if value is None else f"{value:.4f}" for value in figures]
            place = [filled.table.id, row.name, column.group, column.name, column.unit]
            published = "" if cell.published is None else f"{cell.published:g}"
            shown += [str(ours.n if ours else 0), *_pairs(ours)]
            write([*place, cell.told, published, *shown, row.note])
    return stream.getvalue()


def _pairs(ours: Estimate | None) -> list[str]:
    if not isinstance(ours, Margin):
        return ["", "", ""]
    return [str(ours.ahead), str(ours.behind), f"{ours.p:.6g}"]
