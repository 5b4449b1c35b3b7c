# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of a user's parameter file is nobody's, and what is other nodes'; ROS is not needed."""

from difflib import get_close_matches
from pathlib import Path

from egoplan_ros.nodes.node_table import NODES, RESERVED, nearest, node_defaults, wrong_type
from egoplan_ros.nodes.parameter_file import node_name, read_parameters, read_sections
from egoplan_ros.world.errors import InputError

_MISTYPED = 0.9
"""Similarity to the name of a node of ours from which a name is taken to be that one."""


def check_parameters(path: Path) -> list[str]:
    """Find what no node would take in a user's parameter file.

    Returns:
        What is ignored as other nodes' own: one line about nodes, one about parameters for all.

    Raises:
        InputError: unreadable file, a name of a node that is nearly one of ours, a parameter that
            the node of ours does not know, a value of another type.
    """
    known = {entry.name: node_defaults(entry) for entry in NODES}
    everywhere = {name for values in known.values() for name in values}
    lines = [foreign_nodes(path)]
    for node, values in read_parameters(path).items():
        told = {name: value for name, value in values.items() if not _of_any_node(name)}
        if node == "*":
            lines.append(_foreign_names(path, sorted(told.keys() - everywhere)))
            continue
        if node not in known:
            continue
        for name, value in told.items():
            if name not in known[node]:
                near = nearest(name, known[node])
                raise InputError(f"{path}: parameter {name} is unknown to {node}; {near}")
            if problem := wrong_type(value, known[node][name]):
                raise InputError(f"{path}: parameter {name} of {node} {problem}; correct it")
    return [line for line in lines if line]


def foreign_nodes(path: Path) -> str:
    """One line that names the nodes of a parameter file that are not of this graph, "" for none.

    Raises:
        InputError: unreadable file, or a name that is nearly one of ours.
    """
    ours = [entry.name for entry in NODES]
    others = [full for full in read_sections(path) if node_name(full) not in {"*", *ours}]
    for full in others:
        name = node_name(full)
        if near := get_close_matches(name, ours, n=1, cutoff=_MISTYPED):
            raise InputError(f"{path}: no node is called {name!r}; nearest: {near[0]}")
    return f"{path}: parameters of other nodes are ignored: {', '.join(others)}" if others else ""


def _foreign_names(path: Path, names: list[str]) -> str:
    told = ", ".join(names)
    return f"{path}: parameters of /** that no node knows are ignored: {told}" if names else ""


def _of_any_node(name: str) -> bool:
    return name in RESERVED or name.startswith("qos_overrides.")
