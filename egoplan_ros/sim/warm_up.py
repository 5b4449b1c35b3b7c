# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the simulator needs once on a machine: image textures, and its kernels compiled.

`python -m egoplan_ros.sim.warm_up` is part of set-up; without it the first scene takes as long.
"""

import argparse
import time

from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.textures.store import make_all

WANTED = frozenset({"rgb", "depth", "instances", "classes", "normals"})
SCENE = "FloorPlan1"


def main() -> int:
    """Make textures and compile; prints one line."""
    parser = argparse.ArgumentParser(
        prog="python -m egoplan_ros.sim.warm_up",
        description="Makes the simulator's image textures and compiles its kernels.",
    )
    parser.parse_args()
    began = time.monotonic()
    made = make_all()
    sim = Simulation((64, 64), SCENE)
    body = sim.world.body
    sim.renderer.frame(body.eye(), body.gaze(), 90.0, (64, 64), WANTED)
    sim.renderer.frame(body.eye(), body.gaze(), 90.0, (64, 64), WANTED, 2.0)
    sim.eyes.look(1.0)
    print(f"simulator ready: {made} textures made, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
