# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From frames to a model of what lies in or on what."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.cli import main
from egoplan_ros.mapping.predicates.support import load_support
from egoplan_ros.training.perception.shards import Item, Sample, write_shard
from egoplan_ros.training.perception.support import (
    Pairs,
    fit_support,
    judge_support,
    pairs_of,
    save_support,
)
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.ontology import load_ontology


def pairs(count: int, seed: int) -> Pairs:
    """Boxes that lie on tables where they touch their tops, and in pots where they are within."""
    rng = np.random.default_rng(seed)
    low = np.column_stack([rng.uniform(-0.5, 1.5, (count, 2)), rng.uniform(0.0, 1.2, count)])
    on = rng.random(count) < 0.5
    low[on, 2] = 0.75
    thing = np.concatenate([low, low + 0.1], axis=1)
    table = np.tile([0.0, 0.0, 0.0, 1.2, 0.8, 0.75], (count, 1))
    middle = low[:, :2] + 0.05
    over = ((middle > 0) & (middle < [1.2, 0.8])).all(axis=1)
    holds = over & (np.abs(low[:, 2] - 0.75) < 0.05)
    return Pairs(
        ("Mug",) * count, ("DiningTable",) * count, thing, table, thing, table,
        np.full(count, -1.0), holds,
    )  # fmt: skip


def test_it_learns_where_things_lie(tmp_path: Path) -> None:
    model = fit_support(pairs(3000, 0), ["DiningTable", "Mug"], 0, 12)
    path = tmp_path / "s.npz"
    assert save_support(path, model, {}) == path.stat().st_size
    found = judge_support(load_support(path), pairs(1000, 1))
    assert found["whole"]["precision"]["rate"] > 0.9
    assert found["whole"]["recall"]["rate"] > 0.9


def test_the_same_seed_gives_the_same_model() -> None:
    one, two = (fit_support(pairs(300, 0), ["Mug"], 3, 1) for _ in range(2))
    for a, b in zip(one.weights, two.weights, strict=True):
        np.testing.assert_array_equal(a, b)


def frame(parents: tuple[str, ...]) -> Sample:
    """A mug before a table, half a metre apart, seen from above: one box each."""
    labels = np.zeros((60, 60), dtype=np.uint16)
    labels[10:50, 10:50] = 1
    labels[25:35, 25:35] = 2
    depth = np.where(labels == 2, 1.0, 1.1).astype(np.float32)
    table = Item(1, "DiningTable", {}, "table", (), False, (0.0, -1.0, 0.0, 2.0, 1.0, 0.6))
    mug = Item(2, "Mug", {}, "mug", parents, False, (0.9, -0.1, 0.6, 1.1, 0.1, 0.7))
    return Sample(
        np.zeros((60, 60, 3), np.uint8), depth, labels, np.zeros((60, 60), np.uint8),
        Pose2D(), 1.5, np.pi / 2, np.pi / 2, (table, mug),
    )  # fmt: skip


def test_pairs_are_those_that_fit_by_type(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.zip", [frame(("table",)), frame(())], {})
    found = pairs_of([tmp_path / "a.zip"], load_ontology())
    assert found.things == ("Mug", "Mug")
    assert found.carriers == ("DiningTable", "DiningTable")
    assert found.holds.tolist() == [True, False]
    np.testing.assert_allclose(found.whole[0], (0.9, -0.1, 0.6, 1.1, 0.1, 0.7))
    held = frame(("table",))
    held = replace(held, items=(held.items[0], replace(held.items[1], held=True)))
    write_shard(tmp_path / "b.zip", [held], {})
    assert not pairs_of([tmp_path / "b.zip"], load_ontology()).things


def test_the_command_writes_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "d").mkdir()
    write_shard(tmp_path / "d" / "a.zip", [frame(("table",)), frame(())], {})
    data = str(tmp_path / "d")
    out = tmp_path / "s.npz"
    words = ["train", "support", "--data", data, "--validation", data, "--every", "1"]
    assert main([*words, "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 2
    assert load_support(out).types
    assert main([*words[:-1], "0"]) == 2
    assert "--every" in capsys.readouterr().err
