# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Driving the simulator's agent by hand: the camera's picture in a terminal, one key an action."""

import os
import shutil
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.dispatch import invoke
from egoplan_ros.sim.pictures import view
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.world.errors import InputError

AIM = {"x": 0.5, "y": 0.5}
# What is under the cross in the middle is acted upon, as a robot points at its picture.
KEYS: dict[str, tuple[str, dict[str, Any]]] = {
    "w": ("MoveAhead", {}),
    "s": ("MoveBack", {}),
    "a": ("MoveLeft", {}),
    "d": ("MoveRight", {}),
    "\x1b[D": ("RotateLeft", {}),
    "\x1b[C": ("RotateRight", {}),
    "\x1b[A": ("LookUp", {}),
    "\x1b[B": ("LookDown", {}),
    "p": ("PickupObject", AIM),
    "l": ("PutObject", AIM),
    "o": ("OpenObject", AIM),
    "c": ("CloseObject", AIM),
    "t": ("ToggleObjectOn", AIM),
    "T": ("ToggleObjectOff", AIM),
    "x": ("SliceObject", AIM),
    "z": ("Crouch", {}),
    "Z": ("Stand", {}),
}
HELP = (
    "w a s d move · arrows turn and look · z/Z crouch, stand · q quit",
    "p pick up · l lay down · o/c open, close · t/T switch on, off · x slice",
)
QUIT = ("q", "\x03", "\x04", "")
BOTTOM = 4
PLAIN = ("", "dumb", "unknown")
# Values of TERM of terminals that would show escape sequences as they are.
ESCAPE_SECONDS = 0.05


def drive(sim: Simulation) -> int:
    """Read keys until ``q``, Ctrl-C or the end of input; returns the number of actions done.

    Raises:
        InputError: when there is no terminal to read keys from and to draw on.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("--drive reads keys from a terminal; start it in one")
    if (kind := os.environ.get("TERM", "")) in PLAIN:
        raise InputError(
            f"--drive draws pictures, and TERM={kind} says that this terminal cannot; start it in "
            "another, or draw --scene with --out FILE.png"
        )
    with _raw(sys.stdin.fileno()):
        return steer(sim, lambda: _key(sys.stdin.fileno()), _show)


def steer(sim: Simulation, read: Callable[[], str], show: Callable[[str], None]) -> int:
    """Act on the keys that ``read`` gives, drawing with ``show`` after each; counts the actions."""
    done, said = 0, "ready"
    while True:
        size = shutil.get_terminal_size()
        show(screen(sim, (size.columns, size.lines), said))
        key = read()
        if key in QUIT:
            return done
        if key not in KEYS:
            said = f"{key!r} does nothing"
            continue
        name, parameters = KEYS[key]
        try:
            invoke(sim, {"action": name, **parameters})
            done, said = done + 1, f"{name}: done"
        except Refused as refused:
            said = f"{name}: {refused.message}"


def screen(sim: Simulation, terminal: tuple[int, int], said: str) -> str:
    """What the agent sees, then what it aims at, holds, and how the last action went.

    Args:
        sim: the simulation.
        terminal: columns and lines of the terminal.
        said: how the last action went.
    """
    columns, lines = terminal
    body = sim.world.body
    picture = blocks(view(sim, body.yaw, body.horizon), columns, max(lines - BOTTOM, 1))
    aimed, _ = sim.eyes.point_under(0.5, 0.5, sim.aspect, held=False)
    target = aimed.object_id if aimed is not None and aimed.facts is not None else "nothing"
    held = body.held.object_id if body.held is not None else "nothing"
    state = f"aiming at {target} · holding {held}"
    return "\r\n".join([*picture, *(text[: columns - 1] for text in (state, said, *HELP))])


def blocks(picture: NDArray[np.uint8], columns: int, rows: int) -> list[str]:
    """A picture (h, w, 3) as lines of half blocks in 24-bit colour, two pixels a character."""
    height, width = picture.shape[:2]
    scale = min(columns / width, 2 * rows / height)
    wide, high = max(int(width * scale), 1), max(int(height * scale) // 2, 1) * 2
    small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    middle, centre = high // 4, wide // 2
    out = []
    for row in range(high // 2):
        cells = []
        for column in range(wide):
            if (row, column) == (middle, centre):
                cells.append("\x1b[0;1m+")
                continue
            top, low = small[2 * row, column], small[2 * row + 1, column]
            cells.append(f"\x1b[38;2;{top[0]};{top[1]};{top[2]};48;2;{low[0]};{low[1]};{low[2]}m▀")
        out.append("".join(cells) + "\x1b[0m")
    return out


def _show(text: str) -> None:
    sys.stdout.write("\x1b[H\x1b[J" + text)
    sys.stdout.flush()


def _key(descriptor: int) -> str:
    key = os.read(descriptor, 1)
    if key == b"\x1b" and select([descriptor], [], [], ESCAPE_SECONDS)[0]:
        key += os.read(descriptor, 2)  # an arrow key is three characters
    return key.decode(errors="replace")


@contextmanager
def _raw(descriptor: int) -> Iterator[None]:
    """The terminal without line editing, on a screen of its own; as before when left."""
    before = termios.tcgetattr(descriptor)
    sys.stdout.write("\x1b[?1049h\x1b[?25l")
    try:
        tty.setraw(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
