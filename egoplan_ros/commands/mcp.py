# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Offer the robot as tools to an agent: the Model Context Protocol on standard input and output.

Starts the graph on the embedded simulator, or takes part in one that runs (--join). An agent's
program is told the command line, such as: {"command": "…/egoplan", "args": ["mcp"]}.
"""

import asyncio
import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from egoplan_ros.commands.argument_types import domain, namespace, seconds, seed
from egoplan_ros.commands.run_folder import RunFolder, default_folder
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.running import RunningGraph, announced_or_told
from egoplan_ros.world.system.signals import no_interrupts, stop_signals

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from egoplan_ros.nodes.clients.task_session import TaskSession

READY_SECONDS = 120.0
INSTRUCTIONS = """A robot in a home, seen through its own camera. Give it one task in plain English
with give_task, then ask status now and then until its state is succeeded, failed or cancelled.
Where status has a question or a request, answer it: ask the person you work for when you do not
know."""


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("--join", action="store_true", help="take part in a running graph; start none")
    add("--domain", type=domain, metavar="ID", help="ROS domain of --join (yours)")
    add("--namespace", type=namespace, default="", metavar="NS", help="of --join's nodes (none)")
    add("--scene", type=scene_name, help="scene of the simulator (FloorPlan1)")
    add("--seed", type=seed, help="places the small objects anew (the scene's own places)")
    add("--strategy", help="preset in config/strategies, or a package's (egoplan)")
    add("--perception", help="perception back end (oracle)")
    add("--out", type=Path, metavar="DIR", help="folder of the nodes' logs (runs/<time>-mcp)")
    add("--timeout", type=seconds, default=900.0, metavar="S", help="of a task (%(default)g)")
    add("--json", action="store_true", help="print the tools and their schemas; serve nothing")


def run(args: Namespace) -> int:
    """Serve until the agent goes away."""
    _check(args)
    listed = make_server(None, args.timeout)  # what is missing is told before anything starts
    if args.json:
        tools = asyncio.run(listed.list_tools())
        print(json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in tools]))
        return 0
    with stop_signals():
        with _session(args) as (session, check):
            server = make_server(session, args.timeout, check)
            _note("serving; end with Ctrl-C")
            try:
                server.run("stdio")
                return 0
            except KeyboardInterrupt:
                pass
        # The thread that reads standard input cannot be woken; nothing else is left to do.
        sys.stderr.write("egoplan: interrupted\n")
        sys.stderr.flush()
        os._exit(130)


def make_server(
    session: "TaskSession | None", timeout: float, check: Callable[[], None] = lambda: None
) -> "MCPServer":
    """The tools over a session; None: to be listed alone.

    Raises:
        InputError: the SDK is not installed.
    """
    try:
        from mcp.server.mcpserver import Image, MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as error:
        raise InputError(f"mcp: {error}; install it with pip install 'egoplan_ros[mcp]'") from error
    from egoplan_ros.commands.version import package_version

    server = MCPServer(
        "egoplan", instructions=INSTRUCTIONS, version=package_version(), log_level="ERROR"
    )

    @contextmanager
    def graph() -> Iterator["TaskSession"]:
        assert session is not None
        try:
            yield session
        except (InputError, RobotError) as error:
            raise ToolError(str(error)) from error

    @server.tool()
    def give_task(instruction: str) -> dict[str, Any]:
        """Give the robot a task in plain English, e.g. "put a clean mug in the coffee machine".

        Returns at once; ask status how it goes. One task at a time.
        """
        with graph() as robot:
            robot.begin(instruction, timeout, check)
            return robot.status()

    @server.tool()
    def status() -> dict[str, Any]:
        """How the task stands.

        state (idle, running, succeeded, failed, cancelled), reason, goal, plan, present action,
        what blocks it, steps; question: which of two things is meant; request: what a person is
        asked to do.
        """
        with graph() as robot:
            return robot.status()

    @server.tool()
    def answer_question(text: str) -> dict[str, Any]:
        """Answer the question of status: name the one that is meant, e.g. "the desk lamp"."""
        with graph() as robot:
            robot.answer(text)
            return robot.status()

    @server.tool()
    def answer_request(done: bool) -> dict[str, Any]:
        """Say whether a person has done what the request of status asks for."""
        with graph() as robot:
            robot.helped(done)
            return robot.status()

    @server.tool(structured_output=False)
    def picture() -> Image:
        """What the robot's camera sees now, with the things it has recognised drawn in."""
        with graph() as robot:
            return Image(data=_jpeg(robot.picture()), format="jpeg")

    @server.tool()
    def stop() -> dict[str, Any]:
        """Stop the task under way; the robot halts after the present motion."""
        with graph() as robot:
            robot.stop()
            return robot.status()

    return server


