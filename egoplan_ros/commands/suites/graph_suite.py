# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What suites of running graphs have in common: options, going on after a cut, reports."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egoplan_ros.bench.journal import add_line, load_lines
from egoplan_ros.commands.run_folder import write_json
from egoplan_ros.commands.suites.options import add_arguments
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.signals import stop_signals

Row = dict[str, Any]
_COMMON = frozenset({"suite", "episodes", "seed", "scenes", "kinds", "json", "out"})


@dataclass(frozen=True, slots=True)
class GraphSuite:
    """A suite whose episodes run one after the other, each in a running graph.

    Attributes:
        name: of the suite. unit: what its episodes are called.
        file: journal in the folder of ``--out``. fields: that a whole row has, besides its key.
        options: of ``bench`` that mean something here, besides those of all.
        line: one row, in words.
        summary: all rows, as JSON. table: the summary, for people.
    """

    name: str
    unit: str
    file: str
    fields: frozenset[str]
    options: frozenset[str]
    line: Callable[[Row], str]
    summary: Callable[[list[Row]], dict[str, Any]]
    table: Callable[[dict[str, Any]], str]

    def check(self, args: Namespace) -> None:
        """Refuse what would be passed over.

        Raises:
            InputError: an option of other suites, or no episode.
        """
        parser = ArgumentParser()
        add_arguments(parser)
        taken = _COMMON | self.options
        for name, value in vars(parser.parse_args([args.suite])).items():
            if name not in taken and getattr(args, name) != value:
                flag = {"settings": "--set", "file": "FILE"}.get(name, f"--{name}")
                raise InputError(f"bench {self.name}: {flag} means nothing here; leave it out")
        if args.episodes < 1:
            raise InputError(
                f"bench {self.name}: --episodes must be at least 1, got {args.episodes}"
            )

    def run(
        self,
        args: Namespace,
        keys: Sequence[str],
        rows_of: Callable[[list[int]], Iterator[tuple[int, Row]]],
    ) -> int:
        """Run what was not run before, and report.

        Args:
            args: of the command. keys: of the episodes; what has the same key is the same.
            rows_of: runs the episodes of these numbers; each number with its row.

        Returns:
            0 when all were run, whatever came of them, 130 when interrupted.

        Raises:
            InputError: the folder of ``--out`` cannot be used.
        """
        path: Path | None = None if args.out is None else args.out / self.file
        whole = self.fields | {"key"}
        kept = {} if path is None else load_lines(path, lambda row: row.keys() >= whole)
        rows = [kept[key] for key in keys if key in kept]
        todo = [number for number, key in enumerate(keys) if key not in kept]
        interrupted = False
        try:
            with stop_signals():
                for number, row in rows_of(todo):
                    rows.append(row | {"key": keys[number]})
                    if path is not None:
                        add_line(path, rows[-1])
                    word = "ok  " if row["success"] else "FAIL"
                    line = f"[{len(rows)}/{len(keys)}] {word} {self.line(row)}"
                    print(line, file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            interrupted = True
            way = "; the same command goes on from there" if path else ""
            line = f"interrupted after {len(rows)} of {len(keys)} {self.unit}{way}"
            print(f"egoplan: bench {self.name}: {line}", file=sys.stderr)
        report = self.summary(rows)
        if args.json == "-":
            print(json.dumps(report))
        else:
            print(self.table(report))
            if args.json is not None:
                write_json(Path(args.json), report)
        return 130 if interrupted else 0
