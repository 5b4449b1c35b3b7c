# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace
from math import hypot, pi

import numpy as np
import pytest
from toy_home import K, ToyHome, kitchen, thing

from egoplan_ros.skills.driver import SkillRun
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode


def test_pick_up_and_put_down():
    home = kitchen()
    assert home.run("PickUp", "Mug_1").success
    assert home.held == "Mug_1"
    assert home.run("Put", "Mug_1", "CounterTop_1").success
    assert home.things["Mug_1"].parent == "CounterTop_1"


def test_hand_preconditions():
    home = kitchen()
    result = home.run("Put", "Mug_1", "CounterTop_1")
    assert (result.error, result.primitives) == (ErrorCode.HAND_EMPTY, 0)
    home.run("PickUp", "Mug_1")
    result = home.run("PickUp", "Knife_1")
    assert (result.error, result.objects) == (ErrorCode.HAND_OCCUPIED, ("Mug_1",))
    assert home.run("Put", "Knife_1", "CounterTop_1").error is ErrorCode.HAND_OCCUPIED
    assert home.run("Slice", "Apple_1").error is ErrorCode.HAND_OCCUPIED


def test_closed_containers_are_told():
    home = kitchen()
    result = home.run("PickUp", "Apple_1")
    assert (result.error, result.objects) == (ErrorCode.RECEPTACLE_CLOSED, ("Fridge_1",))
    home.run("PickUp", "Mug_1")
    result = home.run("Put", "Mug_1", "Microwave_1")
    assert (result.error, result.objects) == (ErrorCode.RECEPTACLE_CLOSED, ("Microwave_1",))


def test_what_is_only_stood_upon_need_not_be_open():
    home = ToyHome(
        thing("Candle_1", (1.0, 0.5, 0.9)),
        thing("Toilet_1", (1.0, -0.5, 0.5), (0.5, 0.9, 1.0), open=0),
    )
    home.run("PickUp", "Candle_1")
    assert home.run("Put", "Candle_1", "Toilet_1").success


def test_open_close_and_toggle_do_nothing_when_done():
    home = kitchen()
    assert home.run("Open", "Fridge_1").success
    assert home.run("Open", "Fridge_1").primitives == 0
    assert home.run("PickUp", "Apple_1").success
    assert home.run("Close", "Fridge_1").success
    assert home.run("Close", "Fridge_1").primitives == 0
    assert home.run("ToggleOn", "Faucet_1").success
    assert home.run("ToggleOn", "Faucet_1").primitives == 0


def test_an_open_microwave_is_not_switched_on():
    home = kitchen()
    home.run("Open", "Microwave_1")
    assert home.run("ToggleOn", "Microwave_1").error is ErrorCode.WRONG_STATE


def test_failed_interactions_are_tried_from_elsewhere():
    home = kitchen()
    home.fail[K.PICK] = [ErrorCode.OCCLUDED, ErrorCode.NOT_VISIBLE]
    result = home.run("PickUp", "Mug_1")
    assert result.success
    assert result.failures == 2
    tries = [index for index, p in enumerate(home.log) if p.kind is K.PICK]
    moves = [p.kind for p in home.log[tries[0] : tries[1]]]
    assert any(kind.is_translation or kind in (K.ROTATE_LEFT, K.ROTATE_RIGHT) for kind in moves)


SILENT = [
    (K.PICK, "PickUp", "Mug_1"),
    (K.PUT, "Put", "Knife_1", "CounterTop_1"),
    (K.OPEN, "Open", "Fridge_1"),
    (K.CLOSE, "Close", "Microwave_1"),
    (K.TOGGLE_ON, "ToggleOn", "Faucet_1"),
    (K.TOGGLE_OFF, "ToggleOff", "CoffeeMachine_1"),
    (K.SLICE, "Slice", "Bread_1"),
]


def silent_kitchen(kind) -> ToyHome:
    """All is ready for any act, but what acts of a kind bring about."""
    home = kitchen()
    home.things["Bread_1"] = thing("Bread_1", (1.4, 0.9, 0.9), sliced=0)
    if kind is not K.PICK:
        home.things["Knife_1"] = replace(home.things["Knife_1"], held=True)
    home.run("Open", "Microwave_1")
    home.run("ToggleOn", "CoffeeMachine_1")
    home.log.clear()
    return home


