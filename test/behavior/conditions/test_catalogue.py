# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The catalogue: complete, checked, extensible without code."""

from dataclasses import replace

import pytest
import symbolic
import yaml

from egoplan_ros.behavior.conditions.blocking import PLAN, Blocking
from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.conditions.roles import ROLES, Scene
from egoplan_ros.behavior.config import PARTS, BehaviorConfig, load_strategy, strategy_names
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import Frontier, WorldState
from egoplan_ros.world.system.resources import config_path

DEFAULT = BehaviorConfig().catalogue_path


def write(tmp_path, text):
    path = tmp_path / "conditions.yaml"
    path.write_text(text)
    return path


@pytest.fixture
def blocking():
    return Blocking(load_catalogue(DEFAULT), symbolic.ONTOLOGY, Weights())


@pytest.fixture
def world():
    return symbolic.kitchen(seen=True).world()


def failed(code, name, *args, objects=()):
    return SkillResult(SymbolicAction(name, args), False, code, objects=objects)


def test_every_kind_has_an_entry():
    assert set(load_catalogue(DEFAULT)) == set(BlockingKind)


TOLD_BY_KIND = {
    ErrorCode.COLLISION: BlockingKind.PATH_BLOCKED,
    ErrorCode.LIMIT: BlockingKind.OUT_OF_REACH,
    ErrorCode.NOT_VISIBLE: BlockingKind.NOT_VISIBLE,
    ErrorCode.OUT_OF_REACH: BlockingKind.OUT_OF_REACH,
    ErrorCode.OCCLUDED: BlockingKind.VIEW_OCCLUDED,
    ErrorCode.RECEPTACLE_CLOSED: BlockingKind.RECEPTACLE_CLOSED,
    ErrorCode.RECEPTACLE_FULL: BlockingKind.RECEPTACLE_FULL,
    ErrorCode.NOT_ALLOWED: BlockingKind.NOT_ALLOWED,
    ErrorCode.HAND_OCCUPIED: BlockingKind.HAND_OCCUPIED,
    ErrorCode.HAND_EMPTY: BlockingKind.HAND_EMPTY,
    ErrorCode.WRONG_STATE: BlockingKind.WRONG_STATE,
    ErrorCode.NO_EFFECT: BlockingKind.NO_EFFECT,
    ErrorCode.PATH_BLOCKED: BlockingKind.PATH_BLOCKED,
    ErrorCode.NOT_FOUND: BlockingKind.NOT_FOUND,
    ErrorCode.PERCEPTION_STALE: BlockingKind.PERCEPTION_STALE,
    ErrorCode.PLANNER: BlockingKind.PLANNER_TIMEOUT,
    ErrorCode.BUDGET: BlockingKind.TOO_LONG,
    ErrorCode.ROBOT_FAULT: BlockingKind.ROBOT_FAULT,
    ErrorCode.SERVER_LOST: BlockingKind.ROBOT_FAULT,
    ErrorCode.NOBODY_HELPED: BlockingKind.NOBODY_HELPED,
    ErrorCode.OTHER: BlockingKind.NO_EFFECT,
}
"""What a skill's error means where nothing more is known."""


@pytest.mark.parametrize(("code", "kind"), TOLD_BY_KIND.items())
def test_every_error_is_recognised(blocking, world, code, kind):
    condition = blocking.after(failed(code, "PickUp", "Mug_1"), world)
    assert condition.kind is kind
    assert condition.message
    assert condition.action == SymbolicAction("PickUp", ("Mug_1",))
    rules = blocking.entries[kind].after
    assert any(code in rule.codes and rule.when is None for rule in rules), "only the fallback"


def test_no_error_is_forgotten():
    """What was cancelled was not blocked."""
    assert set(TOLD_BY_KIND) == set(ErrorCode) - {ErrorCode.NONE, ErrorCode.CANCELLED}


