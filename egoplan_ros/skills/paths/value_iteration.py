# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A value iteration network over the poses of a lattice (Tamar et al. 2016).

A small convolution tells what each action costs at each pose; a second one, the learned model of
where actions lead, is applied again and again to the map of values, whose best action is the next
value. DANLI plans its ways with such a network (A.4, after Blukis et al. 2022). What the lattice
calls blocked is no action: it is left out of the maximum, and of the way.

What holds for one heading holds for the others, turned: they share weights. Where an action leads
is a distribution (a softmax), and a reward is never positive, so that values stay bounded however
often they are iterated on.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.model_file import opened_model, write_model
from egoplan_ros.skills.paths.lattice import DIRECTIONS, Lattice, Node

SHIPPED = Path(__file__).parent / "weights" / "path_planner.npz"
FORMAT = "egoplan-path-planner-1"
ACTIONS = 7
"""A step ahead, to the left, back and to the right, a turn to the left and to the right, stay."""
STEPS, STAY = 4, 6
"""The first so many are steps; the last is to stay."""
_TURNS = {4: 1, 5: 3}
_GOAL, _PLAIN = 4, 3
"""Maps of the goal, one a heading, and others: see :func:`maps_of`."""
_HIDDEN = 32
"""Channels of the hidden layer, after Tamar et al. (2016)."""
_BARRED = -1e4
"""Reward of what is not possible: no way leads there."""
_SETTLED, _FOR = 0.2, 4
"""Change of the robot's value, and for how many iterations, below which it has settled: until the
goal is known there, each iteration adds what a step costs."""
_MOST = 600
"""Iterations: no way in a home costs more steps."""


class ValueIterationNetwork(nn.Module):
    """Maps of a lattice to the value of each action at each pose.

    Shapes: ``n`` lattices, ``h`` headings (4), ``a`` actions, rows, columns.
    """

    def __init__(self, hidden: int = _HIDDEN) -> None:
        super().__init__()
        self.seen = nn.Parameter(torch.empty(hidden, _GOAL + _PLAIN, 3, 3))
        self.seen_bias = nn.Parameter(torch.zeros(hidden))
        self.cost = nn.Parameter(torch.empty(ACTIONS, hidden))
        self.cost_bias = nn.Parameter(torch.ones(ACTIONS))
        self.leads = nn.Parameter(torch.empty(ACTIONS, 4, 3, 3))
        nn.init.kaiming_uniform_(self.seen)
        nn.init.normal_(self.cost, std=hidden**-0.5)
        nn.init.normal_(self.leads, std=0.1)

    def rewards(self, maps: Tensor) -> Tensor:
        """What each action gives, never more than 0: ``(n, h, a, rows, cols)``.

        Args:
            maps: :func:`maps_of` lattices, ``(n, 7, rows, cols)``.
        """
        kernel = torch.cat([_turned(self.seen, heading) for heading in range(4)])
        seen = nnf.conv2d(nnf.pad(maps, (1, 1, 1, 1), mode="replicate"), kernel)
        seen = torch.relu(seen.unflatten(1, (4, -1)) + self.seen_bias[:, None, None])
        cost = torch.einsum("ac,nhcyx->nhayx", self.cost, seen) + self.cost_bias[:, None, None]
        return -nnf.softplus(cost)

    def transitions(self) -> Tensor:
        """The learned model of where actions lead: a kernel ``(h * a, h, 3, 3)``."""
        leads = self.leads.flatten(1).softmax(dim=1).view_as(self.leads)
        return torch.cat([_turned(leads, heading) for heading in range(4)])

    @staticmethod
    def step(rewards: Tensor, transitions: Tensor, values: Tensor) -> Tensor:
        """One iteration: values ``(n, h, rows, cols)`` to those of actions, as ``rewards``."""
        after = nnf.conv2d(nnf.pad(values, (1, 1, 1, 1), mode="replicate"), transitions)
        result: Tensor = rewards + after.unflatten(1, (4, ACTIONS))
        return result

    def forward(self, maps: Tensor, possible: Tensor, iterations: int) -> Tensor:
        """Values of actions after some iterations, ``(n, h, a, rows, cols)``.

        Args:
            maps: :func:`maps_of` lattices. possible: bool, their :func:`possible_in`.
            iterations: how many.
        """
        rewards, transitions = _barred(self.rewards(maps), possible), self.transitions()
        quality = rewards
        for _ in range(iterations - 1):
            quality = self.step(rewards, transitions, quality.amax(dim=2))
        return quality

    @torch.inference_mode()
    def solve(self, maps: Tensor, possible: Tensor, start: Node) -> npt.NDArray[np.float32]:
        """Values of actions ``(h, a, rows, cols)``, iterated until that of a pose has settled.

        Args:
            maps: of one lattice, ``(7, rows, cols)``. possible: its actions. start: the pose.
        """
        rewards, transitions = _barred(self.rewards(maps[None]), possible[None]), self.transitions()
        quality, before, settled = rewards, 0.0, 0
        for _ in range(_MOST):
            values = quality.amax(dim=2)
            now = float(values[0, start.heading, start.row, start.col])
            settled = settled + 1 if abs(now - before) < _SETTLED else 0
            if settled == _FOR:
                break
            before, quality = now, self.step(rewards, transitions, values)
        return quality[0].numpy()


