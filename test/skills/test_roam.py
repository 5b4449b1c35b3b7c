# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Going about where chance leads: any place (OGAMUS), any of the farthest objects (DANLI)."""

from math import hypot

import pytest
from toy_home import ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode

CORNERS = [(x, y) for x in (-1.6, 1.6) for y in (-1.6, 1.6)]
FARTHEST = SkillConfig(search="farthest", max_primitives=120)


def run(home, config, name, *args, until=None):
    """The skill's result; ``until`` is called after each primitive."""
    skill = SkillRun(SymbolicAction(name, args), home.world(), load_ontology(), config, home.vain)
    while skill.primitive is not None:
        result = home.execute(skill.primitive)
        if until is not None:
            until()
        skill.feed(result, home.world())
    return skill.result


def test_it_goes_to_one_place_after_the_other_all_over_the_floor():
    home = ToyHome()
    places = []
    for _ in range(12):
        assert home.run("Roam").success
        places.append((home.base.x, home.base.y))
    assert len({(round(x, 2), round(y, 2)) for x, y in places}) > 6
    assert max(x for x, _ in places) > 0.5
    assert min(x for x, _ in places) < -0.5
    assert not any(result.error for result in home.results)


def test_what_the_map_does_not_show_ends_a_way_and_not_the_skill():
    home = ToyHome(hidden_walls=[(0.6, -2.0, 0.7, 2.0)])
    assert all(home.run("Roam").success for _ in range(12))
    assert any(not result.success for result in home.results)


def test_who_is_walled_in_has_nowhere_to_go():
    sides = [(-0.5, -0.5, 0.5, -0.3), (-0.5, 0.3, 0.5, 0.5)]
    ends = [(-0.5, -0.5, -0.3, 0.5), (0.3, -0.5, 0.5, 0.5)]
    home = ToyHome(walls=sides + ends)
    home.base = type(home.base)(0.0, 0.0, 0.0)
    moved = [home.run("Roam") for _ in range(3)]
    assert (home.base.x, home.base.y) == (0.0, 0.0)
    assert all(result.success or result.error is ErrorCode.PATH_BLOCKED for result in moved)


def far_and_near():
    """Objects in the corners, and nearer ones that are not among the five farthest."""
    far = [thing(f"Mug_{k}", (x, y, 0.9)) for k, (x, y) in enumerate(CORNERS)]
    near = [thing(f"Cup_{k}", (0.4, 0.1 * k, 0.9)) for k in range(4)]
    return ToyHome(*far, *near, thing("Bowl_1", (1.6, 0.0, 0.9)))


def test_search_goes_to_the_farthest_objects_until_one_of_the_type_is_seen():
    home, seen = far_and_near(), []

    def appear():
        seen.append(hypot(home.base.x, home.base.y))
        if max(seen) > 0.6 and "Apple_1" not in home.things:
            home.things["Apple_1"] = thing("Apple_1", (0.5, 0.5, 0.9))

    result = run(home, FARTHEST, "Search", "Apple", until=appear)
    assert result.success
    assert "Apple_1" in home.things


def test_it_goes_on_for_as_long_as_a_skill_may_take():
    home = far_and_near()
    visited = set()

    def note():
        visited.add(min(CORNERS, key=lambda at: hypot(at[0] - home.base.x, at[1] - home.base.y)))

    result = run(home, FARTHEST, "Search", "Apple", until=note)
    assert result.error is ErrorCode.BUDGET
    assert result.primitives == FARTHEST.max_primitives
    assert len(visited) >= 3


def test_without_objects_there_is_nothing_to_go_to():
    assert run(ToyHome(), FARTHEST, "Search", "Apple").error is ErrorCode.NOT_FOUND


def test_an_unknown_search_is_refused():
    with pytest.raises(InputError, match="likeliest"):
        SkillConfig(search="wishful")