def test_the_more_specific_reason_wins(blocking, world):
    plain = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Mug_1"), world)
    assert plain.kind is BlockingKind.NOT_VISIBLE
    hidden = symbolic.kitchen(seen=True)
    hidden.believed["Apple_1"] = symbolic.Thing("Apple", "Fridge_1")
    inside = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Apple_1"), hidden.world())
    assert inside.kind is BlockingKind.RECEPTACLE_CLOSED
    assert inside.objects == ("Fridge_1",)
    assert blocking.resolutions(inside, hidden.world())[0] == SymbolicAction("Open", ("Fridge_1",))
    gone = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Mug_9"), world)
    assert gone.kind is BlockingKind.OBJECT_MOVED


def test_what_is_seen_through_a_crack_is_looked_for_behind_it(blocking):
    """A sponge in the place of a closed drawer of which only the front is known."""
    drawer = ObjectInstance("Drawer_1", "Drawer", (1.0, 0.0, 0.8), (0.02, 0.4, 0.1))
    goal = SymbolicAction("GoTo", ("DishSponge_1",))

    def condition(x, z):
        sponge = ObjectInstance("DishSponge_1", "DishSponge", (x, 0.05, z), (0.1, 0.1, 0.03))
        robot = RobotState(1.0, 1, 1, Pose2D(), 0.0, 1.5, False)
        objects = {item.id: item for item in (drawer, sponge)}
        world = WorldState(1.0, robot, objects, empty_grid())
        result = SkillResult(goal, False, ErrorCode.NOT_VISIBLE, objects=("DishSponge_1",))
        found = blocking.after(result, world)
        return found, blocking.resolutions(found, world)

    inside, remedies = condition(1.3, 0.8)
    assert inside.kind is BlockingKind.RECEPTACLE_CLOSED
    assert inside.message.startswith("Drawer_1 is closed")
    assert remedies[0] == SymbolicAction("Open", ("Drawer_1",))
    for x, z in ((1.6, 0.8), (1.3, 0.95)):
        assert condition(x, z)[0].kind is BlockingKind.NOT_VISIBLE


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (ErrorCode.NOT_VISIBLE, BlockingKind.NOT_VISIBLE),
        (ErrorCode.OCCLUDED, BlockingKind.VIEW_OCCLUDED),
    ],
)
def test_a_cupboard_that_is_not_in_view_is_not_hidden_by_its_own_door(blocking, world, code, kind):
    for action in ("GoTo", "PickUp"):
        condition = blocking.after(failed(code, action, "Cabinet_1"), world)
        assert condition.kind is kind
        remedies = blocking.resolutions(condition, world)
        assert remedies[0] == SymbolicAction("LookAround")
        assert not any("Cabinet_1" in remedy.args for remedy in remedies)
        assert blocking.to_mark(condition, world, 1) == ("Cabinet_1", 3)


def test_another_one_serves_only_while_planning_does_not_avoid_it(blocking):
    """Three full tables would take turns, and none would ever be cleared."""
    robot = RobotState(1.0, 1, 1, Pose2D(), 0.0, 1.5, True)
    put = SymbolicAction("Put", ("Laptop_1", "SideTable_1"))

    def other(mine, *failures, served=()):
        tables = [
            ObjectInstance(
                f"SideTable_{k}", "SideTable", (float(k), 0.0, 0.4), (0.5, 0.5, 0.4), unreachable=n
            )
            for k, n in enumerate((mine, *failures), 1)
        ]
        world = WorldState(1.0, robot, {item.id: item for item in tables}, empty_grid())
        result = SkillResult(put, False, ErrorCode.RECEPTACLE_FULL, objects=("SideTable_1",))
        return blocking.has_other(blocking.after(result, world), world, frozenset(served))

    assert other(3, 0)
    assert not other(3, 0, served={"SideTable_2"})
    assert other(3, 6, 2)
    assert not other(3, 3)
    assert not other(6, 3, 3)
    assert not other(0, 1)


