# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The fine-tuned encoder: spelling, torch and numpy alike, files, interrupted training."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from egoplan_ros.language.goals.slots import SLOTS
from egoplan_ros.language.reader.network import (
    Meta,
    Network,
    load_network,
    save_network,
)
from egoplan_ros.language.reader.transformer import forward, laid_out, quantised, restored, rounded
from egoplan_ros.language.reader.weight_files import shard
from egoplan_ros.language.text.wordpiece import (
    BREAK,
    SPECIAL,
    START,
    UNKNOWN,
    WordPieces,
    thinned,
)
from egoplan_ros.training.language.fine_tuning import Sample, Tuning, fine_tune
from egoplan_ros.training.language.transformer_network import (
    LAYERS,
    Transformer,
    exported,
    kept_pieces,
    load_pretrained,
    pretrained_folder,
    read_safetensors,
)
from egoplan_ros.world.errors import InputError

PIECES = [*SPECIAL, "put", "the", "mug", "in", "sink", "##s", "a", "##b"]
LABELS = [3] * len(SLOTS)


@pytest.fixture(scope="module")
def network() -> Transformer:
    torch.manual_seed(0)
    return Transformer(len(PIECES), LABELS).eval()


def test_words_are_spelled_by_the_longest_pieces() -> None:
    spell = WordPieces(PIECES)
    assert spell(["put", "mugs", "", "ab", "glorb", ""]) == [
        START, 4, 6, 9, BREAK, 10, 11, UNKNOWN, BREAK,
    ]  # fmt: skip
    assert len(spell(["put"] * 1000)) == 256


def test_steps_are_thinned_and_the_goal_is_not() -> None:
    words = "put the mug on the desk||turn left||pick up the blue mug|".replace("|", " | ").split()
    assert " ".join(word or "|" for word in thinned(["" if w == "|" else w for w in words])) == (
        "put the mug on the desk | pick up blue mug |"
    )
    assert thinned(["put", "the", "mug"]) == ["put", "the", "mug"]  # cut off for its length


def test_rare_pieces_are_left_out_and_all_words_still_spelled() -> None:
    vocabulary = ["[PAD]", "[unused1]", "!", "mug", "zebra", "é", "m", "##u", "##g", "u", "z"]
    kept = kept_pieces(vocabulary, ["mug"])
    assert kept[:4] == list(SPECIAL)
    assert "mug" in kept
    assert not {"[unused1]", "!", "é"} & set(kept)


def test_numpy_and_torch_agree(network: Transformer) -> None:
    parameters = exported(network)
    for ids in ([START, 4, 5, 6, BREAK], [START, BREAK], [START, *[7] * 40, BREAK]):
        with torch.no_grad():
            x = network.lower(torch.tensor([ids]), 2)
            theirs = network.upper(x, torch.ones(1, len(ids), dtype=torch.bool), 2)
        for ours, other in zip(forward(parameters, ids), theirs, strict=True):
            np.testing.assert_allclose(ours, other[0].numpy(), atol=1e-4)


def test_integers_are_close() -> None:
    rng = np.random.default_rng(0)
    matrix = rng.normal(size=(20, 30)).astype(np.float32)
    matrix[3] *= 40.0  # needs a step of its own
    kept, step = quantised(matrix)
    assert kept.dtype == np.int8
    assert (np.abs(restored(kept, step) - matrix) <= 0.501 * step[:, None]).all()
    assert step[3] > 2 * step[0]
    base = matrix + rng.normal(scale=0.02, size=matrix.shape).astype(np.float32)
    change, finer = quantised(matrix, base)
    assert np.abs(change).max() < np.abs(kept).max() / 4
    assert (np.abs(restored(change, finer, base) - matrix) <= 0.501 * finer[:, None]).all()


def test_order_in_memory_changes_nothing(network: Transformer) -> None:
    parameters, ids = exported(network), [2, 4, 5, 6, 1]
    laid = laid_out(parameters)
    assert all(value.dtype == np.float32 for value in laid.values())
    for ours, other in zip(forward(laid, ids), forward(parameters, ids), strict=True):
        np.testing.assert_allclose(ours, other, rtol=1e-5, atol=1e-5)


def test_files_belong_together(tmp_path: Path, network: Transformer) -> None:
    labels = {slot: ["a", "b", "c"] for slot in SLOTS}
    meta = Meta(["put"], PIECES, labels, {}, report={"seed": 3})
    parameters = exported(network)
    path = tmp_path / "w.npz"
    files = save_network(path, parameters, meta)
    assert all(file.stat().st_size < 5_000_000 for file in files)
    goal, steps = ["put", "the", "mug"], [["in", "the", "sink"]]
    expected = Network(rounded(parameters), meta)(goal, steps)
    loaded = load_network(path)
    assert loaded.meta == meta
    for slot, scores in loaded(goal, steps).items():
        np.testing.assert_allclose(scores, expected[slot], atol=1e-5)
        assert np.exp(scores).sum() == pytest.approx(1.0, abs=1e-5)
    shard(path, 1).write_bytes(shard(path, 0).read_bytes())
    with pytest.raises(InputError, match=r"part1\.npz: damaged, or of other weights"):
        load_network(path)
    shard(path, 1).unlink()
    with pytest.raises(InputError, match=r"part1\.npz: cannot be read"):
        load_network(path)


