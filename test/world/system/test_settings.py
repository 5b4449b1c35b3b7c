# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A room's numbers have limits, and are told by their own names wherever they are held."""

from dataclasses import dataclass, field
from math import inf, nan

import numpy as np
import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import Settings, changed, setting, values_of


@dataclass(frozen=True, slots=True)
class Weights(Settings):
    ROOM = "kitchen"

    heat: float = setting(2.0, "degrees a minute", 0.5, 9.0)
    plates: int = setting(4, "plates on the stove", 1, 6)


@dataclass(frozen=True, slots=True)
class Config:
    name: str = "mine"
    weights: Weights = field(default_factory=Weights)


@pytest.mark.parametrize("value", [0.4, 9.1, nan, inf, True, "2", None])
def test_a_value_beyond_its_limits_is_refused(value):
    with pytest.raises(InputError, match=r"^kitchen: heat: must be .*, got "):
        Weights(heat=value)


@pytest.mark.parametrize("value", [0, 7, 2.0, True, "2"])
def test_a_count_is_whole(value):
    with pytest.raises(InputError, match=r"^kitchen: plates: must be .*, got "):
        Weights(plates=value)


def test_limits_are_allowed():
    assert Weights(heat=0.5, plates=6) != Weights(heat=9, plates=1)


def test_numbers_of_numpy_become_plain_ones():
    made = Weights(heat=np.float32(0.5), plates=np.int64(6))
    assert (type(made.heat), type(made.plates)) == (float, int)
    assert made == Weights(heat=0.5, plates=6)


def test_values_within_are_told_by_their_own_names():
    assert values_of(Config()) == {"name": "mine", "heat": 2.0, "plates": 4}
    made = changed(Config(), {"heat": 3.0, "name": "hers"}, "home")
    assert made == Config("hers", Weights(heat=3.0))
    assert changed(made, {"plates": 2}, "home") == Config("hers", Weights(3.0, 2))
    assert changed(made, {}, "home") == made


@pytest.mark.parametrize("name", ["weights", "salt"])
def test_unknown_names_are_told_with_those_known(name):
    with pytest.raises(InputError, match=rf"^home: unknown settings \['{name}'\].*'heat', 'name'"):
        changed(Config(), {name: 1}, "home")
