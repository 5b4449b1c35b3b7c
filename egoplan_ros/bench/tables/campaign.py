# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which episodes tables need, and running those that are not done yet, once for all of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from egoplan_ros.bench.ablation import load_ablations
from egoplan_ros.bench.draws import distinct
from egoplan_ros.bench.episode import EpisodeSpec, was_run
from egoplan_ros.bench.journal import add_line
from egoplan_ros.bench.runner import (
    JOURNAL,
    BenchConfig,
    check_names,
    executor_of,
    finished_episodes,
    specs,
)
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tables.measures import MEASURES
from egoplan_ros.bench.tables.model import Column, Row, Table
from egoplan_ros.bench.tables.paired import PAIRED
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

Episode = dict[str, Any]
Progress = Callable[[int, int, Episode], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen for all runs of all tables.

    Attributes:
        episodes: of each run; None takes what the table says.
        seed: is added to that of each run.
        oracle: the simulator's own masks and depth in all of them, for a quick look.
        rooms: recorded rooms, "" for the simulator's own.
        alfred: ALFRED's own episodes, "" for none; they need ``rooms``.
        jobs, ray: as for ``egoplan bench``.
    """

    episodes: int | None = None
    seed: int = 0
    oracle: bool = False
    rooms: str = ""
    alfred: str = ""
    jobs: int | None = None
    ray: str | None = None

    def __post_init__(self) -> None:
        for name in ("episodes", "jobs"):
            if (given := getattr(self, name)) is not None and given < 1:
                raise InputError(f"table: --{name} must be at least 1, got {given}")


def lacking(table: Table, row: Row, options: Options) -> str:
    """What is not there that a row needs; "" where nothing is."""
    if _recorded(table, row) and not options.alfred:
        return (
            "ALFRED's own episodes, which are not in the package (--alfred FILE, and --rooms PATH "
            "with recordings of their rooms)"
        )
    return row.needs


def _recorded(table: Table, row: Row) -> bool:
    suite = {**table.run, **row.run}.get("suite") if row.run is not None else None
    return suite is not None and load_suite(str(suite)).recorded


def config_of(table: Table, row: Row, column: Column, options: Options) -> BenchConfig | None:
    """The run that makes a cell; None where no episodes do, or those of other cells."""
    known = (row.measure or column.measure) in {*MEASURES, *PAIRED}
    if row.run is None or lacking(table, row, options) or not known or column.pool:
        return None
    values = {**table.run, **row.run, **column.run}
    if options.oracle:
        own = tuple(name for name in values.get("ablations", ()) if not _of_perception(name))
        values |= {"perception": "oracle", "depth": "", "ablations": own}
    if options.episodes is not None:
        values["episodes"] = options.episodes
    values["seed"] = int(values.get("seed", 0)) + options.seed
    if _recorded(table, row):
        values["file"] = options.alfred
        values.setdefault("scenes", load_suite(values["suite"]).scenes[values["split"]])
    return BenchConfig(**values, rooms=options.rooms)


def _of_perception(ablation: str) -> bool:
    """Whether it gives learned perception a part of what oracle has anyway."""
    known = load_ablations().get(ablation)
    return known is not None and bool(known.perception)


def configs_of(table: Table, row: Row, column: Column, options: Options) -> tuple[BenchConfig, ...]:
    """The runs that a cell is of: its own, or those of all columns of its row."""
    columns = table.columns if column.pool else (column,)
    found = (config_of(table, row, each, options) for each in columns)
    return tuple(dict.fromkeys(config for config in found if config is not None))


def paired_runs(
    table: Table, row: Row, column: Column, options: Options
) -> list[tuple[BenchConfig, BenchConfig]]:
    """The runs of the row that a column is against, each with that of a row beside it.

    Raises:
        InputError: the runs draw other tasks.
    """
    measure = row.measure or column.measure
    runs = configs_of(table, row, column, options)
    if measure not in PAIRED or not runs or row.name == column.against:
        return []
    against = next(other for other in table.rows if other.name == column.against)
    pairs = list(zip(configs_of(table, against, column, options), runs, strict=True))
    for one, other in pairs:
        if _drawing(one) != _drawing(other):
            raise InputError(
                f"table: {table.id}: the runs of {one.suite} of {against.name!r} and {row.name!r} "
                "draw other tasks; rows that are paired may differ in strategy, perception, depth, "
                "settings and ablations"
            )
    return pairs


@dataclass(slots=True)
class Campaign:
    """The runs of some tables, and their episodes in a folder.

    Attributes:
        keys: of the episodes of each run.
        todo: episodes that are not done, one of each key.
        done: finished episodes by key, those of other tables too.
    """

    options: Options
    out: Path
    keys: dict[BenchConfig, list[str]] = field(default_factory=dict)
    todo: list[EpisodeSpec] = field(default_factory=list)
    done: dict[str, Episode] = field(default_factory=dict)

    @classmethod
    def of(cls, tables: Sequence[Table], options: Options, out: Path) -> "Campaign":
        """What some tables need.

        Raises:
            InputError: a wrong name in a run, rows that are paired and draw other tasks, or a
                folder that cannot be used.
        """
        for table, row, column in _cells(tables):
            paired_runs(table, row, column, options)
        found = cls(options, out, done=finished_episodes(out))
        waiting: dict[str, EpisodeSpec] = {}
        configs = list(_configs(tables, options))
        check_names(configs)
        for config in configs:
            keyed = [(spec.key, spec) for spec in specs(config)]
            found.keys[config] = [key for key, _ in keyed]
            waiting |= {key: spec for key, spec in keyed if key not in found.done}
        found.todo = [replace(spec, index=i) for i, spec in enumerate(waiting.values())]
        return found

    def run(self, progress: Progress) -> None:
        """Run what is not done; each episode is kept as it ends.

        Raises:
            KeyboardInterrupt: Ctrl-C; what was done is kept.
            ProcessLost: a process that ran an episode was killed.
            InputError: the folder can be used no more, or no Ray is to be had.
        """
        total = len(self.todo)
        executor = executor_of(BenchConfig(jobs=self.options.jobs, ray=self.options.ray))
        with closing(executor.run(self.todo)) as episodes:
            for number, episode in enumerate(episodes, start=1):
                if was_run(episode):
                    self.done[episode["key"]] = episode
                    self._keep(episode)
                progress(number, total, episode)

    def _keep(self, episode: Episode) -> None:
        path = self.out / JOURNAL
        try:
            add_line(path, episode)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be written ({error.strerror}); check the folder"
            ) from error

    def episodes(self, config: BenchConfig, kind: str = "") -> list[Episode]:
        """The finished episodes of a run that had a task of their own, of a type or all."""
        return [item for item, _ in self.pairs(config, config, kind)]

    def pairs(
        self, one: BenchConfig, other: BenchConfig, kind: str = ""
    ) -> list[tuple[Episode, Episode]]:
        """The same of two runs that draw the same tasks; those that both have finished."""
        keys = zip(self.keys[one], self.keys[other], strict=True)
        found = [(self.done[a], self.done[b]) for a, b in keys if {a, b} <= self.done.keys()]
        told = {id(a): (a, b) for a, b in found if a["text"] and b["text"]}
        own = distinct((a for a, _ in told.values()), load_ontology())
        return [told[id(item)] for item in own if kind in ("", item["kind"])]

    def missing(self, config: BenchConfig) -> int:
        """How many episodes of a run are not done."""
        return sum(key not in self.done for key in self.keys[config])


def _drawing(config: BenchConfig) -> BenchConfig:
    """What the drawing of a run's tasks depends on."""
    return replace(config, strategy="", perception="", depth="", settings=(), ablations=())


def _cells(tables: Iterable[Table]) -> Iterator[tuple[Table, Row, Column]]:
    return ((t, r, c) for t in tables if t.made for r in t.rows for c in t.columns)


def _configs(tables: Iterable[Table], options: Options) -> Iterator[BenchConfig]:
    """Each run once, in the order of the tables."""
    found = (config_of(table, row, column, options) for table, row, column in _cells(tables))
    yield from dict.fromkeys(config for config in found if config is not None)