def _check(args: Namespace) -> None:
    simulated = ("scene", "seed", "strategy", "perception", "out")
    given = [name for name in simulated if getattr(args, name) is not None]
    if args.join and given:
        raise InputError(f"--{given[0]}: is of a graph that is started; leave out --join")
    if not args.join and (args.domain is not None or args.namespace):
        raise InputError("--domain and --namespace are of a running graph; add --join")
    if args.scene:
        from egoplan_ros.commands.scenes import check_scene

        check_scene(args.scene)


@contextmanager
def _session(args: Namespace) -> Iterator[tuple["TaskSession", Callable[[], None]]]:
    from egoplan_ros.nodes.node_table import require_middleware

    require_middleware()
    try:
        from egoplan_ros.nodes.clients.task_session import TaskSession
    except ImportError as error:
        raise InputError(f"mcp: ROS 2 cannot be loaded ({str(error)[:120]})") from error
    if args.join:
        number = int(os.environ.get("ROS_DOMAIN_ID", "0")) if args.domain is None else args.domain
        with TaskSession(number, _note, namespace=args.namespace) as session:
            yield session, lambda: None
        return
    with _graph(args) as (processes, number, logs), TaskSession(number, _note, logs) as session:

        def check() -> None:
            if refused := processes.failures():
                raise RobotError("; ".join(refused))

        session.wait_until_ready(READY_SECONDS, check, _note)
        yield session, check
        with no_interrupts():
            session.close()


@contextmanager
def _graph(args: Namespace) -> Iterator[tuple[Any, int, Path]]:
    """The processes of a simulated graph on a domain of its own, and the folder of our own log."""
    from egoplan_ros.commands.domain import own_domain
    from egoplan_ros.nodes.node_table import camera_parameters, strategy_parameters
    from egoplan_ros.nodes.startup.starter import GraphProcesses
    from egoplan_ros.robots.thor_process import need_home

    need_home()
    backend = args.perception or "oracle"
    robot = {"scene": args.scene or "FloorPlan1", **camera_parameters(backend)}
    parameters = {
        **strategy_parameters(args.strategy or "egoplan"),
        "robot_bridge": robot | ({} if args.seed is None else {"seed": args.seed}),
        "perception": {"backend": backend},
    }
    folder = RunFolder(args.out or default_folder("mcp"))
    logs = folder.logs / "ros"
    with own_domain() as number:
        processes = GraphProcesses(
            parameters=parameters,
            log_dir=folder.logs,
            environment={
                "ROS_DOMAIN_ID": str(number),
                "ROS_LOG_DIR": str(logs),
                "ROS_HOME": str(logs),
            },
            tell=_note,
        )
        _note(f"starting the graph on ROS domain {number}; logs in {folder.logs}")
        graph = RunningGraph(number, os.getpid(), str(folder.path.absolute()), "egoplan mcp")
        with processes, announced_or_told(graph, _note):
            yield processes, number, logs


def _jpeg(image: Any) -> bytes:
    import cv2

    data: bytes = cv2.imencode(".jpg", image[..., ::-1])[1].tobytes()
    return data


def _note(line: str) -> None:
    """On standard error: standard output is the protocol's."""
    print(f"egoplan mcp: {line}", file=sys.stderr, flush=True)
