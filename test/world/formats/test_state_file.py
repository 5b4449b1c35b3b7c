# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""World states as JSON: what is written is read; what a person writes badly is told."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.formats.state_file import read_state, write_state
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance, Source
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import Frontier, WorldState

ONTOLOGY = load_ontology()
LENGTHS = st.floats(-20, 20, allow_nan=False)
POINTS = st.tuples(LENGTHS, LENGTHS, LENGTHS)
EXTENTS = st.floats(0, 20)
SIZES = st.tuples(EXTENTS, EXTENTS, EXTENTS)
SHARES = st.floats(0, 1)
POSES = st.builds(Pose2D, LENGTHS, LENGTHS, st.floats(-3, 3))
BELIEFS = st.builds(Belief, SHARES, st.sampled_from(list(Source)), st.floats(0, 1e6))
ROWS = st.builds(
    ObjectInstance,
    id=st.just(""),
    type=st.sampled_from(sorted(ONTOLOGY.types)),
    center=POINTS,
    size=SIZES,
    confidence=SHARES,
    states=st.dictionaries(st.sampled_from(["open", "dirty", "hot"]), BELIEFS),
    inspected=st.booleans(),
    held=st.booleans(),
    last_seen=st.floats(0, 1e6),
    seen_from=st.lists(POSES, max_size=3).map(tuple),
    closed_box=st.none() | st.tuples(POINTS, SIZES),
    unreachable=st.integers(0, 9),
    openness=st.floats(0, 1),
)


@st.composite
def states(draw):
    rows = [replace(row, id=f"{row.type}_{k}") for k, row in enumerate(draw(st.lists(ROWS)))]
    rows = [replace(row, held=row.held and k == 0) for k, row in enumerate(rows)]
    if len(rows) > 1:
        rows[1] = replace(rows[1], parent=rows[0].id)
    frontiers = st.builds(Frontier, st.just("frontier_7"), LENGTHS, LENGTHS, LENGTHS, EXTENTS)
    cells = draw(st.lists(st.sampled_from([-1, 0, 100]), min_size=6, max_size=6))
    return WorldState(
        stamp=draw(st.floats(0, 1e9)),
        robot=RobotState(
            1.0,
            draw(st.integers(0, 99)),
            2,
            draw(POSES),
            0.5,
            1.5,
            radius=0.3,
            holonomic=False,
            stride=1.5,
        ),
        objects={row.id: row for row in rows},
        grid=OccupancyGrid(np.array(cells, np.int8).reshape(2, 3), 0.05, (1.0, -2.0)),
        frontiers=tuple(draw(st.lists(frontiers, max_size=1))),
        explored=frozenset(draw(st.sets(st.sampled_from(["frontier_1", "frontier_2"])))),
    )


@given(states())
def test_what_is_written_is_read(tmp_path_factory, state):
    path = tmp_path_factory.mktemp("state") / "world.json"
    write_state(path, state)
    again = read_state(path, ONTOLOGY)
    assert replace(again, grid=state.grid) == state
    assert (again.grid.data == state.grid.data).all()
    assert again.grid.origin == state.grid.origin
    assert [item.name for item in path.parent.iterdir()] == ["world.json"]


def test_a_person_writes_little(tmp_path):
    path = tmp_path / "world.json"
    mug = {"type": "Mug", "center": [1, 0, 1], "states": {"dirty": 0.9}}
    path.write_text(json.dumps({"objects": [mug, mug]}))
    objects = read_state(path, ONTOLOGY).objects
    assert set(objects) == {"Mug_1", "Mug_2"}
    assert objects["Mug_1"].is_("dirty")


def test_states_of_a_domain_of_ones_own_may_be_told(tmp_path, monkeypatch):
    (tmp_path / "config").mkdir()
    text = "(define (domain mine) (:extends household) (:predicates (polished ?o - object)))"
    (tmp_path / "config" / "household.pddl").write_text(text)
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    path = tmp_path / "world.json"
    path.write_text(json.dumps({"objects": [{**MUG, "states": {"polished": True, "hot": 1}}]}))
    assert read_state(path, ONTOLOGY).objects["Mug_1"].is_("polished")


