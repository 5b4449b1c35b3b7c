# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""One description of the graph: table, parameter files, classes and documentation agree."""

import re
from importlib import import_module
from pathlib import Path

import pytest
import rclpy
import yaml
from rclpy.node import Node

from egoplan_ros.behavior.config import PARTS, BehaviorConfig, load_preset, strategy_names
from egoplan_ros.cli import main as cli
from egoplan_ros.commands.doctor import CHECKS
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.nodes.main import main as node_main
from egoplan_ros.nodes.node_table import (
    NODES,
    PRESET_NODES,
    PROFILE,
    RANGE,
    SUBNET,
    VARIANTS,
    NodeEntry,
    camera_parameters,
    middleware_environment,
    node_defaults,
    node_entry,
    parameter_files,
    parameters_text,
    require_middleware,
    ros_arguments,
    strategy_parameters,
)
from egoplan_ros.nodes.parameter_file import read_parameters
from egoplan_ros.nodes.parameters import RESERVED, defaults
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import share_directories
from egoplan_ros.world.system.settings import values_of

ROOT = Path(__file__).resolve().parents[2]
each_node = pytest.mark.parametrize("entry", NODES, ids=lambda entry: entry.name)


@each_node
def test_a_class_declares_what_its_file_has(entry: NodeEntry) -> None:
    kind = getattr(import_module(entry.module), entry.kind)
    assert entry.name == kind.NAME
    values = defaults(entry.name)
    assert sorted(values) == sorted(item.name for item in kind.PARAMETERS)
    for item in kind.PARAMETERS:
        assert item.description
        assert item.problem(values[item.name], values[item.name]) == ""


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_set_parameters_that_exist(variant: str) -> None:
    for path in parameter_files(variant):
        for name, values in read_parameters(path).items():
            if name == "*":
                assert set(values) <= RESERVED
                continue
            known = {item.name for item in _parameters(name)}
            assert set(values) <= known
            for item in _parameters(name):
                if item.name in values:
                    assert item.problem(values[item.name], defaults(name)[item.name]) == ""


@pytest.mark.parametrize("strategy", strategy_names())
def test_nodes_get_all_that_a_strategy_sets(strategy: str) -> None:
    preset, found = load_preset(strategy), strategy_parameters(strategy)
    assert found["behavior"] == {"strategy": strategy}
    assert {"behavior", *PRESET_NODES} == set(PARTS)
    for room, node in PRESET_NODES.items():
        assert found[node] == preset[room]
        for name, value in found[node].items():
            item = {item.name: item for item in _parameters(node)}[name]
            assert item.problem(value, defaults(node)[name]) == ""


