# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a program of somebody's own hands over, and what it is told of it."""

import math

import numpy as np
import pytest

from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.arguments import LARGEST_SEED, checked_seed, number, require, whole
from egoplan_ros.world.task import Instruction


def test_what_does_not_fit_is_told_in_one_short_line():
    with pytest.raises(InputError) as caught:
        require(False, "frame", "a picture", np.zeros((40, 40)))
    told = str(caught.value)
    assert told.startswith("frame: must be a picture, got array([[0.")
    assert "\n" not in told
    assert len(told) < 120
    require(True, "frame", "a picture", None)


@pytest.mark.parametrize("value", ["3", 1.5, -1, LARGEST_SEED + 1, True, np.float32(2), [1]])
def test_what_is_no_seed_is_refused(value):
    with pytest.raises(InputError, match="seed: must be a whole number from 0 to"):
        checked_seed(value)


def test_seeds_are_plain_numbers():
    assert checked_seed(None) is None
    assert [checked_seed(value) for value in (0, LARGEST_SEED)] == [0, LARGEST_SEED]
    assert type(checked_seed(np.int64(7))) is int


@pytest.mark.parametrize("value", [None, "3", 1.0, np.float32(2), True, np.True_, [1], 0, 10])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(InputError, match=r"^mugs: must be a whole number from 1 to 9, got "):
        whole("mugs", value, 1, 9)


@pytest.mark.parametrize(
    "value", [None, "3", True, np.True_, [1], 1j, math.nan, math.inf, 10**400, -0.6, np.float32(3)]
)
def test_what_is_no_number_is_refused(value):
    with pytest.raises(InputError, match=r"^heat: must be a number from -0.5 to 2, got "):
        number("heat", value, -0.5, 2)


def test_numbers_are_plain_ones():
    for given in (1, 9, np.int64(3), np.uint8(3)):
        assert (type(whole("mugs", given, 1, 9)), whole("mugs", given, 1, 9)) == (int, given)
    for given in (-0.5, 2, np.int64(1), np.float32(0.5), np.float64(0.1)):
        assert (type(number("heat", given, -0.5, 2)), number("heat", given, -0.5, 2)) == (
            float,
            given,
        )


@pytest.mark.parametrize("value", [1, None, b"FloorPlan1", ["FloorPlan1"]])
def test_a_scene_is_named_by_text(value):
    with pytest.raises(InputError, match="scene: must be a name"):
        scene_name(value)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"text": None}, "text"),
        ({"text": b"open it"}, "text"),
        ({"steps": "open it"}, "steps"),
        ({"steps": [3]}, "steps"),
        ({"dialog": "open it"}, "dialog"),
        ({"dialog": ["open it"]}, "dialog"),
        ({"dialog": [("Commander", "open it", "now")]}, "dialog"),
        ({"goal": 3}, "goal"),
        ({"history": [SymbolicAction("Open", ("Fridge_1",))]}, "history"),
    ],
)
def test_an_instruction_is_of_sentences(values, named):
    with pytest.raises(InputError, match=f"^instruction: {named}: must be ") as caught:
        Instruction(**{"text": "open the fridge", **values})
    assert "\n" not in str(caught.value)


def test_lists_are_sentences_too():
    said = Instruction("open it", steps=["walk there"], dialog=[["Commander", "open it"]])
    assert list(said.steps) == ["walk there"]
