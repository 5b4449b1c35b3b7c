"""The process itself: start-up order, help, and going away with its client."""

import os
import subprocess
import sys

import pytest

from egoplan_ros.sim.transport import HEADER, Field

COMMAND = [sys.executable, "-m", "egoplan_ros.sim"]
SUBCOMMAND = [sys.executable, "-m", "egoplan_ros.cli", "sim"]


def read_message(stream):
    fields = []
    while True:
        kind, length = HEADER.unpack(stream.read(HEADER.size))
        if kind == Field.END:
            return fields
        fields.append((kind, len(stream.read(length))))


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
            body = b"\xff{not json"
            out.write(HEADER.pack(Field.ACTION, len(body)) + body + HEADER.pack(Field.END, 0))
            out.flush()
            assert Field.METADATA in dict(read_message(incoming))
        assert process.wait(timeout=20) == 0
