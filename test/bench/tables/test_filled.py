# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ours beside the published figures, as Markdown, CSV, JSON and a chart."""

import csv
import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from runpy import run_path
from typing import Any

import cv2
import pytest
from matplotlib.figure import Figure

from egoplan_ros.bench.tables.campaign import Campaign, Options, config_of
from egoplan_ros.bench.tables.estimate import Estimate, share
from egoplan_ros.bench.tables.filled import Cell, Filled, FilledRow, fill
from egoplan_ros.bench.tables.model import Column, Row, Table
from egoplan_ros.bench.tables.paired import Margin
from egoplan_ros.bench.tables.registry import load_tables
from egoplan_ros.bench.tables.text import HEADER, as_csv, markdown
from egoplan_ros.commands.pictures.table_chart import _curve, draw_chart, has_chart
from egoplan_ros.commands.table import write_files
from egoplan_ros.training.perception.evaluation import Tally, report
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.rate import wilson

ROOT = Path(__file__).resolve().parents[3]

COLUMNS = (
    Column("Coffee", "SR", kind="coffee"),
    Column("Mug", "SR", kind="mug", run={"split": "train"}),
    Column("All", "GC", group="Test", unit="", run={"split": "train"}),
)
ROWS = (
    Row("BCR", ("50/50", 78.0, None), run={}),
    Row("other | people", (1.0, 2.0, 0.3)),
    Row("later", needs="a switch"),
)
TABLE = Table("bcr.9", "Small", "A paper", "Other rooms.", columns=COLUMNS, rows=ROWS)
RUN = {"suite": "bcr", "strategy": "bcr", "episodes": 4}


def episode(key: str, kind: str, success: bool, **values: Any) -> dict[str, Any]:
    blank = {"key": key, "kind": kind, "success": success, "text": "do it"}
    blank |= {"scene": f"room {key}", "seed": 0, "goal": ""}
    return blank | {"conditions_met": int(success), "conditions": 2} | values


def filled(table: Table = TABLE, **options: Any) -> Filled:
    """Of two runs, one of which has an episode to come and one that had no task."""
    chosen = Options(**options)
    table = Table(**{k: getattr(table, k) for k in Table.__dataclass_fields__} | {"run": RUN})
    campaign = Campaign(chosen, Path("nowhere"))
    one = config_of(table, ROWS[0], COLUMNS[0], chosen)
    two = config_of(table, ROWS[0], COLUMNS[1], chosen)
    assert one is not None
    assert two is not None
    campaign.keys = {one: ["a", "b"], two: ["c", "d", "e", "f", "g"]}
    done = [
        episode("a", "coffee", True),
        episode("b", "mug", False),
        episode("c", "mug", True),
        episode("d", "mug", False, text=""),
        episode("e", "coffee", False),
        episode("f", "coffee", True, scene="room e"),  # the same again
    ]
    campaign.done = {item["key"]: item for item in done}
    return fill(table, campaign)


def test_cells_are_of_their_run_and_task_type() -> None:
    row = filled().rows[0]
    assert [cell.ours.value if cell.ours else None for cell in row.cells] == [100.0, 100.0, 0.25]
    assert [cell.ours.n if cell.ours else 0 for cell in row.cells] == [1, 1, 2]
    assert [cell.published for cell in row.cells] == [100.0, 78.0, None]
    assert filled().missing == 1


def test_markdown_has_both_figures_and_why_there_are_none() -> None:
    text = markdown(filled())
    lines = text.splitlines()
    assert "| | Coffee, % | Mug, % | Test All |" in lines
    told = next(line for line in lines if line.startswith("| BCR"))
    assert "50/50 · **100.0** [20.7-100.0], n = 1" in told
    assert "- · **0.25**" in told
    assert "| other \\| people | 1.0 | 2.0 | 0.3 |" in lines
    assert "| later | - | - | - |" in lines
    assert "* later: missing, needs a switch." in lines
    assert "* other | people: as published; not this package's." in lines
    assert "Not the same benchmark: Other rooms." in lines
    assert "**Not finished**: 1 episodes are still to be run." in lines
    assert "    ./egoplan bench bcr --strategy bcr --split train --episodes 4 --seed 0" in text
    assert "quick look" not in text
    assert "quick look" in markdown(filled(oracle=True))


