# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads a request as a graph: a fine-tuned sentence encoder with heads for nodes and pairs of them.

MiniLM (Wang et al. 2020) reads all words of a request or a dialog; a node is the mean of its
mentions' pieces beside the last one's; pairs are scored by a small layer and, for what goes where,
by a biaffine one (Dozat & Manning 2017). Evaluated with numpy alone; ``graph_network.py`` is the
same network in torch, ``train_requests.py`` finds the weights.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.reader.network import FORMAT as BASE_FORMAT
from egoplan_ros.language.reader.request_graph import (
    NUMBERS,
    RELATIONS,
    STATES,
    Graph,
    Request,
    decisions,
)
from egoplan_ros.language.reader.transformer import Array, encoded, laid_out
from egoplan_ros.language.reader.weight_files import (
    REMEDY,
    checksums,
    read_shards,
    weights_told,
    write_arrays,
    write_shards,
)
from egoplan_ros.language.text.wordpiece import BREAK, MAX_PIECES, START, WordPieces
from egoplan_ros.world.errors import InputError

WEIGHTS = Path(__file__).parents[1] / "weights" / "requests.npz"
FORMAT = 3
BASE = "language.npz"
"""Weights beside whose encoder those of requests were tuned from."""

LINKED = 2
"""Relations with a biaffine score of their own: in, not in."""

IMPOSSIBLE = -1e4
"""Score of what cannot be."""


@dataclass(frozen=True, slots=True)
class GraphMeta:
    """What belongs to the weights besides numbers.

    Attributes:
        pieces: vocabulary.
        line: offset and slope of the log odds that a graph is right over its log probability.
        report: how the weights were made.
    """

    pieces: Sequence[str]
    line: Sequence[float] = (0.0, 1.0)
    report: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GraphReading:
    """The likeliest graph.

    Attributes:
        graph: what is wanted.
        probability: that all of it is right, calibrated.
        refusal: probability that the request must be refused.
        log_probability: of all decisions together, as the network has it.
    """

    graph: Graph
    probability: float
    refusal: float
    log_probability: float


class GraphReader:
    """The trained network; keeps no state, so that threads may share it."""

    def __init__(self, parameters: Mapping[str, Array], meta: GraphMeta) -> None:
        self.parameters = laid_out(parameters)
        self.meta = meta
        self.spell = WordPieces(meta.pieces)

    def __call__(self, request: Request) -> GraphReading:
        """What a request wants."""
        w = self.parameters
        ids, mean, last = pooled(request, self.spell)
        x = encoded(w, ids)
        h = np.concatenate([mean @ x, last @ x], axis=1)
        told_states, told_relations = decisions(len(h))
        node = np.maximum(_linear(w, "node", h), 0)
        states = 1.0 / (1.0 + np.exp(-_linear(w, "states", node)))
        states = np.where(told_states, states, 0.0)
        numbers = _softmax(_linear(w, "numbers", node))
        pair = np.maximum(_linear(w, "first", h)[:, None] + _linear(w, "second", h)[None], 0)
        scores = _linear(w, "relations", pair)
        second = _linear(w, "link_second", h).reshape(len(h), LINKED, -1)
        first = _linear(w, "link_first", h)
        scores[..., 1 : 1 + LINKED] += np.einsum("nk,mck->nmc", first, second) / 8.0
        relations = _softmax(np.where(told_relations, scores, IMPOSSIBLE))
        amounts = _softmax(_linear(w, "amounts", pair))
        graph, log_probability = _best(states, numbers, relations, amounts)
        offset, slope = self.meta.line
        return GraphReading(
            graph,
            float(1.0 / (1.0 + np.exp(-(offset + slope * log_probability)))),
            float(1.0 / (1.0 + np.exp(-_linear(w, "refusal", x[0])[0]))),
            log_probability,
        )


def pooled(request: Request, spell: WordPieces) -> tuple[list[int], Array, Array]:
    """Piece numbers (n,), and how nodes are made of pieces: (nodes, n) for the mean of all mentions
    and for the last one. What is not named, or cut off, is made of the first piece.
    """
    ids: list[int] = [START]
    places: list[tuple[int, int]] = []
    for word in request.words:
        spelled = spell.spell(word) if word else (BREAK,)
        places.append((len(ids), len(ids) + len(spelled)))
        ids += spelled
    del ids[MAX_PIECES:]
    mean = np.zeros((len(request.nodes), len(ids)), np.float32)
    last = np.zeros_like(mean)
    for row, node in enumerate(request.nodes):
        spans = [(places[first][0], places[end - 1][1]) for first, end in node.spans]
        spans = [span for span in spans if span[1] <= len(ids)]
        for first, end in spans:
            mean[row, first:end] += 1.0 / (end - first) / len(spans)
        if spans:
            first, end = spans[-1]
            last[row, first:end] = 1.0 / (end - first)
        else:
            mean[row, 0] = last[row, 0] = 1.0
    return ids, mean, last


