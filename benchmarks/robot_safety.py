# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Stops and faults of drivers while a simulated robot drives, with the whole graph about it.

Run: `python benchmarks/robot_safety.py --stops 200 --faults 20 --out rows.jsonl`. The robot of
`robot-sim` is driven by primitives, ahead and round. `stop`: one message on the topic, by a
publisher made for it, of whatever reliability and durability, at a random moment; then until the
base is at rest. Faults come while it drives ahead, by a relay between the robot's drivers and the
graph (:mod:`robot_meddler`), or by a kill of the bridge: metres the base still goes in three
seconds, and seconds until diagnostics, or the result of the motion, tell of it. Rows go to --out as
they come, and a run that is repeated goes on where it was cut off.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from pathlib import Path
from statistics import median
from typing import Any

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

import egoplan_ros.nodes  # noqa: F401  (joins the built messages to the package)

sys.path.insert(0, str(Path(__file__).parent))

from robot_meddler import FAULTS, KILL, RELAYED, Meddler, Notes

from egoplan_ros.bench.journal import add_line, load_lines
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.drivers.devices import DEVICE
from egoplan_ros.nodes.startup.starter import GraphProcesses
from egoplan_ros.world.errors import RobotError

STOP = "stop"
_NAMESPACE = "/egoplan"
_SIZE, _RATE = ("160", "120"), "6"
_AFTER_SECONDS = 3.0
"""For which a fault lasts, and motion is measured."""
_REST_METRES, _REST_RADIANS = 0.002, 0.004
"""Less than this within ``_REST_SECONDS`` is rest."""
_REST_SECONDS = 0.3
_UP_SECONDS, _DRIVE_SECONDS, _ANSWER_SECONDS = 120.0, 60.0, 5.0


