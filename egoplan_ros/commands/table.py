# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the numbered tables and figures of the five papers, ours beside the published figures.

Two more are this package's own: `combination`, the five presets beside all of them combined on the
same tasks, and `recovery`, resolving what blocks beside planning anew.

Without an id all of them are listed with their state. Episodes are run once and shared by all
tables; the same command goes on from where it was stopped.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.commands.running.options import check_simulation
from egoplan_ros.commands.scenes import check_rooms
from egoplan_ros.robots.depth_source import CAMERA
from egoplan_ros.world.system.files import write_whole
from egoplan_ros.world.system.signals import stop_signals

if TYPE_CHECKING:
    from egoplan_ros.bench.tables.campaign import Campaign
    from egoplan_ros.bench.tables.filled import Filled
    from egoplan_ros.bench.tables.model import Table

FAILED, INTERRUPTED = 1, 130
"""Exit codes beside 0."""


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add(
        "ids",
        nargs="*",
        metavar="ID",
        help="such as epa.1, danli.f6, a paper's name, combination, or all",
    )
    add("--episodes", type=int, metavar="N", help="of each run (what the table says)")
    add("--seed", type=seed, default=0, help="added to that of each run (%(default)s)")
    add(
        "--oracle",
        action="store_true",
        help="the simulator's own masks and depth in all rows: a quick look, which is told",
    )
    add("--jobs", type=int, help="episodes at a time (1; with --ray what the cluster has room for)")
    add("--ray", nargs="?", const="", metavar="ADDRESS", help="on a Ray cluster, as for bench")
    add("--rooms", type=Path, metavar="PATH", help="recorded rooms: a .json[.gz] or a folder")
    add(
        "--alfred", type=Path, metavar="FILE",
        help="ALFRED's own episodes for the rows that are of them, with --rooms; as for bench",
    )  # fmt: skip
    add(
        "--out", type=Path, default=Path("tables"), metavar="DIR",
        help="ID.md, ID.csv, ID.png, ID.json and the episodes (%(default)s)",
    )  # fmt: skip
    add("--json", action="store_true", help="print the tables, or the list, as JSON")


def run(args: Namespace) -> int:
    """Make tables; 0 when they were made, 1 when none could be, or an episode was not begun."""
    from egoplan_ros.bench.tables.registry import chosen, load_tables

    tables = load_tables()
    if not args.ids:
        return _list(list(tables.values()), args)
    picked = chosen(args.ids, tables)
    made = [table for table in picked if table.made]
    if len(picked) == len(args.ids) or not made:  # of a whole paper, or all, it goes without saying
        for table in (table for table in picked if not table.made):
            print(f"{table.id}: cannot be made: {table.cannot}", file=sys.stderr)
    return _make(made, args) if made else FAILED


def _list(tables: Sequence["Table"], args: Namespace) -> int:
    rows = [(table, _state(table, args.out)) for table in tables]
    if args.json:
        print(json.dumps([{"id": t.id, "title": t.title, "state": state} for t, state in rows]))
        return 0
    for table, state in rows:
        print(f"{table.id:11} {table.title}\n{'':11} {state}")
    return 0


def _state(table: "Table", out: Path) -> str:
    from egoplan_ros.bench.tables.campaign import Options, lacking
    from egoplan_ros.bench.tables.filled import MISSING

    if not table.made:
        return f"cannot be made: {table.cannot}"
    lacks, state = sum(bool(lacking(table, row, Options())) for row in table.rows), "not made"
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        found = json.loads((out / f"{table.id}.json").read_text(encoding="utf-8"))
        lacks = sum(row["note"].startswith(MISSING) for row in found["rows"])
        state = "made as a quick look" if found["oracle"] else "made"
        if left := int(found["missing_episodes"]):
            state += f", {left} episodes are left"
    return state + (f"; {lacks} of {len(table.rows)} rows need what is not there" * bool(lacks))


def _make(tables: Sequence["Table"], args: Namespace) -> int:
    from egoplan_ros.bench.executor import ProcessLost
    from egoplan_ros.bench.tables.campaign import Campaign, Options

    rooms = check_simulation(False, args.rooms, None, CAMERA).get("rooms", "")
    alfred = str(args.alfred.absolute()) if args.alfred else ""
    options = Options(args.episodes, args.seed, args.oracle, rooms, alfred, args.jobs, args.ray)
    campaign = Campaign.of(tables, options, args.out)
    if args.rooms:
        check_rooms(args.rooms, {spec.scene for spec in campaign.todo})
        own = {spec.scene for spec in campaign.todo if spec.recorded}
        check_rooms(args.rooms, own, all_of_them=True)
    problem, code = "", 0
    lost: list[str] = []
    try:
        with stop_signals():
            campaign.run(lambda done, total, episode: _tell(done, total, episode, lost))
    except KeyboardInterrupt:
        problem, code = "interrupted; the same command goes on from there", INTERRUPTED
    except ProcessLost:
        problem = "a process that ran an episode was killed, maybe for want of memory; use fewer"
        problem, code = f"{problem} --jobs; the same command goes on from there", FAILED
    if lost and not problem:
        problem, code = f"{len(lost)} episodes could not be begun: {lost[0]}; try again", FAILED
    _write(tables, campaign, args)
    if problem:
        print(f"egoplan: table: {problem}", file=sys.stderr)
    return code


def _tell(done: int, total: int, episode: dict[str, Any], lost: list[str]) -> None:
    from egoplan_ros.bench.episode import was_run
    from egoplan_ros.commands.bench import tell_episode

    if not was_run(episode):
        lost.append(episode["reason"])
    tell_episode(done, total, episode)


def _write(tables: Sequence["Table"], campaign: "Campaign", args: Namespace) -> None:
    from egoplan_ros.bench.tables.filled import fill
    from egoplan_ros.bench.tables.text import markdown

    filled = [fill(table, campaign) for table in tables]
    for item in filled:
        write_files(item, args.out)
    if args.json:
        print(json.dumps([item.to_json() for item in filled]))
    elif len(filled) == 1:
        print(markdown(filled[0]), end="")
    else:
        print(f"{len(filled)} tables in {args.out}: {', '.join(table.id for table in tables)}")


def write_files(filled: "Filled", out: Path) -> None:
    """A table's files in a folder.

    Raises:
        InputError: one cannot be written.
    """
    from egoplan_ros.bench.tables.text import as_csv, markdown
    from egoplan_ros.commands.pictures.table_chart import draw_chart, has_chart

    name, text = filled.table.id, markdown(filled)
    if has_chart(filled):
        draw_chart(out / f"{name}.png", filled)
        text += f"\n![{filled.table.title}]({name}.png)\n"
    write_whole(out / f"{name}.md", text)
    write_whole(out / f"{name}.csv", as_csv(filled))
    write_whole(out / f"{name}.json", json.dumps(filled.to_json(), indent=1) + "\n")
