# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shipped model, and a made-up pretrained encoder."""

import json
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.reader.transformer import LAYERS
from egoplan_ros.language.text.wordpiece import SPECIAL

WORDS = (
    "put the a two fork mug in on sink desk drawer wash no all book bed"
    " place get go to apple tomato lettuce fridge counter top basin"
).split()
SHAPES = {
    "attention.self.query": (384, 384), "attention.self.key": (384, 384),
    "attention.self.value": (384, 384), "attention.output.dense": (384, 384),
    "attention.output.LayerNorm": (384,), "intermediate.dense": (1536, 384),
    "output.dense": (384, 1536), "output.LayerNorm": (384,),
}  # fmt: skip


@pytest.fixture(scope="session")
def pretrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like that of the pretrained sentence encoder, with random weights."""
    folder = tmp_path_factory.mktemp("pretrained")
    rng = np.random.default_rng(0)
    letters = [*"abcdefghijklmnopqrstuvwxyz", *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz")]
    vocabulary = [*SPECIAL, ",", ".", *letters, *(word for word in WORDS if len(word) > 1)]
    given = {
        "embeddings.word_embeddings.weight": rng.normal(size=(len(vocabulary), 384)),
        "embeddings.position_embeddings.weight": 0.1 * rng.normal(size=(512, 384)),
        "embeddings.token_type_embeddings.weight": np.zeros((2, 384)),
        "embeddings.LayerNorm.weight": np.ones(384),
        "embeddings.LayerNorm.bias": np.zeros(384),
    }
    for layer in range(LAYERS):
        for name, shape in SHAPES.items():
            stem, norm = f"encoder.layer.{layer}.{name}.", len(shape) == 1
            given[stem + "weight"] = np.ones(shape) if norm else 0.05 * rng.normal(size=shape)
            given[stem + "bias"] = np.zeros(shape[0])
    header: dict[str, object] = {}
    blob = b""
    for name, value in given.items():
        raw = value.astype(np.float32).tobytes()
        offsets = [len(blob), len(blob) + len(raw)]
        header[name] = {"dtype": "F32", "shape": value.shape, "data_offsets": offsets}
        blob += raw
    text = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + blob)
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    return folder


@pytest.fixture(scope="session")
def model() -> LanguageModel:
    """The shipped model; it keeps no state."""
    return LanguageModel.load()
