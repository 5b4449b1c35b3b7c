# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Converts a graph model of TensorFlow.js to ONNX, weights in half precision.

python -m egoplan_ros.training.perception.tfjs_to_onnx nanodet.json nanodet.onnx

TensorFlow computes convolutions channels last, ONNX channels first. A transposition moves no data
here: each tensor is kept channels first, with the order in which TensorFlow sees its axes, so that
the transpositions about the convolutions fall away. Paddings go into the convolution after them,
biases into the one before. Needs the package onnx (requirements/optional/train-perception.txt); two
runs give equal bytes.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.training.perception.tfjs_graph import Graph, Node, read_graph
from egoplan_ros.world.errors import InputError

OPSET = 13
_LAST = (0, 2, 3, 1)
"""How TensorFlow sees the axes of a tensor that is stored channels first."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor of the ONNX graph as TensorFlow sees it.

    Attributes:
        name: in the ONNX graph.
        order: axis ``i`` of TensorFlow is axis ``order[i]`` of the ONNX tensor.
        pads: (before, after) by axis of the ONNX tensor, not yet applied.
    """

    name: str
    order: tuple[int, ...]
    pads: tuple[tuple[int, int], ...] = ()


class Converter:
    """Builds the ONNX graph node by node."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes: list[dict[str, Any]] = []
        self.weights: dict[str, npt.NDArray[Any]] = {}
        self.values: dict[str, Tensor | npt.NDArray[Any]] = dict(graph.constants)
        self._convolutions: dict[str, dict[str, Any]] = {}

    def convert(self) -> bytes:
        """The ONNX file; outputs have TensorFlow's shapes and the order of the signature's names.

        Raises:
            InputError: the graph has an operation, or a use of one, that is not known.
        """
        import onnx
        from onnx import TensorProto, helper, numpy_helper

        for node in self.graph.nodes:
            self._add(node)
        outputs = []
        for index, (name, shape) in enumerate(sorted(self.graph.outputs.items())):
            self._emit("Identity", [self._plain(name)], f"output_{index}")
            outputs.append(
                helper.make_tensor_value_info(f"output_{index}", TensorProto.FLOAT, shape)
            )
        made = []
        for name, values in self.weights.items():
            if values.dtype == np.float16:
                cast = helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT)
                made.append(cast)
        made += [
            helper.make_node(item["op"], item["inputs"], item["outputs"], **item["attributes"])
            for item in self.nodes
        ]
        initialisers = [
            numpy_helper.from_array(
                np.ascontiguousarray(values),
                f"{name}_half" if values.dtype == np.float16 else name,
            )
            for name, values in self.weights.items()
        ]
        source, shape = self.graph.input
        image = helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)
        body = helper.make_graph(made, source, [image], outputs, initialisers)
        model = helper.make_model(
            body, producer_name="egoplan_ros", opset_imports=[helper.make_opsetid("", OPSET)]
        )
        model.ir_version = 8
        onnx.checker.check_model(model, full_check=True)
        return bytes(model.SerializeToString(deterministic=True))

    def _add(self, node: Node) -> None:
        if node.op == "Const":
            return
        inputs = [self.values[name] for name in node.inputs]
        if inputs and all(isinstance(value, np.ndarray) for value in inputs):
            self.values[node.name] = self._folded(node, inputs)
            return
        convert = _OPERATIONS.get(node.op)
        if convert is None:
            raise InputError(f"{node.name}: operation {node.op} cannot be converted")
        convert(self, node)

    def _folded(self, node: Node, inputs: list[Any]) -> npt.NDArray[Any]:
        """What is computed of constants alone: the shapes of reshapings."""
        if node.op in ("Add", "AddV2"):
            return np.asarray(inputs[0] + inputs[1])
        if node.op == "SparseToDense":
            indices, shape, values, default = inputs
            dense = np.full(tuple(np.atleast_1d(shape)), default)
            dense[tuple(np.reshape(indices, (-1, dense.ndim)).T)] = values
            return dense
        raise InputError(f"{node.name}: {node.op} of constants cannot be converted")

    def _tensor(self, node: Node, index: int = 0) -> Tensor:
        value = self.values[node.inputs[index]]
        if not isinstance(value, Tensor):
            raise InputError(f"{node.name}: input {index} of {node.op} is a constant")
        return value

    def _constant(self, node: Node, index: int) -> npt.NDArray[Any]:
        value = self.values[node.inputs[index]]
        if isinstance(value, Tensor):
            raise InputError(f"{node.name}: input {index} of {node.op} is no constant")
        return value

    def _weight(self, name: str, values: npt.NDArray[Any]) -> str:
        self.weights[name] = values
        return name

    def _emit(self, op: str, inputs: list[str], output: str, **attributes: Any) -> dict[str, Any]:
        item = {"op": op, "inputs": inputs, "outputs": [output], "attributes": attributes}
        self.nodes.append(item)
        return item

    def _plain(self, name: str) -> str:
        """The tensor with its axes as TensorFlow sees them."""
        value = self.values[name]
        if not isinstance(value, Tensor) or value.pads:
            raise InputError(f"{name}: a constant or a padded tensor is no output")
        if value.order == tuple(range(len(value.order))):
            return value.name
        self._emit("Transpose", [value.name], f"{name}/plain", perm=list(value.order))
        return f"{name}/plain"

    def placeholder(self, node: Node) -> None:
        """The image."""
        self.values[node.name] = Tensor("image", tuple(range(len(self.graph.input[1]))))

    def same(self, node: Node) -> None:
        """Nothing is done."""
        self.values[node.name] = self.values[node.inputs[0]]

    def transpose(self, node: Node) -> None:
        """Another view of the same tensor."""
        tensor = self._tensor(node)
        order = tuple(tensor.order[int(axis)] for axis in self._constant(node, 1))
        self.values[node.name] = replace(tensor, order=order)

    def pad(self, node: Node) -> None:
        """Left to the convolution or the pooling that follows."""
        tensor = self._tensor(node)
        if node.op == "PadV2" and float(self._constant(node, 2)) > -1e30:
            raise InputError(f"{node.name}: only a pooling's padding may have a value")
        pads = [(0, 0)] * len(tensor.order)
        for axis, pair in zip(tensor.order, self._constant(node, 1), strict=True):
            pads[axis] = (int(pair[0]), int(pair[1]))
        self.values[node.name] = replace(tensor, pads=tuple(pads))

    def _window(self, node: Node, tensor: Tensor) -> dict[str, Any]:
        if tensor.order != _LAST or node.attributes["padding"] != "VALID":
            raise InputError(f"{node.name}: {node.op} must be channels last, with explicit padding")
        pads = tensor.pads or ((0, 0),) * 4
        if pads[0] != (0, 0) or pads[1] != (0, 0):
            raise InputError(f"{node.name}: padding of other axes than rows and columns")
        before, after = zip(*pads[2:], strict=True)
        return {"pads": [*before, *after], "strides": node.attributes["strides"][1:3]}

    def convolution(self, node: Node) -> None:
        """With the padding before it."""
        tensor, weights = self._tensor(node), self._constant(node, 1)
        kernel = self._weight(node.inputs[1], weights.transpose(3, 2, 0, 1))
        item = self._emit(
            "Conv",
            [tensor.name, kernel],
            node.name,
            kernel_shape=list(weights.shape[:2]),
            dilations=node.attributes["dilations"][1:3],
            **self._window(node, tensor),
        )
        self._convolutions[node.name] = item
        self.values[node.name] = Tensor(node.name, _LAST)

    def pooling(self, node: Node) -> None:
        """Maximum, with the padding before it."""
        tensor = self._tensor(node)
        self._emit(
            "MaxPool",
            [tensor.name],
            node.name,
            kernel_shape=node.attributes["ksize"][1:3],
            **self._window(node, tensor),
        )
        self.values[node.name] = Tensor(node.name, _LAST)

    def add(self, node: Node) -> None:
        """A bias goes into its convolution."""
        constant = next((i for i in (0, 1) if not self._is_tensor(node, i)), None)
        if constant is None:
            left, right = self._tensor(node, 0), self._tensor(node, 1)
            if left.order != right.order or left.pads or right.pads:
                raise InputError(f"{node.name}: sum of tensors of different order")
            self._emit("Add", [left.name, right.name], node.name)
            self.values[node.name] = replace(left, name=node.name)
            return
        tensor, bias = self._tensor(node, 1 - constant), self._constant(node, constant)
        item = self._convolutions.pop(tensor.name, None)
        if item is None or bias.ndim != 1:
            raise InputError(f"{node.name}: a constant is added to what is no convolution")
        item["inputs"].append(self._weight(node.inputs[constant], bias))
        self.values[node.name] = tensor

    def _is_tensor(self, node: Node, index: int) -> bool:
        return isinstance(self.values[node.inputs[index]], Tensor)

    def activation(self, node: Node) -> None:
        """One tensor to one of the same axes."""
        tensor = self._tensor(node)
        options = {"alpha": float(node.attributes["alpha"])} if node.op == "LeakyRelu" else {}
        self._emit(node.op, [tensor.name], node.name, **options)
        self.values[node.name] = replace(tensor, name=node.name)

    def concatenation(self, node: Node) -> None:
        """Of tensors that TensorFlow sees alike."""
        tensors = [self._tensor(node, i) for i in range(len(node.inputs) - 1)]
        if len({tensor.order for tensor in tensors}) > 1:
            raise InputError(f"{node.name}: concatenation of tensors of different order")
        axis = tensors[0].order[int(self._constant(node, len(tensors)))]
        self._emit("Concat", [tensor.name for tensor in tensors], node.name, axis=axis)
        self.values[node.name] = replace(tensors[0], name=node.name)

    def split(self, node: Node) -> None:
        """Into parts of given sizes."""
        tensor = self._tensor(node)
        sizes = self._weight(f"{node.name}/sizes", self._constant(node, 1).astype(np.int64))
        names = [node.name, *(f"{node.name}:{i}" for i in range(1, node.attributes["num_split"]))]
        axis = tensor.order[int(self._constant(node, 2))]
        self._emit("Split", [tensor.name, sizes], node.name, axis=axis)["outputs"] = names
        self.values.update({name: replace(tensor, name=name) for name in names})

    def resize(self, node: Node) -> None:
        """Bilinear, by centres of pixels."""
        tensor = self._tensor(node)
        if tensor.order != _LAST or not node.attributes.get("half_pixel_centers"):
            raise InputError(f"{node.name}: resizing must be channels last, by centres of pixels")
        batch = self._sizes[tensor.name]
        height, width = (int(size) for size in self._constant(node, 1))
        sizes = np.array([*batch, height, width], dtype=np.int64)
        name = self._weight(f"{node.name}/sizes", sizes)
        self._emit(
            "Resize",
            [tensor.name, "", "", name],
            node.name,
            mode="linear",
            coordinate_transformation_mode="half_pixel",
        )
        self.values[node.name] = replace(tensor, name=node.name)

    @property
    def _sizes(self) -> dict[str, tuple[int, int]]:
        """Batch and channels by tensor, as far as convolutions and sums lead to them."""
        found: dict[str, tuple[int, int]] = {}
        for item in self.nodes:
            if item["op"] == "Conv":
                found[item["outputs"][0]] = (1, self.weights[item["inputs"][1]].shape[0])
            elif item["inputs"][0] in found:
                found.update(dict.fromkeys(item["outputs"], found[item["inputs"][0]]))
        return found

    def reshape(self, node: Node) -> None:
        """Of the axes as TensorFlow sees them."""
        shape = self._weight(f"{node.name}/shape", self._constant(node, 1).astype(np.int64))
        self._emit("Reshape", [self._plain(node.inputs[0]), shape], node.name)
        self.values[node.name] = Tensor(node.name, tuple(range(len(self._constant(node, 1)))))


_OPERATIONS: dict[str, Callable[[Converter, Node], None]] = {
    "Placeholder": Converter.placeholder,
    "Identity": Converter.same,
    "Transpose": Converter.transpose,
    "Pad": Converter.pad,
    "PadV2": Converter.pad,
    "Conv2D": Converter.convolution,
    "MaxPool": Converter.pooling,
    "Add": Converter.add,
    "AddV2": Converter.add,
    "LeakyRelu": Converter.activation,
    "Relu": Converter.activation,
    "Sigmoid": Converter.activation,
    "ConcatV2": Converter.concatenation,
    "SplitV": Converter.split,
    "ResizeBilinear": Converter.resize,
    "Reshape": Converter.reshape,
}


def main(words: list[str] | None = None) -> int:
    """Convert a file; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("model", type=Path, help="NAME.json; its weights lie beside it")
    parser.add_argument("out", type=Path, help="the ONNX file to write")
    options = parser.parse_args(words)
    try:
        content = Converter(read_graph(options.model)).convert()
        options.out.write_bytes(content)
    except (InputError, ImportError, OSError) as error:
        print(f"tfjs_to_onnx: {error}", file=sys.stderr)
        return 2
    print(f"{options.out}: {len(content) / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
