# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From collected frames to a model of what lies in or on what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.mapping.predicates.support import FEATURES, FORMAT, SupportModel, pair_features
from egoplan_ros.perception.model_file import write_model
from egoplan_ros.training.perception.shards import Item, Sample, Shard
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.rate import wilson

Boxes = npt.NDArray[np.float64]

EPOCHS = 30
_LEAST = 8
"""Pixels of a thing whose box is worth anything."""
_TRIM = 1.0
"""Percent of the points at either end of an axis that a seen box leaves out."""
_BATCH, _RATE, _DECAY = 256, 4e-3, 0.02
_EMBEDDED, _WIDTHS = 8, (96, 48)
_NOISE = 0.006
"""Metres."""
_WHOLE, _PARTLY = 0.4, 0.3
"""Shares of boxes that are drawn as they are, and between what one view shows of them and that."""
_UNNAMED = 0.02
"""Share of the types that are drawn as unknown ones."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Things beside what they might lie in or on.

    Attributes:
        things, carriers: types.
        seen, seen_carriers: boxes ``(n, 6)`` as one view shows them.
        whole, whole_carriers: true boxes; of a container whose closed box is known, that.
        opened: ``(n,)`` 1 open, 0 closed, -1 neither. holds: bool ``(n,)``, the truth.
    """

    things: tuple[str, ...]
    carriers: tuple[str, ...]
    seen: Boxes
    seen_carriers: Boxes
    whole: Boxes
    whole_carriers: Boxes
    opened: npt.NDArray[np.float64]
    holds: npt.NDArray[np.bool_]


def pairs_of(paths: Sequence[Path], ontology: Ontology, every: int = 1) -> Pairs:
    """Pairs of all frames, or every n-th one, in which a thing fits into or onto the other by type.

    Raises:
        InputError: a damaged shard.
    """
    rows = [row for path in paths for row in _rows(Shard(path), ontology, every)]
    columns: Any = list(zip(*rows, strict=True)) if rows else [()] * 8
    boxes = [np.array(column, dtype=np.float64).reshape(-1, 6) for column in columns[2:6]]
    return Pairs(
        tuple(columns[0]),
        tuple(columns[1]),
        boxes[0],
        boxes[1],
        boxes[2],
        boxes[3],
        np.array(columns[6], dtype=np.float64),
        np.array(columns[7], dtype=bool),
    )


def _rows(shard: Shard, ontology: Ontology, every: int) -> Iterator[tuple[Any, ...]]:
    closed: dict[str, Boxes] = {}
    for k in range(len(shard)):
        for item in shard.items(k):
            if item.states.get("open") == 0.0 and item.box:
                closed[item.name] = np.array(item.box)
    for k in range(0, len(shard), every):
        sample = shard.sample(k)
        views = _seen(sample)
        shown = [item for item in sample.items if item.label in views and not item.held]
        for item in shown:
            if not ontology.affords(item.type, "pickupable"):
                continue
            for other in shown:
                known = other is not item and other.type in ontology.types
                if not known or not ontology.fits(item.type, other.type):
                    continue
                opened = other.states.get("open", -1.0)
                box = closed.get(other.name) if opened == 1.0 else None
                view = views[other.label] if box is None else box
                whole = _box(other, view) if box is None else box
                mine = views[item.label]
                yield (
                    item.type, other.type, mine, view, _box(item, mine), whole, opened,
                    other.name in item.parents,
                )  # fmt: skip


def _box(item: Item, seen: Boxes) -> Boxes:
    return np.array(item.box) if item.box else seen


def _seen(sample: Sample) -> dict[int, Boxes]:
    """The box in map of each label's points."""
    depth, camera = sample.depth, sample.camera
    with np.errstate(invalid="ignore"):
        v, u = np.nonzero((sample.labels > 0) & np.isfinite(depth) & (depth > 0))
    z = depth[v, u]
    rays = np.stack([(u - camera.cx) / camera.fx * z, (v - camera.cy) / camera.fy * z, z], axis=1)
    points, labels = sample.camera_pose.apply(rays), sample.labels[v, u]
    order = np.argsort(labels, kind="stable")
    names, first = np.unique(labels[order], return_index=True)
    found = {}
    for name, part in zip(names.tolist(), np.split(points[order], first[1:]), strict=True):
        if len(part) >= _LEAST:
            found[name] = np.percentile(part, (_TRIM, 100.0 - _TRIM), axis=0).ravel()
    return found


