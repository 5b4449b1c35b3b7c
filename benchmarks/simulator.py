# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speed of the embedded simulator: frames, steps and resets on one core.

Run: `scripts/in-venv python benchmarks/simulator.py`; prints medians of processor time in
milliseconds, which other work on the machine disturbs less than the time on the clock. With
`--peers SITE_PACKAGES`, a folder where `mujoco` and `PyOpenGL` are installed, MuJoCo draws the same
room in the same run (without GPU set MUJOCO_GL=egl and LP_NUM_THREADS=1).
"""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable

from egoplan_ros.sim.server import Server
from egoplan_ros.sim.simulation import Simulation

WANTED = frozenset({"rgb", "depth", "instances"})
TURN = ["MoveAhead", "RotateRight", "LookDown", "MoveBack", "RotateLeft", "LookUp"]
SCENES = ("FloorPlan1", "FloorPlan_Train1_1")


def median(call: Callable[[], object], rounds: int = 60, warm: int = 12) -> float:
    """Median milliseconds of processor time of a call."""
    times = []
    for k in range(rounds + warm):
        begin = time.process_time()
        call()
        if k >= warm:
            times.append(1000 * (time.process_time() - begin))
    return statistics.median(times)


def compare(sim: Simulation, size: tuple[int, int], drawn: float, peers: str) -> None:
    """Print what MuJoCo takes for the same images, without and with shadows."""
    sys.path.append(peers)
    from mujoco_frames import frame_ms, room

    model = room(sim)
    for shadows in (False, True):
        theirs = frame_ms(model, size, shadows)
        with_them = "with" if shadows else "without"
        print(f"  MuJoCo {with_them} shadows {theirs:.1f} ms, {theirs / drawn:.2f} times ours with")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Speed of the embedded simulator.")
    parser.add_argument("--peers", metavar="SITE_PACKAGES", help="where mujoco is installed")
    args = parser.parse_args()
    print("scene               size     triangles  frame ms  step ms  steps/s")
    for scene in SCENES:
        for size in ((300, 300), (640, 480)):
            sim = Simulation(size, scene)
            body = sim.world.body
            triangles = sum(len(p.faces) for t in sim.world.things for p in t.shape.parts)

            def frame(sim: Simulation = sim, size: tuple[int, int] = size) -> None:
                body = sim.world.body
                body.yaw = (body.yaw + 90) % 360
                sim.renderer.frame(body.eye(), body.gaze(), 90.0, size, WANTED)

            drawn = median(frame)
            body.yaw = 0.0
            server = Server(size)
            server.answer({"action": "Reset", "sceneName": scene})
            server.answer(
                {
                    "action": "Initialize",
                    "renderDepthImage": True,
                    "renderInstanceSegmentation": True,
                }
            )
            actions = iter(TURN * 100)
            step = median(lambda s=server, a=actions: s.answer({"action": next(a)}))
            wide = f"{size[0]}x{size[1]}"
            print(f"{scene:19} {wide:8} {triangles:9} {drawn:9.1f} {step:8.1f} {1000 / step:8.0f}")
            if args.peers:
                compare(sim, size, drawn, args.peers)
    names = iter([f"FloorPlan{k}" for k in [*range(1, 21), *[17, 18, 19, 20] * 5]])

    def reset() -> None:
        server.answer({"action": "Reset", "sceneName": next(names)})

    first, again = median(reset, 18, 2), median(reset, 20, 0)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"reset of a kitchen {first:.0f} ms, to a recent one {again:.0f} ms, ", end="")
    print(f"peak memory {memory:.0f} MB")


if __name__ == "__main__":
    main()