def test_what_is_put_aside_is_put_where_there_is_room(blocking):
    def furniture(name, x, size):
        return ObjectInstance(name, name.split("_")[0], (x, 0.0, 0.4), (*size, 0.4))

    laptop = ObjectInstance("Laptop_1", "Laptop", (0.0, 0.0, 1.0), (0.35, 0.25, 0.2), held=True)
    chair, bed = furniture("Chair_1", 0.5, (0.45, 0.45)), furniture("Bed_1", 3.0, (1.4, 2.0))
    desk = furniture("Desk_1", 1.0, (1.2, 0.5))
    pile = ObjectInstance("Box_1", "Box", (1.0, 0.0, 0.7), (0.9, 0.4, 0.3), parent="Desk_1")
    robot = RobotState(1.0, 1, 1, Pose2D(), 0.0, 1.5, True)
    objects = {item.id: item for item in (laptop, chair, bed, desk, pile)}
    world = WorldState(1.0, robot, objects, empty_grid())
    pick = SymbolicAction("PickUp", ("Box_1",))
    found = blocking.resolutions(blocking.before(pick, world), world)
    assert [str(action) for action in found] == [
        "Put(Laptop_1, Bed_1)",
        "Put(Laptop_1, Chair_1)",
        "Put(Laptop_1, Desk_1)",
    ]


def test_recognises_before_execution(blocking, world):
    put = blocking.before(SymbolicAction("Put", ("Mug_1", "Cabinet_1")), world)
    assert put is not None
    assert put.kind is BlockingKind.RECEPTACLE_CLOSED
    assert put.objects == ("Cabinet_1",)
    pick = SymbolicAction("PickUp", ("Mug_1",))
    assert blocking.before(pick, world) is None
    home = symbolic.kitchen(seen=True)
    home.things["Knife_1"].held = True
    home.look()
    condition = blocking.before(pick, home.world())
    assert condition.kind is BlockingKind.HAND_OCCUPIED
    assert "Knife_1" in condition.message
    resolutions = blocking.resolutions(condition, home.world())
    assert resolutions
    assert all(a.name == "Put" and a.args[0] == "Knife_1" for a in resolutions)
    assert not blocking.resolved(condition, home.world())
    assert blocking.resolved(condition, world)


@pytest.mark.parametrize(
    ("known", "searches"),
    [((), ["Search(Knife)", "Search(ButterKnife)"]), (("ButterKnife",), [])],
)
def test_a_blade_is_searched_while_none_is_known(blocking, known, searches):
    names = ("Apple_1", *(f"{kind}_1" for kind in known))
    things = [ObjectInstance(n, n.split("_")[0], (1.0, 0.0, 0.9), (0.1,) * 3) for n in names]
    robot = RobotState(1.0, 1, 1, Pose2D(), 0.0, 1.5, False)
    world = WorldState(1.0, robot, {item.id: item for item in things}, empty_grid())
    condition = blocking.before(SymbolicAction("Slice", ("Apple_1",)), world)
    assert condition.kind is BlockingKind.TOOL_MISSING
    found = map(str, blocking.resolutions(condition, world))
    assert [action for action in found if action.startswith("Search")] == searches


OWN = """
extends: blocking_conditions.yaml
conditions:
  {name}:
    text: "it is too dark to see {{first}}"
    {how}
    resolutions:
      - {{action: ToggleOn, args: [FloorLamp_1]}}
"""
SEEN = "after: [{codes: [not_visible], actions: [PickUp], when: '(not (toggled $0))'}]"


def test_a_condition_of_ones_own_needs_no_code(tmp_path, world):
    path = write(tmp_path, OWN.format(name="too_dark", how=SEEN))
    blocking = Blocking(load_catalogue(path), symbolic.ONTOLOGY, Weights())
    condition = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Mug_1"), world)
    assert condition.kind == "too_dark"
    assert condition.message == "it is too dark to see Mug_1"
    assert len(blocking.entries) == len(BlockingKind) + 1


@pytest.mark.parametrize(
    ("name", "how", "words"),
    [
        ("not_visable", SEEN, "did you mean not_visible?"),
        ("too_dark", "prefer_other: $0", "needs 'before' or 'after'"),
        ("too dark", SEEN, "one word"),
    ],
)
def test_a_condition_that_cannot_be_meant_is_refused(tmp_path, name, how, words):
    with pytest.raises(InputError) as caught:
        load_catalogue(write(tmp_path, OWN.format(name=name, how=how)))
    assert words in str(caught.value)


