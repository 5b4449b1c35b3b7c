# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The behavior tree of a running graph, shown as it changes."""

import json
import os
import sys
from argparse import ArgumentTypeError, Namespace
from contextlib import suppress
from dataclasses import asdict

from egoplan_ros.behavior.snapshot import TreeNode
from egoplan_ros.commands.argument_types import domain
from egoplan_ros.commands.terminal.tree_text import tree_text, write_tree
from egoplan_ros.nodes.node_table import require_middleware
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.running import running_graphs


def domain_to_watch(given: int | None) -> int | None:
    """The ROS domain of the graph that is meant; None is that of the environment.

    Without one given it is that of the only graph that `run` runs here; where none runs, a graph
    that was launched by hand is on the domain of the environment.

    Raises:
        InputError: several run, or the environment names no domain.
    """
    if given is not None:
        return given
    graphs = running_graphs()
    if len(graphs) > 1:
        lines = "; ".join(graph.line() for graph in graphs)
        raise InputError(f"--live: {len(graphs)} graphs run here: {lines}; give one of these")
    if graphs:
        line = f"watching {graphs[0].line()}; another graph with --domain ID"
        print(f"egoplan: {line}", file=sys.stderr)
        return graphs[0].domain
    try:
        domain(os.environ.get("ROS_DOMAIN_ID") or "0")
    except ArgumentTypeError as error:
        raise InputError(f"ROS_DOMAIN_ID: {error}; correct it or give --domain") from error
    return None


def watch(args: Namespace) -> int:
    """Show the tree of a running graph whenever it changes, until Ctrl-C."""
    number = domain_to_watch(args.domain)
    require_middleware()
    try:
        from egoplan_ros.nodes.clients.tree_listener import listen_to_tree
    except ImportError as error:
        raise InputError(f"--live: ROS 2 cannot be loaded ({str(error)[:120]})") from error
    top = "\033[H\033[J" if sys.stdout.isatty() and not args.json else ""
    shown: tuple[TreeNode, ...] = ()

    def show(tree: tuple[TreeNode, ...]) -> bool:
        nonlocal shown
        if not tree or tree == shown:
            return True
        shown = tree
        if args.tree is not None:
            write_tree(args.tree, tree)
        text = json.dumps([asdict(row) for row in tree]) if args.json else tree_text(tree) + "\n"
        print(top + text, flush=True)
        return not args.once

    def silent() -> None:
        line = "no tree yet; is a task given, are --domain and --namespace right?"
        print(f"egoplan: {line}", file=sys.stderr)

    def note(line: str) -> None:
        print(f"egoplan: {line}", file=sys.stderr)

    with suppress(KeyboardInterrupt):  # the way to end it
        listen_to_tree(show, silent, number, args.namespace, note)
    return 0
