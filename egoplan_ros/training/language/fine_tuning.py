# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fine-tuning of the pretrained sentence encoder.

Where the texts stay the same from epoch to epoch, the output of the frozen layers is computed once
and kept, which halves the work on a CPU.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from egoplan_ros.language.text.wordpiece import PAD
from egoplan_ros.training.language.transformer_network import MiniLM, Transformer

TOLD_EVERY = 50
"""Batches between two lines of progress."""

SAVED_EVERY = 30.0
"""Seconds between two checkpoints, besides one after each epoch."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Settings of one stage of fine-tuning.

    Attributes:
        epochs: passes over the samples.
        rate: highest learning rate of the last layer.
        heads: learning rate of pools and heads, as a multiple of that.
        decay: learning rate of a layer, as a share of that of the layer above it.
        frozen: layers next to the input that keep their weights.
        kept: whether the output of the frozen layers is kept; takes 1 kB a piece.
        batch_tokens: most pieces of a batch, padding included.
        smoothing: of labels.
        lost: share of pieces hidden from the tuned layers at random.
    """

    epochs: int = 2
    rate: float = 2e-4
    heads: float = 5.0
    decay: float = 1.0
    frozen: int = 3
    kept: bool = True
    batch_tokens: int = 1024
    smoothing: float = 0.05
    lost: float = 0.05


class Piecewise(Protocol):
    """Something made of pieces; ``lower`` is what the frozen layers say, once it is known."""

    ids: list[int]
    lower: np.ndarray | None


Loss = Callable[[Any, Any, Tensor, Tensor, Tuning], Tensor]
"""Of a network and a batch of its samples, from the output of the frozen layers."""


@dataclass(slots=True)
class Sample:
    """Pieces of one text and the label of each slot."""

    ids: list[int]
    labels: list[int]
    lower: np.ndarray | None = None


def fine_tune(
    network: MiniLM,
    draw: Callable[[random.Random], Sequence[Piecewise]],
    tuning: Tuning,
    seed: int,
    checkpoint: Path,
    progress: Callable[[str], None],
    loss_of: Loss | None = None,
) -> None:
    """Tune a network in place, on the device it lies on; an interrupted run goes on.

    Args:
        network: what to start from.
        draw: gives the samples of an epoch.
        tuning: settings.
        seed: of the order of samples and of what is hidden.
        checkpoint: file kept from time to time.
        progress: called with one line of text from time to time.
        loss_of: loss of a batch, from the output of the frozen layers (B, L, width) and the pieces
            to read (B, L); that of slots by default.
    """
    loss_of = loss_of or slot_loss
    *layers, heads = network.tuned(tuning.frozen)
    for parameter in network.parameters():
        parameter.requires_grad_(False)
    for parameter in (p for group in (*layers, heads) for p in group):
        parameter.requires_grad_(True)
    groups = [
        {"params": group, "share": tuning.decay**above}
        for above, group in enumerate(reversed(layers))
    ]
    optimiser = torch.optim.AdamW(
        [*groups, {"params": heads, "share": tuning.heads}], weight_decay=0.01
    )
    key = (seed, repr(tuning), len(draw(random.Random(seed))))
    first = _resume(checkpoint, network, optimiser, key)
    started = saved = time.monotonic()
    seen = 0
    for epoch in range(first[0], tuning.epochs):
        rng = random.Random(seed * 100 + epoch)
        batches = list(_batches(draw(rng), tuning.batch_tokens, rng))
        begin = first[1] if epoch == first[0] else 0
        losses: list[float] = []
        for number in range(begin, len(batches)):
            torch.manual_seed((seed * 100 + epoch) * 100_000 + number)
            done = (epoch + number / len(batches)) / tuning.epochs
            for group in optimiser.param_groups:
                group["lr"] = tuning.rate * group["share"] * min(20 * done + 0.01, 1.02 - done)
            losses.append(_step(network, batches[number], optimiser, tuning, loss_of))
            seen += sum(len(sample.ids) for sample in batches[number])
            ended = number + 1 == len(batches)
            if number % TOLD_EVERY == TOLD_EVERY - 1 or ended:
                speed = seen / (time.monotonic() - started)
                progress(
                    f"tuning {epoch + 1}/{tuning.epochs}: batch {number + 1}/{len(batches)}, "
                    f"loss {np.mean(losses[-TOLD_EVERY:]):.3f}, {speed:.0f} pieces/s"
                )
            if ended or time.monotonic() - saved > SAVED_EVERY:
                after = (epoch + 1, 0) if ended else (epoch, number + 1)
                _save(checkpoint, network, optimiser, key, after)
                saved = time.monotonic()
    network.eval()