def test_no_plan_offers_what_is_missing(blocking, world):
    condition = blocking.named(BlockingKind.NO_PLAN, PLAN, world, "unsolvable")
    offered = blocking.resolutions(condition, world, ("Laptop",), "please help")
    assert SymbolicAction("Search", ("Laptop",)) in offered
    assert SymbolicAction("AskHuman", ("please help",)) == offered[-1]
    assert SymbolicAction("Inspect", ("Fridge_1",)) not in offered
    offered = blocking.resolutions(condition, world, ("Tomato",))
    assert SymbolicAction("Inspect", ("Fridge_1",)) in offered


def test_looking_goes_wherever_what_is_missing_is_likeliest(blocking, world):
    spots = (Frontier("frontier_1", 0.5, 0.0, 0.0, 9.0), Frontier("frontier_2", 40.0, 0.0, 0.0, 1))
    world = replace(world, frontiers=spots)
    condition = blocking.named(BlockingKind.NO_PLAN, PLAN, world)
    offered = blocking.resolutions(condition, world, ("Tomato",))
    looks = [str(a) for a in offered if a.name in ("Inspect", "Explore")]
    assert looks.index("Explore(frontier_1)") < looks.index("Inspect(Fridge_1)")
    assert looks.index("Inspect(Fridge_1)") < looks.index("Explore(frontier_2)")


@pytest.mark.parametrize(
    ("resolution", "words"),
    [
        ("{action: $stare}", "unknown action '$stare'"),
        ("{action: $look, args: [$0]}", "no args"),
        ("{action: $look, then: {action: LookAround}}", "no then"),
        ("{action: LookAround, then: {action: $look}}", "no then"),
    ],
)
def test_what_stands_for_whole_actions_is_checked(tmp_path, resolution, words):
    text = OWN.format(name="too_dark", how=SEEN)
    text = text.replace("{action: ToggleOn, args: [FloorLamp_1]}", resolution)
    with pytest.raises(InputError) as caught:
        load_catalogue(write(tmp_path, text))
    assert words in str(caught.value)


def test_a_new_resolution_needs_no_code(tmp_path, world):
    text = """
conditions:
  not_visible:
    text: "{first} cannot be seen by {action}"
    after: [{codes: [not_visible], actions: [PickUp], when: "(in $0 CounterTop_1)"}]
    resolutions:
      - {action: ToggleOn, args: [LightSwitch_1]}
      - {action: Close, args: [$container]}
    mark: {object: $0, after: 3}
"""
    blocking = Blocking(load_catalogue(write(tmp_path, text)), symbolic.ONTOLOGY, Weights())
    condition = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Mug_1"), world)
    assert condition.message == "Mug_1 cannot be seen by PickUp(Mug_1)"
    assert blocking.resolutions(condition, world) == (
        SymbolicAction("ToggleOn", ("LightSwitch_1",)),
    )
    assert blocking.to_mark(condition, world, 2) == ("", 0)
    assert blocking.to_mark(condition, world, 3) == ("Mug_1", 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("conditions: [", "line"),
        ("nothing: {}", "conditions"),
        ("conditions: {not_visible: 3}", "mapping"),
        ("conditions: {too_heavy: {text: a}}", "too_heavy"),
        ("conditions: {not_visible: {}}", "text"),
        ("conditions: {not_visible: {text: '{weather}'}}", "weather"),
        ("conditions: {not_visible: {text: a, colour: red}}", "colour"),
        ("conditions: {not_visible: {text: a, after: [{codes: [tired]}]}}", "tired"),
        ("conditions: {not_visible: {text: a, after: [{actions: [Put]}]}}", "codes"),
        ("conditions: {not_visible: {text: a, before: 3}}", "list"),
        ("conditions: {not_visible: {text: a, resolved: (open}}", "parenthesis"),
        ("conditions: {not_visible: {text: a, resolutions: [{args: [$0]}]}}", "action"),
        ("conditions: {not_visible: {text: a, resolutions: [{action: A, args: [$7]}]}}", r"\$7"),
        ("conditions: {not_visible: {text: a, mark: {object: $0, after: 0}}}", "positive"),
    ],
)
def test_malformed_catalogues_are_refused(tmp_path, text, complaint):
    path = write(tmp_path, text)
    with pytest.raises(InputError, match=complaint) as refusal:
        load_catalogue(path)
    assert "conditions.yaml" in str(refusal.value)


