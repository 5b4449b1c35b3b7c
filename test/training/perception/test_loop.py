# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A training goes on where it was."""

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from egoplan_ros.training.perception.loop import Recipe, fit
from egoplan_ros.world.errors import InputError


def batch(step: int) -> dict[str, Tensor]:
    generator = torch.Generator().manual_seed(step)
    return {"x": torch.randn(8, 3, generator=generator)}


def loss(model: nn.Module, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    return (model(batch["x"]) - batch["x"].sum(dim=1, keepdim=True)).square().mean(), {}


def model() -> nn.Module:
    torch.manual_seed(0)
    return nn.Linear(3, 1)


def silent(line: str) -> None:
    pass


def test_an_interrupted_training_ends_as_one_in_a_piece(tmp_path: Path) -> None:
    recipe = Recipe(steps=40, batch=8, rate=0.05)
    whole = fit("m", model(), batch, loss, recipe, tmp_path / "whole.pt", silent)
    steps: list[int] = []

    def interrupted(step: int) -> dict[str, Tensor]:
        steps.append(step)
        if step == 20:
            raise KeyboardInterrupt
        return batch(step)

    with pytest.raises(KeyboardInterrupt):
        fit("m", model(), interrupted, loss, recipe, tmp_path / "parts.pt", silent)
    again = fit("m", model(), batch, loss, recipe, tmp_path / "parts.pt", silent)
    assert torch.allclose(whole.weight, again.weight)
    assert float(loss(whole, batch(99))[0]) < float(loss(model(), batch(99))[0])


def test_another_training_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    fit("m", model(), batch, loss, Recipe(steps=3, batch=8), path, silent)
    with pytest.raises(InputError, match="another recipe"):
        fit("m", model(), batch, loss, Recipe(steps=4, batch=8), path, silent)
    path.write_bytes(b"nothing")
    with pytest.raises(InputError, match="remove it"):
        fit("m", model(), batch, loss, Recipe(steps=3, batch=8), path, silent)
