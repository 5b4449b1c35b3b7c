# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The process itself: start-up order, help, and going away with its client."""

import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import msgpack
import pytest

from egoplan_ros.sim.transport import HEADER, Field, read_action
from egoplan_ros.sim.wsgi import WsgiLink

COMMAND = [sys.executable, "-m", "egoplan_ros.sim"]
SUBCOMMAND = [sys.executable, "-m", "egoplan_ros.cli", "sim"]


DEEP = b"[" * 100_000
# What can be received but not be answered, or not even be read.
BAD_MESSAGES = [
    b"\xff{not json",
    rb'{"action": "PickupObject", "objectId": "\ud800", "sequenceId": 7}',
    rb'{"action": "Initialize", "unknown": {"\udcff": 1}, "sequenceId": 7}',
    rb'{"action": "Pick\udcff", "sequenceId": 7}',
    b'{"sequenceId": 7, "action": "Pass", "a": ' + DEEP + b"]" * 100_000 + b"}",
    b'{"action": "Pass", "sequenceId": %d}' % 2**70,
    b'{"action": ["Pass"], "sequenceId": 7}',
]


def read_message(stream):
    return [(kind, len(body)) for kind, body in read_fields(stream)]


def read_fields(stream):
    fields = []
    while True:
        kind, length = HEADER.unpack(stream.read(HEADER.size))
        if kind == Field.END:
            return fields
        fields.append((kind, stream.read(length)))


def started(tmp_path, words=(), command=COMMAND):
    server, client = tmp_path / "server.pipe", tmp_path / "client.pipe"
    os.mkfifo(server)
    os.mkfifo(client)
    environment = {
        **os.environ,
        "AI2THOR_SERVER_TYPE": "FIFO",
        "AI2THOR_FIFO_SERVER_PIPE_PATH": str(server),
        "AI2THOR_FIFO_CLIENT_PIPE_PATH": str(client),
    }
    return subprocess.Popen([*command, *words], env=environment), server, client


def test_help_and_missing_pipes():
    shown = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True)
    assert "local_executable_path" in shown.stdout
    plain = {k: v for k, v in os.environ.items() if not k.startswith("AI2THOR")}
    lost = subprocess.run(COMMAND, env=plain, capture_output=True, text=True, check=False)
    assert lost.returncode == 2
    assert len(lost.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("missing", ["server", "client"])
@pytest.mark.parametrize("there", [True, False])
def test_only_named_pipes_are_written_to(tmp_path, missing, there):
    paths = {name: tmp_path / f"{name}.pipe" for name in ("server", "client")}
    for name, path in paths.items():
        if name != missing:
            os.mkfifo(path)
        elif there:
            path.write_text("my notes")
    environment = {
        **os.environ,
        "AI2THOR_SERVER_TYPE": "FIFO",
        "AI2THOR_FIFO_SERVER_PIPE_PATH": str(paths["server"]),
        "AI2THOR_FIFO_CLIENT_PIPE_PATH": str(paths["client"]),
    }
    done = subprocess.run(
        COMMAND, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"{paths[missing]} is no named pipe" in done.stderr
    assert not there or paths[missing].read_text() == "my notes"


@pytest.mark.parametrize("command", [COMMAND, SUBCOMMAND])
def test_first_message_comes_unasked_and_end_of_file_ends_it(tmp_path, command):
    words = "-screen-fullscreen 0 -screen-quality 7 -screen-width 200 -screen-height 100"
    words += " -force-device-index 0"
    process, server, client = started(tmp_path, [*words.split(), "-force-glcore"], command)
    with server.open("rb") as incoming:
        fields = dict(read_message(incoming))
        assert fields[Field.RGB] == 200 * 100 * 3
        assert fields[Field.METADATA] > 10000
        client.open("wb").close()
        assert process.wait(timeout=20) == 0


def test_action_without_a_name_means_quit(tmp_path):
    process, server, client = started(tmp_path)
    with server.open("rb") as incoming:
        read_message(incoming)
        with client.open("wb") as out:
            body = b'{"sequenceId": 1}'
            out.write(HEADER.pack(Field.ACTION, len(body)) + body + HEADER.pack(Field.END, 0))
            out.flush()
            assert process.wait(timeout=20) == 0


def test_garbage_is_answered_with_a_failed_event(tmp_path):
    process, server, client = started(tmp_path)
    with server.open("rb") as incoming:
        read_message(incoming)
        with client.open("wb") as out:
            for body in BAD_MESSAGES:
                out.write(HEADER.pack(Field.ACTION, len(body)) + body + HEADER.pack(Field.END, 0))
                out.flush()
                event = msgpack.unpackb(dict(read_fields(incoming))[Field.METADATA])
                assert not event["agents"][0]["lastActionSuccess"], body[:80]
                assert event["sequenceId"] == (7 if b": 7" in body else 0), body[:80]
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("body", BAD_MESSAGES, ids=range(len(BAD_MESSAGES)))
def test_what_cannot_be_answered_is_no_action(body):
    assert read_action(body)["action"] == ""


def test_words_beyond_ascii_are_read():
    action = {"action": "PickupObject", "objectId": "Tasse|\u00fc|\U0001f375", "sequenceId": 3}
    assert read_action(json.dumps(action).encode()) == action


def test_over_http_what_cannot_be_answered_is_no_action():
    answers = [*BAD_MESSAGES[1:], b"it works"]

    class Client(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            body = answers.pop(0)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    with HTTPServer(("127.0.0.1", 0), Client) as client:
        Thread(target=client.serve_forever, daemon=True).start()
        link = WsgiLink("127.0.0.1", client.server_port, "")
        while len(answers) > 1:
            link.send({}, ())
            assert link.receive()["action"] == ""
        with pytest.raises(BrokenPipeError):  # no client of ours
            link.send({}, ())
        client.shutdown()