PROMISED = {
    "egoplan": {"pursuit": "plan", "recovery": "graph", "stop_looking": True},
    "epa": {"recovery": "replan", "interrupt_exploration": False},
    "danli": {"recovery": "graph", "resolutions_per_block": 1},
    "ogamus": {"recovery": "replan", "look_around": False, "interrupt_exploration": True},
    "bcr": {"pursuit": "resolve", "recovery": "graph", "max_actions": 100},
    "capeam": {"recovery": "replan", "close_after_inspect": False},
}
"""What docs/behavior.md says about the behavior of each strategy."""


@pytest.mark.parametrize("name", strategy_names())
def test_a_preset_is_what_its_file_says(name):
    written = yaml.safe_load(config_path(f"strategies/{name}.yaml").read_text())
    config = load_strategy(name)
    assert set(written) <= set(PARTS)
    told = {key: getattr(config, key) for key in written["behavior"]}
    assert told == written["behavior"]
    default = BehaviorConfig(strategy=name)
    assert replace(config, **{key: getattr(default, key) for key in told}) == default


def test_an_own_preset_stands_beside_the_shipped_ones(tmp_path, monkeypatch):
    """A folder config/strategies/ of one's own hid them all."""
    shipped = strategy_names()
    folder = tmp_path / "config" / "strategies"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("behavior: {max_steps: 7}\n")
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    assert strategy_names() == sorted([*shipped, "mine"])
    assert load_strategy("mine").max_steps == 7
    assert load_strategy("egoplan").strategy == "egoplan"


@pytest.mark.parametrize("name", PROMISED)
def test_presets_do_what_is_told_of_them(name):
    config = load_strategy(name)
    assert {key: getattr(config, key) for key in PROMISED[name]} == PROMISED[name]


def test_a_strategy_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(InputError, match="egoplan"):
        load_strategy("wishful")


@pytest.mark.parametrize(
    "values",
    [
        {"max_step": 3},
        {"max_steps": "many"},
        {"max_steps": 0},
        {"max_steps": True},
        {"recovery": "prayer"},
        {"replan_after": "Slice"},
        {"max_seconds": -1},
    ],
)
def test_wrong_settings_are_refused(values):
    with pytest.raises(InputError):
        BehaviorConfig.from_mapping(values)


def test_settings_from_plain_values():
    config = BehaviorConfig.from_mapping({"replan_after": ["Slice", "Open"], "max_seconds": 3})
    assert config.replan_after == ("Slice", "Open")
    assert config.max_seconds == 3.0


def test_every_place_has_its_turn_when_something_was_overlooked():
    """A third cupboard too many would never be looked into a second time."""
    home = symbolic.kitchen(seen=True)
    for number in range(2, 9):
        home.things[f"Cabinet_{number}"] = symbolic.Thing("Cabinet")
    home.look()
    home.inspected = {name for name in home.things if name.startswith("Cabinet")}
    scene = Scene(PLAN, home.world(), symbolic.ONTOLOGY, missing=("Mug",), weights=Weights())
    assert set(ROLES["$again"](scene)) >= home.inspected


def test_doors_about_what_was_not_seen_are_closed_but_not_its_own(blocking):
    home = symbolic.kitchen(seen=True)
    for name in ("Cabinet_1", "Cabinet_2"):
        home.things[name] = symbolic.Thing("Cabinet", states={"open": True})
    home.things["Egg_1"] = symbolic.Thing("Egg", "Cabinet_1")
    home.look()
    world = home.world()
    x, y, z = world.objects["Egg_1"].center
    beside = replace(world.objects["Cabinet_2"], center=(x + 0.6, y, z))
    world = replace(world, objects={**world.objects, "Cabinet_2": beside})
    condition = blocking.after(failed(ErrorCode.NOT_VISIBLE, "GoTo", "Egg_1"), world)
    assert condition.kind is BlockingKind.NOT_VISIBLE
    closed = [str(a) for a in blocking.resolutions(condition, world) if a.name == "Close"]
    assert "Close(Cabinet_2)" in closed
    assert "Close(Cabinet_1)" not in closed