def test_csv_has_a_line_for_each_cell() -> None:
    rows = list(csv.DictReader(StringIO(as_csv(filled()))))
    assert len(rows) == 9
    assert tuple(rows[0]) == tuple(HEADER)
    assert rows[0]["published"] == "50/50"
    assert (rows[0]["published_value"], rows[0]["ours"], rows[0]["n"]) == ("100", "100.0000", "1")
    assert (rows[2]["group"], rows[2]["column"], rows[2]["published"]) == ("Test", "All", "")
    assert (rows[8]["ours"], rows[8]["note"]) == ("", "missing, needs a switch")


def test_figures_of_another_command_are_of_row_and_column(tmp_path: Path) -> None:
    """DANLI's table 7: a row is a kind of classes, a column one of three figures of it."""
    table = load_tables()["danli.7"]
    campaign = Campaign(Options(), tmp_path)
    needs = [row.note for row in fill(table, campaign).rows]
    files = "perception_seen.json and perception_unseen.json"
    assert needs == [f"missing, needs {files}, of another command; see docs/tables.md"] * 3
    tally = Tally(least=30)
    tally.panoptic |= {"Mug": [[0.9, 0.7], 1, 1], "Wall": [[0.6], 0, 0]}
    (tmp_path / "perception_seen.json").write_text(json.dumps(report(tally)), encoding="utf-8")
    found = {
        row.name: [cell.ours and round(cell.ours.value, 1) for cell in row.cells]
        for row in fill(table, campaign).rows
    }
    assert found["Things"] == [53.3, 80.0, 66.7, None, None, None]
    assert found["Stuff"] == [60.0, 60.0, 100.0, None, None, None]
    assert found["All"][:2] == [56.7, 70.0]


def test_subgoals_and_sequences_of_other_commands_are_read(tmp_path: Path) -> None:
    """DANLI's table 4 of benchmarks/monitoring.py, CAPEAM's table 3 of `train details`."""
    campaign = Campaign(Options(), tmp_path)
    right = share(3, 4)
    assert right is not None
    nested = run_path(str(ROOT / "benchmarks" / "monitoring.py"))["_nested"]
    rates = nested({"read from words: patient": wilson(3, 4)})
    (tmp_path / "subgoals.json").write_text(json.dumps(rates), encoding="utf-8")
    danli = fill(load_tables()["danli.4"], campaign)
    assert [row.cells[0].ours for row in danli.rows] == [right.times(100.0)] + [None] * 3
    report = {"all": {"exact": wilson(3, 4).to_json(), "parameters": 0.05}}
    (tmp_path / "details.json").write_text(json.dumps(report), encoding="utf-8")
    first, *others = fill(load_tables()["capeam.3"], campaign).rows
    parameters = Estimate(0.05, None, None, 0)
    assert [cell.ours for cell in first.cells] == [parameters, None, right.times(100.0)]
    assert all("know no context" in row.note for row in others)


@pytest.mark.parametrize("kind", ["bars", "line"])
def test_the_chart_shows_the_figures(kind: str, tmp_path: Path) -> None:
    rows = [Row("0", (50, 50, 0.5), run={}), Row("100", (100.0, 78.0, 0.3))]
    fields = {k: getattr(TABLE, k) for k in Table.__dataclass_fields__}
    table = Table(**fields | {"rows": tuple(rows), "chart": kind})
    found = filled(table)
    assert has_chart(found)
    draw_chart(tmp_path / "a.png", found)
    image = cv2.imread(str(tmp_path / "a.png"))
    assert image is not None
    assert image.shape[0] > 200
    assert image.shape[1] > 400
    blue = (image.astype(int) - (0xB4, 0x77, 0x1F)).any(axis=2)
    assert (~blue).sum() > 20
    assert not has_chart(filled(Table(**fields | {"chart": ""})))


PAIR = (
    Column("coffee", "SR", run={"suite": "bcr"}),
    Column("novel", "SR", run={"suite": "novel"}),
    Column("all", "SR", pool=True),
    Column("margin", "margin", pool=True, against="egoplan"),
)
BOTH = (Row("epa", run={"strategy": "epa"}), Row("egoplan", run={"strategy": "egoplan"}))
OWN = Table("mine.1", "Both", "This package", "Same tasks.", columns=PAIR, rows=BOTH, own=True)


