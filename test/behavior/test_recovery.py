# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each blocking condition, injected alone, is recovered from."""

from collections import Counter

import pytest
import symbolic

from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.surprise_monitor import Watch
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.planning.facts import goal_holds
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.primitive import ErrorCode

Thing, kitchen, pursue = symbolic.Thing, symbolic.kitchen, symbolic.pursue

COFFEE = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
SHELVED = "(exists (?o - Mug ?r - Cabinet) (in ?o ?r))"
SLICED = "(exists (?o - Apple ?r - CounterTop) (and (sliced ?o) (in ?o ?r)))"


def succeeds(home, goal, **settings):
    result = pursue(home, goal, **settings)
    assert result.success, (result, [e.text for e in home.events])
    assert goal_holds(parse_goal(goal), home.world())
    return result


@pytest.mark.parametrize(
    ("action", "code", "kind"),
    [
        ("PickUp", ErrorCode.NOT_VISIBLE, BlockingKind.NOT_VISIBLE),
        ("PickUp", ErrorCode.NOT_FOUND, BlockingKind.NOT_FOUND),
        ("GoTo", ErrorCode.OUT_OF_REACH, BlockingKind.OUT_OF_REACH),
        ("GoTo", ErrorCode.PATH_BLOCKED, BlockingKind.PATH_BLOCKED),
        ("GoTo", ErrorCode.COLLISION, BlockingKind.PATH_BLOCKED),
        ("PickUp", ErrorCode.OCCLUDED, BlockingKind.VIEW_OCCLUDED),
        ("PickUp", ErrorCode.NO_EFFECT, BlockingKind.NO_EFFECT),
        ("Clean", ErrorCode.WRONG_STATE, BlockingKind.WRONG_STATE),
        ("Put", ErrorCode.NOT_ALLOWED, BlockingKind.NOT_ALLOWED),
        ("PickUp", ErrorCode.PERCEPTION_STALE, BlockingKind.PERCEPTION_STALE),
        ("Explore", ErrorCode.PATH_BLOCKED, BlockingKind.PATH_BLOCKED),
    ],
)
@pytest.mark.parametrize("times", [1, 2])
def test_passing_failures_are_overcome(action, code, kind, times):
    home = kitchen()
    home.faults = {action: [code] * times}
    result = succeeds(home, COFFEE)
    assert result.blocking[str(kind)] >= 1
    assert [c.kind for c in home.said].count(kind) >= 1


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
@pytest.mark.parametrize("place", ["Explore(frontier_1)", "Inspect(Cabinet_1)"])
def test_an_old_picture_gives_no_place_up(place, pursuit):
    """What is wrong is the picture, not the place: the robot looks around and goes on there."""
    home = kitchen(seen="Inspect" in place)
    home.faults = {place: [ErrorCode.PERCEPTION_STALE]}
    catalogue = "bcr_conditions.yaml" if pursuit == "resolve" else "blocking_conditions.yaml"
    wanted = "Bowl" if "Inspect" in place else "Knife"
    goal = f"(exists (?o - {wanted}) (holding ?o))"
    result = succeeds(home, goal, pursuit=pursuit, catalogue=catalogue)
    actions = list(result.actions)
    failed = actions.index((place, "perception_stale"))
    assert actions[failed + 1] == ("LookAround()", "ok")
    assert (place, "ok") in actions or pursuit == "resolve"
    assert not home.marks[place.split("(")[1].rstrip(")")]


@pytest.mark.parametrize("recovery", ["graph", "replan"])
def test_a_place_where_the_picture_is_always_old_is_left_for_another(recovery):
    home = kitchen()
    home.things["Egg_1"] = Thing("Egg", zone=2)
    home.faults = {"Explore(frontier_1)": [ErrorCode.PERCEPTION_STALE] * 99}
    result = succeeds(home, "(exists (?o - Egg) (holding ?o))", recovery=recovery)
    assert result.failed_actions == 3
    assert home.marks["frontier_1"] == 3


def test_an_object_that_keeps_failing_is_replaced_by_another():
    home = kitchen()
    home.faults = {"PickUp(Mug_1)": [ErrorCode.OUT_OF_REACH] * 100}
    succeeds(home, COFFEE)
    assert home.things["Mug_2"].parent == "CoffeeMachine_1"
    assert home.marks["Mug_1"] >= 1


