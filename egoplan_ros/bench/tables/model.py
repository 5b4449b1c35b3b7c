# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A paper's tables as data: rows, columns, published figures, and the runs that make ours."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Figure = float | str | None
"""A published figure: a number in the column's unit, "39/50" for so many of so many, or none."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        name: as in the paper. group: what stands above it and its neighbours.
        measure: name of a measure, see :data:`measures.MEASURES`; "" for none, "report" for what
            another command measured.
        unit: of the published figures: "%" for shares in per cent, "" for shares up to 1 or plain
            numbers, else what is shown behind the number.
        kind: task type that alone counts; "" counts all.
        run: settings of the runs of this column.
        report: file of another command's JSON in the folder of the tables, in which a row's ``of``
            is a path such as ``states.dirty``. of: what is added to that path, a figure of several
            that a row has.
        against: name of the row whose episodes those of each other row are paired with, for a
            measure of pairs.
        pool: whether it is of the runs of all columns that do not pool; these have no ``kind``.
    """

    name: str
    measure: str = ""
    group: str = ""
    unit: str = "%"
    kind: str = ""
    run: Mapping[str, Any] = field(default_factory=dict)
    report: str = ""
    of: str = ""
    against: str = ""
    pool: bool = False

    @property
    def title(self) -> str:
        """Group and name."""
        return f"{self.group} {self.name}".strip()


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        name: as in the paper.
        published: a figure for each column, or none at all.
        run: settings of the runs that make ours; None for other people's systems.
        needs: what is missing to make ours; "" when nothing is.
        of: what a measure is asked about, a cause, say; "" is the name.
        kind: task type that alone counts; "" counts all.
        measure: in the place of the columns'.
    """

    name: str
    published: tuple[Figure, ...] = ()
    run: Mapping[str, Any] | None = None
    needs: str = ""
    of: str = ""
    kind: str = ""
    measure: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table or figure.

    Attributes:
        id: paper and number, ``epa.1``; of a figure ``epa.f1``.
        title: what it tells. paper: title of the paper.
        differs: why it is not the same benchmark.
        cannot: why there is nothing to make; "" when there is.
        chart: "bars", "line" over rows that are numbers, or "" for none.
        run: settings of all its runs.
        own: of this package, not of a paper; nothing in it is published.
    """

    id: str
    title: str
    paper: str
    differs: str = ""
    cannot: str = ""
    chart: str = "bars"
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    run: Mapping[str, Any] = field(default_factory=dict)
    own: bool = False

    @property
    def made(self) -> bool:
        """Whether there is something to make."""
        return not self.cannot

    @property
    def what(self) -> str:
        """Its name in the paper."""
        number = self.id.partition(".")[2]
        return f"figure {number[1:]}" if number.startswith("f") else f"table {number}"
