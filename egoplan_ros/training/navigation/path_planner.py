# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From floors to a value iteration network that plans ways, with Dijkstra as the teacher."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from scipy.sparse.csgraph import dijkstra
from torch import Tensor

from egoplan_ros.skills.paths.lattice import DIRECTIONS, Lattice, Node
from egoplan_ros.skills.paths.value_iteration import (
    ACTIONS,
    STAY,
    STEPS,
    ValueIterationNetwork,
    maps_of,
    possible_in,
    way,
)
from egoplan_ros.training.navigation.floors import Query, drawn, known_queries, queries, rooms
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.rate import wilson

_RATE = 0.01
_SHARP = 4.0
"""What a difference of a step counts as a logit of the policy."""
_FASTER = 8.0
"""The model of where actions lead is a handful of logits that have far to go."""
_BATCH = 8


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the training.

    Attributes:
        steps: batches. iterations: of value, that are learned through.
        share: of the lessons, the smallest ones, that are drawn from.
    """

    steps: int
    iterations: int
    share: float


STAGES = (
    Stage(500, 12, 0.5),
    Stage(300, 24, 0.5),
    Stage(150, 48, 1.0),
    Stage(60, 96, 1.0),
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the network sees, and what the teacher says of it.

    Attributes:
        maps: ``(7, rows, cols)``. possible: actions ``(h, a, rows, cols)``.
        costs: of them up to the goal, inf where none leads there.
    """

    maps: npt.NDArray[np.float32]
    possible: npt.NDArray[np.bool_]
    costs: npt.NDArray[np.float32]


_SMALL, _LARGE = (1.5, 3.5), (3.0, 7.0)
"""Metres of the sides of drawn floors: two of the former for each of the latter."""
_DRAWN, _ROOM, _JUDGED = 4, 6, 20
"""Ways on each drawn floor, in each room, and in each room to judge by."""


