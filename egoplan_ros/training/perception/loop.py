# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A training that can be interrupted and goes on where it was."""

import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from egoplan_ros.training.perception.frames import ahead
from egoplan_ros.training.perception.pretrained import slow
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import DAMAGED, whole_file

Loss = Callable[[Any, Mapping[str, Tensor]], tuple[Tensor, dict[str, float]]]
Tell = Callable[[str], None]

_KEPT_EVERY = 120.0
_TOLD_EVERY = 20.0
_AVERAGED = 0.998
_WARM = 0.03
_SLOWER = 0.3
"""Share of the learning rate for what was learned before."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long and how fast a network learns.

    Attributes:
        steps: batches. batch: frames of one. rate: highest learning rate. decay: of weights.
        device: cpu or cuda. seed: of weights and batches.
    """

    steps: int
    batch: int
    rate: float = 1.5e-3
    decay: float = 0.02
    device: str = "cpu"
    seed: int = 0


def fit(
    name: str,
    model: nn.Module,
    batches: Callable[[int], dict[str, Tensor]],
    loss: Loss,
    recipe: Recipe,
    checkpoint: Path,
    tell: Tell,
) -> nn.Module:
    """Train a network; its weights averaged over the last steps are what is returned.

    Args:
        name: for the lines that tell how it goes.
        model: fresh; its weights are replaced by the checkpoint's if there is one.
        batches: a batch by step. loss: of a batch. recipe: how long. checkpoint: where it is kept.
        tell: takes a line.

    Raises:
        InputError: the checkpoint is damaged or of another training.
    """
    model = model.to(recipe.device)
    model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch stubs lack it
    known = slow(model)
    new = [p for p in model.parameters() if not any(p is other for other in known)]
    groups = [{"params": new, "share": 1.0}, {"params": known, "share": _SLOWER}]
    optimizer = torch.optim.AdamW(groups, lr=recipe.rate, weight_decay=recipe.decay)
    average = {key: value.detach().clone() for key, value in model.state_dict().items()}
    first = _resume(checkpoint, model, optimizer, average, recipe)
    if first:
        tell(f"{name}: goes on at step {first} of {recipe.steps}")
    model.train()
    began = told = kept = time.monotonic()
    recent: dict[str, float] = {}
    done = first
    try:
        for batch in ahead(batches, range(first, recipe.steps)):
            for group in optimizer.param_groups:
                group["lr"] = recipe.rate * group["share"] * _schedule(done / recipe.steps)
            moved = {key: _to(value, recipe.device) for key, value in batch.items()}
            value, parts = loss(model, moved)
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            done += 1
            _blend(average, model.state_dict(), min(_AVERAGED, done / (done + 9)))
            for key, part in (parts | {"loss": float(value.detach())}).items():
                recent[key] = part if key not in recent else 0.95 * recent[key] + 0.05 * part
            now = time.monotonic()
            if now - told > _TOLD_EVERY or done == recipe.steps:
                left = (now - began) / (done - first) * (recipe.steps - done) / 60
                line = " ".join(f"{key} {part:.3f}" for key, part in recent.items())
                tell(f"{name}: {done}/{recipe.steps} {line}; {left:.0f} min left")
                told = now
            if now - kept > _KEPT_EVERY:
                _keep(checkpoint, model, optimizer, average, recipe, done)
                kept = now
    finally:
        # Ctrl-C, too: it goes on from here.
        _keep(checkpoint, model, optimizer, average, recipe, done)
    model.load_state_dict(average)
    return model.to("cpu").eval()


def _to(value: Tensor, device: str) -> Tensor:
    # Channels last is a fifth quicker on CPUs.
    return value.to(
        device, memory_format=torch.channels_last if value.dim() == 4 else torch.preserve_format
    )


def _schedule(done: float) -> float:
    """Share of the highest rate: a short warm-up, then half a cosine."""
    return min(1.0, done / _WARM + 0.02) * (0.5 + 0.5 * cos(pi * done)) + 1e-3


def _blend(average: dict[str, Tensor], now: Mapping[str, Tensor], share: float) -> None:
    keys = [key for key, value in now.items() if value.is_floating_point()]
    torch._foreach_lerp_([average[k] for k in keys], [now[k] for k in keys], 1.0 - share)
    for key in now.keys() - set(keys):
        average[key].copy_(now[key])


def _keep(
    path: Path,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    average: dict[str, Tensor],
    recipe: Recipe,
    step: int,
) -> None:
    state = {
        "step": step,
        "recipe": _identity(recipe),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "average": average,
    }
    with whole_file(path) as stream:
        torch.save(state, stream)


def _resume(
    path: Path,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    average: dict[str, Tensor],
    recipe: Recipe,
) -> int:
    if not path.exists():
        return 0
    try:
        state = torch.load(path, map_location=recipe.device, weights_only=True)
        if state["recipe"] != _identity(recipe):
            raise ValueError("it was made with another recipe")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        average.update(state["average"])
        return int(state["step"])
    except (OSError, pickle.UnpicklingError, *DAMAGED) as error:
        raise InputError(
            f"{path}: cannot go on from this checkpoint ({error}); remove it to begin anew"
        ) from error


def _identity(recipe: Recipe) -> list[float]:
    return [recipe.steps, recipe.batch, recipe.rate, recipe.decay, recipe.seed]


def seeded(seed: int, threads: int) -> None:
    """The same weights at the start of each training."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
