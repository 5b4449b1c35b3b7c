# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads the tables of config/tables/."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from egoplan_ros.bench.runner import BenchConfig
from egoplan_ros.bench.tables.measures import LISTS, MEASURES, REPORT
from egoplan_ros.bench.tables.model import Column, Row, Table
from egoplan_ros.bench.tables.paired import PAIRED
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import config_names, config_path, load_yaml

ALL = "all"
"""Stands for all tables."""

RUN_KEYS = frozenset(
    {"suite", "episodes", "split", "kinds", "scenes", "seed", "strategy"}
    | {"perception", "depth", "size", "settings", "ablations", "instructions"}
)
"""What a run may set, as for ``egoplan bench``."""

assert {field.name for field in fields(BenchConfig)} >= RUN_KEYS


def load_tables() -> dict[str, Table]:
    """All tables by id, in the order of the files.

    Raises:
        InputError: a malformed file, with its name and the table.
    """
    found: dict[str, Table] = {}
    for paper in config_names("tables"):
        path = config_path(f"tables/{paper}.yaml")
        data = load_yaml(path)
        try:
            for number, rule in dict(data["tables"]).items():  # type: ignore[call-overload]
                table = _table(f"{paper}.{number}", rule, data)
                found[table.id] = table
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"{path}: {error}; see epa.yaml for what a table is") from error
    return found


def chosen(words: Sequence[str], tables: Mapping[str, Table]) -> list[Table]:
    """The tables of these ids; a paper's name stands for its tables, ``all`` for all.

    Raises:
        InputError: no such table, with the nearest ones.
    """
    papers = {name.partition(".")[0] for name in tables}
    picked: dict[str, Table] = {}
    for word in words:
        if word in tables:
            picked[word] = tables[word]
        elif word == ALL or word in papers:
            picked |= {k: t for k, t in tables.items() if word == ALL or k.startswith(f"{word}.")}
        else:
            near = get_close_matches(word, [*tables, *papers, ALL], n=3, cutoff=0.0)
            raise InputError(f"table: no {word[:40]!r}; nearest: {', '.join(near)}")
    return list(picked.values())


def _table(name: str, rule: Mapping[str, Any], paper: Mapping[str, Any]) -> Table:
    known = {"title", "differs", "cannot", "chart", "columns", "rows", "names", "run"}
    _only(name, rule, known)
    columns = tuple(_column(name, item) for item in rule.get("columns", ()))
    rows = [_row(name, item, len(columns)) for item in rule.get("rows", ())]
    rows += [Row(str(word), run={}) for word in rule.get("names", ())]
    table = Table(
        id=name,
        title=str(rule["title"]),
        paper=str(paper["title"]),
        differs=" ".join(str(rule.get("differs", paper["differs"])).split()),
        cannot=" ".join(str(rule.get("cannot", "")).split()),
        chart=str(rule.get("chart", "bars")),
        columns=columns,
        rows=tuple(rows),
        run=_run(name, {**paper.get("run", {}), **rule.get("run", {})}),
        own=bool(paper.get("own", False)),
    )
    if table.made and not (columns and rows):
        raise ValueError(f"{name} has no columns or no rows")
    known = {"", REPORT, *MEASURES, *LISTS}
    for measure in {c.measure for c in columns} - set(PAIRED) | {r.measure for r in rows}:
        if measure not in known:
            raise ValueError(f"{name}: no measure {measure!r}")
    for column in columns:
        _check_against(name, column, rows)
        if column.kind and not column.pool and any(other.pool for other in columns):
            raise ValueError(
                f"{name}, {column.name}: kind {column.kind!r} beside a column that pools, which "
                "would count all; give its run kinds instead"
            )
    return table


def _check_against(table: str, column: Column, rows: Sequence[Row]) -> None:
    row = next((row for row in rows if row.name == column.against), None)
    where = f"{table}, {column.name}: against {column.against!r}"
    if (column.measure in PAIRED) is not (row is not None):
        raise ValueError(f"{where}, which is no row")
    if row is not None and (row.run is None or row.needs or row.measure):
        raise ValueError(
            f"{where}, a row without a run to compare with; give that row run, and "
            "neither needs nor measure"
        )


def _column(table: str, item: Mapping[str, Any]) -> Column:
    _only(table, item, {field.name for field in fields(Column)})
    values = {key: str(value) for key, value in item.items() if key not in ("run", "pool")}
    run, pool = _run(table, item.get("run", {})), bool(item.get("pool", False))
    return Column(**values, run=run, pool=pool)


def _row(table: str, item: Mapping[str, Any], width: int) -> Row:
    _only(table, item, {field.name for field in fields(Row)})
    published = tuple(item.get("published", ()))
    if published and len(published) != width:
        raise ValueError(f"{table}, {item['name']}: {len(published)} figures for {width} columns")
    for figure in published:
        if isinstance(figure, str):
            hits, _, n = figure.partition("/")
            int(hits), int(n)
    values = {k: str(v) for k, v in item.items() if k not in ("published", "run")}
    run = None if item.get("run") is None else _run(table, item["run"])
    return Row(**values, published=published, run=run)


def _run(table: str, values: Mapping[str, Any]) -> dict[str, Any]:
    _only(table, values, RUN_KEYS)
    return {k: tuple(map(str, v)) if isinstance(v, list) else v for k, v in values.items()}


def _only(where: str, given: Mapping[str, Any], known: set[str] | frozenset[str]) -> None:
    if unknown := sorted(set(map(str, given)) - known):
        raise ValueError(
            f"{where}: unknown {', '.join(unknown)}; known: {', '.join(sorted(known))}"
        )
