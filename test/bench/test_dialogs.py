# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Dialogs are drawn from a suite's wordings, and say what is true."""

from random import Random

import pytest

from egoplan_ros.bench.dialogs import draw_dialog, in_one_line, whereabouts
from egoplan_ros.world.errors import InputError

RULE = {
    "openings": [["F: Yes?"]],
    "dialogs": [["Take the {target}.", "F: Where is it?", "{at_target}."], ["Get {target}."]],
    "closings": [["F: Done."]],
}


def test_turns_have_their_speakers_and_words() -> None:
    words = {"target": "mug", "at_target": "in the fridge"}
    found = {draw_dialog(RULE, words, Random(seed)) for seed in range(20)}
    assert found == {
        (
            ("Follower", "Yes?"),
            ("Commander", "Take the mug."),
            ("Follower", "Where is it?"),
            ("Commander", "In the fridge."),
            ("Follower", "Done."),
        ),
        (("Follower", "Yes?"), ("Commander", "Get mug."), ("Follower", "Done.")),
    }
    assert in_one_line((("A", "one"), ("B", "two"))) == "A: one / B: two"


def test_what_is_not_known_is_not_said() -> None:
    for seed in range(20):
        assert ("Commander", "Get mug.") in draw_dialog(RULE, {"target": "mug"}, Random(seed))
    with pytest.raises(InputError, match="no dialog without"):
        draw_dialog({"dialogs": [["It is {at_target}."]]}, {}, Random(0))


def test_things_are_told_to_be_in_or_on_furniture() -> None:
    room = [
        {"objectId": "A", "objectType": "Apple", "parentReceptacles": ["B", "F"]},
        {"objectId": "B", "objectType": "Bowl", "pickupable": True, "parentReceptacles": ["F"]},
        {"objectId": "F", "objectType": "Fridge", "parentReceptacles": ["G"]},
        {"objectId": "G", "objectType": "Floor", "parentReceptacles": None},
        {"objectId": "P", "objectType": "Pen", "parentReceptacles": ["G"]},
    ]
    assert whereabouts(room) == {"Apple": ["Fridge"], "Bowl": ["Fridge"]}