def _best(states: Array, numbers: Array, relations: Array, amounts: Array) -> tuple[Graph, float]:
    """The likeliest graph, decision by decision, and its log probability."""
    chance = float(np.log(np.maximum(states, 1.0 - states)).sum())
    chance += float(np.log(relations.max(axis=2)).sum())
    wanted = [{STATES[column] for column in np.flatnonzero(row > 0.5)} for row in states]
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for a, b in zip(*np.nonzero(relations.argmax(axis=2)), strict=True):
        relation = RELATIONS[int(relations[a, b].argmax())]
        number = "every" if relation == "not_in" else "1"
        if relation == "in":
            number = NUMBERS[int(amounts[a, b].argmax())]
            chance += float(np.log(amounts[a, b].max()))
        found[int(a), int(b)] = (relation, number)
    told: list[str | None] = []
    for row, names in zip(numbers, wanted, strict=True):
        told.append(NUMBERS[int(row.argmax())] if names else None)
        chance += float(np.log(row.max())) if names else 0.0
    return Graph(wanted, told, found), chance


def _linear(w: Mapping[str, Array], name: str, x: Array) -> Array:
    result: Array = x @ w[name + ".weight"].T + w[name + ".bias"]
    return result


def _softmax(scores: Array) -> Array:
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Array = weights / weights.sum(axis=-1, keepdims=True)
    return result


def save_reader(path: Path, parameters: Mapping[str, Array], meta: GraphMeta) -> list[Path]:
    """Write weights atomically, the file that names the others last; all files.

    Where a fine-tuned encoder's weights lie beside (``language.npz``), what differs from them is
    written alone.

    Raises:
        InputError: these are damaged or of another format; nothing is written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    base, told = base_beside(path, meta.pieces)
    files = write_shards(path, parameters, base)
    described = {name: getattr(meta, name) for name in GraphMeta.__slots__} | {
        "format": FORMAT,
        "shards": checksums(files),
        "base": told,
    }
    write_arrays(path, {"meta": np.frombuffer(json.dumps(described).encode(), np.uint8)})
    return [path, *files]


def load_reader(path: Path | None = None) -> GraphReader:
    """Read weights; the shipped ones by default.

    Raises:
        InputError: they, or those they were written beside, are missing, corrupt, or of another
            format.
    """
    path = path or WEIGHTS
    with weights_told(path):
        described = _described(path)
        if described.pop("format") != FORMAT:
            raise InputError(f"language weights {path}: of another version; {REMEDY}")
        shards, told = described.pop("shards"), described.pop("base")
        meta = GraphMeta(**described)
        beside = path.with_name(BASE)
        base, found = _base(beside, meta.pieces) if told else ({}, [])
        if found != told:
            raise InputError(f"language weights {beside}: of other weights than {path}; {REMEDY}")
        parameters = read_shards(path, shards, base)
        if "refusal.weight" not in parameters:
            raise KeyError("refusal.weight")
        return GraphReader(parameters, meta)


def _described(path: Path) -> dict[str, Any]:
    """What the file that names the others says."""
    with np.load(path, allow_pickle=False) as archive:
        found: dict[str, Any] = json.loads(archive["meta"].tobytes().decode())
    return found


def base_beside(path: Path, pieces: Sequence[str]) -> tuple[dict[str, Array], list[int]]:
    """The fine-tuned encoder's parameters beside weights, and their checksums; or none.

    Their table of pieces is that of another vocabulary, where what they do not have is 0.

    Raises:
        InputError: they are damaged or of another format.
    """
    beside = path.with_name(BASE)
    return _base(beside, pieces) if beside.is_file() else ({}, [])


def _base(path: Path, pieces: Sequence[str]) -> tuple[dict[str, Array], list[int]]:
    with weights_told(path):
        described = _described(path)
        if described["format"] != BASE_FORMAT:
            raise InputError(f"language weights {path}: of another version; {REMEDY}")
        found = read_shards(path, described["shards"])
        mine = {piece: number for number, piece in enumerate(described["pieces"])}
        rows = np.array([mine.get(piece, -1) for piece in pieces], int)
        table = found["pieces.weight"]
        found["pieces.weight"] = np.where(rows[:, None] >= 0, table[rows], np.float32(0.0))
        return found, described["shards"]
