# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A drawer of a simulated kitchen before which there is only little room."""

import numpy as np
import pytest
from live_home import LiveHome

KITCHEN = "FloorPlan3"
SHARE = 0.5


def fact(home: LiveHome, name: str, key: str):
    """What the simulator says of an object now."""
    listed = home.robot.controller.last_event.metadata["objects"]
    return next(o for o in listed if o["objectId"] == name)[key]


def corners(home: LiveHome, name: str) -> np.ndarray:
    """Low and high corner ``(2, 3)`` of a simulator object, in AI2-THOR's frame."""
    box = fact(home, name, "axisAlignedBoundingBox")
    middle, size = (np.array([box[part][k] for k in "xyz"]) for part in ("center", "size"))
    return np.stack([middle - size / 2, middle + size / 2])


def do(home: LiveHome, name: str, action: str, **arguments) -> bool:
    event = home.robot.controller.step(action, objectId=name, **arguments)
    return event.metadata["lastActionSuccess"]


def put_before(home: LiveHome, drawer: str, thing: str) -> bool:
    """Stand something before a drawer, so that it comes out by ``SHARE`` of its way."""
    shut = corners(home, drawer)
    assert do(home, drawer, "OpenObject", forceAction=True)
    out = corners(home, drawer) - shut
    assert do(home, drawer, "CloseObject", forceAction=True)
    side, axis = np.unravel_index(int(np.argmax(out * [[-1], [1]])), out.shape)
    size = np.ptp(corners(home, thing), axis=0)
    place = dict(zip("xyz", shut.mean(axis=0).tolist(), strict=True))
    way = SHARE * out[side, axis] + np.sign(out[side, axis]) * size[axis] / 2
    place["xyz"[axis]] = float(shut[side, axis] + way)
    place["y"] = fact(home, thing, "position")["y"]
    return do(home, thing, "TeleportObject", position=place)


def comes_out(home: LiveHome, drawer: str, share: float) -> bool:
    """Whether it can be opened by a share of its way; it is shut again."""
    opened = do(home, drawer, "OpenObject", openness=float(share), forceAction=True)
    assert not opened or do(home, drawer, "CloseObject", forceAction=True)
    return opened


@pytest.fixture
def home():
    made = LiveHome(KITCHEN)
    yield made
    made.close()


def test_a_drawer_is_opened_as_far_as_a_bin_lets_it_and_further_once_that_is_gone(home):
    things = home.robot.truth()["objects"]
    names = [o["objectId"] for o in things]
    bin_ = next(name for name in names if name.startswith("GarbageCan"))
    place, top = fact(home, bin_, "position"), corners(home, bin_)[1, 1]
    drawer = next(
        name
        for name in names
        if name.startswith("Drawer")
        and corners(home, name)[0, 1] < top - 0.05
        and put_before(home, name, bin_)
    )
    # A round bin lets it a little further than its box would.
    most = max(share for share in np.arange(0.3, 1.01, 0.05) if comes_out(home, drawer, share))
    assert SHARE <= most < 1.0
    x, y, z = corners(home, drawer).mean(axis=0)
    home.look_around()
    home.explore(12)
    known = min(
        home.world.of_type({"Drawer"}),
        key=lambda o: np.linalg.norm(np.array(o.center) - (z, -x, y)),
    )
    opened = home.run("Open", known.id)
    assert (opened.success, opened.failures) == (True, 0)
    assert 0.3 <= fact(home, drawer, "openness") <= most + 1e-6
    assert do(home, bin_, "TeleportObject", position=place)
    home.look_around()
    home.run("Inspect", known.id)
    assert fact(home, drawer, "openness") == 1.0
    assert home.world.objects[known.id].inspected
