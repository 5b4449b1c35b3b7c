# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The policy of SROS 2 for the graph: each process may do what :mod:`access` says, and no more."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from egoplan_ros.nodes.drivers.devices import DEVICE
from egoplan_ros.nodes.node_table import CLIENTS, NODES, enclave
from egoplan_ros.nodes.startup.access import PARAMETERS, Access, Names, access
from egoplan_ros.world.system.files import write_whole

_VERSION = "0.2.0"
"""Of the schema, as ``ros2 security`` of Jazzy has it."""
_RULES = (
    ("publishes", "topics", "topic", "publish"),
    ("hears", "topics", "topic", "subscribe"),
    ("serves", "services", "service", "reply"),
    ("asks", "services", "service", "request"),
    ("executes", "actions", "action", "execute"),
    ("calls", "actions", "action", "call"),
)
"""Attribute of :class:`Access`, element and its children, and what they are allowed for."""


def write_policy(path: Path, namespace: str = "") -> None:
    """Write the policy as a file for ``ros2 security create_permission``, whole or not at all.

    Args:
        path: of the file. namespace: of the graph's nodes, e.g. "/egoplan"; "" for none.
    """
    write_whole(path, policy_text(namespace))


def policy_text(namespace: str = "") -> str:
    """The policy as XML; ``namespace`` of the graph's nodes, "" for none."""
    space = "/" + namespace.strip("/")
    policy = ElementTree.Element("policy", version=_VERSION)
    enclaves = ElementTree.SubElement(policy, "enclaves")
    for name in (*(entry.name for entry in NODES), *CLIENTS):
        one = ElementTree.SubElement(enclaves, "enclave", path=enclave(name))
        profiles = ElementTree.SubElement(one, "profiles")
        _profile(profiles, space, name, access(name))
        if name == "robot_sim":
            _profile(profiles, "/", name, access(name))  # it has no namespace itself
            _profile(profiles, "/", "controller_server", Access(serves=PARAMETERS))
    ElementTree.indent(policy)
    return ElementTree.tostring(policy, encoding="unicode", xml_declaration=True) + "\n"


def _profile(profiles: ElementTree.Element, space: str, name: str, may: Access) -> None:
    profile = ElementTree.SubElement(profiles, "profile", ns=space, node=name)
    for attribute, plural, single, right in _RULES:
        if names := list(_with_devices(getattr(may, attribute))):
            rule = ElementTree.SubElement(profile, plural, {right: "ALLOW"})
            for item in names:
                ElementTree.SubElement(rule, single).text = item


def _with_devices(names: Names) -> Iterator[str]:
    """A robot's own topics under the names, too, that ``robot.launch.py`` has for them."""
    for name in names:
        yield name
        for ours, theirs in DEVICE.items():
            if theirs != ours and (name == ours or name.startswith(f"{ours}/")):
                yield theirs + name.removeprefix(ours)