@pytest.mark.parametrize(("kind", "action", "args"), [(k, a, args) for k, a, *args in SILENT])
def test_what_had_no_effect_is_done_once_more_on_the_spot(kind, action, args):
    home = silent_kitchen(kind)
    home.silent[kind] = 1
    result = home.run(action, *args)
    assert result.success, result
    assert [p.kind for p in home.log if p.kind.is_interaction] == [kind, kind]
    assert [p.kind for p in home.log[-2:]] == [kind, kind]


@pytest.mark.parametrize(("kind", "action", "args"), [(k, a, args) for k, a, *args in SILENT])
def test_what_has_no_effect_again_is_told(kind, action, args):
    home = silent_kitchen(kind)
    home.silent[kind] = 9
    result = home.run(action, *args)
    assert (result.success, result.error) == (False, ErrorCode.NO_EFFECT)
    assert home.silent[kind] == 7


def test_tries_are_bounded_and_the_code_is_kept():
    home = kitchen()
    home.run("PickUp", "Mug_1")
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL] * 50
    result = home.run("Put", "Mug_1", "CounterTop_1")
    assert result.error is ErrorCode.RECEPTACLE_FULL
    assert 2 <= result.failures <= 6
    assert result.objects == ("CounterTop_1",)


def test_no_other_place_cures_a_forbidden_receptacle():
    burner = thing("StoveBurner_1", (0.9, 0.0, 0.9), (0.3, 0.3, 0.05))
    home = ToyHome(burner, replace(thing("Pillow_1", (0.0, 0.0, 0.0)), held=True))
    home.fail[K.PUT] = [ErrorCode.NOT_ALLOWED]
    result = home.run("Put", "Pillow_1", "StoveBurner_1")
    assert (result.error, result.failures) == (ErrorCode.NOT_ALLOWED, 1)


def test_slice_needs_a_knife():
    home = kitchen()
    assert home.run("Slice", "Mug_1").error is ErrorCode.HAND_EMPTY
    home.run("PickUp", "Knife_1")
    home.run("Open", "Fridge_1")
    assert home.run("Slice", "Apple_1").success


def test_search_opens_likely_places_first():
    home = kitchen()
    del home.things["Apple_1"]
    result = home.run("Search", "Egg")
    assert result.error is ErrorCode.NOT_FOUND
    assert home.kinds()[0] == "open:Fridge_1"


def test_search_pushes_drawers_back_in():
    home = kitchen()
    x, y, _ = home.things["Fridge_1"].center
    home.things["Drawer_1"] = thing("Drawer_1", (x, y, 0.7), (0.4, 0.4, 0.2), open=False)
    assert home.run("Search", "Fork").error is ErrorCode.NOT_FOUND
    used = [entry for entry in home.kinds() if "Drawer" in entry]
    assert used == ["open:Drawer_1", "close:Drawer_1"]


def test_search_is_for_another_one_than_those_known():
    home = kitchen()
    assert home.run("Search", "Mug").error is ErrorCode.NOT_FOUND

    def interact(primitive):
        if primitive.kind is K.OPEN:
            home.things["Mug_2"] = thing("Mug_2", (-1.6, 0.6, 1.1), parent=primitive.object_id)
        return apply(primitive)

    home = kitchen()
    apply, home._interact = home._interact, interact
    result = home.run("Search", "Mug")
    assert result.success
    assert result.primitives > 0


def test_asking_a_human_and_pouring():
    home = kitchen()
    result = home.run("AskHuman", "please hand me the mug")
    assert not result.success
    assert "please hand me the mug" in result.message
    home.run("PickUp", "Mug_1")
    assert home.run("Pour", "Mug_1").success


def test_bad_actions_are_refused():
    world, ontology = kitchen().world(), load_ontology()
    with pytest.raises(InputError, match="'Juggle' is unknown"):
        SkillRun(SymbolicAction("Juggle", ("Mug_1",)), world, ontology)
    with pytest.raises(InputError, match=r"needs 2 argument\(s\), got 1"):
        SkillRun(SymbolicAction("Put", ("Mug_1",)), world, ontology)
    with pytest.raises(InputError, match="unknown object type"):
        SkillRun(SymbolicAction("Search", ("Unicorn",)), world, ontology)


