# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How much the world model forgets when its process is killed, and how soon it is back.

Run: `python benchmarks/mapping_kill.py --keep DIR --kills 50`. A process maps a recorded tour at
10 frames a second and checkpoints as the node does; it is killed (SIGKILL) at random moments and
started again. What counts as lost is the time between the last frame that was mapped and the one
that the next process knew. It is back when it knows again what it had kept: told as time on the
clock and as processor time, both since the start of the process.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.world.ontology import load_ontology

_SCENE = "FloorPlan1"
_RATE = 10.0


def say(**values: Any) -> None:
    """One line of JSON."""
    print(json.dumps({"at": time.monotonic(), **values}), flush=True)


def work(tour: Path, checkpoint: Path, period: float) -> None:
    """Map for ever; the one that is killed."""
    model = WorldModel(load_ontology())
    began = time.monotonic()
    if checkpoint.exists():
        model.load(checkpoint)
    say(resumed=model.state().stamp, seconds=time.monotonic() - began,
        cpu=time.process_time(), objects=len(model.state().objects))  # fmt: skip
    import tours  # late, with the simulator's client: no part of a mapping process

    steps = tours.load(tour).steps
    pool = ThreadPoolExecutor(1)
    writing: Future[None] | None = None
    due = time.monotonic() + period
    number = round(model.state().stamp * _RATE)
    while True:
        number += 1
        step, stamp = steps[number % len(steps)], number / _RATE
        robot = replace(step.frame.robot, stamp=stamp, episode=1, last=None, step=number)
        frame = replace(step.frame, stamp=stamp, robot=robot)
        began = time.monotonic()
        model.update(frame, replace(step.detections, stamp=stamp))
        say(frame=stamp)
        if time.monotonic() >= due and (writing is None or writing.done()):
            due = time.monotonic() + period
            write = model.checkpoint(checkpoint)
            writing = pool.submit(_write, write, stamp)
        time.sleep(max(0.0, began + 1.0 / _RATE - time.monotonic()))


def _write(write: Any, stamp: float) -> None:
    write()
    say(kept=stamp)


def life(command: list[str], wait: float) -> dict[str, Any]:
    """Run the process until ``wait`` seconds after its first frame, then kill it."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found: dict[str, Any] = {"frames": {}, "kept": 0.0}
    killer: threading.Timer | None = None
    for line in process.stdout:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue  # the last line, cut off by the kill
        if "resumed" in row:
            found |= {"resumed": row["resumed"], "seconds": row["seconds"]}
            found |= {"objects": row["objects"], "start": row["at"] - started, "cpu": row["cpu"]}
        elif "kept" in row:
            found["kept"] = row["kept"]
        else:
            found["frames"][row["frame"]] = row["at"]
            if killer is None:
                killer = threading.Timer(wait, process.kill)
                killer.start()
    process.wait()
    return found


def main() -> int:
    """Kill, start again, tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--keep", type=Path, required=True, metavar="DIR", help="recorded tours")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--period", type=float, default=0.5, help="between checkpoints, seconds")
    parser.add_argument("--steps", type=int, default=60, help="of the tour")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", nargs=2, type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work is not None:
        work(*args.work, args.period)
    tour = args.keep / f"{_SCENE}_300x300_{args.steps}.npz"
    if not tour.exists():
        import tours

        from egoplan_ros.robots.thor import ThorRobot

        robot = ThorRobot()
        try:
            tours.save(tours.record(robot, _SCENE, 1, args.steps), tour)
        finally:
            robot.close()
    choice = random.Random(args.seed)
    lost, behind, seconds, starts, used = [], [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Path(folder) / "checkpoint.npz"
        command = [sys.executable, __file__, "--keep", str(args.keep), "--period", str(args.period)]
        command += ["--work", str(tour), str(checkpoint)]
        before = life(command, args.period + choice.uniform(0.0, 2.0))
        for _ in range(args.kills):
            after = life(command, choice.uniform(0.0, 2.0))
            last = max(before["frames"])
            known = before["frames"].get(after["resumed"])
            # Killed before it kept anything: what it had taken up is all there is.
            known = min(before["frames"].values()) if known is None else known
            lost.append(before["frames"][last] - known)
            behind.append(max(before["kept"], before["resumed"]) - after["resumed"])
            seconds.append(after["seconds"])
            starts.append(after["start"])
            used.append(after["cpu"])
            before = after
        left = [p.name for p in Path(folder).iterdir() if p != checkpoint]
    report = {
        "kills": args.kills,
        "period_s": args.period,
        "lost_s_max": round(max(lost), 3),
        "lost_s_median": round(sorted(lost)[len(lost) // 2], 3),
        "lost_over_1_s": sum(value > 1.0 for value in lost),
        "kept_but_lost": sum(value > 1e-6 for value in behind),
        "load_s_max": round(max(seconds), 3),
        "start_to_resumed_s_median": round(sorted(starts)[len(starts) // 2], 3),
        "start_to_resumed_s_max": round(max(starts), 3),
        "start_to_resumed_over_2_s": sum(value > 2.0 for value in starts),
        "start_to_resumed_cpu_s_median": round(sorted(used)[len(used) // 2], 3),
        "start_to_resumed_cpu_s_max": round(max(used), 3),
        "objects": before["objects"],
        "left_over_files": len(left),
    }
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
