# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.robots.mobile_base import REQUESTS, words
from egoplan_ros.robots.stand_in.person import action_for, understood
from egoplan_ros.world.primitive import PrimitiveKind as K

THINGS = [
    {"objectId": "Mug|1", "objectType": "Mug", "distance": 3.0},
    {"objectId": "Mug|2", "objectType": "Mug", "distance": 1.0},
    {"objectId": "SoapBottle|1", "objectType": "SoapBottle", "distance": 1.0},
    {"objectId": "CounterTop|1", "objectType": "CounterTop", "distance": 0.5},
]


@pytest.mark.parametrize("kind", REQUESTS)
def test_each_request_of_the_robot_is_understood(kind):
    told = REQUESTS[kind].format(words("SoapBottle"))
    assert understood(told) == (kind, "soap bottle" if "{}" in REQUESTS[kind] else "")


def test_the_nearest_one_is_meant_and_not_what_is_in_the_hand():
    told = "please hand me the mug"
    assert action_for(told, THINGS, None)["objectId"] == "Mug|2"
    assert action_for(told, THINGS, "Mug|2")["objectId"] == "Mug|1"
    assert action_for("please hand me the fork", THINGS, None) is None


def test_to_put_is_to_put_onto_what_is_named():
    told = REQUESTS[K.PUT].format("counter top")
    action = action_for(told, THINGS, "Mug|1")
    assert (action["action"], action["objectId"]) == ("PutObject", "CounterTop|1")
    assert action_for("please open the soap bottle by 40% of the way, no further", THINGS, None)


@pytest.mark.parametrize("told", ["", "help me", "please hand me the", "please pour out the mug"])
def test_what_is_no_request_or_cannot_be_done_is_refused(told):
    assert action_for(told, THINGS, None) is None