class _Network(nn.Module):
    def __init__(self, types: int) -> None:
        super().__init__()
        self.carried = nn.Embedding(types + 1, _EMBEDDED)
        self.carrier = nn.Embedding(types + 1, _EMBEDDED)
        for table in (self.carried, self.carrier):
            nn.init.normal_(table.weight, std=0.1)
        widths = (FEATURES + 2 * _EMBEDDED, *_WIDTHS, 1)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))

    def forward(self, seen: Tensor, thing: Tensor, carrier: Tensor) -> Tensor:
        x = torch.cat([seen, self.carried(thing), self.carrier(carrier)], dim=1)
        for layer in list(self.layers)[:-1]:
            x = nnf.dropout(torch.relu(layer(x)), 0.05, self.training)
        found: Tensor = self.layers[-1](x)[:, 0]
        return found


def fit_support(pairs: Pairs, types: Sequence[str], seed: int, epochs: int) -> SupportModel:
    """Train a model; boxes are drawn anew each epoch, from what one view shows to the whole."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    index = {name: k for k, name in enumerate(types)}
    rows = [
        np.array([index.get(kind, len(types)) for kind in kinds])
        for kinds in (pairs.things, pairs.carriers)
    ]
    truth = torch.from_numpy(pairs.holds.astype(np.float32))
    first = _features(pairs, rng)
    middle, spread = first.mean(axis=0), first.std(axis=0) + np.float32(1e-3)
    network = _Network(len(types))
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    steps = epochs * -(-len(truth) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps)
    for _ in range(epochs):
        seen = torch.from_numpy((_features(pairs, rng) - middle) / spread)
        drawn = [
            torch.from_numpy(np.where(rng.random(len(row)) < _UNNAMED, len(types), row))
            for row in rows
        ]
        for part in torch.randperm(len(truth)).split(_BATCH):
            logit = network(seen[part], drawn[0][part], drawn[1][part])
            loss = nnf.binary_cross_entropy_with_logits(logit, truth[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    state = {key: value.detach().numpy() for key, value in network.state_dict().items()}
    layers = range(len(network.layers))
    return SupportModel(
        tuple(types),
        state["carried.weight"],
        state["carrier.weight"],
        middle,
        spread,
        tuple(state[f"layers.{k}.weight"] for k in layers),
        tuple(state[f"layers.{k}.bias"] for k in layers),
    )


def _features(pairs: Pairs, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    def drawn(seen: Boxes, whole: Boxes) -> Boxes:
        kind = rng.random((len(seen), 1))
        share = np.where(kind < _WHOLE, 1.0, 0.0)
        share = np.where(kind > 1.0 - _PARTLY, rng.random(seen.shape), share)
        return seen + share * (whole - seen) + rng.normal(0.0, _NOISE, seen.shape)

    return pair_features(
        drawn(pairs.seen, pairs.whole),
        drawn(pairs.seen_carriers, pairs.whole_carriers),
        pairs.opened,
    )


def judge_support(model: SupportModel, pairs: Pairs) -> dict[str, Any]:
    """Precision and recall of pairs, by what one view shows and with whole boxes."""
    found: dict[str, Any] = {"pairs": len(pairs.holds)}
    boxes = {
        "one_view": (pairs.seen, pairs.seen_carriers),
        "whole": (pairs.whole, pairs.whole_carriers),
    }
    for name, (things, carriers) in boxes.items():
        told = model.probability(things, pairs.things, carriers, pairs.carriers, pairs.opened) > 0.5
        right = int((told & pairs.holds).sum())
        found[name] = {
            "precision": wilson(right, int(told.sum())).to_json(),
            "recall": wilson(right, int(pairs.holds.sum())).to_json(),
        }
    return found


def save_support(path: Path, model: SupportModel, about: Mapping[str, Any]) -> int:
    """Write a model, whole or not at all; its size in bytes."""
    meta = {"format": FORMAT, "types": model.types, "about": dict(about)}
    arrays: dict[str, Any] = {
        "carried": model.carried.astype(np.float16),
        "carrier": model.carrier.astype(np.float16),
        "middle": model.middle,
        "spread": model.spread,
    }
    for k, (weight, bias) in enumerate(zip(model.weights, model.biases, strict=True)):
        arrays |= {f"weight{k}": weight.astype(np.float16), f"bias{k}": bias.astype(np.float16)}
    return write_model(path, meta, arrays)