def test_the_users_file_wins_over_the_strategy(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("planner:\n  ros__parameters: {pruning: true}\n")
    assert strategy_parameters("capeam")["planner"]["pruning"] is False
    found = strategy_parameters("capeam", file)["planner"]
    assert "pruning" not in found
    assert found["mode"] == "search"
    file.write_text("/**:\n  ros__parameters: {mode: subgoal}\n")
    assert "mode" not in strategy_parameters("capeam", file)["planner"]


def test_the_simulated_camera_suits_the_back_end_unless_the_users_file_sets_it(
    tmp_path: Path,
) -> None:
    assert camera_parameters("oracle") == {"thor.width": 300, "thor.height": 300}
    assert camera_parameters("learned") == {"thor.width": 600, "thor.height": 600}
    assert camera_parameters("learned").keys() <= defaults("robot_bridge").keys()
    file = tmp_path / "mine.yaml"
    file.write_text("robot_bridge:\n  ros__parameters: {thor: {width: 640, height: 480}}\n")
    assert camera_parameters("learned", file) == {}
    with pytest.raises(InputError, match="crystal"):
        camera_parameters("crystal ball")


def test_a_strategy_named_in_the_users_file_takes_effect_whole(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("/**/behavior:\n  ros__parameters: {strategy: danli}\n")
    assert strategy_parameters("", file)["mapping"] == {"matcher": "danli", "resolution": 0.25}
    assert strategy_parameters("epa", file)["behavior"] == {"strategy": "epa"}
    assert strategy_parameters() == {}


def _parameters(name: str) -> tuple:
    entry = node_entry(name)
    return getattr(import_module(entry.module), entry.kind).PARAMETERS


@pytest.mark.parametrize(
    ("node", "config"),
    [
        ("planner", PlannerConfig()),
        ("mapping", MappingConfig()),
        ("skill_executor", SkillConfig()),
        ("behavior", BehaviorConfig()),
    ],
)
def test_files_have_the_rooms_own_defaults(node: str, config: object) -> None:
    values = defaults(node)
    known = values_of(config)
    shared = known.keys() & set(values)
    assert shared
    assert {name: values[name] for name in shared} == {
        name: list(known[name]) if isinstance(known[name], tuple) else known[name]
        for name in shared
    }


def test_the_build_installs_an_executable_for_each_node() -> None:
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    listed = re.search(r"foreach\(node\s+(.*?)\)", text, re.DOTALL)
    assert listed is not None
    assert sorted(listed[1].split()) == sorted(entry.name for entry in NODES)


def test_documented_publishers_are_nodes() -> None:
    text = (ROOT / "docs" / "interfaces.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    cells = [row[4].strip() for row in rows if len(row) > 5]
    names = {entry.name for entry in NODES}
    assert {cell for cell in cells if cell in names} == names


def overrides(files: list[Path], namespace: str = "") -> dict[str, object]:
    """What rcl makes of a node's arguments."""
    context = rclpy.Context()
    with own_domain() as domain:
        arguments = ros_arguments(node_entry("perception"), files, namespace)
        rclpy.init(args=arguments, context=context, domain_id=domain)
        node = Node("any", context=context, automatically_declare_parameters_from_overrides=True)
        try:
            return {name: item.value for name, item in node._parameters.items()}
        finally:
            node.destroy_node()
            context.shutdown()


@pytest.mark.parametrize("namespace", ["", "/here", "/far/away"])
@pytest.mark.parametrize("key", ["/**", "/**/perception", "{}/perception"])
def test_values_win_over_every_file(tmp_path: Path, key: str, namespace: str) -> None:
    """As rcl reads them: of two files one is for any node, the other one may name this."""
    files = [tmp_path / name for name in ("all.yaml", "own.yaml", "values.yaml")]
    for path, node, backend in zip(files, ("/**", key), ("first", "second"), strict=False):
        path.write_text(f"{node.format(namespace)}:\n  ros__parameters:\n    backend: {backend}\n")
    files[2].write_text(parameters_text({"perception": {"backend": "learned"}}, namespace))
    assert overrides(files, namespace)["backend"] == "learned"


def test_values_reach_a_node_as_they_are(tmp_path: Path) -> None:
    values = dict(
        zip("abcdefghi", ["1", "true", "", "a: b", "-", 3, 0.5, False, 1e-9], strict=True)
    )
    values |= {"base.text": 'put "a" mug: 1', "list": [1.0, 2.5]}
    path = tmp_path / "a b" / "values.yaml"
    path.parent.mkdir()
    path.write_text(parameters_text({"*": {"rate": 2.0}, "perception": values}))
    found = overrides([path])
    for name, value in (values | {"rate": 2.0}).items():
        assert found[name] == value
        assert type(found[name]) is type(value) or isinstance(value, list)


def test_without_values_there_is_no_file() -> None:
    assert parameters_text({}) == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1", "line 1"),
        ("just text", "mapping"),
        ("mapping:\n  resolution: 0.1\n", "ros__parameters"),
    ],
)
def test_malformed_parameter_files_are_told_in_one_line(
    tmp_path: Path, text: str, line: str
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=line) as caught:
        parameter_files("simulated", path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_missing_parameter_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        parameter_files("simulated", tmp_path / "none.yaml")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "config" / "variants").mkdir(parents=True)
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    return tmp_path / "config"


@pytest.mark.parametrize("key", ["/**", "behavior", "/kitchen/behavior"])
def test_a_part_of_a_nodes_file_lies_on_top_of_the_shipped_one(own_folder: Path, key: str) -> None:
    shipped = node_defaults(node_entry("behavior"))
    (own_folder / "behavior.yaml").write_text(
        f"{key}:\n  ros__parameters: {{max_steps: 77, max_seconds: 60}}\n"
    )
    own = defaults("behavior")
    assert own == shipped | {"max_steps": 77, "max_seconds": 60.0}
    assert isinstance(own["max_seconds"], float)
    assert CHECKS["configuration"]()


def test_what_an_own_file_changes_wins_over_the_strategy(own_folder: Path) -> None:
    """What it repeats does not: a whole copy would take every strategy its own settings."""
    shipped = node_defaults(node_entry("planner"))
    assert strategy_parameters("danli")["planner"]["pruning"] is True
    for name, value, left in (("pruning", False, True), ("threshold", shipped["threshold"], False)):
        (own_folder / "planner.yaml").write_text(
            yaml.safe_dump({"planner": {"ros__parameters": {**shipped, name: value}}})
        )
        assert ("pruning" not in strategy_parameters("danli")["planner"]) is left


def test_what_an_own_file_changes_reaches_behavior(own_folder: Path) -> None:
    from egoplan_ros.nodes.behavior import Behavior

    (own_folder / "behavior.yaml").write_text(
        "behavior:\n  ros__parameters: {max_steps: 7, recovery: graph}\n"
    )
    with own_domain() as domain:
        rclpy.init(domain_id=domain)
        node = Behavior()
        try:
            assert node._config().max_steps == 7
            assert (node.given("max_steps"), node.given("recovery")) == (True, False)
        finally:
            node.close()
            rclpy.shutdown()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("behavior:\n  ros__parameters: {max_stepps: 7}", ["max_stepps", "nearest: max_steps"]),
        ("behavior:\n  ros__parameters: {max_steps: many}", ["max_steps", "int", "'many'"]),
        ("planner:\n  ros__parameters: {max_steps: 7}", ["parameters of planner"]),
        ("behavior:\n  ros__parameters: {max_steps: -7}", ["max_steps", "at least"]),
        ("max_steps: 7", ["ros__parameters"]),
        ("", ["mapping"]),
    ],
)
def test_what_is_wrong_in_a_nodes_own_file_is_told_at_once(
    own_folder: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str]
) -> None:
    (own_folder / "behavior.yaml").write_text(text)
    for code, call in ((2, lambda: node_main("behavior", [])), (1, lambda: cli(["doctor"]))):
        assert call() == code
        told = "".join(capsys.readouterr())
        (line,) = (line for line in told.splitlines() if "behavior.yaml" in line)
        assert all(word in line for word in words), line
        assert "Traceback" not in told