def test_a_receptacle_believed_open_is_opened():
    home = kitchen(seen=True)
    home.believed["Cabinet_1"].states["open"] = True

    def stick():
        home.believed["Cabinet_1"].states.setdefault("open", True)

    home.hook = stick
    home.faults = {}
    result = succeeds(home, SHELVED)
    assert any(action == "Open(Cabinet_1)" for action, _ in result.actions)


def test_a_receptacle_that_closes_behind_the_robots_back_is_opened_again():
    home = kitchen(seen=True)

    def shut():
        if home.step == 8:
            home.things["Cabinet_1"].states["open"] = False

    home.hook = shut
    home.things["Cabinet_1"].states["open"] = True
    home.look()
    result = succeeds(home, SHELVED)
    assert ("Open(Cabinet_1)", "ok") in result.actions


def test_a_full_receptacle_is_cleared():
    home = kitchen(seen=True)
    home.things["Mug_2"].parent = "CoffeeMachine_1"
    home.things["Mug_2"].type = "Cup"
    home.look()
    goal = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
    result = succeeds(home, goal)
    assert result.blocking["receptacle_full"] >= 1
    assert home.things["Mug_1"].parent == "CoffeeMachine_1"
    assert home.things["Mug_2"].parent != "CoffeeMachine_1"
    assert not home.things["Mug_2"].held