def test_tuning_learns_and_goes_on_where_it_was(tmp_path: Path) -> None:
    def fresh() -> tuple[Transformer, list[Sample]]:
        torch.manual_seed(1)
        samples = [Sample([START, 4 + n % 3, BREAK], [n % 3] * len(SLOTS)) for n in range(12)]
        return Transformer(len(PIECES), LABELS, dropout=0.0), samples

    tuning = Tuning(epochs=4, batch_tokens=18, rate=5e-4, lost=0.0)
    lines: list[str] = []
    whole, samples = fresh()
    frozen = whole.layers[0].up.weight.clone()
    fine_tune(whole, lambda _: samples, tuning, 0, tmp_path / "a", lines.append)
    assert len(lines) == 4
    assert torch.equal(whole.layers[0].up.weight, frozen)
    with torch.no_grad():
        x = whole.lower(torch.tensor([s.ids for s in samples]), 3)
        scores = whole.upper(x, torch.ones(x.shape[:2], dtype=torch.bool), 3)
    assert scores[0].argmax(1).tolist() == [s.labels[0] for s in samples]

    class Interrupted(Exception):
        pass

    def stop(line: str) -> None:
        if "tuning 3/" in line:
            raise Interrupted

    halved, samples = fresh()
    with pytest.raises(Interrupted):
        fine_tune(halved, lambda _: samples, tuning, 0, tmp_path / "b", stop)
    halved, samples = fresh()
    lines.clear()
    fine_tune(halved, lambda _: samples, tuning, 0, tmp_path / "b", lines.append)
    assert [line[:10] for line in lines] == ["tuning 3/4", "tuning 4/4"]


def test_lower_layers_learn_more_slowly(tmp_path: Path) -> None:
    torch.manual_seed(1)
    tuned = Transformer(len(PIECES), LABELS, dropout=0.0)
    before = {name: value.clone() for name, value in tuned.state_dict().items()}
    samples = [Sample([START, 4 + n % 3, BREAK], [n % 3] * len(SLOTS)) for n in range(12)]
    tuning = Tuning(epochs=2, batch_tokens=18, decay=0.3, frozen=1, kept=False)
    fine_tune(tuned, lambda _: samples, tuning, 0, tmp_path / "a", lambda line: None)
    moved = {
        name: float((value - before[name]).abs().mean())
        for name, value in tuned.state_dict().items()
    }
    assert moved["pieces.weight"] == moved["layers.0.up.weight"] == 0
    assert 0 < moved["layers.1.up.weight"] < moved["layers.3.up.weight"] / 3
    assert moved["layers.3.up.weight"] < moved["layers.5.up.weight"] / 3
    assert all(sample.lower is None for sample in samples)


def test_pretrained_weights_are_read_by_hand(tmp_path: Path) -> None:
    given: dict[str, np.ndarray] = {
        "embeddings.word_embeddings.weight": np.ones((5, 384), np.float32),
        "embeddings.position_embeddings.weight": np.zeros((512, 384), np.float32),
        "embeddings.token_type_embeddings.weight": np.full((2, 384), 0.5, np.float32),
        "embeddings.LayerNorm.weight": np.ones(384, np.float32),
        "embeddings.LayerNorm.bias": np.zeros(384, np.float32),
    }
    shapes = {
        "attention.self.query": (384, 384), "attention.self.key": (384, 384),
        "attention.self.value": (384, 384), "attention.output.dense": (384, 384),
        "attention.output.LayerNorm": (384,), "intermediate.dense": (1536, 384),
        "output.dense": (384, 1536), "output.LayerNorm": (384,),
    }  # fmt: skip
    for layer in range(LAYERS):
        for name, shape in shapes.items():
            stem = f"encoder.layer.{layer}.{name}."
            given[stem + "weight"] = np.full(shape, layer + 1.0, np.float32)
            given[stem + "bias"] = np.zeros(shape[0], np.float32)
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    blob = b""
    for name, value in given.items():
        offsets = [len(blob), len(blob) + value.nbytes]
        header[name] = {"dtype": "F32", "shape": value.shape, "data_offsets": offsets}
        blob += value.tobytes()
    text = json.dumps(header).encode()
    (tmp_path / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + blob)
    (tmp_path / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\nmug\n")
    assert set(read_safetensors(tmp_path / "model.safetensors")) == set(given)
    network, pieces = load_pretrained(tmp_path, ["mug"], LABELS)
    assert pieces == [*SPECIAL, "mug"]
    assert network.positions.weight[3, 3].item() == pytest.approx(0.5)
    for layer in range(LAYERS):
        weight = network.layers[layer].down.weight
        assert torch.allclose(weight, torch.full_like(weight, layer + 1.0))


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "egoplan_ros.training.language.transformer_network.find_spec", lambda name: None
    )
    with pytest.raises(InputError, match="pip install"):
        pretrained_folder()
