# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The value iteration network as path planner, and that it is never trusted with what is known."""

from itertools import pairwise
from math import isfinite

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_home import ToyHome, kitchen

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.skills.navigation.path_planner import path_to
from egoplan_ros.skills.paths import value_iteration
from egoplan_ros.skills.paths.lattice import Lattice, Node, direction_of
from egoplan_ros.skills.paths.value_iteration import (
    SHIPPED,
    ValueIterationNetwork,
    load,
    maps_of,
    possible_in,
    save,
    way,
)
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

VIN = SkillConfig(path_planner="vin")
WALL = (0.6, -2.0, 0.7, 0.6), (0.6, 1.5, 0.7, 2.0)
"""With a gap."""


def lattice_of(home: ToyHome) -> Lattice:
    return Lattice(home.world(), VIN, 0.0, set())


def context(home: ToyHome, config: SkillConfig = VIN) -> SkillContext:
    return SkillContext(home.world(), load_ontology(), config)


def untrained(seed: int) -> ValueIterationNetwork:
    torch.manual_seed(seed)
    return ValueIterationNetwork()


class Confused(ValueIterationNetwork):
    """It would turn to the left for ever."""

    def solve(self, maps, possible, start):
        quality = np.zeros(possible.shape, np.float32)
        quality[:, value_iteration.STEPS] = 1.0
        return quality


BOXES = st.lists(
    st.tuples(st.floats(-1.9, 1.5), st.floats(-1.9, 1.5), st.floats(0.1, 1.5), st.floats(0.1, 1.5)),
    max_size=6,
)


@given(boxes=BOXES, network=st.sampled_from([None, 1, 2, 3]), data=st.data())
@settings(max_examples=40, deadline=None)
def test_no_network_leads_through_an_obstacle(boxes, network, data):
    walls = [(x, y, min(x + wide, 2.0), min(y + high, 2.0)) for x, y, wide, high in boxes]
    lattice = lattice_of(ToyHome(walls=walls))
    goal = Node(
        *(data.draw(st.integers(0, size - 1)) for size in reversed(lattice.shape)),
        data.draw(st.integers(0, 3)),
    )
    path = way(lattice, goal, None if network is None else untrained(network))
    if path is None:
        return
    nodes = [lattice.start, *path]
    assert nodes[-1] == goal
    assert len(set(nodes)) == len(nodes)
    for here, there in pairwise(nodes):
        assert abs(here.col - there.col) + abs(here.row - there.row) <= 1
        assert lattice.free(here, there)
    assert isfinite(lattice.path_cost(path))


def test_it_finds_the_gap_in_a_wall_at_next_to_no_extra_cost():
    lattice = lattice_of(ToyHome(walls=WALL))
    goal = lattice.node(1.25, -0.5, 3)
    path = way(lattice, goal)
    assert path is not None
    least = lattice.costs()[goal.row, goal.col, goal.heading]
    assert least - 1e-6 <= lattice.path_cost(path) <= 1.1 * least


def test_a_base_that_moves_in_no_way_sideways_is_not_asked_to():
    home = ToyHome(walls=WALL)
    home.holonomic = False
    lattice = lattice_of(home)
    path = way(lattice, lattice.node(1.25, 0.0, 0))
    assert path is not None
    for here, there in pairwise([lattice.start, *path]):
        direction = direction_of(here, there)
        assert direction is None or (direction - here.heading) % 2 == 0


def test_what_holds_for_one_heading_holds_for_the_others():
    """A map turned by a quarter gives the same values, turned."""
    rng, network = np.random.default_rng(0), untrained(0)
    maps = torch.from_numpy(rng.random((1, 7, 6, 6), dtype=np.float32))
    possible = torch.from_numpy(rng.random((1, 4, 7, 6, 6)) < 0.8)

    def turned(grid, directed):
        """Heading 0 looks along the columns, heading 1 along the rows."""
        grid = torch.rot90(grid, -1, (-2, -1))
        return torch.cat([grid[:, :4].roll(1, dims=1), grid[:, 4:]], dim=1) if directed else grid

    with torch.inference_mode():
        plain = network(maps, possible, 5)
        there = network(turned(maps, True), turned(possible, True), 5)
    torch.testing.assert_close(there, turned(plain, True))


def test_where_the_network_goes_in_a_circle_the_way_is_dijkstras_and_that_is_told(monkeypatch):
    monkeypatch.setattr(value_iteration, "network", Confused)
    home = ToyHome(walls=WALL)
    ctx, lattice = context(home), lattice_of(home)
    goal = lattice.node(1.25, 0.0, 0)
    assert path_to(ctx, lattice, goal) == lattice.path(goal)
    assert (ctx.ways, ctx.circles) == (1, 1)
    run = SkillRun(SymbolicAction("PickUp", ("Mug_1",)), (home := kitchen()).world(),
                   load_ontology(), VIN)  # fmt: skip
    while run.primitive is not None:
        run.feed(home.execute(run.primitive), home.world())
    assert run.result is not None
    assert run.result.success
    assert "ways not by vin" in run.result.message


def test_where_no_way_is_the_network_is_not_asked():
    home = ToyHome(walls=[(0.6, -2.0, 0.7, 2.0)])
    ctx, lattice = context(home), lattice_of(home)
    assert path_to(ctx, lattice, lattice.node(1.25, 0.0, 0)) is None
    assert ctx.ways == 0


def test_the_network_is_what_leads_when_it_is_set():
    home = ToyHome(walls=WALL)
    lattice = lattice_of(home)
    goal = lattice.node(1.25, 0.0, 0)
    ctx = context(home)
    assert path_to(ctx, lattice, goal) == way(lattice, goal)
    assert (ctx.ways, ctx.circles, ctx.by_dijkstra()) == (1, 0, "")
    plain = context(home, SkillConfig())
    assert path_to(plain, lattice, goal) == lattice.path(goal)
    assert plain.ways == 0


def test_weights_are_small_and_kept_as_they_are(tmp_path):
    assert SHIPPED.stat().st_size < 200_000
    home = ToyHome(walls=WALL)
    lattice = lattice_of(home)
    goal = lattice.node(1.25, 0.0, 0)
    shipped = load(SHIPPED)
    save(tmp_path / "copy.npz", shipped, {})
    maps, possible = (torch.from_numpy(f) for f in (maps_of(lattice, goal), possible_in(lattice)))
    np.testing.assert_array_equal(
        load(tmp_path / "copy.npz").solve(maps, possible, lattice.start),
        shipped.solve(maps, possible, lattice.start),
    )
    (tmp_path / "copy.npz").write_bytes(b"torn")
    with pytest.raises(InputError, match="egoplan train path-planner"):
        load(tmp_path / "copy.npz")


def test_another_name_of_a_planner_is_refused():
    with pytest.raises(InputError, match=r"path_planner 'vim' is unknown.*vin"):
        SkillConfig(path_planner="vim")