def compared() -> Campaign:
    """Tasks of two suites: one is done by one row alone so far, one asks for the same again."""
    campaign = Campaign(Options(episodes=3), Path("nowhere"))
    outcomes = {
        "epa": (False, False, True, False, None),
        "egoplan": (True, False, True, True, True),
    }
    for row in BOTH:
        for column, words in zip(PAIR[:2], ("ABC", "DE"), strict=True):
            config = config_of(OWN, row, column, campaign.options)
            assert config is not None
            campaign.keys[config] = [f"{row.name}{word}" for word in words]
        for word, good in zip("ABCDE", outcomes[row.name], strict=True):
            if good is not None:
                scene = "room A" if word == "C" else f"room {word}"
                key = f"{row.name}{word}"
                campaign.done[key] = episode(key, "task", good, scene=scene)
    return campaign


def test_rows_are_paired_on_the_tasks_that_both_have_done() -> None:
    table = fill(OWN, compared())
    epa, ours = (row.cells for row in table.rows)
    assert [cell.ours.n if cell.ours else 0 for cell in epa] == [2, 1, 3, 3]
    assert [cell.ours.n if cell.ours else 0 for cell in ours] == [2, 2, 4, 0]
    found = epa[3].ours
    assert isinstance(found, Margin)
    assert (found.ahead, found.behind, found.p) == (2, 0, 0.5)
    assert found.value == pytest.approx(200 / 3)
    assert table.missing == 1
    assert len(table.runs) == 4


def test_the_packages_own_table_has_margins_and_no_published_figures(tmp_path: Path) -> None:
    table = fill(OWN, compared())
    text = markdown(table)
    told = next(line for line in text.splitlines() if line.startswith("| epa"))
    assert "+66.7" in told
    assert "n = 3, 2 against 0 alone, p = 0.5 |" in told
    assert "McNemar" in text
    assert "published" not in text
    assert "Not the same benchmark" not in text
    cells = list(csv.DictReader(StringIO(as_csv(table))))
    assert [cells[3][name] for name in ("n", "ahead", "behind", "p")] == ["3", "2", "0", "0.5"]
    assert cells[2]["ahead"] == ""
    plain = table.to_json()["rows"][0]["cells"]
    assert (plain[3]["ahead"], plain[3]["behind"], plain[3]["p"]) == (2, 0, 0.5)
    assert "p" not in plain[2]
    draw_chart(tmp_path / "a.png", table)
    assert cv2.imread(str(tmp_path / "a.png")) is not None


def test_a_curve_of_an_own_table_shows_what_is_below_zero_and_nothing_published() -> None:
    cells = [Cell("", None, Estimate(v, v - 4.0, v + 4.0, 9)) for v in (-20.0, 10.0)]
    rows = (Row("0", run={}), Row("50", run={}))
    table = Table("mine.1", "Line", "This package", chart="line", rows=rows, own=True)
    told = [FilledRow(row.name, (cell,)) for row, cell in zip(rows, cells, strict=True)]
    axis = Figure().subplots()
    _curve(axis, Filled(table, tuple(told)), cells)
    assert axis.get_legend_handles_labels()[1] == ["ours, 95 %"]
    assert axis.get_ylim()[0] < -24.0


def test_other_tasks_are_no_pairs_which_is_told_before_anything_is_run(tmp_path: Path) -> None:
    other = Row("egoplan", run={"strategy": "egoplan", "seed": 1})
    fields = {k: getattr(OWN, k) for k in Table.__dataclass_fields__}
    table = Table(**fields | {"rows": (BOTH[0], other)})
    with pytest.raises(InputError, match=r"mine\.1: .*bcr of 'egoplan' and 'epa' draw other tasks"):
        Campaign.of([table], Options(episodes=1), tmp_path)
    assert Campaign.of([OWN], Options(episodes=1), tmp_path).todo


def test_each_seed_and_room_is_another_run() -> None:
    runs = {config_of(TABLE, ROWS[0], COLUMNS[0], Options(seed=seed)) for seed in (0, 1)}
    assert len(runs) == 2
    quick = config_of(TABLE, ROWS[0], COLUMNS[0], Options(oracle=True, episodes=3))
    assert quick is not None
    assert (quick.perception, quick.depth, quick.episodes) == ("oracle", "", 3)
    assert config_of(TABLE, ROWS[1], COLUMNS[0], Options()) is None
    assert config_of(TABLE, ROWS[2], COLUMNS[0], Options()) is None


def test_the_page_of_a_table_shows_its_chart(tmp_path: Path) -> None:
    write_files(filled(), tmp_path)
    page = (tmp_path / "bcr.9.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"\]\((\S+\.png)\)", page)
    assert (tmp_path / named).is_file()
    write_files(filled(replace(TABLE, chart="")), tmp_path)
    assert ".png" not in (tmp_path / "bcr.9.md").read_text(encoding="utf-8")
