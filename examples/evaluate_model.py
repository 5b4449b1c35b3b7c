# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Score a perception back end on drawn tasks, by the simulator: evaluate_model.py learned 20"""

import sys

from egoplan_ros.bench.runner import BenchConfig, run_suite

perception = sys.argv[1] if len(sys.argv) > 1 else "oracle"
episodes = int(sys.argv[2]) if len(sys.argv) > 2 else 2
config = BenchConfig(
    "alfred", episodes, kinds=("pick_and_place_simple",), perception=perception, seed=1
)
report = run_suite(config, lambda done, total, episode: print(done, total, episode["reason"]))
rate = report["all"]["SR"]
print(f"{rate['hits']}/{rate['n']} [{rate['low']:.0%}, {rate['high']:.0%}]")
