# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A task over the running ROS 2 graph: starts its processes, gives the task, watches, judges."""

import os
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.bench.failures.notes import EpisodeNotes
from egoplan_ros.commands.artefacts import Artefacts
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.commands.page.live import live_page, web_address
from egoplan_ros.commands.page.server import PageServer
from egoplan_ros.commands.pictures.surroundings import mark_of_message
from egoplan_ros.commands.run_folder import RunFolder
from egoplan_ros.commands.running.options import check_simulation, check_size
from egoplan_ros.commands.running.outcome import Outcome, last_known
from egoplan_ros.commands.task_view import from_message, kept
from egoplan_ros.commands.terminal.display import Display
from egoplan_ros.nodes.node_table import Parameters, camera_parameters, strategy_parameters
from egoplan_ros.perception.outlines import Outline
from egoplan_ros.settings import checked_settings
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.running import RunningGraph, announced_or_told
from egoplan_ros.world.task import Instruction

if TYPE_CHECKING:
    from egoplan_ros.nodes.startup.starter import GraphProcesses

READY_SECONDS = 120.0
"""For the whole graph to become active; the simulator's start is the longest part."""

UNITY_READY_SECONDS = 900.0
"""The same where AI2-THOR may have to download its build first."""

LEFT_SECONDS = 5.0
"""For a page that is loaded again, after which nobody looks."""

WORLD_SECONDS = 5.0
"""For the world model of the last primitive, which is published before the task ends."""


def perform_over_ros(
    args: Namespace,
    instruction: Instruction,
    folder: RunFolder,
    artefacts: Artefacts,
    display: Display,
    outcome: Outcome,
) -> None:
    """Run the task; fills ``outcome`` as far as it gets.

    Raises:
        InputError: ROS 2 is not there, or a node refused its parameters (unknown scene, bad value,
            malformed file).
        RobotError: the graph does not come up, or breaks for good.
    """
    try:
        from egoplan_ros.nodes.clients.task_client import TaskClient
    except ImportError as error:
        raise InputError(
            f"ROS 2 cannot be loaded ({str(error)[:120]}); start ./egoplan of a checkout after "
            "make setup, source a workspace with egoplan_ros, or use --in-process"
        ) from error

    settings = checked_settings(args.settings, args.strategy)
    started = time.monotonic()
    with own_domain() as domain:
        display.note(f"starting the graph on ROS domain {domain}")
        processes = _processes(args, domain, folder, display, settings)
        logs = folder.logs / "ros"
        recording = None if args.no_recording else folder.recording
        watch = Watch(artefacts, display, outcome.notes)
        display.pin(f"./egoplan view --live shows the tree (ROS domain {domain})")
        with (
            _page(args, domain, instruction, folder, display) as page,
            announced_or_told(_graph(domain, instruction, folder, page), display.note),
            processes,
            TaskClient(watch, domain, recording, logs, args.discovery) as client,
        ):

            def check() -> None:
                refused = processes.failures()
                if refused:
                    raise InputError("; ".join(refused))

            try:
                ready = UNITY_READY_SECONDS if args.thor else READY_SECONDS
                client.wait_until_ready(ready, check, display.note)
                outcome.setup_seconds = time.monotonic() - started
                display.note(f"the graph is ready after {outcome.setup_seconds:.1f} s")
                outcome.state, result = client.execute(instruction, args.timeout, check)
                outcome.result = episode_result(result)
                outcome.truth = client.ground_truth()
                outcome.world = watch.world(int(outcome.truth.get("step", 0)))
                if page is not None and page.viewers:
                    outcome.keep()
                    display.note("the graph stays while the page is open; Ctrl-C ends it")
                    with suppress(KeyboardInterrupt):  # the task itself has ended
                        page.wait_until_left(LEFT_SECONDS, check)
            except KeyboardInterrupt:
                display.note("cancelling")
                outcome.result = last_known(artefacts, "interrupted")
                answer = client.cancel()
                if answer is not None:
                    outcome.result = episode_result(answer.result)
                raise
            except (InputError, RobotError):
                outcome.result = last_known(artefacts, "failed")
                raise
            finally:
                outcome.restarts = sum(node.restarts for node in processes.nodes.values())
                if client.recorder is not None:
                    client.recorder.close()
                    if client.recorder.problem:
                        artefacts.problems.append(client.recorder.problem)


def _processes(
    args: Namespace, domain: int, folder: RunFolder, display: Display, settings: Parameters
) -> "GraphProcesses":
    """The graph's processes, not yet started, as the command line wants them."""
    from egoplan_ros.nodes.startup.starter import GraphProcesses

    logs = str(folder.logs / "ros")
    return GraphProcesses(
        variant="thor" if args.thor else "simulated",
        parameters={
            **strategy_parameters(args.strategy, args.params or "", settings),
            **_parameters(args),
        },
        params_file=Path(args.params).expanduser() if args.params else "",
        log_dir=folder.logs,
        environment={"ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": logs, "ROS_HOME": logs},
        tell=display.note,
        discovery=args.discovery,
    )


