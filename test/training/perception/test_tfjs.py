# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Graph models of TensorFlow.js are read, and become ONNX that OpenCV runs alike."""

import base64
import json

import cv2
import numpy as np
import pytest

from egoplan_ros.training.perception.tfjs_graph import read_graph
from egoplan_ros.training.perception.tfjs_to_onnx import Converter, main
from egoplan_ros.world.errors import InputError


def text(value):
    return {"s": base64.b64encode(value.encode()).decode()}


def whole(*values):
    return {"list": {"i": [str(value) for value in values]}}


def write_model(folder):
    """Padding, convolution with bias, LeakyRelu; channels last between transpositions."""
    kernel = np.random.default_rng(0).normal(size=(3, 3, 2, 4)).astype(np.float16)
    bias = np.arange(4, dtype=np.float16)
    constants = {
        "pads": np.array([[0, 0], [0, 0], [1, 1], [1, 1]], dtype=np.int32),
        "there": np.array([0, 2, 3, 1], dtype=np.int32),
        "back": np.array([0, 3, 1, 2], dtype=np.int32),
        "kernel": kernel,
        "bias": bias,
    }
    weights = [
        {
            "name": name,
            "shape": list(v.shape),
            "dtype": "float32",
            "quantization": {"dtype": "float16"},
        }
        if v.dtype == np.float16
        else {"name": name, "shape": list(v.shape), "dtype": "int32"}
        for name, v in constants.items()
    ]
    strides = {"strides": whole(1, 2, 2, 1), "dilations": whole(1, 1, 1, 1)}
    strides["padding"] = text("VALID")
    nodes = [{"name": name, "op": "Const"} for name in constants] + [
        {"name": "x", "op": "Placeholder"},
        {"name": "pad", "op": "Pad", "input": ["x", "pads"]},
        {"name": "last", "op": "Transpose", "input": ["pad", "there"]},
        {"name": "conv", "op": "Conv2D", "input": ["last", "kernel"], "attr": strides},
        {"name": "sum", "op": "Add", "input": ["conv", "bias"]},
        {"name": "first", "op": "Transpose", "input": ["sum", "back"]},
        {"name": "relu", "op": "LeakyRelu", "input": ["first"], "attr": {"alpha": {"f": 0.1}}},
    ]  # fmt: skip

    def signature(name, shape):
        dims = [{"size": str(size)} for size in shape]
        return {f"{name}:0": {"name": f"{name}:0", "tensorShape": {"dim": dims}}}

    model = {
        "format": "graph-model",
        "signature": {
            "inputs": signature("x", (1, 2, 8, 8)),
            "outputs": signature("relu", (1, 4, 4, 4)),
        },
        "modelTopology": {"node": nodes},
        "weightsManifest": [{"paths": ["m.bin"], "weights": weights}],
    }  # fmt: skip
    (folder / "m.json").write_text(json.dumps(model))
    (folder / "m.bin").write_bytes(b"".join(v.tobytes() for v in constants.values()))
    return folder / "m.json", kernel.astype(np.float32), bias.astype(np.float32)


def test_nodes_come_in_order_of_computation(tmp_path):
    path, kernel, _ = write_model(tmp_path)
    graph = read_graph(path)
    names = [node.name for node in graph.nodes]
    assert names.index("x") < names.index("pad") < names.index("conv") < names.index("relu")
    assert graph.input == ("x", (1, 2, 8, 8))
    assert graph.outputs == {"relu": (1, 4, 4, 4)}
    np.testing.assert_array_equal(graph.constants["kernel"], kernel)


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"format": "layers-model"}'])
def test_what_is_no_graph_model_is_told(tmp_path, content, capsys):
    (tmp_path / "m.json").write_text(content)
    with pytest.raises(InputError, match=r"no TensorFlow\.js graph model"):
        read_graph(tmp_path / "m.json")
    assert main([str(tmp_path / "m.json"), str(tmp_path / "m.onnx")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "m.onnx").exists()


def test_weights_that_are_cut_off_are_told(tmp_path):
    path, _, _ = write_model(tmp_path)
    (tmp_path / "m.bin").write_bytes((tmp_path / "m.bin").read_bytes()[:-2])
    with pytest.raises(InputError, match=r"no TensorFlow\.js graph model"):
        read_graph(path)


def test_opencv_computes_the_same(tmp_path):
    pytest.importorskip("onnx", reason="requirements/optional/train-perception.txt")
    path, kernel, bias = write_model(tmp_path)
    content = Converter(read_graph(path)).convert()
    assert content == Converter(read_graph(path)).convert()
    image = np.random.default_rng(1).normal(size=(1, 2, 8, 8)).astype(np.float32)
    net = cv2.dnn.readNetFromONNX(np.frombuffer(content, dtype=np.uint8))
    net.setInput(image)
    padded = np.pad(image[0], ((0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(1, 2))[:, ::2, ::2]
    expected = np.einsum("cijyx,yxco->oij", windows, kernel) + bias[:, None, None]
    np.testing.assert_allclose(
        net.forward()[0], np.where(expected > 0, expected, 0.1 * expected), atol=1e-4
    )