@pytest.mark.parametrize("low", [False, True])
def test_a_door_jams_for_those_at_its_height_only(blocking, low):
    home = symbolic.kitchen(seen=True)
    for number in (1, 2, 3):
        states = {"open": number > 1}
        home.things[f"Cabinet_{number}"] = symbolic.Thing("Cabinet", states=states)
    home.look()
    world = home.world()
    x, y, z = world.objects["Cabinet_1"].center
    at = {"Cabinet_2": (x + 0.6, y, z - (1.5 if low else 0.0)), "Cabinet_3": (x, y, z - 1.5)}
    moved = {name: replace(world.objects[name], center=place) for name, place in at.items()}
    world = replace(world, objects={**world.objects, **moved})
    condition = blocking.after(failed(ErrorCode.COLLISION, "Open", "Cabinet_1"), world)
    assert (condition.kind is BlockingKind.WAY_BARRED) is not low
    closed = [a.args[0] for a in blocking.resolutions(condition, world) if a.name == "Close"]
    if not low:
        assert closed == ["Cabinet_2"]


def test_of_what_fills_a_receptacle_the_largest_goes_first(blocking, world):
    names = ["Mug_1", "Bowl_1"]
    base = world.objects["Mug_1"]
    sizes = {"Mug_1": (0.1, 0.1, 0.1), "Bowl_1": (0.2, 0.2, 0.1)}
    inside = {n: replace(base, id=n, size=sizes[n], parent="SinkBasin_1") for n in names}
    full = replace(world, objects={**world.objects, **inside})
    condition = blocking.after(
        failed(ErrorCode.RECEPTACLE_FULL, "Put", "Apple_1", "SinkBasin_1"), full
    )
    taken = [a.args[0] for a in blocking.resolutions(condition, full, (), "") if a.name == "PickUp"]
    assert taken[:2] == ["Bowl_1", "Mug_1"]
    served = blocking.resolutions(condition, full, served=frozenset({"Bowl_1"}))
    assert [a.args[0] for a in served if a.name == "PickUp"][:2] == ["Mug_1", "Bowl_1"]


def test_a_drawer_left_open_before_a_full_basin_is_shut_first(blocking, world):
    basin = world.objects["SinkBasin_1"]
    drawer = replace(basin, id="Drawer_1", type="Drawer", parent=None, states={"open": Belief(1.0)})
    objects = {**world.objects, "Drawer_1": drawer}
    blocked = blocking.after(
        failed(ErrorCode.RECEPTACLE_FULL, "Put", "Apple_1", "SinkBasin_1"), world
    )
    shut = SymbolicAction("Close", ("Drawer_1",))
    assert blocking.resolutions(blocked, replace(world, objects=objects))[0] == shut
    assert shut not in blocking.resolutions(blocked, world)
    laden = replace(basin, id="Machine_1", type="CoffeeMachine", parent=None)
    mug = replace(world.objects["Mug_1"], parent="Machine_1")
    held = replace(world.objects["Mug_2"], held=True, parent=None)
    objects |= {"Machine_1": laden, "Mug_1": mug, "Mug_2": held}
    known = replace(world, objects=objects)
    blocked = blocking.before(SymbolicAction("Put", ("Mug_2", "Machine_1")), known)
    assert blocked.kind is BlockingKind.RECEPTACLE_FULL
    assert shut not in blocking.resolutions(blocked, known)


def test_drawers_are_shut_once_then_what_lies_in_a_full_basin_is_taken_out(blocking, world):
    basin = world.objects["SinkBasin_1"]
    drawers = {
        name: replace(basin, id=name, type="Drawer", parent=None, states={"open": Belief(1.0)})
        for name in ("Drawer_1", "Drawer_2")
    }
    mug = replace(world.objects["Mug_1"], parent="SinkBasin_1")
    laden = replace(world, objects={**world.objects, **drawers, "Mug_1": mug})
    blocked = blocking.after(
        failed(ErrorCode.RECEPTACLE_FULL, "Clean", "Apple_1", "SinkBasin_1"), laden
    )
    refused = frozenset({"SinkBasin_1"})
    assert blocking.resolutions(blocked, laden)[0].name == "Close"
    names = [a.name for a in blocking.resolutions(blocked, laden, no_room=refused)]
    assert names[0] == "PickUp"
    assert "Close" not in names
    empty = replace(world, objects={**world.objects, **drawers})
    names = [a.name for a in blocking.resolutions(blocked, empty, no_room=refused)]
    assert names == ["Inspect"]