@contextmanager
def _graph(seed: int) -> Iterator[tuple[Meddler, GraphProcesses]]:
    """A robot, a graph that reaches it through the relay, and the relay."""
    with own_domain() as domain, tempfile.TemporaryDirectory(prefix="robot-safety-") as name:
        folder = Path(name)
        words = ["--size", *_SIZE, "--rate", _RATE, "--dropped", "0", "--errors", str(seed)]
        robot = subprocess.Popen(
            [sys.executable, "-m", "egoplan_ros.cli", "robot-sim", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
        )
        names, notes = DEVICE | RELAYED, Notes()
        processes = GraphProcesses(
            "robot",
            {"behavior": {"ask_human": False}, "perception": {"backend": "detections"}},
            log_dir=folder / "logs",
            environment={"ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": str(folder / "ros")},
            tell=lambda line: notes.append((time.monotonic(), "starter", line)),
            remappings=[f"{topic}:={name}" for topic, name in names.items()],
            namespace=_NAMESPACE,
        )

        def check() -> None:
            if refused := processes.failures():
                raise RobotError("; ".join(refused))

        try:
            with Meddler(domain, _NAMESPACE, check, notes) as meddler, processes:
                meddler.until(lambda: meddler.true, _UP_SECONDS, "robot-sim")
                meddler.wait_until_up(_UP_SECONDS)
                yield meddler, processes
        finally:
            robot.send_signal(signal.SIGINT)
            robot.wait(30.0)


def _drive(meddler: Meddler, choice: random.Random, ahead: bool) -> None:
    """Have it drive, and wait until it has for a random time."""
    moment = end = time.monotonic() + _DRIVE_SECONDS
    asked = 0.0
    while time.monotonic() < end:
        unanswered = not meddler.taken and time.monotonic() > asked + _ANSWER_SECONDS
        if meddler.idle or unanswered:
            asked = time.monotonic()
            straight = choice.random() < (0.8 if ahead else 0.5)
            meddler.drive("ahead" if straight else "left", choice.uniform(1.0, 2.5))
            moment = time.monotonic() + choice.uniform(0.4, 2.5)
        meddler.spin(0.05)
        fast = meddler.speed > 0.08 or (not ahead and meddler.turning > 0.2)
        if not meddler.idle and fast and time.monotonic() > moment:
            return
    raise RobotError(f"the robot does not drive: {meddler.last or 'no answer'}")


def _stopped(meddler: Meddler, choice: random.Random) -> dict[str, Any]:
    """One message on ``stop``."""
    _drive(meddler, choice, ahead=False)
    qos = QoSProfile(
        depth=choice.choice((1, 10)),
        reliability=choice.choice(_RELIABILITIES),
        durability=choice.choice(_DURABILITIES),
    )
    sent = meddler.stop_once(qos)
    meddler.spin(_AFTER_SECONDS)
    rest = next(
        (at for at, _ in list(meddler.track) if at >= sent and meddler.still_from(at, _REST)), None
    )
    meddler.release()
    return {
        "seconds": None if rest is None else round(rest - sent, 3),
        "offered": f"{qos.reliability.name} {qos.durability.name}".lower(),
    }


_RELIABILITIES = ReliabilityPolicy.RELIABLE, ReliabilityPolicy.BEST_EFFORT
_DURABILITIES = DurabilityPolicy.VOLATILE, DurabilityPolicy.TRANSIENT_LOCAL
_REST = (_REST_SECONDS, _REST_METRES, _REST_RADIANS)


def _faulty(
    meddler: Meddler, processes: GraphProcesses, fault: str, choice: random.Random
) -> dict[str, Any]:
    """One fault while it drives ahead."""
    _drive(meddler, choice, ahead=True)
    at, begun = time.monotonic(), meddler.true
    known = meddler.known()
    assert begun is not None
    if fault == KILL:
        os.kill(processes.pid("robot_bridge") or 0, signal.SIGKILL)
    else:
        meddler.fault = fault
    meddler.spin(_AFTER_SECONDS)
    track = [pose for when, pose in list(meddler.track) if when >= at]
    gone = max(hypot(pose.x - begun.x, pose.y - begun.y) for pose in track)
    told = meddler.told_since(at, known)
    meddler.fault = ""
    meddler.wait_until_up(_UP_SECONDS)
    return {
        "metres": round(gone, 3),
        "seconds": None if told is None else round(told[0] - at, 3),
        "words": None if told is None else told[1],
    }


def main(arguments: list[str] | None = None) -> int:
    """Run what is not done yet, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--stops", type=int, default=200, help="single messages on stop (200)")
    parser.add_argument("--faults", type=int, default=20, help="of each kind (20)")
    parser.add_argument("--only", choices=FAULTS, help="this fault alone (all)")
    parser.add_argument("--seed", type=int, default=0, help="of moments and the robot's errors")
    parser.add_argument("--out", type=Path, default=Path("safety.jsonl"), help="rows")
    args = parser.parse_args(arguments)
    faults = [kind for kind in FAULTS if args.only in (None, kind)]
    kinds = [STOP] * args.stops + [kind for kind in faults for _ in range(args.faults)]
    keys = [f"{args.seed}/{kind}/{number}" for number, kind in enumerate(kinds)]
    done = load_lines(args.out, lambda row: {"key", "kind", "seconds"} <= set(row))
    rows = [done[key] for key in keys if key in done]
    todo = [number for number, key in enumerate(keys) if key not in done]
    try:
        if todo:
            with _graph(args.seed) as (meddler, processes):
                for number in todo:
                    kind, choice = kinds[number], random.Random(f"{args.seed} {number}")
                    found = (
                        _stopped(meddler, choice)
                        if kind == STOP
                        else _faulty(meddler, processes, kind, choice)
                    )
                    rows.append({"key": keys[number], "kind": kind} | found)
                    add_line(args.out, rows[-1])
                    print(json.dumps(rows[-1]), flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(summary(rows))
    return 0


def summary(rows: list[dict[str, Any]]) -> str:
    """For people: by kind how many, within what, and the greatest."""
    lines = [f"{'kind':16} {'n':>4} {'median s':>9} {'most s':>7} {'never':>6} {'most m':>7}"]
    for kind in (STOP, *FAULTS):
        found = [row for row in rows if row["kind"] == kind]
        times = [row["seconds"] for row in found if row["seconds"] is not None]
        ways = [row["metres"] for row in found if "metres" in row]
        lines.append(
            f"{kind:16} {len(found):4} {median(times) if times else float('nan'):9.2f} "
            f"{max(times, default=float('nan')):7.2f} {len(found) - len(times):6} "
            f"{max(ways, default=float('nan')):7.2f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
