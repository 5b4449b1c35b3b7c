# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page of a running graph."""

import json
import os
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from egoplan_ros.commands.page.board import Board
from egoplan_ros.commands.page.server import Commands, PageServer, address
from egoplan_ros.commands.terminal.live_tree import domain_to_watch
from egoplan_ros.nodes.node_table import LOCALHOST, PROFILE, require_middleware
from egoplan_ros.world.errors import InputError

_LONGEST = 1000
"""Letters of an instruction."""


def add_web(parser: ArgumentParser, what: str) -> None:
    """The options of a page in the browser."""
    parser.add_argument("--web", action="store_true", help=f"{what} on a page in the browser")
    parser.add_argument(
        "--web-address",
        metavar="HOST[:PORT]",
        help="where the page is served; beyond this machine with a token (default: 127.0.0.1, the "
        "first free port from 8710 on)",
    )


def web_address(args: Namespace) -> tuple[str, int]:
    """Where the page is to be served.

    Raises:
        InputError: no such address, or one without ``--web``.
    """
    if args.web_address is not None and not args.web:
        raise InputError("--web-address: is of --web; add that, or leave out --web-address")
    return address(args.web_address if args.web_address is not None else "127.0.0.1")


@contextmanager
def live_page(
    where: tuple[str, int],
    domain: int | None,
    namespace: str = "",
    discovery: str | None = LOCALHOST,
    title: str = "",
    again: str = "",
    logs: Path | None = None,
) -> Iterator[PageServer]:
    """Serve the page of a graph.

    Args:
        where: host and port.
        domain, namespace, discovery: of the graph.
        title: what the page is called before a task is heard.
        again: command that shows the run again.
        logs: folder of ROS' log of the page; None leaves it to ROS.

    Raises:
        InputError: it cannot be served.
    """
    from egoplan_ros.commands.page.payloads import Payloads
    from egoplan_ros.nodes.clients.page_client import PageClient

    board = Board()
    payloads = Payloads(board)

    def graph(heard: bool, alive: bool, silent: list[str]) -> None:
        board.put("graph", {"heard": heard, "alive": alive, "silent": silent})

    place = "your ROS domain" if domain is None else f"ROS domain {domain}"
    place += f", /{namespace}" if namespace else ""
    board.put("meta", {"mode": "live", "where": place, "title": title, "again": again})
    client = PageClient(payloads.topics, payloads.take, graph, domain, namespace, discovery, logs)
    try:
        with PageServer(board, _commands(client), *where) as server:
            yield server
    finally:
        client.close()


def _commands(client: Any) -> Commands:
    def instruct(words: Mapping[str, Any]) -> None:
        client.instruct(_text(words, "instruction"))

    def answer(words: Mapping[str, Any]) -> None:
        client.answer(_text(words, "answer"))

    def help_(words: Mapping[str, Any]) -> None:
        client.help(str(words.get("id", ""))[:100], words.get("done") is True)

    def stop(words: Mapping[str, Any]) -> None:
        client.stop(words.get("on") is not False)

    return {"instruct": instruct, "answer": answer, "help": help_, "stop": stop}


def _text(words: Mapping[str, Any], what: str) -> str:
    text = words.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{what}: empty; say it in words")
    if len(text) > _LONGEST:
        raise InputError(f"{what}: {len(text)} letters; say it in {_LONGEST} at most")
    return text.strip()


def serve_live(args: Namespace) -> int:
    """Serve the page of the graph that runs here until Ctrl-C."""
    where = web_address(args)
    number = domain_to_watch(args.domain)
    require_middleware()
    try:
        with (
            suppress(KeyboardInterrupt),  # the way to end it
            live_page(where, number, args.namespace, _discovery(args)) as server,
        ):
            tell(server, args.json)
            threading.Event().wait()
    except ImportError as error:
        raise InputError(f"--live: ROS 2 cannot be loaded ({str(error)[:120]})") from error
    return 0


def _discovery(args: Namespace) -> str | None:
    """As asked for; else as the launch file that started us has it, else this machine's."""
    return args.discovery or (None if PROFILE in os.environ else LOCALHOST)


def tell(server: PageServer, as_json: bool) -> None:
    """Say where the page is."""
    if as_json:
        print(json.dumps({"page": server.url}), flush=True)
    else:
        print(f"open {server.url} in a browser; Ctrl-C ends it", flush=True)
