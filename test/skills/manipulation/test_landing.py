# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where what was put down lies in the end."""

from dataclasses import replace

from toy_home import K, ToyHome, kitchen, thing

from egoplan_ros.world.primitive import ErrorCode


class Slippery(ToyHome):
    """A kitchen in which what is put down lands elsewhere."""

    lands = ((1.3, 0.5, 0.9), "CounterTop_1")

    def _interact(self, primitive):
        error = super()._interact(primitive)
        if primitive.kind is K.PUT and not error:
            center, parent = self.lands
            self.things["Mug_1"] = replace(self.things["Mug_1"], center=center, parent=parent)
        return error


def put_mug(lands, *others, hidden=False):
    """What comes of putting a mug on the counter, and what was done after that."""
    home = Slippery(*kitchen().things.values(), *others)
    home.lands = lands
    assert home.run("PickUp", "Mug_1").success
    if hidden:
        home.hidden.add("Mug_1")
    result = home.run("Put", "Mug_1", "CounterTop_1")
    last = max(k for k, primitive in enumerate(home.log) if primitive.kind is K.PUT)
    return result, [primitive.kind for primitive in home.log[last + 1 :]]


SIDE = thing("SideTable_1", (1.3, -0.3, 0.8), (0.4, 0.4, 0.1))
FLOOR = thing("Floor_1", (0.0, 0.0, 0.0), (4.0, 4.0, 0.01))


def test_what_is_seen_elsewhere_than_it_was_put_was_not_put_there():
    result, after = put_mug(((1.5, 0.4, 0.9), "SideTable_1"), SIDE)
    assert (result.error, after) == (ErrorCode.HAND_EMPTY, [])
    assert result.message == "Mug_1 is not in CounterTop_1"
    on_it, after = put_mug(((1.5, 0.4, 0.9), "CounterTop_1"))
    assert on_it.success
    assert after == []


def test_what_does_not_show_after_it_was_put_is_looked_for_once():
    fallen, after = put_mug(((0.9, 0.5, 0.05), "Floor_1"), FLOOR)
    assert (fallen.error, after) == (ErrorCode.HAND_EMPTY, [K.LOOK_DOWN])
    unseen, after = put_mug(((1.5, 0.4, 0.9), "CounterTop_1"), hidden=True)
    assert unseen.success
    assert after == [K.LOOK_DOWN]


def test_in_a_pan_on_a_burner_it_may_seem_to_be_on_the_burner():
    burner = thing("StoveBurner_1", (1.5, 0.4, 0.9), (0.3, 0.3, 0.02))
    home = kitchen()
    pan = replace(home.things["CounterTop_1"], parent="StoveBurner_1")
    home = Slippery(*{**home.things, "CounterTop_1": pan}.values(), burner)
    home.lands = ((1.5, 0.4, 0.9), "StoveBurner_1")
    assert home.run("PickUp", "Mug_1").success
    assert home.run("Put", "Mug_1", "CounterTop_1").success


def test_in_a_bowl_on_the_counter_it_is_on_the_counter():
    bowl = thing("Bowl_1", (1.5, 0.4, 0.9), parent="CounterTop_1")
    inside, _ = put_mug(((1.5, 0.4, 0.9), "Bowl_1"), bowl)
    assert inside.success
    other = thing("CounterTop_2", (1.7, -0.9, 0.85), (0.6, 0.8, 0.1))
    # Two that stand side by side may be one, of which the parts were seen from two places.
    beside, _ = put_mug(((1.5, 0.4, 0.9), "CounterTop_2"), other)
    assert beside.success