def test_what_has_no_effect_once_is_tried_again_on_the_spot():
    home = kitchen()
    home.run("GoTo", "Mug_1")
    home.log.clear()
    home.fail[K.PICK] = [ErrorCode.OTHER]
    assert home.run("PickUp", "Mug_1").success
    assert [p.kind for p in home.log] == [K.PICK, K.PICK]


@pytest.mark.parametrize(("jams", "opens"), [(2, True), (9, False)])
def test_a_door_that_jams_is_given_up_in_time(jams, opens):
    """Ten failures end an episode; something stands before a door that jams thrice."""
    home = kitchen()
    home.fail[K.OPEN] = [ErrorCode.COLLISION] * jams
    result = home.run("Open", "Fridge_1")
    assert result.success is opens
    assert sum(p.kind is K.OPEN for p in home.log) == 3


def test_a_door_that_jammed_thrice_has_one_try_a_skill_until_it_moves():
    home = kitchen()
    home.fail[K.OPEN] = [ErrorCode.COLLISION] * 4
    tries = []
    for _ in range(3):
        home.log.clear()
        home.run("Open", "Fridge_1")
        tries.append(sum(p.kind is K.OPEN for p in home.log))
    assert tries == [3, 1, 1]
    assert home.things["Fridge_1"].is_("open")
    home.fail[K.CLOSE] = [ErrorCode.COLLISION] * 9
    home.log.clear()
    assert not home.run("Close", "Fridge_1").success
    assert sum(p.kind is K.CLOSE for p in home.log) == 3


def test_a_door_that_jams_beside_an_open_one_is_left_until_that_is_shut():
    home = kitchen()
    beside = home.things["Fridge_1"]
    x, y, z = beside.center
    home.things["Cabinet_1"] = thing("Cabinet_1", (x, y + 0.65, z), (0.6, 0.6, 0.7), open=True)
    home.fail[K.OPEN] = [ErrorCode.COLLISION] * 9
    assert home.run("Open", "Fridge_1").error is ErrorCode.COLLISION
    assert sum(p.kind is K.OPEN for p in home.log) == 1
    home.things["Cabinet_2"] = thing("Cabinet_2", (x, y + 1.3, z), (0.6, 0.6, 0.7), open=True)
    home.fail[K.CLOSE] = [ErrorCode.COLLISION]  # the robot itself may stand in the way
    assert home.run("Close", "Cabinet_1").success


def test_a_door_that_jams_above_an_open_one_is_tried_again():
    """They cannot have met."""
    home = kitchen()
    x, y, _ = home.things["Microwave_1"].center
    home.things["Cabinet_1"] = thing("Cabinet_1", (x, y + 0.3, 0.4), (0.8, 0.6, 0.7), open=True)
    home.fail[K.OPEN] = [ErrorCode.COLLISION]
    assert home.run("Open", "Microwave_1").success


def test_a_robot_that_slipped_aside_straightens_up_before_it_goes_on():
    home = kitchen()
    home.base = replace(home.base, yaw=0.08)
    assert home.run("GoTo", "Mug_1").success
    moves = [p.kind for p in home.log if p.kind is K.MOVE_AHEAD]
    assert moves
    assert abs(home.base.yaw) < 1e-6


def test_a_hand_that_meets_something_else_reaches_from_elsewhere():
    """Of a sliver in view the edge before it is met; the robot says that this cannot be picked."""
    home = kitchen()
    home.fail[K.PICK] = [ErrorCode.NOT_ALLOWED]
    assert home.run("PickUp", "Mug_1").success
    home = kitchen()
    home.fail[K.PICK] = [ErrorCode.NOT_ALLOWED] * 9
    assert home.run("PickUp", "Mug_1").error is ErrorCode.OCCLUDED
    assert sum(p.kind is K.PICK for p in home.log) <= 5
    home = kitchen()
    home.run("PickUp", "Mug_1")
    home.fail[K.PUT] = [ErrorCode.NOT_ALLOWED]  # the floor beside the counter takes no mug
    assert home.run("Put", "Mug_1", "CounterTop_1").success


def test_what_was_shut_in_meanwhile_is_not_reached_for_again():
    class Slamming(ToyHome):
        def _interact(self, primitive):
            self.things["Cabinet_1"] = self.things["Cabinet_1"].with_state("open", Belief(0.0))
            return ErrorCode.NOT_ALLOWED

    mug = replace(thing("Mug_1", (1.0, 0.0, 0.9)), parent="Cabinet_1")
    home = Slamming(thing("Cabinet_1", (1.1, 0.0, 0.9), (0.4, 0.6, 0.7), open=1), mug)
    result = home.run("PickUp", "Mug_1")
    assert result.error is ErrorCode.RECEPTACLE_CLOSED
    assert result.failures == 1