def test_an_empty_plate_with_no_room_above_it_is_moved_and_not_looked_into(blocking):
    home = symbolic.kitchen(seen=True)
    home.things["Plate_1"] = symbolic.Thing("Plate", "Cabinet_1")
    home.things["Cabinet_1"].states["open"] = True
    home.look()
    full = blocking.after(
        failed(ErrorCode.RECEPTACLE_FULL, "Put", "Apple_1", "Plate_1"), home.world()
    )
    assert full.kind is BlockingKind.RECEPTACLE_FULL
    offered = blocking.resolutions(full, home.world())
    assert SymbolicAction("PickUp", ("Plate_1",)) in offered
    assert SymbolicAction("Inspect", ("Plate_1",)) not in offered
    home.things["Mug_1"].parent = "Plate_1"
    home.look()
    offered = blocking.resolutions(full, home.world())
    assert offered == (SymbolicAction("PickUp", ("Mug_1",)),)


def test_a_certain_effect_that_is_not_seen_to_hold_failed(blocking):
    """Whether a possible one came true is left to the next try of what is blocked."""
    home = symbolic.kitchen(seen=True)
    home.believed["Apple_1"] = symbolic.Thing("Apple", "Fridge_1")
    world = home.world()
    closed = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Apple_1"), world)
    opened = SkillResult(SymbolicAction("Open", ("Fridge_1",)), True)
    stuck = blocking.judged(closed, opened, world)
    assert not stuck.success
    assert stuck.error is ErrorCode.NO_EFFECT
    home.believed["Fridge_1"].states["open"] = True
    assert blocking.judged(closed, opened, home.world()) == opened
    assert blocking.judged(None, opened, world) == opened
    gone = blocking.after(failed(ErrorCode.NOT_VISIBLE, "PickUp", "Mug_9"), world)
    looked = SkillResult(SymbolicAction("LookAround"), True)
    assert blocking.judged(gone, looked, world) == looked


@pytest.mark.parametrize(
    ("how", "resolution", "words"),
    [
        (SEEN.replace("PickUp", "Pickup"), "", "did you mean PickUp?"),
        (SEEN.replace("toggled", "togled"), "", "did you mean toggled?"),
        (SEEN.replace("(toggled $0)", "(in $0)"), "", "in takes 2 arguments, got 1"),
        (SEEN.replace("$0", "$objct"), "", "unknown role '$objct'"),
        (
            SEEN.replace("(toggled $0)", "(exists (?k - Knif) (known ?k))"),
            "",
            "unknown type 'Knif'; nearest: Knife",
        ),
        (SEEN, "{action: TogglOn, args: [$0]}", "did you mean ToggleOn?"),
        (SEEN, "{action: Put, args: [$0]}", "Put takes 2 arguments, got 1"),
        (SEEN, "{action: Open, args: [$0], for: [Pickup]}", "did you mean PickUp?"),
        (SEEN, "{action: Open, args: [$0], when: '(hiden $0)'}", "did you mean hidden?"),
    ],
)
def test_a_name_that_is_misspelt_is_told_instead_of_never_applied(tmp_path, how, resolution, words):
    text = OWN.format(name="too_dark", how=how)
    if resolution:
        text = text.replace("{action: ToggleOn, args: [FloorLamp_1]}", resolution)
    with pytest.raises(InputError) as caught:
        load_catalogue(write(tmp_path, text))
    assert words in str(caught.value)
    assert "too_dark" in str(caught.value)


def test_actions_and_predicates_of_a_domain_of_ones_own_may_be_named(tmp_path):
    how = SEEN.replace("PickUp", "TuneRadio").replace("(toggled $0)", "(on_the_air $0)")
    assert "too_dark" in load_catalogue(write(tmp_path, OWN.format(name="too_dark", how=how)))
