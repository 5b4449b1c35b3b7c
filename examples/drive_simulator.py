# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive the embedded simulator with AI2-THOR's own client, as if it were the Unity build."""

from ai2thor.controller import Controller
from ai2thor.fifo_server import FifoServer

from egoplan_ros.robots.thor_process import embedded_simulator

controller = Controller(
    local_executable_path=embedded_simulator(),
    server_class=FifoServer,
    x_display=":0",
    scene="FloorPlan1",
    width=300,
    height=300,
    renderDepthImage=True,
)
event = controller.step("RotateRight")
print(event.metadata["lastActionSuccess"], event.frame.shape, event.depth_frame.max(), "m")
print(sorted({item["objectType"] for item in event.metadata["objects"] if item["visible"]}))
controller.stop()