@pytest.mark.parametrize("composite", ["Heat", "Cool"])
def test_what_landed_beside_an_appliance_that_shut_is_not_believed_to_be_in_it(composite):
    class Shutting(ToyHome):
        def _interact(self, primitive):
            error = super()._interact(primitive)
            if primitive.kind is K.PUT:  # the door was quicker
                beside = (primitive.object_id, "CounterTop_1")
                self.things[beside[0]] = self.things[beside[0]].with_state("open", Belief(0.0))
                self.things["Egg_1"] = replace(self.things["Egg_1"], parent=beside[1])
            return error

    place = thing("Fridge_1" if composite == "Cool" else "Microwave_1", (1.2, 0.0, 1.1), open=0)
    home = Shutting(place, thing("CounterTop_1", (1.4, 0.0, 0.9)), thing("Egg_1", (0.6, 0.0, 0.9)))
    assert home.run("PickUp", "Egg_1").success
    result = home.run(composite, "Egg_1", place.id)
    assert result.error is ErrorCode.HAND_EMPTY
    assert result.message == f"Egg_1 is not in {place.id}"


def test_what_finds_no_room_in_a_basin_is_put_from_where_its_floor_shows():
    home = kitchen()
    home.run("PickUp", "Mug_1")
    home.log.clear()
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL]
    assert home.run("Put", "Mug_1", "SinkBasin_1").success
    assert home.things["SinkBasin_1"].planar_distance(home.base.x, home.base.y) < 0.6
    assert home.pitch > 0.6


def test_a_door_that_was_missed_in_the_air_is_closed_at_its_cupboard():
    body = (1.3, 0.0, 0.4), (0.3, 0.6, 0.6)
    cabinet = thing("Cabinet_1", (1.0, 0.0, 0.4), (0.9, 0.6, 0.6), open=1)
    cabinet = replace(cabinet, closed_box=body)
    home = ToyHome(cabinet, walls=[(1.15, -2.0, 2.0, 2.0)])
    home.base = Pose2D(-0.5, 0.0, 0.0)
    home.fail[K.CLOSE] = [ErrorCode.NOT_ALLOWED]  # the floor that shows through
    assert home.run("Close", "Cabinet_1").success
    first, second = (p for p in home.log if p.kind is K.CLOSE)
    assert hypot(home.base.x - 1.3, home.base.y) < 1.31
    assert first.point != second.point


def beside_a_step(misses):
    """A step stands where the box of a U-shaped counter is, and is taken for the counter."""
    counter = thing("CounterTop_1", (1.4, 0.0, 0.9), (0.6, 3.4, 0.04))
    home = ToyHome(counter, walls=[(1.1, -2.0, 1.7, -1.0), (1.1, 1.0, 1.7, 2.0)])
    home.things["Mug_1"] = replace(thing("Mug_1", (0.0, 0.0, 0.0)), held=True)
    home.base, home.pitch = Pose2D(0.25, -1.25, 0.0), pi / 6
    home.fail[K.PUT] = [ErrorCode.NOT_ALLOWED] * misses
    result = home.run("Put", "Mug_1", "CounterTop_1")
    return result, [primitive for primitive in home.log if primitive.kind is K.PUT], home


def test_what_something_else_stands_before_is_pointed_at_where_it_was_seen():
    result, puts, home = beside_a_step(misses=1)
    assert result.success
    assert len(puts) == 2
    assert abs(home.base.y) < 0.6


def test_what_was_missed_twice_is_left_to_the_next_skill():
    result, puts, _ = beside_a_step(misses=9)
    assert result.error is ErrorCode.OCCLUDED
    assert len(puts) == 2


