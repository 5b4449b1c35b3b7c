# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The reader of requests: torch and numpy alike, files, learning, line of confidence."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from egoplan_ros.language.reader.graph_reader import (
    BASE_FORMAT,
    GraphMeta,
    GraphReader,
    base_beside,
    load_reader,
    pooled,
    save_reader,
)
from egoplan_ros.language.reader.network import Meta, save_network
from egoplan_ros.language.reader.request_graph import RELATIONS, request_of
from egoplan_ros.language.reader.transformer import quantised, rounded
from egoplan_ros.language.reader.weight_files import shard, write_arrays
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.wordpiece import SPECIAL, WordPieces
from egoplan_ros.training.language.fine_tuning import Tuning
from egoplan_ros.training.language.graph_network import GraphNetwork, graph_loss, sample_of
from egoplan_ros.training.language.request_corpus import Example, graph_of
from egoplan_ros.training.language.transformer_network import exported
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
LEXICON = Lexicon(ONTOLOGY)
PIECES = [
    *SPECIAL,
    *"put the mug in sink two forks no not on desk wash it , . ##s r robot :".split(),
]


def request(text):
    return request_of((("user", text),), LEXICON)


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return GraphNetwork(len(PIECES)).eval()


def test_nodes_are_made_of_their_mentions():
    asked = request("put the mug in the sink, the mug")
    ids, mean, last = pooled(asked, WordPieces(PIECES))
    assert mean.shape == last.shape == (3, len(ids))
    np.testing.assert_allclose(mean.sum(axis=1), 1.0)
    np.testing.assert_allclose(last.sum(axis=1), 1.0)
    assert mean[1].max() == 0.5
    assert last[1].argmax() > mean[1].argmax()
    assert mean[0, 0] == 1.0


def test_what_is_cut_off_is_made_of_the_first_piece():
    _, mean, _ = pooled(request("put " * 300 + "the mug in the sink"), WordPieces(PIECES))
    assert mean[1, 0] == mean[2, 0] == 1.0


def test_numpy_and_torch_agree(network):
    reader = GraphReader(exported(network), GraphMeta(PIECES))
    for text in ("put the mug in the sink", "two forks, not the mug, on the desk"):
        asked = request(text)
        sample = sample_of(Example(asked, None), reader.spell)
        ours = reader(asked)
        with torch.no_grad():
            x = network.lower(torch.tensor([sample.ids]), 6)
            mean, last = torch.from_numpy(sample.mean[None]), torch.from_numpy(sample.last[None])
            states, _, _, _, refusal = network(x, mean, last)
        assert ours.refusal == pytest.approx(float(torch.sigmoid(refusal[0])), abs=1e-4)
        chances = torch.sigmoid(states[0]).numpy() * sample.told_states
        assert [len(found) for found in ours.graph.states] == (chances > 0.5).sum(axis=1).tolist()
        assert ours.log_probability < 0
        assert 0 < ours.probability < 1


def test_nothing_is_in_itself_nor_everything_anywhere(network):
    asked = request("put the sink in the mug, the desk in the forks")
    reader = GraphReader(exported(network), GraphMeta(PIECES))
    sample = sample_of(Example(asked, None), reader.spell)
    for (a, b), (relation, _) in reader(asked).graph.relations.items():
        assert sample.told_relations[a, b, RELATIONS.index(relation)]


def test_files_belong_together(tmp_path: Path, network):
    parameters = rounded(exported(network))
    path = tmp_path / "requests.npz"
    files = save_reader(path, parameters, GraphMeta(PIECES, (0.5, 2.0), {"seed": 3}))
    assert len(files) == 5
    loaded = load_reader(path)
    assert (list(loaded.meta.pieces), list(loaded.meta.line)) == (PIECES, [0.5, 2.0])
    asked = request("put the mug in the sink")
    expected = GraphReader(parameters, GraphMeta(PIECES, (0.5, 2.0)))(asked)
    assert loaded(asked).graph == expected.graph
    assert loaded(asked).probability == pytest.approx(expected.probability, abs=1e-5)
    shard(path, 1).write_bytes(shard(path, 0).read_bytes())
    with pytest.raises(InputError, match=r"part1\.npz: damaged, or of other weights"):
        load_reader(path)
    shard(path, 1).unlink()
    with pytest.raises(InputError, match=r"part1\.npz: cannot be read"):
        load_reader(path)
    path.write_bytes(b"nothing")
    with pytest.raises(InputError, match="damaged, or none"):
        load_reader(path)
    path.unlink()
    with pytest.raises(InputError, match="cannot be read"):
        load_reader(path)