def test_a_part_of_a_variant_comes_behind_the_shipped_one(own_folder: Path) -> None:
    own = own_folder / "variants" / "simulated.yaml"
    own.write_text("robot_bridge:\n  ros__parameters: {scene: FloorPlan3}\n")
    assert CHECKS["configuration"]()
    first, last = parameter_files("simulated")
    assert last == own
    assert first.name == own.name
    own.write_text("robot_bridge:\n  ros__parameters: {scenne: FloorPlan3}\n")
    with pytest.raises(InputError, match=r"variants/simulated.yaml: parameter scenne is unknown"):
        CHECKS["configuration"]()


def test_unknown_names_are_told() -> None:
    with pytest.raises(InputError, match="nodes: "):
        node_entry("radar")
    with pytest.raises(InputError, match="choose from"):
        parameter_files("gazebo")
    assert share_directories()


def test_the_open_profile_is_the_closed_one_without_its_list_of_addresses() -> None:
    closed, opened = (
        re.sub(r"<!--.*?-->", "", (ROOT / "config" / name).read_text(encoding="utf-8"), flags=re.S)
        for name in ("fastdds.xml", "fastdds_open.xml")
    )
    shut = re.sub(r"\s*<interfaceWhiteList>.*?</interfaceWhiteList>", "", closed, flags=re.S)
    assert shut == opened
    assert "<address>127.0.0.1</address>" in closed


def test_doors_are_shut_unless_they_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PROFILE, raising=False)
    shut, opened = middleware_environment(), middleware_environment(SUBNET)
    assert shut[PROFILE].endswith("/fastdds.xml")
    assert shut[RANGE] == "SYSTEM_DEFAULT"
    assert opened[PROFILE].endswith("/fastdds_open.xml")
    assert opened[RANGE] == "SUBNET"
    monkeypatch.setenv(PROFILE, shut[PROFILE])
    assert middleware_environment() == shut, "ours, handed down"
    monkeypatch.setenv(PROFILE, "/home/somebody/mine.xml")
    assert middleware_environment() == {RANGE: "LOCALHOST"}
    assert middleware_environment(SUBNET) == {RANGE: "SUBNET"}


@pytest.mark.parametrize("name", ["rmw_cyclonedds_cpp", "rmw_zenoh_cpp"])
def test_another_middleware_is_shut_by_the_range_of_discovery(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not read the profile by which Fast DDS keeps to this machine."""
    monkeypatch.delenv(PROFILE, raising=False)
    monkeypatch.setenv("RMW_IMPLEMENTATION", name)
    assert middleware_environment() == {RANGE: "LOCALHOST"}
    assert middleware_environment(SUBNET) == {RANGE: "SUBNET"}


@pytest.mark.parametrize(
    "name",
    ["rmw_cyclonedds_cpp", "rmw_zenoh_cpp", "rmw_connextdds", "Rmw_Fastrtps_cpp", "../fastrtps"],
)
def test_a_middleware_that_is_not_installed_is_told_in_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Importing rclpy would end the process, with exit code 102."""
    monkeypatch.setenv("RMW_IMPLEMENTATION", name)
    goal = "put a mug in the sink"
    for words in (["doctor"], ["run", goal], ["robot-sim"], ["view", "--live"]):
        assert cli(words) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert name in told
        assert "rmw_fastrtps_cpp" in told
    assert node_main("planner", []) == 2
    assert name in capsys.readouterr().err


def test_a_middleware_that_is_installed_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("", "rmw_fastrtps_cpp"):
        monkeypatch.setenv("RMW_IMPLEMENTATION", name)
        require_middleware()
    monkeypatch.setenv("RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp")
    monkeypatch.delenv("AMENT_PREFIX_PATH")  # without ROS there is none to ask for
    require_middleware()
