# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parameters: values in config/<node>.yaml, meaning and limits here, checked when a node starts."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    SetParametersResult,
)
from rclpy.node import Node
from rclpy.parameter import Parameter as RosParameter

from egoplan_ros.nodes.node_table import (
    NODES,
    RESERVED,
    node_defaults,
    node_entry,
    values_for,
    wrong_type,
)
from egoplan_ros.nodes.parameter_file import read_parameters
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import Settings, values_of


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter; its default stands in the node's YAML file.

    Attributes:
        name: with dots for groups.
        description: what it means, with unit.
        low, high: inclusive limits of a number.
        choices: allowed texts; empty allows all.
    """

    name: str
    description: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    def problem(self, value: Any, default: Any) -> str:
        """What is wrong with a value, "" when it is fine."""
        if problem := wrong_type(value, default):
            return problem
        if isinstance(value, float) and not isfinite(value):
            return f"must be a finite number, got {value!r}"
        if self.choices and value not in self.choices:
            return f"must be one of {', '.join(self.choices)}, got {value!r}"
        if self.low is not None and not value >= self.low:
            return f"must be at least {self.low:g}, got {value!r}"
        if self.high is not None and not value <= self.high:
            return f"must be at most {self.high:g}, got {value!r}"
        return ""

    def descriptor(self, default: Any) -> ParameterDescriptor:
        """As ``ros2 param describe`` shows it; values are read when the node is configured."""
        descriptor = ParameterDescriptor(description=self.description, dynamic_typing=True)
        if self.choices:
            descriptor.additional_constraints = f"one of {', '.join(self.choices)}"
        low = -(2.0**53) if self.low is None else self.low
        high = 2.0**53 if self.high is None else self.high
        if self.low is None and self.high is None:
            return descriptor
        if isinstance(default, float):
            descriptor.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
        elif isinstance(default, int):
            descriptor.integer_range = [IntegerRange(from_value=int(low), to_value=int(high))]
        return descriptor


def of_settings(kind: type[Settings]) -> tuple[Parameter, ...]:
    """Parameters of a room's settings, with their meaning and limits."""
    return tuple(
        Parameter(item.name, item.metadata["means"], item.metadata["low"], item.metadata["high"])
        for item in fields(kind)
    )


def settings_told(node: Node, config: Any) -> dict[str, Any]:
    """Values that a node's parameters have for a room's configuration, by name."""
    names = (name for name in values_of(config) if node.has_parameter(name))
    return {name: node.get_parameter(name).value for name in names}


def defaults(node: str) -> dict[str, Any]:
    """Values of config/<node>.yaml, see :func:`node_defaults`."""
    return node_defaults(node_entry(node))


def declare(node: Node, name: str, wanted: tuple[Parameter, ...]) -> tuple[list[str], str]:
    """Declare a node's parameters.

    A bad value is replaced by the default, so that the node can start, tell, and be corrected.

    Returns:
        What is wrong with the given values, one line each; what is ignored, "" for nothing.

    Raises:
        InputError: the YAML file has a parameter that is not known, or a bad value.
    """
    values = defaults(name)
    problems = []
    overrides = dict(node._parameter_overrides)
    for item in wanted:
        default = values[item.name]
        given = overrides.get(item.name)
        value = default if given is None else given.value
        if isinstance(default, float) and isinstance(value, int):
            value = float(value)
        problem = item.problem(value, default)
        if problem and given is None:
            raise InputError(f"config/{name}.yaml: parameter {item.name} {problem}; correct it")
        if problem:
            problems.append(f"parameter {item.name} {problem}")
            value = default
        node.declare_parameter(item.name, value, item.descriptor(default), ignore_override=True)
    known = {item.name for item in wanted} | RESERVED
    unknown = sorted(
        other for other in set(overrides) - known if not other.startswith("qos_overrides.")
    )
    others = shared_names(sys.argv, name)
    problems += [
        f"parameter {other} is unknown to {name}; known: {', '.join(sorted(known))}"
        for other in unknown
        if other not in others
    ]
    ignored = [other for other in unknown if other in others]
    line = f"parameters of /** that are of other nodes are ignored: {', '.join(ignored)}"
    return problems, line if ignored else ""


def shared_names(arguments: Sequence[str], node: str) -> set[str]:
    """Parameters that a command line gives to all nodes, by ``/**`` of a file, and not to this one
    by its name.

    A robot's own file of parameters may serve its other nodes, too.
    """
    found: set[str] = set()
    single: set[str] = set()
    for flag, value in pairwise(arguments):
        if flag == "--params-file":
            given = read_parameters(Path(value))
            found |= given.get("*", {}).keys()
            single |= given.get(node, {}).keys()
        elif flag in ("-p", "--param"):
            single.add(value.partition(":=")[0].rpartition(":")[2])
    return found - single


def check(node: Node, name: str, wanted: tuple[Parameter, ...]) -> list[str]:
    """What is wrong with the present values, one line each."""
    values = defaults(name)
    lines = []
    for item in wanted:
        problem = item.problem(_plain(node.get_parameter(item.name).value), values[item.name])
        if problem:
            lines.append(f"parameter {item.name} {problem}")
    return lines


def check_file(path: Path) -> None:
    """Find values out of range in a user's parameter file, before any node is started.

    Raises:
        InputError: a value that a node would refuse.
    """
    given = read_parameters(path)
    for entry in NODES:
        values = values_for(entry, given)
        if not values:
            continue
        default = defaults(entry.name)
        for item in getattr(import_module(entry.module), entry.kind).PARAMETERS:
            problem = item.name in values and item.problem(values[item.name], default[item.name])
            if problem:
                raise InputError(f"{path}: parameter {item.name} of {entry.name} {problem}")


def refuse_bad(
    name: str, wanted: tuple[Parameter, ...], given: Sequence[RosParameter]
) -> SetParametersResult:
    """Refuse to set what :func:`check` would complain of."""
    values, known = defaults(name), {item.name: item for item in wanted}
    for one in given:
        item = known.get(one.name)
        problem = item.problem(_plain(one.value), values[one.name]) if item else ""
        if problem:
            return SetParametersResult(successful=False, reason=f"parameter {one.name} {problem}")
    return SetParametersResult(successful=True)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
