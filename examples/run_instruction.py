# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Follow a sentence in a simulated home, and say how it went."""

import sys

from egoplan_ros import Agent

sentence = " ".join(sys.argv[1:]) or "put a mug in the sink"
with Agent(scene="FloorPlan1") as agent:
    result = agent.follow(sentence, on_event=lambda event: print(event.kind, event.text))
print("succeeded" if result.success else "failed", "after", result.steps, "steps:", result.reason)
