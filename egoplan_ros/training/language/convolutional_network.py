"""The sentence encoder in torch, for training; parameter names as in ``network.py``."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from egoplan_ros.language.goals.slots import SLOTS
from egoplan_ros.language.reader.features import BUCKETS, FAR
from egoplan_ros.language.reader.network import DILATIONS, HEADS


class Encoder(nn.Module):
    """Embeddings, dilated convolutions, an attention pool and a small head per slot."""

    def __init__(
        self,
        words: int,
        types: int,
        labels: Sequence[int],
        size: int = 96,
        width: int = 128,
        dropout: float = 0.2,
    ) -> None:
        super().__init__()
        self.words = nn.Embedding(words, size, padding_idx=0)
        self.chars = nn.EmbeddingBag(BUCKETS, size, mode="mean")
        self.names = nn.Embedding(types + 1, size, padding_idx=0)
        self.start = nn.Embedding(FAR + 1, size)
        self.end = nn.Embedding(FAR + 1, size)
        for table in (self.words, self.chars, self.names, self.start, self.end):
            nn.init.normal_(table.weight, std=0.3)
            with torch.no_grad():
                if getattr(table, "padding_idx", None) is not None:
                    table.weight[0] = 0
        self.enter = nn.Linear(size, width)
        self.convs = nn.ModuleList(
            nn.Conv1d(width, width, 3, dilation=dilation, padding=dilation)
            for dilation in DILATIONS
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(len(DILATIONS) + 1))
        self.queries = nn.Linear(width, len(SLOTS) * HEADS, bias=False)
        self.hidden = nn.ModuleList(nn.Linear(width * (HEADS + 1), width) for _ in SLOTS)
        self.heads = nn.ModuleList(nn.Linear(width, count) for count in labels)
        self.drop = nn.Dropout(dropout)

    def forward(
        self,
        ids: Tensor,
        unique: Tensor,
        bags: tuple[Tensor, Tensor],
        names: Tensor,
        place: Tensor,
    ) -> list[Tensor]:
        """Scores per slot.

        Args:
            ids: (B, L) word indices, 0 = pad.
            unique: (B, L) row of each token in the character bags; row 0 is empty.
            bags: character buckets of the distinct words, flat, and their offsets.
            names: (B, L, MAX_NAMES) type indices.
            place: (B, L, 2).
        """
        mask = ids != 0
        x = self.words(ids) + self.chars(*bags)[unique] + self.names(names).sum(2)
        x = x + self.start(place[..., 0]) + self.end(place[..., 1])
        x = self.enter(self.drop(x)) * mask[..., None]
        for conv, norm in zip(self.convs, self.norms[:-1], strict=True):
            y = (norm(x) * mask[..., None]).transpose(1, 2)
            x = x + self.drop(functional.relu(conv(y).transpose(1, 2))) * mask[..., None]
        x = self.norms[-1](x)
        away = ~mask[..., None]
        attention = self.queries(x).masked_fill(away, -1e4).softmax(1)
        pooled = attention.transpose(1, 2) @ x
        top = x.masked_fill(away, -1e4).amax(1)
        scores = []
        for number, (hidden, head) in enumerate(zip(self.hidden, self.heads, strict=True)):
            parts = pooled[:, number * HEADS : (number + 1) * HEADS].flatten(1)
            joined = self.drop(torch.cat([parts, top], 1))
            scores.append(head(self.drop(functional.relu(hidden(joined)))))
        return scores


def exported(encoder: Encoder) -> dict[str, np.ndarray]:
    """Parameters by the names ``network.py`` reads."""
    return {key: value.detach().numpy() for key, value in encoder.state_dict().items()}
