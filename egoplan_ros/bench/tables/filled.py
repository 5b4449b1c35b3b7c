# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A table with ours beside the published figures; all renderings are made of it."""

import shlex
from dataclasses import dataclass
from typing import Any

from egoplan_ros.bench.runner import BenchConfig
from egoplan_ros.bench.tables.campaign import Campaign, configs_of, lacking, paired_runs
from egoplan_ros.bench.tables.estimate import Estimate
from egoplan_ros.bench.tables.measures import LISTS, MEASURES, REPORT, from_report
from egoplan_ros.bench.tables.model import Column, Figure, Row, Table
from egoplan_ros.bench.tables.paired import PAIRED, Margin

MISSING = "missing"
"""What the note of a row begins with that is to have ours and has none."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        told: the published figure as printed, "" for none.
        published: the same as a number in the column's unit.
        ours: in the column's unit; None where nothing was measured.
    """

    told: str
    published: float | None
    ours: Estimate | None


@dataclass(frozen=True, slots=True)
class FilledRow:
    """One row; ``note`` says why it has none of ours, "" where it may have."""

    name: str
    cells: tuple[Cell, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """A table with its figures.

    Attributes:
        runs: commands of ``egoplan bench`` that run the same episodes.
        missing: episodes not done yet. oracle: see :class:`Options`.
    """

    table: Table
    rows: tuple[FilledRow, ...]
    runs: tuple[str, ...] = ()
    missing: int = 0
    oracle: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        columns = self.table.columns
        return {
            "id": self.table.id,
            "title": self.table.title,
            "paper": self.table.paper,
            "differs": self.table.differs,
            "missing_episodes": self.missing,
            "oracle": self.oracle,
            "runs": list(self.runs),
            "columns": [{"name": c.title, "unit": c.unit, "measure": c.measure} for c in columns],
            "rows": [
                {"name": row.name, "note": row.note, "cells": [_plain(cell) for cell in row.cells]}
                for row in self.rows
            ],
        }


def _plain(cell: Cell) -> dict[str, Any]:
    ours = cell.ours
    return {
        "published": cell.told or None,
        "ours": None if ours is None else round(ours.value, 4),
        "low": None if ours is None or ours.low is None else round(ours.low, 4),
        "high": None if ours is None or ours.high is None else round(ours.high, 4),
        "n": ours.n if ours else 0,
        **(
            {"ahead": ours.ahead, "behind": ours.behind, "p": ours.p}
            if isinstance(ours, Margin)
            else {}
        ),
    }


def fill(table: Table, campaign: Campaign) -> Filled:
    """A table with what its runs gave so far."""
    configs: dict[BenchConfig, None] = {}
    rows = []
    for row in table.rows:
        cells = []
        for at, column in enumerate(table.columns):
            configs |= dict.fromkeys(configs_of(table, row, column, campaign.options))
            figure = row.published[at] if row.published else None
            told = "" if figure is None else str(figure)
            cells.append(Cell(told, _number(figure), _ours(table, row, column, campaign)))
        rows.append(FilledRow(row.name, tuple(cells), _note(table, row, cells, campaign)))
    return Filled(
        table,
        tuple(rows),
        tuple(map(command, configs)),
        sum(map(campaign.missing, configs)),
        campaign.options.oracle,
    )


def _ours(table: Table, row: Row, column: Column, campaign: Campaign) -> Estimate | None:
    measure, about = row.measure or column.measure, row.of or row.name
    configs = configs_of(table, row, column, campaign.options)
    kind = row.kind or column.kind
    ours: Estimate | None = None
    if measure in LISTS:
        ours = Estimate(float(LISTS[measure](about)), None, None, 0)
    elif measure == REPORT and not row.needs:
        path = ".".join(filter(None, (about, column.of)))
        ours = from_report(campaign.out / column.report, path)
    elif runs := paired_runs(table, row, column, campaign.options):
        ours = PAIRED[measure]([pair for a, b in runs for pair in campaign.pairs(a, b, kind)])
    elif measure in MEASURES and configs:
        ours = MEASURES[measure]([e for c in configs for e in campaign.episodes(c, kind)], about)
    return ours.times(100.0) if ours is not None and column.unit == "%" else ours


def _number(figure: Figure) -> float | None:
    if isinstance(figure, str):
        hits, _, n = figure.partition("/")
        return 100.0 * int(hits) / int(n)
    return figure


def _note(table: Table, row: Row, cells: list[Cell], campaign: Campaign) -> str:
    if needs := lacking(table, row, campaign.options):
        return f"{MISSING}, needs {needs}"
    if row.run is None:
        return "as published; not this package's"
    reports = dict.fromkeys(column.report for column in table.columns if column.report)
    if reports and not any(cell.ours for cell in cells):
        return f"{MISSING}, needs {' and '.join(reports)}, of another command; see docs/tables.md"
    return ""


def command(config: BenchConfig) -> str:
    """The command of ``egoplan bench`` for the same episodes."""
    words = ["./egoplan", "bench", config.suite, *filter(None, [config.file])]
    words += ["--strategy", config.strategy]
    words += ["--split", config.split, "--episodes", str(config.episodes)]
    words += ["--seed", str(config.seed), "--perception", config.perception]
    for name, option in (("kinds", "kinds"), ("scenes", "scenes"), ("ablations", "ablate")):
        if values := getattr(config, name):
            words += [f"--{option}", *values]
    for name in ("instructions", "depth", "rooms", "size"):
        if value := getattr(config, name):
            words += [f"--{name}", str(value)]
    for setting in config.settings:
        words += ["--set", setting]
    return shlex.join(words)
