# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Driving by keys: a real terminal pair, and what is drawn."""

import os
import pty
import re
import subprocess
import sys

import numpy as np
import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.terminal.drive import HELP, KEYS, blocks, screen, steer
from egoplan_ros.sim.actions import load_all
from egoplan_ros.sim.dispatch import ACTIONS
from egoplan_ros.sim.simulation import Simulation


@pytest.fixture
def sim():
    load_all()
    return Simulation((60, 60), "FloorPlan301_physics")


def test_every_key_is_an_action_of_the_simulator(sim):
    assert {name for name, _ in KEYS.values()} <= set(ACTIONS)


def test_keys_move_the_agent_and_refusals_are_shown(sim):
    shown = []
    yaw = sim.world.body.yaw
    keys = iter(["\x1b[C", "?", "p", "q"])
    done = steer(sim, lambda: next(keys), shown.append)
    assert (sim.world.body.yaw - yaw) % 360 == 90
    assert done in (1, 2)  # the middle of this view may hold something in reach
    assert "RotateRight: done" in shown[1]
    assert "'?' does nothing" in shown[2]
    assert all(line in shown[2] for line in HELP)
    assert "PickupObject: " in shown[3]


def test_a_picture_becomes_half_blocks():
    picture = np.zeros((40, 40, 3), np.uint8)
    picture[:20] = (255, 0, 0)
    lines = blocks(picture, 20, 30)
    assert len(lines) == 10
    assert all(line.count("▀") + line.count("+") == 20 for line in lines)
    assert "38;2;255;0;0;48;2;255;0;0" in lines[0]
    assert "38;2;0;0;0;48;2;0;0;0" in lines[-1]


@pytest.mark.parametrize("terminal", [(1, 1), (10, 4), (300, 80)])
def test_the_screen_fits_any_terminal(sim, terminal):
    lines = screen(sim, terminal, "x" * 500).split("\r\n")
    bare = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    assert max(map(len, bare)) <= terminal[0]


def test_it_needs_a_terminal(capsys):
    assert main(["sim", "--scene", "FloorPlan301", "--drive"]) == 2
    assert "terminal" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["dumb", "", "unknown"])
def test_a_terminal_that_cannot_draw_is_told(kind):
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "egoplan_ros.cli", "sim", "--scene", "FloorPlan301", "--drive"]
    environment = {**os.environ, "TERM": kind}
    done = subprocess.run(
        command, stdin=slave, stdout=slave, stderr=subprocess.PIPE, env=environment, timeout=60
    )
    os.close(slave)
    os.close(master)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert f"TERM={kind} ".encode() in done.stderr


def test_a_terminal_is_as_before_when_left():
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "egoplan_ros.cli", "sim", "--scene", "FloorPlan301", "--drive"]
    drawing = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=drawing) as driver:
        os.close(slave)
        seen = b""
        for key, awaited in (
            (b"\x1b[D", b"quit"),
            (b"q", b"RotateLeft: done"),
            (b"", b"1 actions\r\n"),
        ):
            while awaited not in seen:
                seen += os.read(master, 65536)
            if key:
                os.write(master, key)
        assert driver.wait(60) == 0
    os.close(master)
    assert seen.rindex(b"\x1b[?1049l") > seen.rindex(b"\x1b[?1049h")
