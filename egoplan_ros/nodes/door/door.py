# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where messages come in: each is checked once, and what is wrong is told with who sent it."""

import math
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from rclpy.node import NodeNameNonExistentError

from egoplan_ros.nodes.door.continuity import Continuity
from egoplan_ros.nodes.door.rules import RULES
from egoplan_ros.nodes.door.shape import shape_of

_AGAIN_SECONDS = 60.0
"""After which the same complaint is written to the log again."""
_MOST_KINDS = 20
"""Different complaints of one topic that are told; more are noise."""
_VALUE = re.compile(r"\[\d+\]|-?\b(?:nan|inf)\b|[-+]?\d+(\.\d+)?(e[-+]?\d+)?|'[^']*'")


class Endpoints(Protocol):
    """The part of a node that knows who publishes."""

    def get_publishers_info_by_topic(self, topic: str) -> Any:
        """Endpoints of a topic."""
        ...


class Neighbours(Protocol):
    """The part of a node that knows who asks what."""

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        """All nodes."""
        ...

    def get_client_names_and_types_by_node(
        self, node_name: str, node_namespace: str
    ) -> list[tuple[str, list[str]]]:
        """Services that a node may ask."""
        ...


class Door:
    """Checks what comes in on one topic, service or action.

    Args:
        kind: type of the messages, requests or goals.
        name: of the topic, service or action.
        tell: gets the line on each that is refused, and whether it is a new one.
    """

    def __init__(self, kind: type, name: str, tell: Callable[[str, bool], None]) -> None:
        self.name, self._tell = name, tell
        self._shape = shape_of(kind, RULES)
        self._continuity = Continuity(kind)
        self._told: dict[str, float] = {}
        self._line = ""
        self.refused = 0

    def problem(self, message: Any) -> str:
        """What is wrong with a message, "" when it can be used; nothing is told."""
        try:
            where, what = self._shape.problem(message)
            what = what or self._continuity.problem(message)
        except Exception as error:  # whatever it is, it cannot be used
            where, what = "", f"cannot be checked ({type(error).__name__}: {error})"
        return " ".join(f"{where} {what}".split()) if what else ""

    def passes(self, message: Any, who: Callable[[], str]) -> bool:
        """Whether a message may come in; one that may not is told, with ``who`` sent it."""
        problem = self.problem(message)
        if problem:
            self.refuse(problem, lambda: f"ignored, it came from {who()}")
        return not problem

    def refuse(self, problem: str, fate: Callable[[], str]) -> None:
        """Tell what is wrong with a message, and its ``fate``; the same problem once a minute."""
        self.refused += 1
        now, key = time.monotonic(), _VALUE.sub("", problem)
        new = now - self._told.get(key, -math.inf) >= _AGAIN_SECONDS
        if new and (key in self._told or len(self._told) < _MOST_KINDS):
            self._told[key] = now
            self._line = f"{self.name}: {problem}; {fate()}"
            self._tell(self._line, True)
        else:
            self._tell(self._line, False)


def publishers(node: Endpoints, topic: str) -> str:
    """Names of the nodes that publish on a topic, for people."""
    return _one_of({_name(item) for item in node.get_publishers_info_by_topic(topic)})


def clients(node: Neighbours, service: str) -> str:
    """Names of the nodes that may ask a service, for people."""
    names = set()
    for name, space in node.get_node_names_and_namespaces():
        with suppress(NodeNameNonExistentError):  # it has gone meanwhile
            if service in dict(node.get_client_names_and_types_by_node(name, space)):
                names.add(f"{space.rstrip('/')}/{name}")
    return _one_of(names)


def rivals(node: Endpoints, topic: str, name: str) -> str:
    """Who else publishes on a topic that is one node's own, for people; "" for nobody.

    A process that died counts for a while as a second one of the same name: it is no rival.
    """
    found = node.get_publishers_info_by_topic(topic)
    mine = {_host(item) for item in found if _name(item) == name}
    others = {_name(item): _host(item) in mine for item in found if _name(item) != name}
    return ", ".join(
        f"{other} on {'this' if here else 'another'} host" for other, here in sorted(others.items())
    )


def _one_of(names: set[str]) -> str:
    if not names:
        return "a node that has gone"
    return min(names) if len(names) == 1 else f"one of {', '.join(sorted(names))}"


def _name(endpoint: Any) -> str:
    return f"{endpoint.node_namespace.rstrip('/')}/{endpoint.node_name}"


def _host(endpoint: Any) -> tuple[int, ...]:
    """What tells hosts apart in a GUID of DDS: the two bytes after the vendor's."""
    return tuple(endpoint.endpoint_gid[2:4])
