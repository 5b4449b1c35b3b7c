"""What has to be looked for, and into, before a goal about all objects is known to hold."""

import pytest

from egoplan_ros.planning.unseen import unseen_that_matter
from egoplan_ros.world.goal import parse_goal


@pytest.mark.parametrize(
    ("text", "types", "places"),
    [
        ("(exists (?a - Apple) (hot ?a))", set(), set()),
        ("(forall (?a - Apple) (hot ?a))", {"Apple"}, set()),
        ("(not (exists (?a - Apple ?f - Fridge) (in ?a ?f)))", {"Fridge"}, {"Fridge"}),
        ("(forall (?a - Apple) (not (exists (?f - Fridge) (in ?a ?f))))", {"Fridge"}, {"Fridge"}),
        ("(exists (?f - Fridge) (forall (?x - object) (not (in ?x ?f))))", set(), {"Fridge"}),
        ("(forall (?x - object) (imply (in ?x Fridge_1) (cold ?x)))", set(), {"Fridge_1"}),
        ("(forall (?a - Apple) (and (hot ?a) (not (in ?a Fridge_1))))", {"Apple"}, set()),
        ("(forall (?a - Apple) (exists (?p - Plate) (in ?a ?p)))", {"Apple"}, set()),
    ],
)
def test_what_could_break_a_goal(text, types, places):
    assert unseen_that_matter(parse_goal(text)) == (types, places)