def test_what_was_tuned_from_weights_beside_is_written_as_their_difference(tmp_path, network):
    parameters = rounded(exported(network))
    base = dict(parameters)
    # A vocabulary of its own: rows in another order, and one that the base does not have.
    words = parameters["pieces.weight"]
    base["pieces.weight"] = np.concatenate([words[:2], words[3:]])[::-1]
    parameters = exported(network)
    base["layers.0.down.weight"] = parameters["layers.0.down.weight"] * np.float32(1.1)
    beside, meta = tmp_path / "language.npz", GraphMeta(PIECES, (0.5, 2.0))
    whole = save_reader(tmp_path / "requests.npz", parameters, meta)
    size = sum(file.stat().st_size for file in whole)
    save_network(beside, base, Meta([], [*PIECES[:2], *PIECES[3:]][::-1], {}, {}))
    files = save_reader(tmp_path / "requests.npz", parameters, meta)
    assert sum(file.stat().st_size for file in files) < size / 4
    loaded = load_reader(tmp_path / "requests.npz").parameters
    assert loaded.keys() == parameters.keys()
    for name, value in parameters.items():
        step = quantised(value)[1].max() if value.ndim == 2 else 0.0
        np.testing.assert_allclose(loaded[name], value, rtol=0, atol=0.51 * step)
    expected = rounded(parameters, base_beside(tmp_path / "requests.npz", PIECES)[0])
    assert all(np.array_equal(loaded[name], value) for name, value in expected.items())
    save_network(beside, parameters, Meta([], PIECES, {}, {}))
    with pytest.raises(InputError, match=r"language\.npz: of other weights"):
        load_reader(tmp_path / "requests.npz")


def old(beside: Path) -> None:
    with np.load(beside) as archive:
        described = json.loads(archive["meta"].tobytes())
    described["format"] = BASE_FORMAT - 1
    write_arrays(beside, {"meta": np.frombuffer(json.dumps(described).encode(), np.uint8)})


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (Path.unlink, "cannot be read"),
        (lambda beside: beside.write_bytes(b"nothing"), "damaged, or none"),
        (lambda beside: np.savez(beside, meta=np.zeros(3)), "damaged, or none"),
        (old, "of another version"),
        (lambda beside: shard(beside, 1).unlink(), "cannot be read"),
    ],
)
def test_what_is_wrong_with_the_weights_beside_is_told_of_these(tmp_path, harm, told):
    path, beside = tmp_path / "mine.npz", tmp_path / "language.npz"
    parameters = {"pieces.weight": np.eye(len(PIECES)), "refusal.weight": np.ones((1, 4))}
    save_network(beside, parameters, Meta([], PIECES, {}, {}))
    save_reader(path, parameters, GraphMeta(PIECES))
    harm(beside)
    line = rf"/language(\.part1)?\.npz: {told}.*; .*egoplan train language"
    with pytest.raises(InputError, match=line) as found:
        load_reader(path)
    assert "mine" not in str(found.value)
    if beside.exists():
        before = path.read_bytes()
        with pytest.raises(InputError, match=line):
            save_reader(path, parameters, GraphMeta(PIECES))
        assert path.read_bytes() == before


def test_it_learns_what_it_is_shown(tmp_path: Path):
    from egoplan_ros.training.language.fine_tuning import fine_tune

    torch.manual_seed(1)
    told = {
        "put the mug in the sink": "Mug in SinkBasin",
        "put two forks in the sink": "Fork*2 in SinkBasin",
        "no mug on the desk": "every Mug !in Desk",
        "wash the mug": "Mug clean",
        "the mug, not the forks, in the sink": "Mug in SinkBasin",
    }
    spell = WordPieces(PIECES)
    examples = [
        Example(asked, graph_of(goal, asked.nodes, ONTOLOGY))
        for asked, goal in ((request(text), goal) for text, goal in told.items())
    ]
    examples.append(Example(request("it on the mug"), None))
    samples = [sample_of(example, spell) for example in examples]
    network = GraphNetwork(len(PIECES), dropout=0.0)
    tuning = Tuning(epochs=60, rate=2e-3, heads=2.0, frozen=4, kept=False, lost=0.0)
    fine_tune(network, lambda _: samples, tuning, 0, tmp_path / "c", lambda line: None, graph_loss)
    reader = GraphReader(exported(network), GraphMeta(PIECES))
    for example in examples[:-1]:
        found = reader(example.request)
        assert found.graph == example.graph
        assert found.refusal < 0.5
    assert reader(examples[-1].request).refusal > 0.5
