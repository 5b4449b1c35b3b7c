# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The two named pipes between AI2-THOR's client and us (protocol section 1.3).

Any transport gives the server two calls: `send(metadata, images)` and `receive() -> action | None`.
"""

import contextlib
import ctypes
import enum
import errno
import fcntl
import json
import os
import re
import select
import signal
import struct
from collections.abc import Sequence
from typing import Any, Protocol

import msgpack

HEADER = struct.Struct("!BI")
F_SETPIPE_SZ = 1031
PIPE_BYTES = 1 << 20
PR_SET_PDEATHSIG = 1
POLL_SECONDS = 0.5
LARGEST = 2**63
SEQUENCE = re.compile(rb'"sequenceId"\s*:\s*(\d{1,18})(?!\d)')


class Field(enum.IntEnum):
    """Field types of a message."""

    METADATA = 1
    ACTION = 2
    RGB = 4
    DEPTH = 5
    NORMALS = 6
    FLOWS = 7
    CLASSES = 8
    IDS = 9
    THIRD_PARTY = 10
    METADATA_PATCH = 11
    THIRD_PARTY_DEPTH = 12
    THIRD_PARTY_NORMALS = 13
    THIRD_PARTY_IDS = 14
    THIRD_PARTY_CLASSES = 15
    END = 255


Image = tuple[Field, bytes]


class Link(Protocol):
    """What the server needs from a transport."""

    patches: bool

    def send(self, message: dict[str, Any], images: Sequence[Image]) -> None:
        """Send one event."""

    def patch(self, message: dict[str, Any]) -> None:
        """Send only what changed since the last event (where `patches` is true)."""

    def receive(self) -> dict[str, Any] | None:
        """The next action, None when the client has gone."""


class FifoLink:
    """Framed messages over two FIFOs. `out` is the already open server pipe."""

    patches = True

    def __init__(self, out: int, client_pipe: str, parent: int) -> None:
        self._out = out
        self._client_pipe = client_pipe
        self._parent = parent
        self._in = -1
        die_with_parent()
        with contextlib.suppress(OSError):
            fcntl.fcntl(out, F_SETPIPE_SZ, PIPE_BYTES)

    def send(self, message: dict[str, Any], images: Sequence[Image]) -> None:
        """Write one message completely."""
        self._message(Field.METADATA, message, images)

    def patch(self, message: dict[str, Any]) -> None:
        """Write a metadata patch."""
        self._message(Field.METADATA_PATCH, message, ())

    def _message(self, kind: Field, message: dict[str, Any], images: Sequence[Image]) -> None:
        self._field(kind, msgpack.packb(message, use_bin_type=True))
        for field, body in images:
            self._field(field, body)
        self._write(HEADER.pack(Field.END, 0))

    def _field(self, field: Field, body: bytes) -> None:
        self._write(HEADER.pack(field, len(body)))
        self._write(body)

    def _write(self, data: bytes) -> None:
        view = memoryview(data).cast("B")
        while view:
            view = view[os.write(self._out, view) :]

    def receive(self) -> dict[str, Any] | None:
        """Block for the next action; None at end of file or when the client process died."""
        if self._in < 0 and not self._open():
            return None
        action: dict[str, Any] | None = None
        while True:
            header = self._read(HEADER.size)
            if header is None:
                return None
            kind, length = HEADER.unpack(header)
            if kind == Field.END:
                return action if action is not None else {}
            body = self._read(length)
            if body is None:
                return None
            if kind == Field.ACTION:
                action = read_action(body)

    def _open(self) -> bool:
        """Open the client pipe once the client does; watches for its death meanwhile."""
        # A non-blocking open for reading succeeds at once; poll then tells when data comes.
        self._in = os.open(self._client_pipe, os.O_RDONLY | os.O_NONBLOCK)
        while not select.select([self._in], [], [], POLL_SECONDS)[0]:
            if os.getppid() != self._parent:
                return False
        return True

    def _read(self, count: int) -> bytes | None:
        chunks: list[bytes] = []
        missing = count
        while missing:
            try:
                chunk = os.read(self._in, min(missing, PIPE_BYTES))
            except OSError as error:
                if error.errno != errno.EAGAIN:
                    return None
                select.select([self._in], [], [], POLL_SECONDS)
                if os.getppid() != self._parent:
                    return None
                continue
            if not chunk:
                return None
            chunks.append(chunk)
            missing -= len(chunk)
        return b"".join(chunks)


def read_action(body: bytes) -> dict[str, Any]:
    """An action object; anything else becomes an action that cannot exist.

    Half a character, nesting without end and numbers beyond 64 bits could be read, but not be
    answered: an event that repeats them cannot be sent.
    """
    try:
        action = json.loads(body.decode("utf-8"))
        json.dumps(action, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return _no_action(body)
    if not isinstance(action, dict) or not isinstance(action.get("action", ""), str):
        return _no_action(body)
    number = action.get("sequenceId", 0)
    if isinstance(number, int) and not -LARGEST <= number < LARGEST:
        return _no_action(body)
    return action


def _no_action(body: bytes) -> dict[str, Any]:
    """An action that is refused, in answer to a message by its number: the client compares."""
    number = SEQUENCE.search(body)
    return {"action": "", "sequenceId": int(number[1]) if number else 0}


def die_with_parent() -> None:
    """Have the kernel end this process when the client's process ends."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
