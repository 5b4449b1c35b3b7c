# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A chat endpoint on this machine, for tests: it says, hangs, cuts off or lies as it is told."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from egoplan_ros.language.llm.chat import Endpoint

HANG_SECONDS = 20.0


@dataclass(frozen=True)
class Reply:
    """What is sent; ``headers`` may contradict the body."""

    body: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seen:
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: Any


def says(text: str) -> str:
    """Body of a completion with one message."""
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]})


@contextmanager
def endpoint(
    answer: Callable[[int], Reply | str | None], seconds: float = 5.0
) -> Iterator[tuple[Endpoint, list[Seen]]]:
    """A server on a free port, and the requests it got.

    Args:
        answer: given the number of the request, from 1, what to send; None hangs.
        seconds: time limit of the endpoint.
    """
    seen: list[Seen] = []
    release = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(Seen(self.path, dict(self.headers), body))
            found = answer(len(seen))
            if found is None:
                release.wait(HANG_SECONDS)
                return
            reply = Reply(found) if isinstance(found, str) else found
            data = reply.body.encode()
            self.send_response(reply.status)
            for name, value in {"Content-Length": str(len(data)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        yield Endpoint(url, "test", "secret", seconds), seen
    finally:
        release.set()
        server.shutdown()
        server.server_close()
