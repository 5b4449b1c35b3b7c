# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What could not be seen from one place is looked for from others by the skills that follow."""

from collections import Counter
from dataclasses import replace

from toy_home import K, ToyHome, thing

from egoplan_ros.skills.failure_memory import InVain
from egoplan_ros.skills.navigation import navigation
from egoplan_ros.world.primitive import ErrorCode, Primitive


def home_with_a_hidden_mug() -> ToyHome:
    home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9)), walls=[(0.8, -0.3, 1.2, 0.3)])
    home.hidden = {"Mug_1"}
    return home


def test_the_next_skill_tries_other_places_until_it_is_seen():
    home = home_with_a_hidden_mug()
    tried = []
    for _ in range(2):
        assert home.run("GoTo", "Mug_1").error is ErrorCode.NOT_VISIBLE
        tried.append(home.vain.of(home.things["Mug_1"]) - frozenset().union(*tried))
    assert len(tried[0]) == len(tried[1]) == 8
    home.hidden = set()
    assert home.run("GoTo", "Mug_1").success
    assert not home.vain.of(home.things["Mug_1"])


def test_once_every_place_was_tried_they_count_anew():
    home = home_with_a_hidden_mug()
    mug = home.things["Mug_1"]
    for _ in range(60):
        before = len(home.vain.of(mug))
        assert home.run("GoTo", "Mug_1").error is ErrorCode.NOT_VISIBLE
        if len(home.vain.of(mug)) < before:
            return
    raise AssertionError("no end of places")


def test_one_skill_tries_no_place_twice(monkeypatch):
    """In a corridor, what was gone to in it is not what an earlier skill could not see from."""
    wide = [(-2.0, -2.0, 1.65, -0.3), (-2.0, 0.3, 1.65, 2.0)]
    table = thing("DiningTable_1", (1.5, 0.0, 0.4), (0.5, 3.0, 0.8))
    home = ToyHome(table, walls=[(1.15, -1.5, 1.65, 1.5), *wide])
    seen = home._view
    home._view = lambda item: (view := seen(item)) and replace(view, planar=2.0)
    chosen, choose = [], navigation.best_stand

    def best_stand(*args):
        chosen.append(choose(*args))
        return chosen[-1]

    monkeypatch.setattr(navigation, "best_stand", best_stand)
    assert home.run("GoTo", "DiningTable_1").error is ErrorCode.OUT_OF_REACH
    places = Counter((stand.pose.x, stand.pose.y, stand.node.heading) for stand in chosen if stand)
    assert len(places) > 2
    assert max(places.values()) == 1


def test_what_goes_by_another_name_by_now_is_forgotten_too():
    """The world model takes it for a new one in the middle of a skill."""
    home = home_with_a_hidden_mug()
    execute = home.execute

    def rename(primitive):
        if len(home.log) == 6:
            home.things = {"Mug_2": replace(home.things["Mug_1"], id="Mug_2")}
            home.hidden = {"Mug_2"}
        if "Mug_2" in home.things and home.vain.of(home.things["Mug_2"]):
            home.hidden = set()
        return execute(primitive)

    home.execute = rename
    assert home.run("GoTo", "Mug_1").success
    assert not home.hidden
    assert not home.vain.of(home.things["Mug_2"])


def test_places_are_forgotten_when_the_thing_moved_and_in_a_new_episode():
    vain, mug = InVain(), thing("Mug_1", (1.0, 0.0, 0.9))
    vain.begin(1)
    vain.add(mug, (0.0, 0.0, 0))
    vain.add(replace(mug, center=(1.05, 0.0, 0.9)), (0.25, 0.0, 0))
    assert vain.of(mug) == {(0.0, 0.0, 0), (0.25, 0.0, 0)}
    moved = replace(mug, center=(1.0, 0.5, 0.9))
    assert not vain.of(moved)
    vain.add(moved, (0.5, 0.0, 0))
    assert vain.of(moved) == {(0.5, 0.0, 0)}
    vain.begin(1)
    assert vain.of(moved)
    vain.begin(2)
    assert not vain.of(moved)


def cupboards(*names: str) -> ToyHome:
    places = [(1.2, 0.9, 0.5), (1.2, -0.9, 0.5)]
    things = zip(names, places, strict=False)
    return ToyHome(*(thing(name, at, (0.5, 0.5, 0.5), open=False) for name, at in things))


def test_a_door_that_jams_is_left_for_another_container_while_one_is_searched_for_something():
    home = cupboards("Cabinet_1", "Cabinet_2")
    home.fail[K.OPEN] = [ErrorCode.COLLISION]
    assert home.run("Inspect", "Cabinet_1").error is ErrorCode.COLLISION
    assert sum(p.kind is K.OPEN for p in home.log) == 1


def test_a_door_that_jammed_is_tried_from_another_place_by_the_next_skill():
    """The robot itself may have stood in its way."""
    stood = []

    class Home(ToyHome):
        def _apply(self, primitive: Primitive) -> ErrorCode:
            if primitive.kind is K.OPEN:
                stood.append((self.base.x, self.base.y))
            return super()._apply(primitive)

    places = {"Cabinet_1": (1.2, 0.9, 0.5), "Cabinet_2": (1.2, -0.9, 0.5)}
    home = Home(*(thing(name, at, (0.5, 0.5, 0.5), open=False) for name, at in places.items()))
    home.fail[K.OPEN] = [ErrorCode.COLLISION]
    assert home.run("Inspect", "Cabinet_1").error is ErrorCode.COLLISION
    home.run("Inspect", "Cabinet_1")
    assert home.things["Cabinet_1"].is_("open")
    assert stood[0] != stood[1]


def test_a_door_that_jams_is_tried_again_where_no_other_container_is_left():
    home = cupboards("Cabinet_1")
    home.fail[K.OPEN] = [ErrorCode.COLLISION]
    home.run("Inspect", "Cabinet_1")
    assert sum(p.kind is K.OPEN for p in home.log) == 2