def learn(
    floors: int,
    scenes: Sequence[str],
    judged: Sequence[str],
    seed: int,
    steps: int | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[ValueIterationNetwork, dict[str, Any]]:
    """Make floors, train on them, and judge in other rooms.

    Args:
        floors: that are drawn. scenes: to survey, and learn from, too. judged: to judge by.
        seed: of all that is drawn. steps: of each stage, None for the recipe's. tell: of progress.

    Returns:
        The network, and a report: ``learned_from`` so many ways, and :func:`judge` of ways in the
        rooms as they are, ``known``, and as they are when they are known ``in_part``.

    Raises:
        InputError: unknown scene; too few floors, none of which has a way on it.
        RobotError: the simulator does not start or dies.
    """
    rng = np.random.default_rng(seed)
    made = [drawn(rng, _LARGE if k % 3 == 2 else _SMALL) for k in range(floors)]
    lessons = [lesson(query) for floor in made for query in queries(floor, _DRAWN, rng)]
    lessons += [lesson(q) for room in rooms(scenes, tell) for q in queries(room, _ROOM, rng)]
    if not lessons:
        raise InputError("train path-planner: no way on these floors; ask for more of them")
    tell(f"{len(lessons)} ways to learn from")
    stages = [stage if steps is None else replace(stage, steps=steps) for stage in STAGES]
    network = train(lessons, seed, stages, tell)
    report: dict[str, Any] = {"learned_from": len(lessons), "seed": seed}
    true = list(rooms(judged, tell))
    for name, ways in (("known", known_queries), ("in_part", queries)):
        asked = (query for room in true for query in ways(room, _JUDGED, rng))
        report[name] = judge(network, asked)
    return network, report


def lesson(query: Query) -> Lesson:
    """A query as Dijkstra answers it: what it costs to the goal from everywhere, by any action."""
    lattice, goal = query.lattice, query.goal
    return Lesson(maps_of(lattice, goal), possible_in(lattice), teacher(lattice, goal))


def teacher(lattice: Lattice, goal: Node) -> npt.NDArray[np.float32]:
    """Cost to the goal of each action at each pose, ``(h, a, rows, cols)``; inf: not possible."""
    rows, cols = lattice.shape
    left = dijkstra(lattice.graph().T, indices=lattice.index(goal)).reshape(rows, cols, 4)
    costs = np.full((4, ACTIONS, rows, cols), inf, np.float32)
    for heading in range(4):
        for side in range(STEPS):
            direction = (heading + side) % 4
            step = lattice.step_costs(heading, direction)
            dx, dy = DIRECTIONS[direction]
            # What lies beyond the edge is never stepped to.
            costs[heading, side] = step + np.roll(left[..., heading], (-dy, -dx), (0, 1))
        costs[heading, STEPS] = 1.0 + left[..., (heading + 1) % 4]
        costs[heading, STEPS + 1] = 1.0 + left[..., (heading - 1) % 4]
    costs[goal.heading, STAY, goal.row, goal.col] = 0.0
    return costs


def train(
    lessons: Sequence[Lesson],
    seed: int,
    stages: Sequence[Stage] = STAGES,
    tell: Callable[[str], None] = lambda _: None,
) -> ValueIterationNetwork:
    """Train a network through all its iterations; the same of the same seed on one thread."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = ValueIterationNetwork()
    total = sum(stage.steps for stage in stages)
    others = [value for name, value in network.named_parameters() if name != "leads"]
    rates = [_RATE, _FASTER * _RATE]
    groups = [{"params": others}, {"params": [network.leads]}]
    optimizer = torch.optim.Adam(groups, lr=_RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rates, total_steps=total)
    done, began = 0, perf_counter()
    ordered = sorted(lessons, key=lambda one: one.maps.size)
    for stage in stages:
        count = max(1, round(stage.share * len(ordered)))
        for _ in range(stage.steps):
            maps, possible, costs = _batch([ordered[k] for k in rng.integers(count, size=_BATCH)])
            quality = network(maps, possible, stage.iterations)
            loss = _loss(quality, costs, stage.iterations)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            if done % 50 == 0:
                took = perf_counter() - began
                tell(f"{done}/{total} batches, loss {loss.item():.3f}, {took:.0f} s")
    return network.eval()


def _loss(quality: Tensor, costs: Tensor, iterations: int) -> Tensor:
    """Values that are not the teacher's, and actions that are not among the best.

    After so many iterations the value of a pose tells no more than so many steps.
    """
    best = costs.amin(dim=2)
    known = best < 0.8 * iterations
    values = nnf.smooth_l1_loss(quality.amax(dim=2)[known], -best[known])
    possible = torch.isfinite(costs)
    logits = (_SHARP * quality).masked_fill(~possible, -1e4).log_softmax(dim=2)
    good = (costs <= best[:, :, None] + 1e-3) & possible
    right = logits.masked_fill(~good, -1e4).logsumexp(dim=2)
    return values - right[known].mean()


def _batch(lessons: Sequence[Lesson]) -> tuple[Tensor, Tensor, Tensor]:
    """Lessons side by side; beyond the edge of the smaller ones nothing is possible."""
    high, wide = (max(one.maps.shape[k] for one in lessons) for k in (1, 2))
    maps = np.zeros((len(lessons), lessons[0].maps.shape[0], high, wide), np.float32)
    possible = np.zeros((len(lessons), 4, ACTIONS, high, wide), bool)
    costs = np.full(possible.shape, inf, np.float32)
    for k, one in enumerate(lessons):
        rows, cols = one.maps.shape[1:]
        maps[k, :, :rows, :cols] = one.maps
        possible[k, ..., :rows, :cols] = one.possible
        costs[k, ..., :rows, :cols] = one.costs
    return torch.from_numpy(maps), torch.from_numpy(possible), torch.from_numpy(costs)


def judge(network: ValueIterationNetwork, queries: Iterator[Query]) -> dict[str, Any]:
    """How the network alone fares where Dijkstra finds a way, beside him.

    Returns:
        ``reached`` a rate of queries; over those, ``cost`` of all ways as a multiple of Dijkstra's,
        ``worst`` of a single one, and ``same`` the share that cost the same; ``ms`` a query, and
        ``ms_dijkstra`` for the costs of all poses.
    """
    count, ratios, spent, taught = 0, [], 0.0, 0.0
    costs = [0.0, 0.0]
    for query in queries:
        count += 1
        lattice, goal = query.lattice, query.goal
        began = perf_counter()
        path = way(lattice, goal, network)
        spent += perf_counter() - began
        began = perf_counter()
        dijkstra(lattice.graph(), indices=lattice.index(lattice.start))
        taught += perf_counter() - began
        if path is None:
            continue
        least = float(lattice.costs()[goal.row, goal.col, goal.heading])
        taken = lattice.path_cost(path)
        ratios.append(taken / least)
        costs = [costs[0] + taken, costs[1] + least]
    return {
        "queries": count,
        "reached": wilson(len(ratios), count).to_json(),
        "cost": costs[0] / costs[1] if ratios else None,
        "worst": max(ratios, default=None),
        "same": float(np.mean(np.array(ratios) < 1.0 + 1e-6)) if ratios else None,
        "ms": 1e3 * spent / max(count, 1),
        "ms_dijkstra": 1e3 * taught / max(count, 1),
    }