def slot_loss(
    network: Transformer, batch: Sequence[Sample], x: Tensor, mask: Tensor, tuning: Tuning
) -> Tensor:
    """Cross entropy of all slots."""
    labels = torch.tensor([sample.labels for sample in batch], device=x.device)
    scores = network.upper(x, mask, tuning.frozen)
    losses = [
        functional.cross_entropy(score, labels[:, slot], label_smoothing=tuning.smoothing)
        for slot, score in enumerate(scores)
    ]
    return torch.stack(losses).sum()


def _step(
    network: MiniLM,
    batch: Sequence[Piecewise],
    optimiser: torch.optim.Optimizer,
    tuning: Tuning,
    loss_of: Loss,
) -> float:
    x, real = _lower(network, batch, tuning)
    hidden = torch.rand(real.shape, device=real.device) < tuning.lost
    hidden[:, 0] = False
    network.train()
    loss = loss_of(network, batch, x, real & ~hidden, tuning)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_([p for p in network.parameters() if p.requires_grad], 1.0)
    optimiser.step()
    return float(loss.detach())


def _lower(network: MiniLM, batch: Sequence[Piecewise], tuning: Tuning) -> tuple[Tensor, Tensor]:
    """Output of the frozen layers and which tokens are real, computed where not yet known."""
    longest = max(len(sample.ids) for sample in batch)
    device = network.pieces.weight.device
    padded = np.full((len(batch), longest), PAD, np.int64)
    for row, sample in enumerate(batch):
        padded[row, : len(sample.ids)] = sample.ids
    ids = torch.from_numpy(padded).to(device)
    real = ids != PAD
    if any(sample.lower is None for sample in batch):
        network.eval()
        with torch.no_grad():
            x = network.lower(ids, tuning.frozen)
        for row, sample in enumerate(batch if tuning.kept else ()):
            sample.lower = x[row, : len(sample.ids)].cpu().numpy().astype(np.float16)
        return x, real
    stacked = np.zeros((len(batch), longest, batch[0].lower.shape[1]), np.float32)  # type: ignore[union-attr]
    for row, sample in enumerate(batch):
        stacked[row, : len(sample.ids)] = sample.lower
    return torch.from_numpy(stacked).to(device), real


def _batches(
    samples: Sequence[Piecewise], limit: int, rng: random.Random
) -> Iterator[list[Piecewise]]:
    """Batches of similar length in random order."""
    order = sorted(samples, key=lambda sample: len(sample.ids) + 2 * rng.random())
    batches: list[list[Piecewise]] = [[]]
    for sample in order:
        if batches[-1] and (len(batches[-1]) + 1) * len(sample.ids) > limit:
            batches.append([])
        batches[-1].append(sample)
    rng.shuffle(batches)
    yield from batches


def _save(
    checkpoint: Path,
    network: MiniLM,
    optimiser: torch.optim.Optimizer,
    key: tuple[int, str, int],
    after: tuple[int, int],
) -> None:
    state = {
        "network": network.state_dict(),
        "optimiser": optimiser.state_dict(),
        "next": after,
        "key": key,
    }
    partial = checkpoint.with_name(checkpoint.name + ".part")
    torch.save(state, partial)
    partial.replace(checkpoint)


def _resume(
    checkpoint: Path,
    network: MiniLM,
    optimiser: torch.optim.Optimizer,
    key: tuple[int, str, int],
) -> tuple[int, int]:
    """Load a checkpoint of the same run, if there is one; the epoch and batch to go on with."""
    if not checkpoint.exists():
        return 0, 0
    try:
        device = network.pieces.weight.device
        state = torch.load(checkpoint, weights_only=True, map_location=device)
        if tuple(state["key"]) != key:
            return 0, 0
        network.load_state_dict(state["network"])
        optimiser.load_state_dict(state["optimiser"])
        epoch, batch = state["next"]
        return int(epoch), int(batch)
    except (OSError, RuntimeError, KeyError, ValueError, EOFError, UnpicklingError):
        return 0, 0
