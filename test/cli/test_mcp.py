# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tools, spoken to by the SDK's own client; what they do in a graph is in test/system."""

import asyncio
import base64
import json
import sys

import numpy as np
import pytest

mcp = pytest.importorskip("mcp")

from egoplan_ros.cli import main  # noqa: E402
from egoplan_ros.commands.mcp import make_server  # noqa: E402
from egoplan_ros.world.errors import InputError, RobotError  # noqa: E402

TOOLS = {"give_task", "status", "answer_question", "answer_request", "picture", "stop"}


class Graph:
    """Keeps what it is told to do."""

    def __init__(self):
        self.done = []

    def begin(self, sentence, timeout, check):
        if not sentence:
            raise InputError("instruction: empty")
        self.done.append(("begin", sentence, timeout))

    def status(self):
        return {"state": "running", "done": len(self.done)}

    def picture(self):
        if not self.done:
            raise RobotError("camera: no image has come")
        return np.full((20, 30, 3), (250, 0, 0), np.uint8)

    def answer(self, text):
        self.done.append(("answer", text))

    def helped(self, done):
        self.done.append(("helped", done))

    def stop(self):
        self.done.append(("stop",))


@pytest.fixture
def call():
    """Calls tools one after the other; gives the results and what the graph was told."""

    def calls(*wanted):
        graph = Graph()

        async def talk():
            async with mcp.Client(make_server(graph, 60.0)) as client:
                return [await client.call_tool(name, words) for name, words in wanted]

        return asyncio.run(talk()), graph.done

    return calls


def test_each_tool_does_its_one_thing(call):
    results, done = call(
        ("give_task", {"instruction": "open the fridge"}),
        ("status", {}),
        ("answer_question", {"text": "the desk lamp"}),
        ("answer_request", {"done": False}),
        ("stop", {}),
    )
    assert not [result for result in results if result.is_error]
    assert results[1].structured_content == {"state": "running", "done": 1}
    assert done == [
        ("begin", "open the fridge", 60.0),
        ("answer", "the desk lamp"),
        ("helped", False),
        ("stop",),
    ]


def test_a_picture_is_an_image(call):
    import cv2

    results, _ = call(("give_task", {"instruction": "x"}), ("picture", {}))
    (content,) = results[1].content
    assert content.mime_type == "image/jpeg"
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(content.data), np.uint8), cv2.IMREAD_COLOR)
    assert pixels.shape == (20, 30, 3)
    assert pixels[10, 10, 2] > 200 > 50 > pixels[10, 10, 0]  # BGR


def test_what_the_graph_refuses_is_told_in_one_line(call):
    results, done = call(("give_task", {"instruction": ""}), ("picture", {}), ("give_task", {}))
    assert [result.is_error for result in results] == [True, True, True]
    told = [result.content[0].text for result in results]
    assert "instruction: empty" in told[0]
    assert "no image has come" in told[1]
    assert not [line for line in told[:2] if "\n" in line or "Traceback" in line]
    assert done == []


def test_the_tools_are_listed_without_a_graph(capsys):
    assert main(["mcp", "--json"]) == 0
    tools = json.loads(capsys.readouterr().out)
    assert {tool["name"] for tool in tools} == TOOLS
    assert all(tool["description"] and tool["input_schema"] for tool in tools)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--join", "--scene", "FloorPlan1"], "--scene"),
        (["--domain", "3"], "--join"),
        (["--namespace", "robot"], "--join"),
        (["--scene", "FlorPlan12"], "FloorPlan12"),
        (["--strategy", "luck"], "luck"),
        (["--perception", "eyes"], "eyes"),
    ],
)
def test_bad_options(words, named, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["mcp", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert named in err
    assert not list(tmp_path.iterdir())


def test_without_the_sdk_one_line_says_what_to_do(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert main(["mcp"]) == 2
    assert "pip install 'egoplan_ros[mcp]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
