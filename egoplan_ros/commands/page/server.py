# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serves the page: to this machine alone, or to who has the token.

A page of another site must not move the robot: requests are answered only under the names of this
server (against DNS rebinding), and commands only with this page's own origin and JSON.
"""

import ipaddress
import json
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from egoplan_ros.commands.page.board import Board
from egoplan_ros.world.errors import InputError, RobotError

HOST, PORT = "127.0.0.1", 8710
_PORTS = 20
"""Ports that are tried, from the first on, where none is asked for."""
_PAUSE = 0.08
"""Seconds between two messages to a browser, which needs no more."""
_ALIVE = 2.0
"""Seconds after which a browser is told that all is well, and found out to have gone."""
_MOST = 1 << 14
"""Bytes of a command."""
_STATIC = Path(__file__).parent / "static"
_COOKIE = "egoplan_token"

Commands = Mapping[str, Callable[[Mapping[str, Any]], None]]
"""What the page may ask for, by name; raises InputError or RobotError where it cannot be done."""


class PageServer:
    """Serves a board until it is closed; a context manager.

    Args:
        board: what is shown.
        commands: what may be asked for.
        host: address to listen at. port: 0 takes the first free one from ``PORT`` on.

    Attributes:
        url: to open in a browser, with the token where one is needed.

    Raises:
        InputError: Flask is missing, or the address cannot be listened at.
    """

    def __init__(self, board: Board, commands: Commands, host: str = HOST, port: int = 0) -> None:
        self._board, self._commands = board, commands
        self.token = "" if _loopback(host) else secrets.token_urlsafe(24)
        self._viewers: set[object] = set()
        self._seen = threading.Condition()
        self.session = secrets.token_hex(8)
        app = self._app(host)
        self._server = _listen(app, host, port)
        self.port = int(self._server.port)
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{shown}:{self.port}/" + (f"?token={self.token}" if self.token else "")
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="page", daemon=True, args=(0.2,)
        )
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    @property
    def viewers(self) -> int:
        """Browsers that look at the page."""
        return len(self._viewers)

    def wait_until_left(self, grace: float, check: Callable[[], None]) -> None:
        """Wait until no browser has looked for so many seconds; a reload takes less.

        Args:
            grace: seconds. check: called every second; may raise to give up.
        """
        left = time.monotonic()
        while time.monotonic() - left < grace:
            check()
            with self._seen:
                self._seen.wait(1.0)
                if self._viewers:
                    left = time.monotonic()

    def close(self) -> None:
        """Tell the browsers that it is over, and stop; harmless when repeated."""
        self._board.close()
        with self._seen:
            self._seen.wait_for(lambda: not self._viewers, 1.0)
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(2.0)

    def _app(self, host: str) -> Any:
        try:
            from flask import Flask, Response, abort, request, send_from_directory
        except ImportError as error:
            raise InputError(
                f"--web: Flask is missing ({error}); pip install 'egoplan_ros[web]'"
            ) from error
        app = Flask("egoplan", static_folder=None)
        app.config["MAX_CONTENT_LENGTH"] = _MOST
        names = {host, "localhost", "127.0.0.1", "::1"} if _loopback(host) else set()

        @app.before_request
        def check() -> Any:
            asked = urlsplit(f"//{request.host}").hostname or ""
            if names and asked not in names:
                abort(403)
            if self.token:
                given = request.args.get("token", "") or request.cookies.get(_COOKIE, "")
                if not secrets.compare_digest(given.encode(), self.token.encode()):
                    abort(403)
            if request.method == "POST":
                origin = request.headers.get("Origin", "")
                if urlsplit(origin).netloc != request.host or not request.is_json:
                    abort(403)
            return None

        @app.after_request
        def guard(response: Any) -> Any:
            response.headers.update(_HEADERS)
            return response

        @app.get("/")
        def page() -> Any:
            response = send_from_directory(_STATIC, "index.html")
            if self.token:
                response.set_cookie(_COOKIE, self.token, httponly=True, samesite="Strict")
            return response

        @app.get("/static/<path:name>")
        def static(name: str) -> Any:
            return send_from_directory(_STATIC, name)

        @app.get("/files/<name>")
        def file(name: str) -> Any:
            found = self._board.file(name)
            if found is None:
                abort(404)
            return Response(found.data, mimetype=found.kind)

        @app.get("/events")
        def events() -> Any:
            return Response(self._stream(), mimetype="text/event-stream")

        @app.post("/do/<name>")
        def do(name: str) -> Any:
            command, words = self._commands.get(name), request.get_json(silent=True)
            if command is None or not isinstance(words, dict):
                abort(404 if command is None else 400)
            try:
                command(words)
            except (InputError, RobotError) as error:
                return {"error": str(error)}, 409
            return {"done": True}

        return app

    def _stream(self) -> Iterator[str]:
        me, since = object(), 0
        self._count(me, True)
        try:
            yield f"event: session\ndata: {self.session}\n\n"
            while True:
                closed = self._board.closed  # before the news, so that the last are not lost
                since, news = self._board.news(since, _ALIVE)
                yield f"data: {json.dumps(news)}\n\n" if news else ": still here\n\n"
                if closed:
                    yield "event: over\ndata: {}\n\n"
                    return
                threading.Event().wait(_PAUSE)
        finally:
            self._count(me, False)

    def _count(self, viewer: object, here: bool) -> None:
        with self._seen:
            (self._viewers.add if here else self._viewers.discard)(viewer)
            self._seen.notify_all()


_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:; "
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST``, ``HOST:PORT`` or ``[HOST]:PORT``; port 0 where none is given.

    Raises:
        InputError: it is none.
    """
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname or "", parts.port or 0
        host = "127.0.0.1" if host == "localhost" else host
        ipaddress.ip_address(host)
    except ValueError:
        raise InputError(
            f"--web-address: {text[:60]!r} is no address of this machine; give one such as "
            "127.0.0.1:8710 or 0.0.0.0"
        ) from None
    return host, port


def _loopback(host: str) -> bool:
    return ipaddress.ip_address(host).is_loopback


def _listen(app: Any, host: str, port: int) -> Any:
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        """Says nothing on the terminal, which shows the task."""

        def log(self, type: str, message: str, *args: Any) -> None:
            """Nothing."""

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem = ""
    for number in [port] if port else range(PORT, PORT + _PORTS):
        try:
            with socket.create_server((host, number), family=family) as ours:
                server = make_server(
                    *(host, number, app), threaded=True, request_handler=Handler, fd=ours.fileno()
                )
        except OSError as error:
            problem = error.strerror or str(error)
            continue
        return server
    tried = f"port {port}" if port else f"ports {PORT} to {PORT + _PORTS - 1}"
    raise InputError(f"--web: cannot listen at {host}, {tried} ({problem}); give --web-address")