def _turned(kernel: Tensor, heading: int) -> Tensor:
    """A kernel for heading 0 as it is for another; its first four input maps are one a heading."""
    kernel = torch.rot90(kernel, -heading, (2, 3))
    return torch.cat([kernel[:, :4].roll(heading, dims=1), kernel[:, 4:]], dim=1)


def _barred(rewards: Tensor, possible: Tensor) -> Tensor:
    """Rewards without impossible actions.

    Where no step is possible at all nobody gets to; those places keep their rewards, lest values
    without bounds leak from there.
    """
    somewhere = possible[:, :, :STEPS].any(dim=2, keepdim=True).any(dim=1, keepdim=True)
    return rewards.masked_fill(~possible & somewhere, _BARRED)


def maps_of(lattice: Lattice, goal: Node) -> npt.NDArray[np.float32]:
    """What the network sees of a lattice, ``(7, rows, cols)``.

    Where the goal is, by heading; what a place costs more than others; where nothing was seen;
    whether the robot is watchful, the same everywhere.
    """
    maps = np.zeros((_GOAL + _PLAIN, *lattice.shape), np.float32)
    maps[goal.heading, goal.row, goal.col] = 1.0
    maps[_GOAL] = lattice.price - 1.0
    maps[_GOAL + 1] = lattice.unknown
    maps[_GOAL + 2] = lattice.watchful
    return maps


def possible_in(lattice: Lattice) -> npt.NDArray[np.bool_]:
    """Which actions the lattice allows at each pose, ``(h, a, rows, cols)``."""
    possible = np.ones((4, ACTIONS, *lattice.shape), bool)
    for heading in range(4):
        for side in range(STEPS):
            free = lattice.passable[(heading + side) % 4]
            possible[heading, side] = free & (lattice.holonomic or side % 2 == 0)
    return possible


def after(here: Node, action: int) -> Node:
    """The pose that an action leads to."""
    if action in _TURNS:
        return Node(here.col, here.row, (here.heading + _TURNS[action]) % 4)
    dx, dy = DIRECTIONS[(here.heading + action) % 4]
    return Node(here.col + dx, here.row + dy, here.heading)


def follow(
    possible: npt.NDArray[np.bool_], quality: npt.NDArray[np.float32], start: Node, goal: Node
) -> list[Node] | None:
    """Poses after ``start`` up to ``goal`` by the best action at each; None if it goes in a circle.

    Args:
        possible: actions ``(h, a, rows, cols)``. quality: their values.
        start: where to begin. goal: where to end.
    """
    path, seen, here = [], {start}, start
    values = np.where(possible, quality, -np.inf)[:, :STAY]
    while here != goal:
        here = after(here, int(values[here.heading, :, here.row, here.col].argmax()))
        if here in seen:
            return None
        seen.add(here)
        path.append(here)
    return path


def way(
    lattice: Lattice, goal: Node, planner: ValueIterationNetwork | None = None
) -> list[Node] | None:
    """A network's way from the robot to a goal; None if it leads nowhere.

    Args:
        lattice: around the robot. goal: of the way. planner: the network, None for the shipped one.

    Raises:
        InputError: the weights are damaged or missing.
    """
    possible = possible_in(lattice)
    quality = (planner or network()).solve(
        torch.from_numpy(maps_of(lattice, goal)), torch.from_numpy(possible), lattice.start
    )
    return follow(possible, quality, lattice.start, goal)


@cache
def network() -> ValueIterationNetwork:
    """The shipped network, loaded once.

    Raises:
        InputError: the weights are damaged or missing.
    """
    return load(SHIPPED)


def load(path: Path) -> ValueIterationNetwork:
    """Read a file of weights.

    Raises:
        InputError: not there, damaged or of another kind, with the remedy.
    """
    with opened_model(path, FORMAT, "egoplan train path-planner") as (file, meta):
        made = ValueIterationNetwork(int(meta["hidden"]))
        made.load_state_dict({key: torch.from_numpy(file[key]) for key in made.state_dict()})
    return made.eval()


def save(path: Path, made: ValueIterationNetwork, about: Mapping[str, Any]) -> int:
    """Write a file of weights, whole or not at all; its size in bytes."""
    meta = {"format": FORMAT, "hidden": len(made.seen_bias), "about": dict(about)}
    arrays = {key: value.detach().numpy() for key, value in made.state_dict().items()}
    return write_model(path, meta, arrays)