def test_a_sofa_that_took_nothing_is_tried_from_another_side():
    """Its back may have stood before the seat."""
    stood = []

    class FromBehind(ToyHome):
        def _apply(self, primitive):
            if primitive.kind is K.PUT:
                stood.append(self.base)
            return super()._apply(primitive)

    sofa = thing("Sofa_1", (0.9, 0.0, 0.55), (0.6, 0.8, 1.1))
    book = replace(thing("Book_1", (0.0, 0.0, 0.0)), held=True)
    home = FromBehind(sofa, book, walls=[(0.6, -0.4, 1.2, 0.4)])
    home.base, home.pitch = Pose2D(-0.25, 0.0, 0.0), pi / 6
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL]
    assert home.run("Put", "Book_1", "Sofa_1").success
    first, second = (np.arctan2(base.y, base.x - 0.9) for base in stood)
    assert abs(np.exp(1j * first) - np.exp(1j * second)) > 0.4


def test_a_table_with_things_on_it_is_full_only_when_its_free_place_was_near():
    """From afar little of it is within the arm's reach."""
    table = thing("SideTable_1", (1.4, 0.0, 0.7), (0.8, 0.8, 0.05))
    book = thing("Book_1", (1.2, -0.2, 0.75), parent="SideTable_1")
    home = ToyHome(table, book, replace(thing("Bread_1", (0.0, 0.0, 0.0)), held=True))
    home.pitch = pi / 6
    home.base = Pose2D(-0.25, 0.0, 0.0)
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL]
    assert home.run("Put", "Bread_1", "SideTable_1").success
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL] * 9
    home.things["Bread_1"] = replace(home.things["Bread_1"], held=True, parent=None)
    for far, tries in ((False, 1), (True, 2)):
        home.base = Pose2D(-0.25, 0.0, 0.0) if far else home.base
        home.log.clear()
        result = home.run("Put", "Bread_1", "SideTable_1")
        assert result.error is ErrorCode.RECEPTACLE_FULL
        assert sum(p.kind is K.PUT for p in home.log) == tries


def test_what_found_no_room_is_put_where_the_arm_did_not_reach():
    """Memory takes a place for free that is not; the next try is for one beyond it."""
    counter = thing("CounterTop_1", (1.2, 0.0, 0.9), (0.6, 4.0, 0.04))
    bowl = thing("Bowl_1", (1.2, 0.5, 0.95), parent="CounterTop_1")

    class Crowded(ToyHome):
        """There is room at the ends alone."""

        def _apply(self, primitive):
            if primitive.kind is K.PUT:
                self.stood.append(self.base)
                self.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL] * (abs(self.base.y - 0.75) < 0.4)
            return super()._apply(primitive)

    mug = replace(thing("Mug_1", (0.0, 0.0, 0.0)), held=True)
    home = Crowded(counter, bowl, mug, walls=[(0.9, -2.0, 1.5, 2.0)])
    home.stood = []
    home.base, home.pitch = Pose2D(0.25, 0.75, 0.0), pi / 6
    assert home.run("Put", "Mug_1", "CounterTop_1").success
    assert len(home.stood) == 2


def test_a_fridge_is_opened_from_where_its_door_does_not_reach():
    fridge = thing("Fridge_1", (1.6, 0.0, 0.9), (0.7, 0.8, 1.8), open=0)
    home = ToyHome(fridge)
    home.data[25:55, 78:80] = 100  # the wall it stands at, which tells where its front is
    home.base = Pose2D(0.75, -1.25, pi / 2)
    assert home.run("Open", "Fridge_1").success
    assert home.things["Fridge_1"].planar_distance(home.base.x, home.base.y) >= 0.7


def test_who_hits_a_closed_drawer_below_the_counter_tries_the_counter_from_elsewhere():
    counter = thing("CounterTop_1", (0.9, 0.0, 0.9), (0.6, 0.6, 0.05))
    home = ToyHome(counter, replace(thing("Mug_1", (0.0, 0.0, 0.0)), held=True))
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_CLOSED]
    assert home.run("Put", "Mug_1", "CounterTop_1").success
    cabinet = thing("Cabinet_1", (0.9, 0.0, 0.9), (0.6, 0.6, 0.5), open=1)
    home = ToyHome(cabinet, replace(thing("Mug_1", (0.0, 0.0, 0.0)), held=True))
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_CLOSED]
    assert home.run("Put", "Mug_1", "Cabinet_1").error is ErrorCode.RECEPTACLE_CLOSED


