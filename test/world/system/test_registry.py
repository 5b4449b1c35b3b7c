# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.system.registry import Registry, lazy


@pytest.fixture
def shapes():
    return Registry("shape", "egoplan_ros.no_such_group", {"round": lazy("math:sqrt")})


def test_what_is_registered_stands_beside_the_own_ones(shapes):
    shapes.register("square", lambda: 4)
    assert shapes.names() == ("round", "square")
    assert [name for name, _ in shapes.items()] == ["round", "square"]
    assert shapes.get("square")() == 4
    assert shapes.get("round")(9.0) == 3.0
    assert "oval" not in shapes
    assert shapes.plugins() == {}
    assert shapes.problems() == []


@pytest.mark.parametrize("name", ["", "round"])
def test_a_name_that_is_empty_or_taken_is_refused(shapes, name):
    with pytest.raises(InputError, match="empty or taken"):
        shapes.register(name, lambda: 0)


def test_an_unknown_name_is_told_with_all_there_are(shapes):
    shapes.register("square", lambda: 4)
    with pytest.raises(InputError) as refused:
        shapes.get("oval")
    assert str(refused.value) == "shape 'oval' is unknown; choose from round, square"


def test_own_ones_may_be_found_anew_each_time():
    found = {"one": 1}
    numbers = Registry("number", "egoplan_ros.no_such_group", lambda: found)
    found["two"] = 2
    assert numbers.names() == ("one", "two")
    assert numbers.get("two") == 2


@pytest.mark.parametrize("kind", [ZeroDivisionError, InputError, RobotError])
def test_a_fault_of_ones_own_stays_what_it_is(shapes, kind):
    with pytest.raises(kind), shapes.blaming("round"):
        raise kind("as it is")
