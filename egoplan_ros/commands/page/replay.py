# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of a recording: the same topics, played at their own pace, with a slider."""

import bisect
import threading
import time
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from egoplan_ros.commands.page.board import Board
from egoplan_ros.commands.page.live import tell, web_address
from egoplan_ros.commands.page.payloads import Payloads
from egoplan_ros.commands.page.server import PageServer
from egoplan_ros.commands.recording import read_recording
from egoplan_ros.commands.run_folder import ARTEFACTS, read_result
from egoplan_ros.world.errors import InputError

_TICK = 0.1
_ALL = ("voxels", "voxels/full", "objects", "human/request", "human/answer", "result", "status")
"""Topics of which each message counts up to a moment; of others the last one does."""


class Replay:
    """Plays a recording onto a board.

    Args:
        folder: rosbag2 folder.

    Attributes:
        length: seconds.

    Raises:
        InputError: no recording, or one that cannot be read.
    """

    def __init__(self, folder: Path, board: Board) -> None:
        self._board = board
        self._payloads = Payloads(board)
        self._messages = read_recording(folder, self._payloads.topics)
        self._times = [item[0] for item in self._messages]
        self.length = self._times[-1]
        self._next, self._at, self._playing = 0, 0.0, True
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="replay", daemon=True)

    def start(self) -> None:
        """Play."""
        self._thread.start()

    def close(self) -> None:
        """Stop playing."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(5.0)

    def play(self, words: Mapping[str, Any]) -> None:
        """Go on, from the start if it is over; or hold."""
        with self._lock:
            self._playing = words.get("on") is True
            if self._playing and self._at >= self.length:
                self._go_to(0.0)
        self._tell()

    def seek(self, words: Mapping[str, Any]) -> None:
        """Show a moment.

        Raises:
            InputError: it is none.
        """
        at = words.get("at")
        if not isinstance(at, int | float) or not 0 <= at <= self.length + 1:
            raise InputError(f"time: {at!r} is not from 0 to {self.length:.0f} s")
        with self._lock:
            self._go_to(min(float(at), self.length))
        self._tell()

    def _go_to(self, at: float) -> None:
        end = bisect.bisect_right(self._times, at)
        if at < self._at:
            self._payloads.clear()
            self._next = 0
        last = {item[1]: index for index, item in enumerate(self._messages[self._next : end])}
        for index, (_, topic, _) in enumerate(self._messages[self._next : end]):
            if topic in _ALL or last[topic] == index:
                self._show(self._next + index)
        self._next, self._at = end, at

    def _show(self, index: int) -> None:
        _, topic, message = self._messages[index]
        try:
            self._payloads.take(topic, message())
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            line = f"{topic}: cannot be read ({type(error).__name__}: {error})"
            self._board.put("unread", " ".join(line.split())[:300])

    def _run(self) -> None:
        before = time.monotonic()
        while not self._ended.wait(_TICK):
            now = time.monotonic()
            with self._lock:
                if self._playing:
                    self._go_to(min(self._at + now - before, self.length))
                    self._playing = self._at < self.length
            before = now
            self._tell()

    def _tell(self) -> None:
        told = {"at": round(self._at, 1), "length": self.length, "playing": self._playing}
        self._board.put("clock", told)


def serve_replay(args: Namespace) -> int:
    """Serve the page of a run folder until Ctrl-C."""
    where = web_address(args)
    result = read_result(args.run)
    board = Board()
    replay = Replay(args.run / ARTEFACTS["recording"], board)
    title = str(result.get("instruction") or result.get("goal") or args.run.name)
    meta = {"mode": "replay", "where": args.run.name, "title": title, "length": replay.length}
    board.put("meta", meta)
    commands = {"play": replay.play, "seek": replay.seek}
    try:
        with suppress(KeyboardInterrupt), PageServer(board, commands, *where) as server:
            replay.start()
            tell(server, args.json)
            threading.Event().wait()
    finally:
        replay.close()
    return 0
