# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An agent's program starts `egoplan mcp`, gives it a task over stdio and watches it being done."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from egoplan_ros.world.system.running import running_graphs

mcp = pytest.importorskip("mcp")
pytestmark = [pytest.mark.system, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
WORDS = ["-m", "egoplan_ros.cli", "mcp", "--out"]


def test_a_task_is_given_watched_and_done_over_stdio(tmp_path):
    server = mcp.StdioServerParameters(
        command=sys.executable,
        args=[*WORDS, str(tmp_path / "run")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    async def talk():
        async with mcp.Client(server, read_timeout_seconds=150) as client:
            begun = await client.call_tool("give_task", {"instruction": "open the fridge"})
            assert begun.structured_content["state"] == "running"
            folders = [graph.folder for graph in running_graphs()]
            assert str(tmp_path / "run") in folders, "view --live finds it"
            while True:
                told = (await client.call_tool("status", {})).structured_content
                if told["state"] != "running":
                    break
                await asyncio.sleep(0.2)
            picture = await client.call_tool("picture", {})
            refused = await client.call_tool("answer_request", {"done": True})
            stopped = await client.call_tool("stop", {})
            return told, picture, refused, stopped

    told, picture, refused, stopped = asyncio.run(talk())
    assert told["state"] == "succeeded", told
    assert told["steps"] > 3
    assert "Fridge" in told["goal"]
    assert len(picture.content[0].data) > 5000
    assert refused.is_error
    assert stopped.structured_content["state"] == "succeeded"


def test_it_ends_with_all_its_processes_on_an_interrupt(tmp_path):
    command = [sys.executable, *WORDS, str(tmp_path / "run")]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "serving" in line:
                break
        nodes = psutil.Process(process.pid).children(recursive=True)
        assert len(nodes) >= 8
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(60) == 130
        assert "interrupted" in rest
        assert "Traceback" not in rest
        assert process.stdout.read() == ""
        process.stdin.close()
    _, alive = psutil.wait_procs(nodes, timeout=20)
    assert not alive