def test_who_hits_something_closed_beside_a_cupboard_that_is_seen_open_tries_from_elsewhere():
    cabinet = thing("Cabinet_1", (0.9, 0.0, 0.9), (0.6, 0.6, 0.5))
    cabinet = cabinet.with_state("open", Belief(1.0, stamp=99.0))  # as the latest image shows it
    home = ToyHome(cabinet, replace(thing("Mug_1", (0.0, 0.0, 0.0)), held=True))
    home.fail[K.PUT] = [ErrorCode.RECEPTACLE_CLOSED]
    assert home.run("Put", "Mug_1", "Cabinet_1").success


def test_a_drawer_that_cannot_be_hit_is_left_open():
    """Of a drawer seen from behind a sliver shows; there are more places than it is worth."""

    def tries(kind, action, was_open):
        home = ToyHome(thing("Drawer_1", (1.2, 0.0, 0.6), (0.4, 0.4, 0.2), open=was_open))
        home.fail[kind] = [ErrorCode.NOT_ALLOWED] * 9
        assert home.run(action, "Drawer_1").error is ErrorCode.OCCLUDED
        return sum(primitive.kind is kind for primitive in home.log)

    assert tries(K.CLOSE, "Close", 1) == 2
    assert tries(K.OPEN, "Open", 0) > 2


def test_a_full_cupboard_is_tried_thrice_only_where_there_is_no_other():
    def tries(*others):
        cupboard = thing("Cabinet_1", (1.4, 0.0, 0.5), (0.5, 0.8, 0.8), open=1)
        mug = replace(thing("Mug_1", (0.0, 0.0, 1.2)), held=True)
        home = ToyHome(cupboard, mug, *others, walls=[(1.2, -0.4, 1.95, 0.4)])
        home.fail[K.PUT] = [ErrorCode.RECEPTACLE_FULL] * 9
        assert home.run("Put", "Mug_1", "Cabinet_1").error is ErrorCode.RECEPTACLE_FULL
        return sum(primitive.kind is K.PUT for primitive in home.log)

    other = thing("Cabinet_2", (-1.6, 0.0, 0.5), (0.5, 0.8, 0.8), open=0)
    assert tries() == 3
    assert tries(other) == 1
    assert tries(replace(other, unreachable=3)) == 3


def _stands(home: ToyHome, name: str) -> list[Pose2D]:
    """Where the robot stood with a thing in view, each place once, in order."""
    found: list[Pose2D] = []
    execute = home.execute

    def noted(primitive):
        result = execute(primitive)
        if home.world().objects[name].view is not None and home.base not in found:
            found.append(home.base)
        return result

    home.execute = noted
    return found


def test_what_is_doubtful_is_looked_at_from_elsewhere_before_it_is_used():
    places = {}
    for doubtful in (False, True):
        home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9)))
        home.things["Mug_1"] = replace(home.things["Mug_1"], doubtful=doubtful)
        stands = _stands(home, "Mug_1")
        assert home.run("PickUp", "Mug_1").success
        picks = [k for k, act in enumerate(home.log) if act.kind is K.PICK]
        assert len(picks) == 1
        places[doubtful] = {(round(p.x, 2), round(p.y, 2)) for p in stands}
    assert len(places[True]) > len(places[False])


def test_what_a_second_look_shows_to_be_nothing_is_not_reached_for():
    home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9)))
    home.things["Mug_1"] = replace(home.things["Mug_1"], doubtful=True)
    execute, first = home.execute, []

    def vanishing(primitive):
        result = execute(primitive)
        near = "Mug_1" in home.things and home.base.distance_to(1.0, 0.0) < 1.3
        if near and home.base not in first:
            first.append(home.base)
        if len(first) > 1:
            home.things.pop("Mug_1", None)
        return result

    home.execute = vanishing
    result = home.run("PickUp", "Mug_1")
    assert result.error is ErrorCode.NOT_FOUND
    assert not any(act.kind is K.PICK for act in home.log)


def test_a_thing_of_which_only_a_sliver_shows_is_looked_at_from_a_second_place():
    places = {}
    for size in ((0.1, 0.1, 0.1), (0.01, 0.02, 0.005)):
        home = ToyHome(thing("Mug_1", (1.0, 0.0, 0.9)))
        home.things["Mug_1"] = replace(home.things["Mug_1"], size=size)
        stands = _stands(home, "Mug_1")
        assert home.run("GoTo", "Mug_1").success
        places[size] = {(round(p.x, 2), round(p.y, 2)) for p in stands}
    whole, sliver = places.values()
    assert len(sliver) > len(whole)
