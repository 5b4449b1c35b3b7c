# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From floors to a network that plans ways."""

import json

import numpy as np
import pytest

from egoplan_ros.cli import main
from egoplan_ros.skills.paths.value_iteration import ValueIterationNetwork, load
from egoplan_ros.training.navigation.floors import drawn, known_queries, queries
from egoplan_ros.training.navigation.path_planner import (
    Stage,
    judge,
    lesson,
    teacher,
    train,
)
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN


def some(count: int, seed: int = 0, metres=(1.5, 2.5)) -> list:
    rng = np.random.default_rng(seed)
    return [query for _ in range(count) for query in queries(drawn(rng, metres), 2, rng)]


def test_drawn_floors_are_rooms_with_something_in_them():
    rng = np.random.default_rng(0)
    for _ in range(20):
        data = drawn(rng, (1.5, 3.0)).data
        assert set(np.unique(data)) == {FREE, OCCUPIED}
        assert (np.concatenate([data[0], data[-1], data[:, 0], data[:, -1]]) == OCCUPIED).all()


def test_floors_are_asked_about_in_part_and_coarsely_too():
    seen = [query.lattice for query in some(40)]
    assert any(lattice.unknown[4:-4, 4:-4].any() for lattice in seen)
    assert any(lattice.watchful for lattice in seen)
    assert not all(lattice.holonomic for lattice in seen)
    assert UNKNOWN not in drawn(np.random.default_rng(0), (1.5, 3.0)).data


def test_the_teacher_tells_what_dijkstra_says():
    for query in some(10):
        lattice, goal = query.lattice, query.goal
        costs, start = teacher(lattice, goal), lattice.start
        least = lattice.costs()[goal.row, goal.col, goal.heading]
        assert costs[start.heading, :, start.row, start.col].min() == pytest.approx(least, rel=1e-5)
        path = lattice.path(goal)
        assert path is not None
        assert lattice.path_cost(path) == pytest.approx(least)
        assert np.isinf(costs[~lesson(query).possible]).all()


def test_the_same_seed_gives_the_same_network():
    lessons = [lesson(query) for query in some(4)]
    one, two, other = (train(lessons, seed, [Stage(3, 6, 1.0)]) for seed in (3, 3, 4))
    for a, b, c in zip(*(net.parameters() for net in (one, two, other)), strict=True):
        np.testing.assert_array_equal(a.detach().numpy(), b.detach().numpy())
        assert not np.array_equal(a.detach().numpy(), c.detach().numpy())


@pytest.mark.slow
def test_what_is_learned_leads_to_goals():
    learned = train([lesson(query) for query in some(40)], 0, [Stage(350, 12, 1.0)])
    rng = np.random.default_rng(9)
    asked = list(known_queries(drawn(rng, (1.5, 2.5)), 40, rng))
    fresh, found = (judge(net, iter(asked)) for net in (ValueIterationNetwork(), learned))
    assert found["queries"] == len(asked)
    assert fresh["reached"]["rate"] < 0.3
    assert found["reached"]["rate"] > 0.8
    assert 1.0 - 1e-6 <= found["cost"] < 1.2


def test_the_command_writes_weights(tmp_path, capsys):
    out = tmp_path / "w.npz"
    words = ["train", "path-planner", "--drawn", "3", "--rooms", "0", "--judged", "0"]
    assert main([*words, "--steps", "1", "--out", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["learned_from"] > 0
    assert report["bytes"] == out.stat().st_size
    assert load(out)
    assert main([*words, "--steps", "0"]) == 2
    assert "--steps" in capsys.readouterr().err
    assert main([*words, "--out", str(out / "below.npz")]) == 2
    assert "below.npz" in capsys.readouterr().err


@pytest.mark.slow
def test_rooms_of_the_simulator_are_learned_from_and_judged_by(tmp_path, capsys):
    out = tmp_path / "w.npz"
    words = ["train", "path-planner", "--drawn", "1", "--rooms", "1", "--judged", "1"]
    assert main([*words, "--steps", "1", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "in known rooms" in told
    assert "known in part" in told
