# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A task with all rooms in this process."""

import contextlib
import threading
import time
from argparse import Namespace
from typing import Any

from egoplan_ros.behavior.ports import Event
from egoplan_ros.commands.artefacts import Artefacts
from egoplan_ros.commands.pictures.surroundings import mark_of_object
from egoplan_ros.commands.running.options import check_simulation, check_size
from egoplan_ros.commands.running.outcome import Outcome, last_known
from egoplan_ros.commands.task_view import from_progress
from egoplan_ros.commands.terminal.display import Display
from egoplan_ros.perception.outlines import outlines
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.task import Instruction


def perform_locally(
    args: Namespace,
    instruction: Instruction,
    artefacts: Artefacts,
    display: Display,
    outcome: Outcome,
) -> None:
    """Run the task; fills ``outcome`` as far as it gets.

    Raises:
        InputError: unknown name or option.
        RobotError: the simulator does not start.
    """
    from egoplan_ros.agent import Agent
    from egoplan_ros.settings import checked_settings

    started = time.monotonic()
    display.note("starting the simulator")
    agent = Agent(
        scene=args.scene,
        seed=args.seed,
        perception=args.perception,
        strategy=args.strategy,
        settings=checked_settings(args.settings, args.strategy),
        robot_options={"setup": args.setup}
        | ({"executable": "unity"} if args.thor else {})
        | check_simulation(args.thor, args.rooms, args.faults, args.depth)
        | check_size(args.size),
    )
    with agent:
        outcome.setup_seconds = time.monotonic() - started
        show = _shower(agent, artefacts, display)

        def on_frame(frame: RgbdFrame, seen: Detections, world: WorldState) -> None:
            artefacts.image(
                frame.rgb, outlines(seen.labels, {item.label: item.type for item in seen.items})
            )
            artefacts.position(frame.robot.base.x, frame.robot.base.y)
            artefacts.map(world.grid)
            artefacts.objects(map(mark_of_object, world.objects.values()))
            show()

        def on_event(event: Event) -> None:
            if outcome.notes is not None:
                outcome.notes.note(event, agent.world_model.state)
            show()

        late = threading.Timer(args.timeout, agent.cancel, (f"timeout after {args.timeout:.0f} s",))
        late.daemon = True
        late.start()
        try:
            outcome.result = agent.follow(instruction, on_event, on_frame)
            outcome.state = "succeeded" if outcome.result.success else "failed"
        except KeyboardInterrupt:
            outcome.result = last_known(artefacts, "interrupted")
            raise
        finally:
            late.cancel()
            with contextlib.suppress(RobotError):  # the simulator may be dead
                outcome.truth = agent.robot.truth()
                outcome.world = agent.world_model.state()


def _shower(agent: Any, artefacts: Artefacts, display: Display) -> Any:
    def show() -> None:
        try:
            view = from_progress(agent.progress())
        except RuntimeError:  # the task has not begun
            return
        artefacts.status(view)
        display.show(view)

    return show
