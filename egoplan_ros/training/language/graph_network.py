# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The reader of requests in torch, for training; parameter names as in ``graph_reader.py``."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from egoplan_ros.language.reader.graph_reader import IMPOSSIBLE, LINKED, pooled
from egoplan_ros.language.reader.request_graph import NUMBERS, RELATIONS, STATES, Graph, decisions
from egoplan_ros.language.text.wordpiece import WordPieces
from egoplan_ros.training.language.fine_tuning import Tuning
from egoplan_ros.training.language.request_corpus import Example
from egoplan_ros.training.language.transformer_network import WIDTH, MiniLM

HIDDEN, LINK = 256, 64
UNTOLD = -1
"""Label of what a graph says nothing about."""

REFUSAL_WEIGHT = 0.5


class GraphNetwork(MiniLM):
    """MiniLM with heads for nodes and pairs of nodes."""

    def __init__(self, pieces: int, dropout: float = 0.1) -> None:
        super().__init__(pieces, dropout)
        self.node = nn.Linear(2 * WIDTH, HIDDEN)
        self.states = nn.Linear(HIDDEN, len(STATES))
        self.numbers = nn.Linear(HIDDEN, len(NUMBERS))
        self.first = nn.Linear(2 * WIDTH, HIDDEN)
        self.second = nn.Linear(2 * WIDTH, HIDDEN)
        self.relations = nn.Linear(HIDDEN, len(RELATIONS))
        self.amounts = nn.Linear(HIDDEN, len(NUMBERS))
        self.link_first = nn.Linear(2 * WIDTH, LINK)
        self.link_second = nn.Linear(2 * WIDTH, LINK * LINKED)
        self.refusal = nn.Linear(WIDTH, 1)
        self.drop = nn.Dropout(0.2)

    def forward(self, x: Tensor, mean: Tensor, last: Tensor) -> tuple[Tensor, ...]:
        """Scores of states (B, N, STATES), numbers (B, N, NUMBERS), relations (B, N, N, RELATIONS),
        amounts (B, N, N, NUMBERS) and refusal (B,).

        Args:
            x: (B, L, width) output of the encoder.
            mean: (B, N, L) how nodes are made of pieces.
            last: the same of the last mention.
        """
        h = self.drop(torch.cat([mean @ x, last @ x], dim=-1))
        node = self.drop(functional.relu(self.node(h)))
        pair = functional.relu(self.first(h)[:, :, None] + self.second(h)[:, None])
        pair = self.drop(pair)
        second = self.link_second(h).view(*h.shape[:2], LINKED, LINK)
        link = torch.einsum("bnk,bmck->bnmc", self.link_first(h), second) / LINK**0.5
        scores = self.relations(pair)
        end = 1 + LINKED
        scores = torch.cat([scores[..., :1], scores[..., 1:end] + link, scores[..., end:]], -1)
        return (
            self.states(node),
            self.numbers(node),
            scores,
            self.amounts(pair),
            self.refusal(x[:, 0])[:, 0],
        )


@dataclass(slots=True)
class GraphSample:
    """Pieces of one request, its nodes, and what it wants as labels.

    Attributes:
        ids: pieces.
        mean: (nodes, pieces) weights, as is ``last``.
        told_states: (nodes, STATES) what is to be told, as does ``told_relations``.
        states: (nodes, STATES) what is wanted, 0 or 1.
        numbers: (nodes,) and (nodes, nodes) for ``amounts``; :data:`UNTOLD` where none is asked.
        relations: (nodes, nodes).
        refused: whether there is no graph.
        lower: output of the frozen layers, once it is known.
    """

    ids: list[int]
    mean: np.ndarray
    last: np.ndarray
    told_states: np.ndarray
    told_relations: np.ndarray
    states: np.ndarray
    numbers: np.ndarray
    relations: np.ndarray
    amounts: np.ndarray
    refused: bool
    lower: np.ndarray | None = None


def sample_of(example: Example, spell: WordPieces) -> GraphSample:
    """An example as arrays."""
    ids, mean, last = pooled(example.request, spell)
    count = len(mean)
    told_states, told_relations = decisions(count)
    graph = example.graph or Graph([set()] * count, [None] * count, {})
    states = np.array([[s in wanted for s in STATES] for wanted in graph.states], np.float32)
    numbers = np.array([UNTOLD if n is None else NUMBERS.index(n) for n in graph.numbers])
    relations = np.zeros((count, count), np.int64)
    amounts = np.full((count, count), UNTOLD)
    for (a, b), (relation, number) in graph.relations.items():
        relations[a, b] = RELATIONS.index(relation)
        if relation == "in":
            amounts[a, b] = NUMBERS.index(number)
    refused = example.graph is None
    arrays = (told_states, told_relations, states, numbers, relations, amounts)
    return GraphSample(ids, mean, last, *arrays, refused)


def graph_loss(
    network: GraphNetwork, batch: Sequence[GraphSample], x: Tensor, mask: Tensor, tuning: Tuning
) -> Tensor:
    """Cross entropy of all decisions about a request, and of whether it is refused."""
    x = network.encoded(x, mask, tuning.frozen)
    length = x.shape[1]
    count = max(len(sample.mean) for sample in batch)

    def padded(name: str, *shape: int, fill: float = 0) -> Tensor:
        found = np.full((len(batch), *shape), fill, getattr(batch[0], name).dtype)
        for row, sample in zip(found, batch, strict=True):
            value = getattr(sample, name)
            row[tuple(slice(size) for size in value.shape)] = value
        return torch.from_numpy(found).to(x.device)

    scores = network(x, padded("mean", count, length), padded("last", count, length))
    states, numbers, relations, amounts, refusal = scores
    refused = torch.tensor([float(sample.refused) for sample in batch], device=x.device)
    asked = 1.0 - refused
    able = padded("told_states", count, len(STATES))
    wrong = functional.binary_cross_entropy_with_logits(
        states, padded("states", count, len(STATES)), reduction="none"
    )
    total = (wrong * able * asked[:, None, None]).sum()
    can = padded("told_relations", count, count, len(RELATIONS))
    free = can.sum(-1) > 1
    can[..., 0] = True
    wrong = functional.cross_entropy(
        relations.masked_fill(~can, IMPOSSIBLE).permute(0, 3, 1, 2),
        padded("relations", count, count),
        reduction="none",
    )
    total = total + (wrong * free * asked[:, None, None]).sum()
    for found, labels in (
        (numbers, padded("numbers", count, fill=UNTOLD)),
        (amounts, padded("amounts", count, count, fill=UNTOLD)),
    ):
        told = labels != UNTOLD
        if told.any():
            total = total + functional.cross_entropy(found[told], labels[told], reduction="sum")
    refusals = functional.binary_cross_entropy_with_logits(refusal, refused, reduction="sum")
    return (total + REFUSAL_WEIGHT * refusals) / len(batch)
