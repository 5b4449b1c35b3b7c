# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A thousand files of killed processes in shared memory: a graph comes up all the same."""

import os
import secrets
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.clients.task_client import TaskClient
from egoplan_ros.nodes.node_table import middleware_environment
from egoplan_ros.nodes.startup.starter import GraphProcesses
from egoplan_ros.nodes.supervision.shared_memory import FOLDER, port_of, sweep
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.task import Instruction

SEGMENTS, PARTICIPANTS = 400, 100
HEAD = 1 << 16
"""Bytes of a segment that are copied; the rest of a copy takes no memory."""
VICTIM = """
import rclpy
from rclpy.node import Node
rclpy.init()
node = Node("victim")
print("up", flush=True)
rclpy.spin(node)
"""


class Quiet:
    """A watcher that looks away."""

    def __getattr__(self, name):
        return lambda *_: None


def ours() -> set[str]:
    return {item.name for item in FOLDER.iterdir() if "fastrtps" in item.name}


def killed(domain: int) -> set[str]:
    """The files of a process that was killed."""
    before = ours()
    environment = {**os.environ, **middleware_environment(), "ROS_DOMAIN_ID": str(domain)}
    process = subprocess.Popen(
        [sys.executable, "-c", VICTIM], env=environment, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    process.kill()
    process.communicate()
    return ours() - before


def copied(name: str, new: str, age: float) -> str:
    """Another file of the same kind, last touched so many seconds ago."""
    target = FOLDER / new
    size = (FOLDER / name).stat().st_size
    with (FOLDER / name).open("rb") as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy, HEAD) if size <= HEAD else copy.write(source.read(HEAD))
        copy.truncate(size)
    then = time.time() - age
    os.utime(target, (then, then))
    return new


def littered(domain: int, attempts: int = 5) -> set[str]:
    """A thousand files: segments, and the ports that the nodes of a graph would take.

    A graph of another test that starts meanwhile sweeps up what is copied here.
    """
    for _ in range(attempts - 1):
        with suppress(FileNotFoundError):
            return _littered(domain)
    return _littered(domain)


def _littered(domain: int) -> set[str]:
    left = sorted(killed(domain), key=len)  # a segment before its locks, as they are made
    port = next(name for name in left if name.startswith("fastrtps_port"))
    port = port.removesuffix("_el").removesuffix("_sl")
    segment = next(n for n in left if n.startswith("fastrtps_") and "port" not in n)
    segment = segment.removesuffix("_el").removesuffix("_sl")
    made: set[str] = set()
    for number in range(SEGMENTS):
        age = 3600.0 if number % 2 else 0.0
        new = f"fastrtps_{secrets.token_hex(8)}"
        made |= {copied(n, n.replace(segment, new), age) for n in left if segment in n}
    for number in range(20, 20 + PARTICIPANTS):
        age = 3600.0 if number % 2 else 0.0
        for which in (0, 1):
            new = f"fastrtps_port{port_of(domain, number) + which}"
            fresh = {n: n.replace(port, new) for n in left if port in n}
            made |= {copied(n, to, age) for n, to in fresh.items() if to not in made}
    return made


def test_a_graph_starts_among_a_thousand_dead_segments_and_sweeps_them(tmp_path: Path) -> None:
    with own_domain() as domain:
        made: set[str] = set()
        try:
            made = littered(domain)
            assert len(made) >= 1000
            processes = GraphProcesses(
                parameters={"robot_bridge": {"scene": "FloorPlan21"}},
                log_dir=tmp_path,
                environment={"ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": str(tmp_path / "ros")},
            )

            def check() -> None:
                if refused := processes.failures():
                    raise RobotError("; ".join(refused))

            with processes, TaskClient(Quiet(), domain, logs=tmp_path) as client:
                client.wait_until_ready(120.0, check, lambda line: None)
                state, result = client.execute(Instruction("open the fridge"), 120.0, check)
                assert state == "succeeded", result.reason
                assert not any(node.restarts for node in processes.nodes.values())
            # What is too young to be known for dead is swept by the next start.
            end = time.monotonic() + 30.0
            while made & ours() and time.monotonic() < end:
                sweep(domain)
                time.sleep(0.2)
            assert not made & ours()
        finally:
            for name in made:
                (FOLDER / name).unlink(missing_ok=True)
