"""Cast shadows: where they fall, how soft they are, and that every room has its own lamp."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.sim.render import Renderer
from egoplan_ros.sim.scenes.houses import house
from egoplan_ros.sim.scenes.room import Room
from egoplan_ros.sim.shadows import MIXED, NOTHING, SIDE, STRIDE, lamp_of, lamps, windows
from egoplan_ros.sim.thing import turn

EYE = np.array([1.7, 0.5, 0.0])
RGB = frozenset({"rgb"})


@pytest.fixture(scope="module")
def table():
    """A bare room with a table on the way from the lamp to the floor beside the middle."""
    room = Room("Test", np.random.default_rng(0), 4.0, 4.0, tiled=False)
    room.low, room.high = np.array([-2.0, 0.0, -2.0]), np.array([2.0, 2.5, 2.0])
    room.shell()
    table = room.add("DiningTable", (0.0, 0.0), 0.0, size=(1.0, 0.75, 0.8))
    world = room.world()
    return world, table


def floor_row(world, pixels=160):
    """Brightness of the floor seen from the table's side, along the picture's middle column."""
    gaze = turn(1, 270.0) @ turn(0, 20.0)
    frame = Renderer(world).frame(EYE, gaze, 60.0, (pixels, pixels), RGB)
    return frame.rgb[: pixels // 2, pixels // 2].astype(float).sum(-1)


def test_a_table_darkens_the_floor_below_it_with_a_soft_edge(table):
    world, top = table
    shaded = floor_row(world)
    top.hidden = True
    bare = floor_row(world)
    top.hidden = False
    share = shaded / bare
    assert share[:5].min() > 0.97
    dark = share.min()
    assert dark < 0.8
    between = share[(share > dark + 0.03) & (share < 0.97)]
    assert len(np.unique(between.round(2))) >= 4


def test_the_same_view_has_the_same_shadows(table):
    world, _ = table
    assert (floor_row(world) == floor_row(world)).all()


@pytest.mark.parametrize("name", ["FloorPlan_Train1_1", "FloorPlan_Val2_3"])
def test_every_room_of_a_home_has_its_own_lamp(name):
    world = house(name)
    lights = lamps(world)
    ceilings = [t.bounds() for t in world.things if t.kind == "Ceiling"]
    assert len(lights) == len(ceilings) >= 4
    for k, box in enumerate(ceilings):
        middle = (box[:3] + box[3:]) / 2
        assert lamp_of(float(middle[0]), float(middle[2]), lights) == k
        assert lights[k, 1] < box[1]


@settings(max_examples=60, deadline=None)
@given(
    size=st.tuples(st.integers(1, 23), st.integers(1, 23)),
    seed=st.integers(0, 2**16),
    share=st.sampled_from([0.0, 0.1, 0.9, 1.0]),
)
def test_windows_tell_what_their_probes_have_in_common(size, seed, share):
    rng = np.random.default_rng(seed)
    across, down = ((n + STRIDE - 1) // STRIDE for n in size)
    dark = (rng.random((down, across)) < share).astype(np.uint8)
    dark[rng.random((down, across)) < 0.1] = NOTHING
    found = windows(dark.ravel(), size)
    assert found.shape == (down + 2, across + 2)
    for j in range(-2, down):
        for i in range(-2, across):
            part = dark[max(j, 0) : j + SIDE, max(i, 0) : i + SIDE]
            values = set(part[part != NOTHING].tolist())
            wanted = NOTHING if not values else MIXED if len(values) > 1 else values.pop()
            assert found[j + 2, i + 2] == wanted
