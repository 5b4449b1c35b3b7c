# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hand-written sequences by kind of sub-goal."""

import pytest

from egoplan_ros.behavior.details.frame import KINDS, Frame
from egoplan_ros.behavior.details.templates import TEMPLATES, Templates
from egoplan_ros.world.ontology import load_ontology


def said(frame: Frame) -> str:
    return ", ".join(map(str, Templates(load_ontology())(frame)))


@pytest.mark.parametrize(
    ("frame", "actions"),
    [
        (Frame("pick_up", "Plate", "Cabinet"), "Open place, PickUp thing, Close place"),
        (Frame("pick_up", "Plate"), "PickUp thing"),
        (Frame("put", "Plate", "CounterTop"), "Put place"),
        (Frame("put", "Plate", "Fridge"), "Open place, Put place, Close place"),
        (Frame("slice", "Apple"), "Slice thing"),
        (Frame("toggle", "DeskLamp"), "ToggleOn thing"),
        (Frame("stir", "Pot"), ""),
    ],
    ids=str,
)
def test_what_does_not_close_is_not_opened(frame: Frame, actions: str) -> None:
    assert said(frame) == actions


def test_each_kind_has_one() -> None:
    assert set(TEMPLATES) == set(KINDS)
