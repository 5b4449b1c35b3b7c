# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of a real run: found, fed, listened to, and told when the graph dies."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from egoplan_ros.world.system import running

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow
COMMAND = (sys.executable, "-m", "egoplan_ros.cli")


class Page:
    """What a browser hears, kept up to date by a thread."""

    def __init__(self, url: str) -> None:
        self.address = urlsplit(url).netloc
        self.seen: dict[str, Any] = {}
        self.over = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        connection = http.client.HTTPConnection(self.address)
        connection.request("GET", "/events")
        answer = connection.getresponse()  # what it reads from is closed with it
        while line := answer.fp.readline().decode():
            if line.startswith("data: {"):
                self.seen |= json.loads(line[6:])
            self.over |= line.startswith("event: over")

    def until(self, done: Callable[[], Any], seconds: float = 120.0) -> None:
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, {name: str(v)[:80] for name, v in self.seen.items()}
            time.sleep(0.05)

    def get(self, path: str) -> bytes:
        connection = http.client.HTTPConnection(self.address)
        connection.request("GET", path)
        return connection.getresponse().read()

    def do(self, name: str, **words: Any) -> int:
        connection = http.client.HTTPConnection(self.address)
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.address}"}
        connection.request("POST", f"/do/{name}", json.dumps(words), headers)
        return connection.getresponse().status


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Starts commands that find each other and nothing else; ends them."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    begun: list[subprocess.Popen[str]] = []

    def begin(*words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*COMMAND, *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


def line_with(stream: Any, mark: str) -> str:
    """The rest of the first line that has it."""
    for line in stream:
        if mark in line:
            return str(line.partition(mark)[2])
    raise AssertionError(f"no line has {mark!r}")


def test_a_run_is_watched_and_given_another_task(start: Callable[..., Any], tmp_path: Path) -> None:
    words = ("--scene", "FloorPlan21", "--out", str(tmp_path / "run"), "--no-video", "--web")
    run = start("run", "put a mug in the sink", *words, "--json")
    url = line_with(run.stderr, "open ").split()[0]
    page = Page(url)
    page.until(lambda: [graph.page for graph in running.running_graphs()] == [url])
    page.until(lambda: (page.seen.get("status") or {}).get("plan"))
    page.until(lambda: page.seen.get("result"))
    assert page.get("/files/camera").startswith(b"\xff\xd8")
    assert len(page.get("/files/voxels")) == 15 * page.seen["voxels"]["count"] > 0
    assert page.seen["seen"]["things"]
    assert page.seen["robot"]["way"]
    assert page.seen["tree"]
    assert page.seen["graph"] == {"heard": True, "alive": True, "silent": []}
    page.until(lambda: json.loads((tmp_path / "run/result.json").read_text()).get("steps"))
    assert page.do("instruct", text="find an apple") == 200
    page.until(lambda: page.seen["status"]["instruction"] == "find an apple")
    assert page.do("stop", on=True) == 200
    page.until(lambda: page.seen.get("stopped") is True)
    assert page.do("stop", on=False) == 200
    page.until(lambda: page.seen.get("stopped") is False)
    run.send_signal(signal.SIGINT)
    told = json.loads(run.communicate(timeout=60)[0])
    assert told["instruction"] == "put a mug in the sink"
    assert run.returncode == (0 if told["success"] else 1)
    page.until(lambda: page.over)
    film = tmp_path / "film.mp4"
    view = start("view", str(tmp_path / "run"), "--film", str(film), "--json")
    assert "elsewhere" not in view.communicate(timeout=120)[1]
    assert view.returncode == 0
    assert film.stat().st_size > 10_000


def test_the_page_of_a_graph_that_dies_says_so(start: Callable[..., Any], tmp_path: Path) -> None:
    words = ("--scene", "FloorPlan21", "--out", str(tmp_path / "run"), "--no-video")
    run = start("run", "put a mug in the sink", *words, "--no-recording")
    line_with(run.stdout, "starting the graph on ROS domain ")
    view = start("view", "--live", "--web", "--json")
    page = Page(json.loads(view.stdout.readline())["page"])
    assert "watching --domain" in view.stderr.readline()
    page.until(lambda: page.seen.get("camera"))
    os.kill(run.pid, signal.SIGKILL)
    page.until(lambda: page.seen["graph"]["alive"] is False, 30.0)
    assert page.do("instruct", text="find an apple") == 409
    assert view.poll() is None
    view.send_signal(signal.SIGINT)
    assert view.wait(20) == 0