def test_a_receptacle_that_is_full_although_nobody_knows_why_is_cleared():
    home = kitchen(seen=True)
    home.things["Fridge_1"].states["open"] = True
    home.things["Bowl_1"].parent = "Fridge_1"
    home.look()
    effect = home._effect

    def crowded(action):
        inside = sum(thing.parent == "Fridge_1" for thing in home.things.values())
        if action.name == "Put" and action.args[1] == "Fridge_1" and inside >= 2:
            return ErrorCode.RECEPTACLE_FULL
        return effect(action)

    home._effect = crowded
    result = succeeds(home, "(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
    assert result.blocking["receptacle_full"] >= 1


@pytest.mark.parametrize("wanted", [False, True])
def test_what_things_are_only_carried_in_is_not_emptied(wanted):
    home = kitchen(seen=True)
    home.things["Knife_1"] = Thing("Knife", held=True)
    home.things["Bowl_1"].parent = "CounterTop_1"
    home.things["Apple_1"].parent = "Bowl_1"
    home.look()
    put = SymbolicAction("Put", ("Knife_1", "Bowl_1"))
    home.faults = {str(put): [ErrorCode.RECEPTACLE_FULL] * 2}
    home._plan = lambda goal: Plan(PlanStatus.SOLVED, (put,))
    goal = "(exists (?k - Knife ?b - Bowl) (in ?k ?b))"
    if not wanted:
        goal = "(forall (?k - Knife ?c - CounterTop) (and (clean ?k) (not (in ?k ?c))))"
    pursue(home, goal, max_actions=4)
    full = next(c for c in home.said if c.kind is BlockingKind.RECEPTACLE_FULL)
    emptied = SymbolicAction("PickUp", ("Apple_1",))
    assert (emptied in full.resolutions) is wanted


def test_what_has_no_room_somewhere_is_not_put_there_to_free_the_hand():
    home = kitchen(seen=True)
    home.things["Mug_1"] = Thing("Mug", held=True)
    for other in ("CounterTop_2", "CoffeeMachine_1"):
        home.things[other].type = "Microwave"
    home.things["Mug_2"].parent = home.things["Knife_1"].parent = "SinkBasin_1"
    home.things["Bowl_1"].parent = "CounterTop_1"
    home.look()
    put = SymbolicAction("Put", ("Mug_1", "CounterTop_1"))
    home.faults = {str(put): [ErrorCode.RECEPTACLE_FULL]}
    home._plan = lambda goal: Plan(PlanStatus.SOLVED, (put,))
    pursue(home, "(exists (?o - Mug ?r - CounterTop) (and (clean ?o) (in ?o ?r)))")
    kinds = [c.kind for c in home.said]
    assert kinds.index(BlockingKind.RECEPTACLE_FULL) < kinds.index(BlockingKind.HAND_OCCUPIED)
    busy = next(c for c in home.said if c.kind is BlockingKind.HAND_OCCUPIED)
    freed = {action.args[1] for action in busy.resolutions if action.name == "Put"}
    assert freed
    assert "CounterTop_1" not in freed


def test_there_is_room_again_once_something_was_taken_away():
    home = kitchen(seen=True)
    home.things["Bowl_1"].parent = "CounterTop_1"
    home.things["Mug_1"] = Thing("Mug", held=True)
    home.look()
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(symbolic.understanding(SHELVED))
    task = executive._task
    task.board.no_room["Mug_1", "CounterTop_1"] = frozenset({"Bowl_1"})
    blocked = task.blocking.named(
        BlockingKind.HAND_OCCUPIED, SymbolicAction("PickUp", ("Bowl_1",)), home.world()
    )
    back = SymbolicAction("Put", ("Mug_1", "CounterTop_1"))
    assert back not in task.resolutions(blocked)
    home.things["Bowl_1"].parent = home.believed["Bowl_1"].parent = "SinkBasin_1"
    assert back in task.resolutions(blocked)


def test_what_was_taken_out_to_make_room_is_not_put_back():
    home = kitchen(seen=True)
    home.things["Bowl_1"].parent = "CounterTop_1"
    home.things["Bowl_1"].held = True
    home.look()
    executive = TaskExecutive(home, symbolic.ONTOLOGY)
    executive.start(symbolic.understanding(SHELVED))
    task = executive._task
    blocked = task.blocking.named(
        BlockingKind.HAND_OCCUPIED, SymbolicAction("PickUp", ("Mug_1",)), home.world()
    )
    back = SymbolicAction("Put", ("Bowl_1", "CounterTop_1"))
    assert back in task.resolutions(blocked)
    task.board.no_room["Mug_1", "CounterTop_1"] = frozenset({"Bowl_1"})
    found = task.resolutions(blocked)
    assert back not in found
    assert any(action.name == "Put" for action in found)


def test_what_is_in_place_already_is_the_last_to_be_taken_out():
    home = kitchen(seen=True)
    home.things["Cabinet_1"].states["open"] = True
    home.things["Apple_1"].parent = "Cabinet_1"
    home.things["Apple_2"] = Thing("Apple", held=True)
    home.look()
    put = SymbolicAction("Put", ("Apple_2", "Cabinet_1"))
    home.faults = {str(put): [ErrorCode.RECEPTACLE_FULL]}
    home._plan = lambda goal: Plan(PlanStatus.SOLVED, (put,))
    two = "(exists (?o ?p - Apple ?r - Cabinet) (and (not (= ?o ?p)) (in ?o ?r) (in ?p ?r)))"
    pursue(home, two)
    full = next(c for c in home.said if c.kind is BlockingKind.RECEPTACLE_FULL)
    taken = [action.args[0] for action in full.resolutions if action.name == "PickUp"]
    assert taken == ["Bowl_1", "Apple_1"]


def test_another_receptacle_of_the_type_is_preferred_to_clearing_the_full_one():
    home = kitchen(seen=True)
    home.things["Cabinet_2"] = Thing("Cabinet", states={"open": True})
    home.look()
    home.faults = {"Put(Mug_1, Cabinet_1)": [ErrorCode.RECEPTACLE_FULL] * 9}
    result = succeeds(home, SHELVED)
    assert home.things["Mug_1"].parent == "Cabinet_2"
    assert result.failed_actions <= 2


def test_a_door_left_open_before_what_is_looked_into_is_shut():
    home = kitchen()
    home.things["Cabinet_1"].states["open"] = False
    home.things["Cabinet_2"] = Thing("Cabinet", states={"open": True})
    for mug in ("Mug_1", "Mug_2"):
        home.things[mug].parent = "Cabinet_1"
    effect = home._effect

    def barred(action):
        open_door = home.things["Cabinet_2"].states["open"]
        if str(action) == "Inspect(Cabinet_1)" and open_door:
            return ErrorCode.OUT_OF_REACH
        return effect(action)

    home._effect = barred
    result = succeeds(home, "(exists (?o - Mug) (holding ?o))")
    assert ("Close(Cabinet_2)", "ok") in result.actions


def test_who_closes_no_doors_looks_elsewhere_than_behind_an_open_one():
    home = kitchen()
    home.things["Cabinet_1"].states["open"] = False
    home.things["Cabinet_2"] = Thing("Cabinet", states={"open": True})
    home.faults["Inspect"] = [ErrorCode.OUT_OF_REACH] * 2
    result = pursue(home, "(exists (?o - Egg) (holding ?o))", recovery="replan")
    tried = [action for action, _ in result.actions if action.startswith("Inspect(")]
    assert tried[0] != tried[1]


def test_a_hand_full_of_something_else_is_emptied():
    home = kitchen(seen=True)
    home.things["Knife_1"].held = True
    home.look()
    assert succeeds(home, COFFEE).failed_actions == 0


def test_a_hand_that_got_full_behind_the_planners_back():
    home = kitchen(seen=True)

    def sneak():
        if home.step == 5:
            home.things["Bowl_1"].held, home.things["Bowl_1"].parent = True, None
            home.look()

    home.hook = sneak
    result = succeeds(home, COFFEE)
    assert result.failed_actions <= 1


def test_a_moved_object_is_found_again():
    home = kitchen(seen=True)

    def move():
        if home.step == 5:
            home.things["Mug_1"].parent = "SinkBasin_1"

    home.hook = move
    result = succeeds(home, COFFEE)
    assert result.failed_actions <= 2


def test_a_lost_knife_does_not_stop_the_slicing():
    home = kitchen(seen=True)

    def lose():
        knife = home.things["Knife_1"]
        if knife.held and not lost:
            lost.append(True)
            knife.held, knife.parent = False, "CounterTop_1"
            home.look()

    lost = []
    home.hook = lose
    result = succeeds(home, SLICED)
    assert lost
    assert result.blocking.get("tool_missing", 0) + result.plans >= 2


@pytest.mark.parametrize("status", [PlanStatus.TIMEOUT, PlanStatus.CRASH])
def test_planner_failures_are_retried(status):
    home = kitchen()
    home.planner_faults = [status, status]
    result = succeeds(home, COFFEE)
    assert result.blocking["planner_timeout"] == 2


def test_a_planner_that_never_answers_ends_the_task():
    home = kitchen()
    home.planner_faults = [PlanStatus.TIMEOUT] * 1000
    result = pursue(home, COFFEE)
    assert not result.success
    assert "planner" in result.reason
    assert result.plans < 30


def test_a_robot_fault_ends_the_task_at_once():
    home = kitchen()
    home.faults = {"PickUp": [ErrorCode.ROBOT_FAULT]}
    result = pursue(home, COFFEE)
    assert not result.success
    assert "fault" in result.reason


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
@pytest.mark.parametrize("action", ["LookAround", "Explore", "PickUp", "Clean"])
def test_a_person_who_sees_to_the_robot_gets_the_task_done(action, pursuit):
    home = kitchen()
    home.person = True
    home.faults = {action: [ErrorCode.ROBOT_FAULT]}
    goal = "(exists (?o - Knife ?r - SinkBasin) (and (clean ?o) (in ?o ?r)))"
    succeeds(home, goal, ask_human=True, pursuit=pursuit)
    assert not any(name.startswith("frontier") and home.marks[name] for name in home.marks)


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
def test_a_person_is_asked_last_and_only_once_if_nobody_helps(pursuit):
    home = kitchen()
    catalogue = "bcr_conditions.yaml" if pursuit == "resolve" else "blocking_conditions.yaml"
    goal = "(exists (?o - Laptop) (holding ?o))"
    result = pursue(home, goal, ask_human=True, pursuit=pursuit, catalogue=catalogue)
    asked = [index for index, a in enumerate(home.started) if a.name == "AskHuman"]
    assert [home.started[index].args[0].count("Laptop") > 0 for index in asked] == [True]
    assert not any(a.name == "AskHuman" or "?" in str(a) for a in home.started[asked[0] + 1 :])
    assert {a.name for a in home.started[: asked[0]]} >= {"LookAround", "Search"}
    assert not result.success
    assert "nobody helped" in result.reason
    assert "budget" not in result.reason


@pytest.mark.parametrize("pursuit", ["plan", "resolve"])
@pytest.mark.parametrize("action", ["PickUp", "Clean"])
def test_without_help_a_fault_ends_the_task_with_its_reason(action, pursuit):
    home = kitchen()
    home.faults = {action: [ErrorCode.ROBOT_FAULT] * 9}
    goal = "(exists (?o - Knife ?r - SinkBasin) (and (clean ?o) (in ?o ?r)))"
    result = pursue(home, goal, ask_human=True, pursuit=pursuit)
    assert sum(a.name == "AskHuman" for a in home.started) == 1
    assert not result.success
    assert "fault" in result.reason
    assert "nobody helped" in result.reason


def test_what_took_too_long_is_done_with_another_object_instead():
    home = kitchen(seen=True)
    home.faults = {"PickUp": [ErrorCode.BUDGET]}
    result = succeeds(home, SHELVED)
    assert result.blocking == {BlockingKind.TOO_LONG: 1}
    assert [a.args[0] for a in home.started if a.name == "PickUp"] == ["Mug_1", "Mug_2"]


def test_everything_fails_and_the_task_ends_within_its_budgets():
    home = kitchen()
    home.faults = {name: [ErrorCode.NO_EFFECT] * 999 for name in ("PickUp", "GoTo", "Put")}
    result = pursue(home, COFFEE)
    assert not result.success
    assert result.failed_actions <= 10


def test_what_fails_for_ever_and_costs_nothing_ends_the_task_soon():
    home = kitchen(seen=True)
    home.faults = {"Put": [ErrorCode.RECEPTACLE_CLOSED] * 999}
    home.plan = lambda goal: symbolic.Job(home, 1, lambda: home._plan(goal), steps=False)
    home.start_skill = lambda action: symbolic.Job(home, 1, lambda: home._do(action), steps=False)
    result = pursue(home, SHELVED, max_failed_primitives=999)
    assert not result.success
    assert "budget" not in result.reason
    assert result.plans < 30


def test_going_round_in_circles_is_noticed():
    home = kitchen(seen=True)
    effect = home._effect

    def nothing_happens(action):
        return ErrorCode.NONE if action.name == "PickUp" else effect(action)

    home._effect = nothing_happens
    result = pursue(home, COFFEE)
    assert not result.success
    assert len(result.actions) < 100


def test_going_in_circles_is_noticed_although_no_two_worlds_are_the_same():
    """Here every approach asks for a new plan, and every look changes some belief."""
    home = symbolic.restless(kitchen(seen=True))
    result = pursue(home, COFFEE, replan_after=("GoTo",))
    assert result.blocking[str(BlockingKind.NO_EFFECT)] >= 1
    assert home.marks["Mug_1"] >= 1
    assert not result.success
    assert "again and again" in result.reason
    assert result.plans < 60


def test_what_does_not_stay_where_it_is_put_is_put_elsewhere():
    """It falls from the first place it is put, and some belief changes with every try."""
    home = kitchen(seen=True)
    home.things["Cabinet_2"] = Thing("Cabinet", states={"open": False})
    effect, falls, puts = home._effect, [], Counter()

    def slippery(action):
        home.inspected = {sorted(home.things)[home.step % len(home.things)]}
        done = effect(action)
        if action.name == "Put" and done is ErrorCode.NONE:
            falls[:] = falls or [action.args[-1]]
            puts[action.args[-1]] += 1
            if action.args[-1] in falls:
                home.things[action.args[0]].parent = None
        return done

    home._effect = slippery
    result = succeeds(home, SHELVED)
    assert puts[falls[0]] < 20
    assert result.blocking[str(BlockingKind.NO_EFFECT)] >= 1
    assert home.marks[falls[0]] >= 1


def test_what_brings_the_task_on_ends_a_circle():
    go = SymbolicAction("GoTo", ("Mug_1",))
    watch = Watch(symbolic.ONTOLOGY, Weights())
    seen = [("GoTo(Mug_1)", "ok")] * 3
    assert watch.circles(go, seen) == 3
    assert watch.circles(go, [*seen, ("Open(Fridge_1)", "ok"), *seen]) == 6
    assert watch.circles(go, [*seen, ("PickUp(Mug_2)", "ok"), *seen]) == 3
    assert watch.circles(go, [*seen, ("PickUp(Mug_1)", "not_visible"), *seen]) == 6
    assert watch.circles(SymbolicAction("LookAround"), [("LookAround()", "ok")] * 9) == 0
    watch.circled(go, seen)
    assert watch.circles(go, seen) == 0
    assert watch.circles(go, [*seen, ("GoTo(Mug_1)", "ok")]) == 1
    watch.reset()
    assert watch.circles(go, seen) == 3
    put = SymbolicAction("Put", ("Mug_1", "Shelf_1"))
    assert watch.circles(put, [("PickUp(Mug_1)", "ok"), (str(put), "ok")] * 8) == 4


@pytest.mark.parametrize(("allowed", "closed"), [(10, True), (4, False)])
def test_tidying_up_does_not_spend_the_last_failures(allowed, closed):
    home = kitchen()
    home.things["Drawer_1"] = Thing("Drawer", states={"open": False})
    home.faults = {"Inspect": [ErrorCode.COLLISION], "Explore": [ErrorCode.COLLISION]}
    result = pursue(home, "(exists (?o - Egg) (holding ?o))", max_failed_primitives=allowed)
    assert not result.success
    assert any(action.startswith("Inspect(") and code == "ok" for action, code in result.actions)
    assert any(action.startswith("Close(") for action, _ in result.actions) is closed


def test_a_place_worth_a_look_behind_an_open_door_is_not_given_up():
    """Elsewhere is no better: what bars the way to one place bars it to others, too."""
    home = symbolic.barred(kitchen())
    result = pursue(home, "(exists (?o - Egg) (holding ?o))")
    assert result.blocking[str(BlockingKind.WAY_BARRED)] == 1
    actions = [action for action, code in result.actions if code == "ok"]
    assert actions.index("Close(Fridge_1)") < actions.index("Inspect(Cabinet_1)")


def test_doors_stay_open_and_drawers_do_not():
    """Each door shut for nothing is one more action that may fail."""
    home = kitchen()
    home.things["Drawer_1"] = Thing("Drawer", states={"open": False})
    result = pursue(home, "(exists (?o - Egg) (holding ?o))")
    closed = [action for action, _ in result.actions if action.startswith("Close(")]
    assert closed == ["Close(Drawer_1)"]


@pytest.mark.parametrize("stuck", [False, True])
def test_what_was_looked_into_in_vain_is_left_alone_shut_or_not(stuck):
    home = kitchen()
    home.things["Drawer_1"] = Thing("Drawer", states={"open": False})
    if stuck:
        home.faults = {"Close(Drawer_1)": [ErrorCode.COLLISION] * 9}
    effect = home._effect

    def blind(action):
        error = effect(action)
        home.inspected.discard("Drawer_1")
        return error

    home._effect = blind
    result = pursue(home, "(exists (?o - Egg) (holding ?o))")
    assert any(action == "Inspect(Drawer_1)" for action, _ in result.actions)
    assert "Drawer_1" in home.explored


@pytest.mark.parametrize(
    "code", [ErrorCode.PATH_BLOCKED, ErrorCode.OUT_OF_REACH, ErrorCode.OCCLUDED]
)
def test_a_door_that_stands_in_the_way_is_shut(code):
    """The mug can be had only while the cupboard beside it is closed."""
    home = kitchen(seen=True)
    home.things = {n: t for n, t in home.things.items() if n not in ("Mug_2", "Cabinet_1")}
    home.things["Cabinet_1"] = Thing("Cabinet", "CounterTop_1", states={"open": True})
    home.believed.pop("Mug_2")
    home.look()
    effect = home._effect

    def hindered(action):
        if str(action) == "PickUp(Mug_1)" and home.things["Cabinet_1"].states["open"]:
            return code
        return effect(action)

    home._effect = hindered
    result = succeeds(home, "(exists (?o - Mug) (holding ?o))")
    assert ("Close(Cabinet_1)", "ok") in result.actions
