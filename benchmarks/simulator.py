"""Speed of the embedded simulator: frames, steps and resets on one core.

Run: `python benchmarks/simulator.py`; prints medians of processor time in milliseconds, which other
work on the machine disturbs less than the time on the clock.
"""

import resource
import statistics
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


def main() -> None:
    """Print the table."""
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
    names = iter([f"FloorPlan{k}" for k in range(1, 21)])
    reset = median(lambda: server.answer({"action": "Reset", "sceneName": next(names)}), 10, 2)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"reset of a kitchen {reset:.0f} ms, peak memory {memory:.0f} MB")


if __name__ == "__main__":
    main()