MUG = {"type": "Mug", "center": [0, 0, 1]}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "must be a JSON object"),
        ({"things": []}, "unknown name 'things'"),
        ({"objects": 3}, "objects: must be a list"),
        ({"objects": [{}]}, r"objects\[0\].type: must be a name, is missing"),
        ({"objects": [{**MUG, "type": "Dragon"}]}, "unknown type 'Dragon'"),
        ({"objects": [{**MUG, "center": [0, 1]}]}, r"objects\[0\].center: must be 3 numbers"),
        ({"objects": [{**MUG, "center": [0, 1, "x"]}]}, "must be a finite number"),
        ({"objects": [{**MUG, "held": 1}]}, "held: must be true or false"),
        ({"objects": [{**MUG, "states": {"hot": {"source": "x", "probability": 1}}}]}, "source"),
        ({"objects": [{**MUG, "states": [1]}]}, "states: must be a JSON object"),
        ({"objects": [{**MUG, "states": None}]}, "states: must be a JSON object"),
        ({"objects": [{**MUG, "parent": "Table_1"}]}, "no object 'Table_1'"),
        ({"objects": [{**MUG, "id": "a"}, {**MUG, "id": "a"}]}, "there twice"),
        ({"grid": {"resolution": 0.1, "origin": [0, 0], "rows": [[1], [1, 2]]}}, "rows"),
        ({"robot": {"base": [0, 0]}}, "robot.base: must be 3 numbers"),
        ({"objects": [{**MUG, "center": [10**400, 0, 1]}]}, "center: must be a finite number"),
        ({"objects": [{**MUG, "center": [1e300, 0, 1]}]}, "center: must be a number from -100000"),
        ({"objects": [{**MUG, "states": {"open": 10**400}}]}, "must be a finite number"),
        ({"objects": [{**MUG, "states": {"dirty": 7}}]}, "dirty.*must be a number from 0 to 1"),
        ({"objects": [{**MUG, "states": {"claen": 1}}]}, "unknown state 'claen'; known: .*clean,"),
        ({"objects": [{**MUG, "states": {"holding": 1}}]}, "unknown state 'holding'"),
        ({"objects": [{**MUG, "size": [-1, 1, 1]}]}, "size: must be a number from 0"),
        ({"objects": [{**MUG, "openness": 1.5}]}, "openness: must be a number from 0 to 1"),
        ({"objects": [{**MUG, "unreachable": -3}]}, "unreachable: must be a number from 0"),
        ({"objects": [{**MUG, "unreachable": 1e300}]}, "unreachable: must be a number from 0"),
        ({"objects": [{**MUG, "unreachable": 0.5}]}, "unreachable: must be a whole number"),
        ({"objects": [{**MUG, "held": True}] * 2}, "held: Mug_1 and Mug_2 both are; leave it"),
        ({"objects": [{**MUG, "parent": "Mug_1"}]}, r"parent of Mug_1: a circle \(Mug_1, Mug_1\)"),
        (
            {"objects": [{**MUG, "parent": "Mug_2"}, {**MUG, "parent": "Mug_1"}]},
            r"parent of Mug_2: a circle \(Mug_1, Mug_2, Mug_1\); correct it",
        ),
        ({"grid": {"resolution": 0, "origin": [0, 0], "rows": [[1]]}}, "resolution: must be a"),
        ({"grid": {"resolution": 1, "origin": [0, 0], "rows": [[101]]}}, "rows: give"),
        ({"grid": {"resolution": 1, "origin": [0, 0], "rows": [[0.5]]}}, "rows: give"),
        ({"explored": [[1]]}, "explored.name: must be a name"),
        ({"frontiers": [{"x": 0, "y": 0, "yaw": 0, "gain": -5}]}, "gain: must be a number from 0"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path, data, told):
    path = tmp_path / "world.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=told) as error:
        read_state(path, ONTOLOGY)
    assert str(path) in str(error.value)


def test_files_that_are_none(tmp_path):
    for name, told in (("none.json", "cannot be read"), ("bad.json", "no JSON")):
        (tmp_path / "bad.json").write_text("{")
        with pytest.raises(InputError, match=told):
            read_state(tmp_path / name, ONTOLOGY)
