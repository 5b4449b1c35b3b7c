# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interrupted, and task after task, in one running graph that is never started anew.

Run: `python benchmarks/endurance.py --rounds 300 --out rows.jsonl`. Each round gives a task, and at
a random moment cancels it, stops the robot, gives another task, or pauses; then looks whether what
the agent believes is true, and gives a task that must succeed. At its end the memory, threads and
files of every process are noted. Rows go to --out as they come; a run that is repeated goes on
where it was cut off, with a new graph. Ctrl-C ends it with the summary of what there is.

Effect: until the action's result has come and the skill has ended (when paused: until the last
command of the robot has ended), and how many commands ended after the request; the one under way
counts. It is good within 0.5 s or one command.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import egoplan_ros.nodes  # noqa: F401  (joins the built messages to the package)

sys.path.insert(0, str(Path(__file__).parent))

from endurance_rounds import Endurance
from endurance_summary import KINDS, summary
from graph_operator import Operator
from process_accounts import SHARED, accounts, files_below, shared_files

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.startup.starter import GraphProcesses
from egoplan_ros.world.errors import RobotError

_UP_SECONDS = 120.0


def run(args: argparse.Namespace, keep: Callable[[dict[str, Any]], None], done: int) -> None:
    """One graph, as many rounds as are wanted; each row is kept as it comes."""
    seed = f"{args.seed} {done}"
    with own_domain() as domain, tempfile.TemporaryDirectory(prefix="endurance-") as name:
        folder, scratch = Path(name), Path(name) / "tmp"
        scratch.mkdir()
        processes = GraphProcesses(
            parameters={"robot_bridge": {"scene": args.scene}},
            log_dir=args.logs or folder / "log",
            environment={
                "ROS_DOMAIN_ID": str(domain),
                "ROS_LOG_DIR": str(folder / "ros"),
                "TMPDIR": str(scratch),
            },
            tell=lambda line: print(line, file=sys.stderr),
        )

        def check() -> None:
            if refused := processes.failures():
                raise RobotError("; ".join(refused))

        def pids() -> dict[str, int]:
            found = {node: processes.pid(node) for node in processes.nodes}
            return {node: pid for node, pid in found.items() if pid is not None}

        foreign, shared = {path.name for path in SHARED.iterdir()}, set[str]()
        with processes, Operator(domain, check) as operator:
            operator.wait_until_up(_UP_SECONDS)
            endurance = Endurance(operator, random.Random(seed))
            while done < args.rounds:
                began = time.monotonic()
                try:
                    row = endurance.round()
                except RobotError as error:
                    keep({"launch": seed, "kind": "stuck", "problems": [str(error)]})
                    raise
                shared |= (now := shared_files(pids()))
                row |= {"launch": seed, "at": time.time(), "shared": len(now)}
                row["accounts"] = accounts(pids())
                row["scratch"], row["logs"] = files_below(scratch)[0], files_below(folder)[1]
                row["restarts"] = sum(node.restarts for node in processes.nodes.values())
                keep(row)
                done += row["kind"] != "none"
                tell(row, done, args.rounds, time.monotonic() - began)
            last = pids()
        # What is still open here is this program's own part of the connections.
        shared -= shared_files({"": os.getpid()}) | foreign
        left = {
            "processes": [p for p in last.values() if Path(f"/proc/{p}").exists()],
            "shared": sorted(name for name in shared if (SHARED / name).exists()),
            "scratch": sorted(path.name for path in scratch.iterdir()),
        }
        keep({"launch": seed, "kind": "left", "left": left})


def tell(row: dict[str, Any], done: int, rounds: int, seconds: float) -> None:
    """One line of progress."""
    effect = row.get("effect", {})
    good = "ok" if row["next"]["success"] else f"FAILED {row['next']['told']}"
    print(
        f"{done}/{rounds} {row['kind']:8} {effect.get('seconds', 0.0):6.3f} s "
        f"{effect.get('commands', 0)} commands, next {good}; {seconds:.1f} s "
        + "; ".join(row["problems"]),
        file=sys.stderr,
        flush=True,
    )


def main() -> int:
    """Run, keep, tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=300, help="interruptions in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scene", default="FloorPlan1", help="a kitchen")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="rows, JSON lines")
    parser.add_argument("--logs", type=Path, help="folder for the nodes' logs; else thrown away")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    args = parser.parse_args()
    for sign in (signal.SIGINT, signal.SIGTERM):  # also where a shell has them ignored
        signal.signal(sign, signal.default_int_handler)
    rows = [json.loads(line) for line in args.out.open()] if args.out.exists() else []
    done = sum(row["kind"] in KINDS for row in rows)
    code = 0
    with args.out.open("a", encoding="utf-8") as file:

        def keep(row: dict[str, Any]) -> None:
            rows.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()

        try:
            if done < args.rounds:
                run(args, keep, done)
        except KeyboardInterrupt:
            code = 130
        except RobotError as error:
            print(f"endurance: {error}", file=sys.stderr)
            code = 1
    print(summary(rows, as_json=args.json))
    return code


if __name__ == "__main__":
    sys.exit(main())
