# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names and shapes of what goes into an ONNX file's network and comes out of it.

OpenCV runs such files but does not tell this. Only the few fields of the format (onnx.proto,
protocol buffers) that say it are read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from egoplan_ros.world.errors import InputError

Shape = tuple[int, ...]
"""-1 for a size that is not fixed."""

_GRAPH, _INITIALISERS, _INPUTS, _OUTPUTS = 7, 5, 11, 12
_TENSOR_NAME = 8


@dataclass(frozen=True, slots=True)
class OnnxFile:
    """An ONNX file; shapes by name, in the file's order."""

    content: bytes
    inputs: dict[str, Shape]
    outputs: dict[str, Shape]


def read_onnx(path: Path) -> OnnxFile:
    """Read a file.

    Raises:
        InputError: it cannot be read, or is no ONNX file.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"model {path}: cannot be read ({error.strerror}); check the path"
        ) from error
    try:
        graph = next(value for field, value in _fields(content) if field == _GRAPH)
        constants, inputs, outputs = set[str](), dict[str, Shape](), dict[str, Shape]()
        for field, value in _fields(graph):
            if field == _INITIALISERS:
                constants |= {name.decode() for key, name in _fields(value) if key == _TENSOR_NAME}
            elif field in (_INPUTS, _OUTPUTS):
                name, shape = _value_info(value)
                (inputs if field == _INPUTS else outputs)[name] = shape
        inputs = {name: shape for name, shape in inputs.items() if name not in constants}
        if not inputs or not outputs:
            raise ValueError("no inputs or outputs")
    except (ValueError, IndexError, StopIteration, RecursionError) as error:
        raise InputError(
            f"model {path}: is no ONNX file, or is cut off; export the detector to ONNX anew"
        ) from error
    return OnnxFile(content, inputs, outputs)


def _fields(data: bytes | memoryview) -> Iterator[tuple[int, bytes]]:
    """Numbers and contents of a message's fields that have a length; of whole numbers, digits."""
    view, place = memoryview(data), 0
    while place < len(view):
        key, place = _number(view, place)
        kind = key & 7
        if kind == 0:
            value, place = _number(view, place)
            yield key >> 3, str(value).encode()
            continue
        if kind == 2:
            size, place = _number(view, place)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ValueError(f"wire type {kind}")
        if place + size > len(view):
            raise ValueError("cut off")
        if kind == 2:
            yield key >> 3, view[place : place + size].tobytes()
        place += size


def _number(view: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = view[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if not byte & 0x80:
            return value, place
        if shift > 63:
            raise ValueError("number too long")


def _value_info(data: bytes) -> tuple[str, Shape]:
    name, shape = "", list[int]()
    for field, value in _fields(data):
        if field == 1:
            name = value.decode()
        elif field == 2:  # type, tensor_type, shape, dim, dim_value
            for _, tensor in ((f, v) for f, v in _fields(value) if f == 1):
                for _, dims in ((f, v) for f, v in _fields(tensor) if f == 2):
                    for _, dim in _fields(dims):
                        sizes = [int(v) for f, v in _fields(dim) if f == 1]
                        shape.append(sizes[0] if sizes and sizes[0] > 0 else -1)
    return name, tuple(shape)
