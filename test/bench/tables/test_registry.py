# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The files of config/tables are whole, and each run of them can be begun."""

from pathlib import Path

import pytest

from egoplan_ros.bench.failures.exceptions import CLASSES, OTHERS
from egoplan_ros.bench.failures.taxonomies import TAXONOMIES
from egoplan_ros.bench.runner import check_names, specs
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tables.campaign import Options, config_of, configs_of
from egoplan_ros.bench.tables.measures import LISTS, MEASURES, REPORT
from egoplan_ros.bench.tables.model import Table
from egoplan_ros.bench.tables.paired import PAIRED
from egoplan_ros.bench.tables.registry import chosen, load_tables
from egoplan_ros.world.errors import InputError

TABLES = load_tables()
NUMBERED = {"epa": (9, 2), "danli": (9, 12), "ogamus": (2, 5), "bcr": (3, 2), "capeam": (3, 9)}
"""How many tables and figures each paper has."""
OWN = {"combination.1", "recovery.1"}


def test_each_table_and_figure_of_the_papers_is_there() -> None:
    wanted = {
        f"{paper}.{letter}{number}"
        for paper, counts in NUMBERED.items()
        for letter, count in zip(("", "f"), counts, strict=True)
        for number in range(1, count + 1)
    }
    assert set(TABLES) == wanted | OWN
    assert {name for name, table in TABLES.items() if table.own} == OWN
    assert not any(row.published for name in OWN for row in TABLES[name].rows)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_says_all_it_needs(table: Table) -> None:
    assert table.title
    assert table.differs
    assert bool(table.cannot) is not bool(table.rows)
    assert all((column.measure == REPORT) is bool(column.report) for column in table.columns)
    assert len({row.name for row in table.rows}) == len(table.rows)
    for row in table.rows:
        assert row.published or row.run is not None or row.needs, row.name
        assert not (row.needs and row.run is not None), row.name
        measures = {row.measure} if row.measure else {column.measure for column in table.columns}
        for measure in measures:
            if measure.startswith("cause_"):
                assert row.name in TAXONOMIES[measure.removeprefix("cause_")].CAUSES
            if measure.startswith("exception_"):
                assert (row.of or row.name) in (*CLASSES, OTHERS, "All")


def test_each_run_can_be_begun() -> None:
    configs = {}
    for table in TABLES.values():
        for row in table.rows:
            for column in table.columns:
                config = config_of(table, row, column, Options(episodes=1, oracle=True))
                if config is None:
                    continue
                configs[config] = None
                kind = row.kind or column.kind
                assert not (row.kind and column.kind)
                assert kind == "" or kind in load_suite(config.suite).rows, (table.id, kind)
    check_names(configs)
    assert len(configs) > 25
    assert all(len(list(specs(config))) == 1 for config in configs)


def test_what_is_measured_is_used() -> None:
    rows = [row.measure for table in TABLES.values() for row in table.rows]
    columns = [column.measure for table in TABLES.values() for column in table.columns]
    assert {*MEASURES, *PAIRED, *LISTS, REPORT} == {*rows, *columns} - {""}


@pytest.mark.parametrize("name", sorted(OWN))
def test_rows_that_are_compared_have_the_same_tasks(name: str) -> None:
    table = TABLES[name]
    for column in table.columns:
        tasks = []
        for row in table.rows:
            runs = configs_of(table, row, column, Options())
            assert runs
            tasks.append([spec.drawing for run in runs for spec in specs(run)])
        assert all(drawn == tasks[0] for drawn in tasks)
        assert len(tasks[0]) >= 40


def test_the_combination_is_of_seven_suites_and_recovery_of_two_hundred_episodes() -> None:
    table, whole = TABLES["combination.1"], TABLES["combination.1"].columns[-1]
    presets = {"epa", "danli", "ogamus", "bcr", "capeam", "egoplan"}
    assert presets == {str(row.run["strategy"]) for row in table.rows if row.run}
    runs = configs_of(table, table.rows[0], whole, Options())
    suites = ["alfred", "teach", "novel", "ogamus", "objectnav", "bcr", "blocking"]
    assert [run.suite for run in runs] == suites
    assert all(run.perception == "oracle" for run in runs)
    table = TABLES["recovery.1"]
    faults = {rule["p"] for rule in load_suite("blocking").trouble("together").faults.values()}
    assert faults == {0.1}
    (run,) = configs_of(table, table.rows[1], table.columns[0], Options())
    assert (run.suite, run.kinds, run.episodes) == ("blocking", ("together",), 200)


def test_papers_and_all_stand_for_their_tables() -> None:
    assert [table.id for table in chosen(["bcr.2", "bcr"], TABLES)] == [
        "bcr.2",
        *(name for name in TABLES if name.startswith("bcr.") and name != "bcr.2"),
    ]
    assert len(chosen(["all"], TABLES)) == len(TABLES)
    with pytest.raises(InputError, match=r"no 'epa\.11'; nearest: epa\.1"):
        chosen(["epa.11"], TABLES)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title: x\n", "tables"),
        ("title: x\ntables: {1: {title: y}}\n", "differs"),
        ("title: x\ndiffers: z\ntables: {1: {title: y, colour: red}}\n", "mine.1: unknown colour"),
        ("title: x\ndiffers: z\ntables: {1: {title: y}}\n", "mine.1 has no columns"),
        (
            "title: x\ndiffers: z\ntables: {1: {title: y, columns: [{name: a, measure: SR}], "
            "rows: [{name: b, published: [1, 2]}]}}\n",
            "mine.1, b: 2 figures for 1 columns",
        ),
        (
            "title: x\ndiffers: z\ntables: {1: {title: y, columns: [{name: a, measure: luck}], "
            "rows: [{name: b}]}}\n",
            "no measure 'luck'",
        ),
        (
            "title: x\ndiffers: z\ntables: {1: {title: y, columns: [{name: a, measure: SR}], "
            "rows: [{name: b, published: [many]}]}}\n",
            "mine.yaml",
        ),
        ("title: x\ndiffers: z\ntables: {1: {title: y, run: {jobs: 3}}}\n", "unknown jobs"),
        (
            "title: x\ndiffers: z\ntables: {1: {title: y, columns: [{name: a, measure: margin, "
            "against: c}], rows: [{name: b}]}}\n",
            "mine.1, a: against 'c', which is no row",
        ),
        (
            "title: x\ndiffers: z\ntables: {1: {title: y, columns: [{name: a, measure: SR, "
            "kind: mug}, {name: b, measure: SR, pool: true}], rows: [{name: c, run: {}}]}}\n",
            "mine.1, a: kind 'mug' beside a column that pools",
        ),
        *(
            (
                "title: x\ndiffers: z\ntables: {1: {title: y, columns: [{name: a, measure: margin, "
                f"against: b}}], rows: [{{name: b{rest}}}, {{name: c, run: {{}}}}]}}}}\n",
                "mine.1, a: against 'b', a row without a run to compare with; give that row run",
            )
            for rest in ("", ", run: {}, needs: a switch", ", run: {}, measure: task_known")
        ),
    ],
)
def test_a_users_file_is_checked(
    text: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "config" / "tables"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    with pytest.raises(InputError, match=r"mine\.yaml") as told:
        load_tables()
    assert problem in str(told.value)
