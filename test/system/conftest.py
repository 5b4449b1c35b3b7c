# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The running graph, and a probe that watches it; every wait has a deadline."""

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from egoplan_ros.action import ExecuteTask
from lifecycle_msgs.srv import ChangeState, GetState
from rclpy.action import ActionClient
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import String
from std_srvs.srv import Trigger

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.node_table import NODES, middleware_environment
from egoplan_ros.nodes.qos import LATCHED
from egoplan_ros.nodes.startup.starter import GraphProcesses

UP_SECONDS = 120.0
TASK_SECONDS = 240.0
SCENE = "FloorPlan21"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.system)


class Probe:
    """A node of its own in the graph's domain, used like a plain object."""

    def __init__(self, domain: int) -> None:
        self.domain = domain
        self.context = Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = Node("probe", context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.diagnostics: dict[str, DiagnosticStatus] = {}
        self.diagnosed = time.monotonic()
        self.questions: list[str] = []
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self._diagnosed, 50)
        # Latched: a question that is asked before who asks has found us comes late, not never.
        self.asked = self.node.create_subscription(
            String, "question", lambda message: self.questions.append(message.data), LATCHED
        )
        self.tasks = ActionClient(self.node, ExecuteTask, "execute_task")

    def close(self) -> None:
        self.executor.shutdown(timeout_sec=2.0)
        self.node.destroy_node()
        self.context.try_shutdown()

    def until(self, condition: Callable[[], Any], seconds: float, what: str) -> Any:
        """Spin until a condition is true; what it returned."""
        end = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < end, f"{what}: not within {seconds:g} s; {self.complaints()}"
            self.executor.spin_once(timeout_sec=0.05)
        return found

    def call(
        self,
        kind: type,
        name: str,
        request: Any = None,
        seconds: float = 30.0,
        again: float = math.inf,
    ) -> Any:
        """Ask a service; ``again`` after so many seconds without an answer."""
        client = self.node.create_client(kind, name)
        try:
            self.until(client.service_is_ready, UP_SECONDS, f"service {name}")
            # A server that has not discovered us yet cannot answer: it must see us first.
            self.executor.spin_once(timeout_sec=0.2)
            answers: list[Any] = []
            began = time.monotonic()

            def answered() -> Any:
                if not answers or time.monotonic() > began + again * len(answers):
                    answers.append(client.call_async(request or kind.Request()))
                return next((answer for answer in answers if answer.done()), None)

            return self.until(answered, seconds, f"answer of {name}").result()
        finally:
            self.node.destroy_client(client)

    def state(self, name: str) -> int:
        """Lifecycle state of a node."""
        return int(self.call(GetState, f"{name}/get_state", again=5.0).current_state.id)

    def change(self, name: str, transition: int) -> bool:
        """Have a node change its lifecycle state."""
        before = self.state(name)
        request = ChangeState.Request()
        request.transition.id = transition
        answer = self.call(ChangeState, f"{name}/change_state", request, 60.0, again=10.0)
        return bool(answer.success) or self.state(name) != before

    def wait_until_up(self) -> None:
        """All nodes active."""
        end = time.monotonic() + UP_SECONDS
        while not (answer := self.call(Trigger, "is_active", None, UP_SECONDS, 20.0)).success:
            assert time.monotonic() < end, f"{answer.message}; {self.complaints()}"
            self.executor.spin_once(timeout_sec=0.1)

    def send(self, text: str, feedback: Callable[[Any], None] | None = None, **more: Any) -> Any:
        """Give a task; its goal handle."""
        goal = ExecuteTask.Goal()
        goal.instruction.text = text
        for name, value in more.items():
            setattr(goal if name == "task" else goal.instruction, name, value)
        self.until(self.tasks.server_is_ready, UP_SECONDS, "execute_task")
        sent = self.tasks.send_goal_async(
            goal, feedback_callback=lambda item: feedback and feedback(item.feedback.status)
        )
        self.until(sent.done, 30.0, "acceptance of the task")
        assert sent.result().accepted
        return sent.result()

    def during(self, handle: Any, condition: Callable[[], Any], seconds: float, what: str) -> None:
        """Spin until a condition is true, before the task ends."""
        ending = handle.get_result_async()
        self.until(lambda: condition() or ending.done(), seconds, what)
        assert condition(), f"{what}: the task ended: {ending.result().result.reason}"

    def outcome(self, handle: Any, seconds: float = TASK_SECONDS) -> tuple[int, Any]:
        """(goal status, EpisodeResult) of a task."""
        ending = handle.get_result_async()
        self.until(ending.done, seconds, "end of the task")
        return ending.result().status, ending.result().result

    def do(self, text: str, **more: Any) -> tuple[int, Any]:
        """Give a task and wait for its end."""
        return self.outcome(self.send(text, **more))

    def level(self, name: str) -> int:
        """Diagnostic level of a node; STALE when it has not told yet."""
        status = self.diagnostics.get(name)
        return ord(status.level if status else DiagnosticStatus.STALE)

    def complaint(
        self,
        name: str,
        part: str,
        seconds: float = 30.0,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> DiagnosticStatus:
        """Wait for an ERROR of a node that contains a text; one line."""

        def found() -> DiagnosticStatus | None:
            meanwhile()
            status = self.diagnostics.get(name)
            wrong = status is not None and status.level == DiagnosticStatus.ERROR
            return status if wrong and part in status.message else None

        status = self.until(found, seconds, f"{name} tells {part!r}")
        assert "\n" not in status.message
        return status

    def complains(self, name: str, part: str) -> None:
        """Wait until the diagnostics of a node contain a text."""
        self.until(
            lambda: name in self.diagnostics and part in self.diagnostics[name].message,
            20.0,
            f"{name} tells {part!r}",
        )

    def complaints(self) -> str:
        """What nodes complain of, and for how long none was heard."""
        found = "; ".join(
            f"{name}: {status.message}"
            for name, status in sorted(self.diagnostics.items())
            if status.level != DiagnosticStatus.OK
        )
        return f"{found} (diagnostics: {time.monotonic() - self.diagnosed:.1f} s ago)"

    def _diagnosed(self, message: DiagnosticArray) -> None:
        self.diagnosed = time.monotonic()
        for status in message.status:
            self.diagnostics[status.hardware_id] = status


class Graph:
    """A running graph with its probe."""

    def __init__(self, processes: GraphProcesses, probe: Probe, logs: Path) -> None:
        self.processes, self.probe, self.logs = processes, probe, logs


@pytest.fixture(scope="session", autouse=True)
def _local_discovery() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in middleware_environment().items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module")
def scene() -> str:
    """Where the graph begins; a module of tests may have another one."""
    return SCENE


@pytest.fixture(scope="module")
def perception() -> dict[str, Any]:
    """Parameters of the node perception; a module of tests may have others."""
    return {}


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """Additions to the environment of the nodes; a module of tests may have some."""
    return {}


@pytest.fixture(scope="module")
def graph(
    tmp_path_factory: pytest.TempPathFactory,
    scene: str,
    perception: dict[str, Any],
    environment: dict[str, str],
) -> Iterator[Graph]:
    """The eight nodes on the embedded simulator, active, in a domain of their own."""
    logs = tmp_path_factory.mktemp("graph")
    with own_domain() as domain:
        yield from _running(domain, logs, scene, perception, environment)


def _running(
    domain: int,
    logs: Path,
    scene: str,
    perception: dict[str, Any],
    environment: dict[str, str],
) -> Iterator[Graph]:
    processes = GraphProcesses(
        "simulated",
        {"robot_bridge": {"scene": scene}, "perception": perception},
        log_dir=logs,
        environment={
            **environment,
            "ROS_DOMAIN_ID": str(domain),
            "ROS_LOG_DIR": str(logs / "ros"),
            "ROS_HOME": str(logs / "home"),
        },
    )
    with processes:
        probe = Probe(domain)
        try:
            probe.wait_until_up()
            yield Graph(processes, probe, logs)
        finally:
            probe.close()
    for entry in NODES:
        text = (logs / f"{entry.name}.log").read_text(encoding="utf-8", errors="replace")
        assert "Traceback" not in text, f"{entry.name}:\n{text[-2000:]}"


class Solo:
    """One node alone."""

    def __init__(self, name: str, domain: int, folder: Path, arguments: list[str]) -> None:
        self.name, self.log = name, folder / f"{name}.log"
        self._output = self.log.open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "egoplan_ros.nodes.main", name, "--ros-args", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": str(folder / "ros")},
        )

    def end(self, sign: signal.Signals = signal.SIGINT, seconds: float = 20.0) -> int:
        """Signal it and wait; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            return self.process.wait(seconds)
        finally:
            self.process.kill()
            self.process.wait()
            self._output.close()

    @property
    def text(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture
def solo(tmp_path: Path) -> Iterator[Callable[..., tuple[Solo, Probe]]]:
    """Starts one node with command-line arguments, ``beside`` another; gives it and a probe."""
    probes: list[Probe] = []
    nodes: list[Solo] = []
    domains = ExitStack()

    def start(name: str, *arguments: str, beside: Probe | None = None) -> tuple[Solo, Probe]:
        domain = domains.enter_context(own_domain()) if beside is None else beside.domain
        nodes.append(Solo(name, domain, tmp_path, list(arguments)))
        if beside is None:
            probes.append(Probe(domain))
        return nodes[-1], beside or probes[-1]

    yield start
    for probe in probes:
        probe.close()
    for node in nodes:
        node.end()
    domains.close()
