"""What could not be seen from one place is looked for from others by the skills that follow."""

from collections import Counter
from dataclasses import replace

from toy_home import ToyHome, thing

from egoplan_ros.skills import navigation
from egoplan_ros.skills.vain import InVain
from egoplan_ros.world.primitive import ErrorCode


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
    table = thing("DiningTable_1", (1.4, 0.0, 0.4), (0.5, 3.0, 0.8))
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


class BlindHome(ToyHome):
    """The map does not show what was bumped into: it is below what the camera sees."""

    def __init__(self, *things, **more):
        super().__init__(*things, **more)
        self.bumps = Counter()

    def _apply(self, primitive):
        shown, at = self.data.copy(), self.base
        error = super()._apply(primitive)
        self.data = shown
        if error is ErrorCode.COLLISION:
            self.bumps[at.x, at.y, round(at.yaw, 2), primitive.kind] += 1
        return error


def home_with_a_hidden_bar() -> BlindHome:
    here, there = thing("Mug_1", (1.8, 0.0, 0.9)), thing("Cup_1", (-1.8, 0.0, 0.9))
    return BlindHome(here, there, hidden_walls=[(0.2, -0.5, 0.3, 0.5)])


def test_the_next_skill_does_not_bump_where_one_did_before():
    home = home_with_a_hidden_bar()
    for _ in range(3):
        assert home.run("GoTo", "Mug_1").success
        assert home.run("GoTo", "Cup_1").success
    assert home.bumps
    assert max(home.bumps.values()) == 1


def test_collisions_are_forgotten_after_a_while_and_when_a_door_near_was_shut():
    vain, move = InVain(), (0, 5, 0)
    near = thing("Fridge_1", (1.1, 0.6, 0.9), (0.7, 0.9, 1.8))
    far = thing("Fridge_2", (2.1, 0.6, 0.9), (0.7, 0.9, 1.8))
    vain.begin(1)
    for way in (
        lambda: vain.begin(2),
        lambda: vain.closed(near),
        lambda: vain.changed_hands(),
        lambda: [*(vain.step() for _ in range(300)), vain.begin(2)],
    ):
        vain.collided(move)
        vain.step()
        vain.closed(far)
        assert move in vain.moves
        way()
        assert not vain.moves


def test_where_old_collisions_leave_no_way_it_is_tried_again():
    """In a corridor: what was in the way has gone."""
    walls = [(-2.0, 0.3, 2.0, 2.0), (-2.0, -2.0, 2.0, -0.3)]
    home = ToyHome(thing("Mug_1", (1.8, 0.0, 0.9)), walls=walls)
    for y in range(-6, 7):
        home.vain.collided((5, y, 0))
    assert home.run("GoTo", "Mug_1").success
    assert not home.vain.moves


def test_own_collisions_are_kept_when_there_is_no_way():
    vain = InVain()
    vain.collided((0, 0, 0))
    vain.begin(-1)
    vain.step()
    vain.collided((5, 0, 0))
    assert vain.no_way()
    assert set(vain.moves) == {(5, 0, 0)}
    assert not vain.no_way()
