# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The behavior node: what the user sets wins, what he leaves out comes from the strategy."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from egoplan_ros.behavior.config import BehaviorConfig, load_strategy
from egoplan_ros.nodes.behavior import Behavior
from egoplan_ros.nodes.parameters import defaults
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import values_of


def made(**given):
    """The node's configuration when these parameters are given."""
    values = {**defaults("behavior"), **given}
    node = SimpleNamespace(value=values.get, given=lambda name: name in given)
    return Behavior._config(node)


def test_all_settings_are_parameters():
    names = {item.name for item in Behavior.PARAMETERS}
    assert values_of(BehaviorConfig()).keys() <= names


@pytest.mark.parametrize("strategy", ["egoplan", "bcr", "epa"])
def test_what_is_left_out_comes_from_the_strategy(strategy):
    assert made(strategy=strategy) == load_strategy(strategy)


def test_what_is_given_wins_even_if_it_is_the_default():
    assert made(strategy="bcr", max_actions=300) == replace(load_strategy("bcr"), max_actions=300)
    changed = made(strategy="epa", recovery="graph", selection="llm", replan_after=["Put"])
    assert changed.recovery == "graph"
    assert changed.selection == "llm"
    assert changed.replan_after == ("Put",)
    assert not changed.interrupt_exploration


def test_a_bad_value_is_told():
    with pytest.raises(InputError, match="recovery"):
        made(recovery="luck")


def test_a_node_that_was_closed_has_nothing_more_to_tell_of_its_task():
    """Its executive is closed by then, and would end the node with an error."""
    Behavior._end(SimpleNamespace(_closed=True), EpisodeResult(False, "cut off"))
