# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads a graph model of TensorFlow.js: nodes in order of computation, and constants."""

import base64
import binascii
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.errors import InputError

_DTYPES = {"float32": np.float32, "int32": np.int32, "bool": np.bool_, "float16": np.float16}


@dataclass(frozen=True, slots=True)
class Node:
    """One operation.

    Attributes:
        name: of the node; its further outputs are ``name:1``, ``name:2``.
        op: TensorFlow's name of the operation.
        inputs: names of tensors; ``:0`` and control dependencies left out.
        attributes: decoded: integers, floats, booleans, strings, or lists of integers.
    """

    name: str
    op: str
    inputs: tuple[str, ...]
    attributes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes that the outputs need, in order of computation.

    Attributes:
        nodes: in that order.
        constants: by name.
        input: name and shape of the one input.
        outputs: names and shapes.
    """

    nodes: tuple[Node, ...]
    constants: Mapping[str, npt.NDArray[Any]]
    input: tuple[str, tuple[int, ...]]
    outputs: Mapping[str, tuple[int, ...]]


def read_graph(path: Path) -> Graph:
    """Read ``NAME.json`` and the weights beside it.

    Raises:
        InputError: a file is missing, or is no graph model with one input.
    """
    try:
        model = json.loads(path.read_text(encoding="utf-8"))
        if model["format"] != "graph-model":
            raise ValueError(f"format is {model['format']!r}")
        nodes = {item["name"]: _node(item) for item in model["modelTopology"]["node"]}
        outputs = _signature(model["signature"]["outputs"])
        inputs = _signature(model["signature"]["inputs"])
        if len(inputs) != 1:
            raise ValueError(f"{len(inputs)} inputs")
        needed = {name: [_node_of(i) for i in node.inputs] for name, node in nodes.items()}
        order = [nodes[name] for name in TopologicalSorter(_needed(outputs, needed)).static_order()]
        constants = _constants(path.parent, model["weightsManifest"])
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: no TensorFlow.js graph model ({error!r})") from error
    return Graph(tuple(order), constants, next(iter(inputs.items())), outputs)


def _signature(tensors: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    return {
        item["name"].split(":")[0]: tuple(int(dim["size"]) for dim in item["tensorShape"]["dim"])
        for item in tensors.values()
    }


def _node_of(tensor: str) -> str:
    return tensor.split(":")[0]


def _needed(outputs: Mapping[str, Any], inputs: Mapping[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    waiting = list(outputs)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = inputs[name]
            waiting += inputs[name]
    return found


def _node(item: Mapping[str, Any]) -> Node:
    inputs = tuple(
        name.removesuffix(":0") for name in item.get("input", ()) if not name.startswith("^")
    )
    attributes = {key: _attribute(value) for key, value in item.get("attr", {}).items()}
    return Node(item["name"], item["op"], inputs, attributes)


def _attribute(value: Mapping[str, Any]) -> Any:
    kind, content = next(iter(value.items()))
    if kind == "i":
        return int(content)
    if kind == "s":
        try:
            return base64.b64decode(content, validate=True).decode("ascii")
        except (binascii.Error, UnicodeDecodeError):
            return content
    if kind == "list":
        return [int(number) for number in content.get("i", ())]
    return content


def _constants(folder: Path, manifest: list[Mapping[str, Any]]) -> dict[str, npt.NDArray[Any]]:
    found: dict[str, npt.NDArray[Any]] = {}
    for group in manifest:
        raw = b"".join((folder / name).read_bytes() for name in group["paths"])
        offset = 0
        for weight in group["weights"]:
            stored = weight.get("quantization", {}).get("dtype", weight["dtype"])
            if stored not in _DTYPES:
                raise ValueError(f"weights are stored as {stored}")
            count = math.prod(weight["shape"])
            values: npt.NDArray[Any] = np.frombuffer(raw, _DTYPES[stored], count, offset)
            offset += values.nbytes
            found[weight["name"]] = values.reshape(weight["shape"])
        if offset != len(raw):
            raise ValueError(f"weights have {len(raw)} bytes, {offset} are told of")
    return found
