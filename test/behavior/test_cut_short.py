# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A look that something else in view put an end to tells nothing of what it went to."""

from dataclasses import replace

import symbolic

from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.primitive import ErrorCode

Thing = symbolic.Thing


class Marking(symbolic.Home):
    """Keeps what was left out although nobody had looked into it."""

    def __init__(self, things):
        super().__init__(things)
        self.unseen = []

    def mark_explored(self, name):
        if name in self.things and name not in self.inspected:
            self.unseen.append(name)
        super().mark_explored(name)


def seen_on_the_way_to(home, look, shown):
    """Another part of the home comes into view while a look is under way."""
    home.zones_seen = {0}
    home.look()
    home.explored = {"frontier_1"}

    def happen():
        if home.started and str(home.started[-1]) == look and 1 not in home.zones_seen:
            shown()

    home.hook = happen
    return home


def test_all_mugs_are_not_in_the_sink_while_a_cabinet_was_not_looked_into():
    home = Marking(
        {
            "CounterTop_1": Thing("CounterTop"),
            "CounterTop_2": Thing("CounterTop", zone=1),
            "SinkBasin_1": Thing("SinkBasin"),
            "Cabinet_1": Thing("Cabinet", states={"open": False}),
            "Mug_1": Thing("Mug", "CounterTop_2", zone=1),
            "Mug_2": Thing("Mug", "Cabinet_1"),
        }
    )
    seen_on_the_way_to(home, "Inspect(Cabinet_1)", lambda: home.reveal({1}))
    home.inspected = {"CounterTop_1", "CounterTop_2", "SinkBasin_1"}
    result = symbolic.pursue(
        home,
        "(exists (?s - SinkBasin) (forall (?m - Mug) (in ?m ?s)))",
        pursuit="resolve",
        catalogue="bcr_conditions.yaml",
        look_around=False,
    )
    assert result.success, result
    assert not home.unseen
    assert home.things["Mug_1"].parent == home.things["Mug_2"].parent == "SinkBasin_1"


def test_a_drawer_pushed_back_in_after_such_a_look_is_still_worth_one():
    home = Marking(
        {
            "CounterTop_1": Thing("CounterTop", zone=1),
            "SinkBasin_1": Thing("SinkBasin"),
            "Drawer_1": Thing("Drawer", states={"open": False}),
            "Spoon_1": Thing("Spoon", "CounterTop_1", zone=1),
        }
    )

    def opened():
        home.things["Drawer_1"].states["open"] = True
        home.zones_seen |= {1}
        home.version += 1
        for name in ("Drawer_1", "Spoon_1", "CounterTop_1"):
            thing = home.things[name]
            home.believed[name] = replace(thing, states=dict(thing.states))

    seen_on_the_way_to(home, "Inspect(Drawer_1)", opened)
    home.inspected = {"SinkBasin_1"}
    home.planner_faults = [PlanStatus.UNSOLVABLE] * 5
    home.faults = {"LookAround": [ErrorCode.OTHER] * 4, "Search": [ErrorCode.NOT_FOUND] * 4}
    symbolic.pursue(home, "(exists (?o - Spoon ?r - SinkBasin) (in ?o ?r))", look_around=False)
    assert ("Close", ("Drawer_1",)) in [(a.name, a.args) for a in home.started]
    assert not home.unseen
