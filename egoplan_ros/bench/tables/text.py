"""A filled table as Markdown and as CSV."""

import csv
from io import StringIO

from egoplan_ros.bench.tables.filled import Cell, Filled
from egoplan_ros.bench.tables.model import Column

HEADER = (
    "table row group column unit published published_value ours low high n note".split()  # one cell
)
"""Columns of the CSV, which has a line for each cell."""


def markdown(filled: Filled) -> str:
    """The table for people: published, then ours with its interval and n."""
    table = filled.table
    lines = [
        f"# {table.id}: {table.title}",
        "",
        f"{table.paper}, {table.what}. In each cell the published figure, then ours with its 95 % "
        "interval and of how many.",
        "",
    ]
    if filled.oracle:
        lines += ["**A quick look**: masks and depth are the simulator's own in all rows.", ""]
    if filled.missing:
        lines += [f"**Not finished**: {filled.missing} episodes are still to be run.", ""]
    heads = [_cellular(column.title + _unit(column)) for column in table.columns]
    lines.append("| | " + " | ".join(heads) + " |")
    lines.append("|---" * (len(heads) + 1) + "|")
    for row in filled.rows:
        cells = (_shown(c, k) for c, k in zip(row.cells, table.columns, strict=True))
        lines.append(f"| {_cellular(row.name)} | " + " | ".join(cells) + " |")
    lines += ["", f"Not the same benchmark: {table.differs}"]
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


def _shown(cell: Cell, column: Column) -> str:
    ours = cell.ours
    if ours is None:
        return cell.told or "-"
    if ours.low is None and ours.value == int(ours.value):
        text = f"**{ours.value:g}**"  # a count, or yes and no
    else:
        text = f"**{number(ours.value, column.unit)}**"
    if ours.low is not None and ours.high is not None:
        bounds = f"{number(ours.low, column.unit)}-{number(ours.high, column.unit)}"
        text += f" [{bounds}], n = {ours.n}"
    elif ours.n:
        text += f", n = {ours.n}"
    return f"{cell.told or '-'} · {text}"


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
            write([*place, cell.told, published, *shown, ours.n if ours else 0, row.note])
    return stream.getvalue()