@contextmanager
def _page(
    args: Namespace, domain: int, instruction: Instruction, folder: RunFolder, display: Display
) -> Iterator[PageServer | None]:
    """The page in the browser, if it is wanted."""
    if not args.web:
        yield None
        return
    again = f"./egoplan view {folder.path} --web"
    with live_page(
        *(web_address(args), domain),
        discovery=args.discovery,
        title=_title(instruction),
        again="" if args.no_recording else again,
        logs=folder.logs / "ros",
    ) as page:
        display.pin(f"open {page.url} in a browser")
        if args.json:  # standard output is the result's
            print(f"egoplan: open {page.url} in a browser", file=sys.stderr)
        yield page


def _graph(
    domain: int, instruction: Instruction, folder: RunFolder, page: PageServer | None
) -> RunningGraph:
    return RunningGraph(
        domain,
        os.getpid(),
        str(folder.path.absolute()),
        _title(instruction),
        page=page.url if page else "",
    )


class Watch:
    """Passes what the graph tells on to display and artefacts."""

    def __init__(
        self, artefacts: Artefacts, display: Display, notes: EpisodeNotes | None = None
    ) -> None:
        self._artefacts = artefacts
        self._display = display
        self._notes = notes
        self._objects: Any = None
        self._grid: OccupancyGrid | None = None
        self._newer = threading.Condition()

    def on_status(self, status: Any) -> None:
        """A new status."""
        view = kept(self._artefacts.view, from_message(status))
        self._artefacts.status(view)
        self._display.show(view)

    def on_image(self, image: npt.NDArray[np.uint8], seen: tuple[Outline, ...]) -> None:
        """A picture and what was seen in it."""
        self._artefacts.image(image, seen)

    def on_map(self, grid: OccupancyGrid) -> None:
        """A new map."""
        self._artefacts.map(grid)
        self._grid = grid

    def on_objects(self, objects: Any) -> None:
        """A new world model."""
        self._artefacts.objects(map(mark_of_message, objects.objects))
        self._artefacts.position(objects.robot.base.x, objects.robot.base.y)
        with self._newer:
            self._objects = objects
            self._newer.notify_all()

    def on_event(self, event: Any) -> None:
        """Something happened in the episode."""
        if self._notes is not None:
            from egoplan_ros.nodes.convert.events import from_event

            self._notes.note(from_event(event), self._present)

    def on_note(self, line: str) -> None:
        """Something about the graph itself."""
        self._display.note(line)

    def world(self, step: int) -> WorldState | None:
        """The world model after that primitive; None where it does not come in time."""

        def there() -> bool:
            return self._objects is not None and self._objects.robot.step >= step

        with self._newer:
            return self._present() if self._newer.wait_for(there, WORLD_SECONDS) else None

    def _present(self) -> WorldState | None:
        """The latest world model; None while none has come."""
        from egoplan_ros.nodes.convert.objects import from_objects

        objects, grid = self._objects, self._grid
        return None if objects is None or grid is None else from_objects(objects, grid)


def episode_result(message: Any) -> EpisodeResult:
    """From an ``EpisodeResult`` message."""
    return EpisodeResult(
        success=message.success,
        reason=message.reason,
        goal=message.goal,
        steps=message.steps,
        failed_actions=message.failed_actions,
        plans=message.plans,
        seconds=_seconds(message.elapsed),
        blocking=dict(zip(message.blocking, map(int, message.counts), strict=True)),
        actions=tuple(zip(message.actions, message.outcomes, strict=True)),
    )


def _title(instruction: Instruction) -> str:
    said = instruction.dialog[0][1] if instruction.dialog else ""
    return instruction.text or instruction.goal or said


def _seconds(span: Any) -> float:
    return float(span.sec + span.nanosec / 1e9)


def _parameters(args: Namespace) -> dict[str, dict[str, Any]]:
    robot: dict[str, Any] = {"scene": args.scene}
    if args.seed is not None:
        robot["seed"] = args.seed
    if args.setup:
        robot["thor.setup"] = args.setup
    options = check_simulation(args.thor, args.rooms, args.faults, args.depth)
    robot |= {f"thor.{name}": path for name, path in options.items()}
    robot |= camera_parameters(args.perception, args.params or "")
    robot |= {f"thor.{name}": value for name, value in check_size(args.size).items()}
    return {
        "robot_bridge": robot,
        "perception": {"backend": args.perception},
    }
