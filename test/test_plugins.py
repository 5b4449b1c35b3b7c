# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A package that another wrote adds to the tables by its entry points."""

import json
import sys
from argparse import ArgumentParser
from textwrap import dedent

import cv2
import numpy as np
import pytest

from egoplan_ros.agent import Agent
from egoplan_ros.behavior.config import STRATEGIES, load_strategy, strategy_names
from egoplan_ros.behavior.selection.engines import SELECTIONS
from egoplan_ros.cli import main
from egoplan_ros.commands import perceive
from egoplan_ros.nodes.node_table import node_defaults, node_entry
from egoplan_ros.nodes.startup.parameter_check import check_parameters
from egoplan_ros.perception.registry import BACKENDS, TAKEN, all_options, make_backend
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.engines.registry import ENGINES
from egoplan_ros.planning.pddl.check import check_domain
from egoplan_ros.planning.planner import Planner
from egoplan_ros.robots.robot import ROBOTS, make_robot
from egoplan_ros.skills.driver import SKILLS, SkillRun
from egoplan_ros.world.action import PlanStatus, SymbolicAction
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.formats.state_file import read_state
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.skill import SIGNATURES

CODE = '''
import numpy as np

from egoplan_ros.perception.registry import Backend, Option
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose
from egoplan_ros.world.primitive import Primitive, PrimitiveKind, PrimitiveResult


class Near:
    """Whatever is nearest is a thing of one type."""

    name = "near"

    closed = 0

    def __init__(self, kind="Mug", threshold=-1.0):
        self.kind = kind

    def close(self):
        type(self).closed += 1

    def detect(self, frame):
        labels = (frame.depth < frame.depth.min() + 0.1).astype(np.uint16)
        v, u = np.argwhere(labels)[len(np.argwhere(labels)) // 2]
        box = (int(u) - 5, int(v) - 5, int(u) + 5, int(v) + 5)
        item = Detection(self.kind, 0.9, 1, box, (int(u), int(v)))
        return Detections(frame.stamp, labels, (item,), self.name)


NEAR = Backend(
    Near,
    (
        Option("kind", "Mug", "type of the thing"),
        Option("threshold", -1.0, "half of what is wanted", -1.0, 1.0),
    ),
    "what is nearest",
)
STRICT = Backend(Near, (Option("threshold", 0.5, "least", 0.0, 1.0),))
GREEDY = Backend(Near, (Option("raw_type", "", "type of what comes in"),))


class Still:
    """Stands before a thing and never moves."""

    def __init__(self):
        self.step, self.last = 0, None

    def reset(self, scene=None, seed=None):
        self.step, self.last = 0, None
        return self.observe()

    def execute(self, primitive):
        self.step, self.last = self.step + 1, PrimitiveResult(primitive, True)
        return self.observe()

    def observe(self):
        camera = Camera.from_vertical_fov(100, 100, 1.2)
        depth = np.full((100, 100), 1.5, np.float32)
        depth[45:56, 45:56] = 1.0
        state = RobotState(float(self.step), self.step, 1, Pose2D(), 0.5, 1.2, last=self.last)
        pose = camera_optical_pose(state.base, 1.2, 0.5)
        rgb = np.zeros((100, 100, 3), np.uint8)
        return RgbdFrame(state.stamp, rgb, depth, camera, pose, state)

    def stop(self):
        pass

    def close(self):
        pass

    def truth(self):
        return {}


def nod(ctx, name):
    yield Primitive(PrimitiveKind.LOOK_DOWN)


def idle():
    yield


def right(domain, problem, timeout):
    assert "(:goal" in problem and "(:action Open" in domain and timeout > 0
    return "; what else\\n(goto fridge_1)\\n(open fridge_1)"


def wrong(domain, problem, timeout):
    return "(open fridge_1)"


def garbled(domain, problem, timeout):
    return "(levitate fridge_1)"


def none(domain, problem, timeout):
    return None


def crash(domain, problem, timeout):
    raise RuntimeError("out of cheese")


class Shy:
    def __init__(self):
        raise OSError("no camera\\nat all")


HEADLESS = object()
'''
GOOD = {
    "egoplan_ros.perception": {"near": "still_life:NEAR", "nearest": "still_life:Near"},
    "egoplan_ros.robots": {"still": "still_life:Still"},
    "egoplan_ros.skills": {"Nod": "still_life:nod"},
    "egoplan_ros.engines": {
        word: f"still_life:{word}" for word in ("right", "wrong", "garbled", "none", "crash")
    },
    "egoplan_ros.strategies": {"patient": "still_life"},
}
BROKEN = {
    "egoplan_ros.perception": {
        **{"gone": "nowhere_at_all:Eyes", "oracle": "still_life:Near"},
        **{name: f"still_life:{name.upper()}" for name in ("strict", "greedy")},
        "quits": "still_life.licence:Eyes",
    },
    "egoplan_ros.robots": {
        **{"headless": "still_life:HEADLESS", "shy": "still_life:Shy"},
        "near": "still_life:Near",
    },
    "egoplan_ros.strategies": {"unwritten": "still_life"},
}
REPAIR, READ = "repair or uninstall the package", "see the package's documentation"
WORLD = {"objects": [{"type": "Fridge", "center": [1.0, 0.0, 0.9], "states": {"open": False}}]}


def install(folder, name, groups):
    """What pip leaves of a distribution in a folder of the search path."""
    info = folder / f"{name.replace('-', '_')}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "still_life").mkdir()
    (tmp_path / "still_life" / "__init__.py").write_text(dedent(CODE))
    (tmp_path / "still_life" / "licence.py").write_text("raise SystemExit('no licence')\n")
    (tmp_path / "still_life" / "patient.yaml").write_text("behavior: {max_steps: 77}\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("still_life", "still_life.licence"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    for registry in (BACKENDS, ROBOTS, SKILLS, SIGNATURES, ENGINES, STRATEGIES, SELECTIONS):
        monkeypatch.setattr(registry, "_loaded", {})
        monkeypatch.setattr(registry, "_added", {})
    yield tmp_path
    for name in ("still_life", "still_life.licence"):
        sys.modules.pop(name, None)


@pytest.fixture
def good(package):
    install(package, "still-life", GOOD)


@pytest.fixture
def broken(package):
    install(package, "still-broken", BROKEN)


def test_a_back_end_and_a_robot_are_used_by_name(good):
    assert {"near", "nearest", "oracle"} <= set(BACKENDS.names())
    with Agent(perception="near", robot="still", strategy="patient") as agent:
        assert agent.config.max_steps == 77
        seen = agent.world_model.state().objects
        assert [thing.type for thing in seen.values()] == ["Mug"]
    assert make_backend("near", kind="Apple").detect(make_robot("still").observe()).items
    with pytest.raises(InputError, match="has no option 'colour'; it has kind"):
        make_backend("near", colour="red")


def test_what_a_back_end_may_be_told_is_a_parameter(good, tmp_path):
    assert {"near"} == {
        name for o, found in all_options().items() if o.name == "kind" for name in found
    }
    assert node_defaults(node_entry("perception"))["kind"] == "Mug"
    given = tmp_path / "mine.yaml"
    given.write_text("perception: {ros__parameters: {backend: near, kind: Apple}}\n")
    check_parameters(given)


def test_what_a_back_end_may_be_told_is_a_flag(good, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("x.png", np.full((60, 80, 3), 120, np.uint8))
    np.save("depth.npy", np.pad(np.full((20, 40), 1.0, np.float32), 20, constant_values=2.0))
    words = ["perceive", "x.png", "--depth", "depth.npy", "--json"]
    assert main([*words, "--backend", "near", "--kind", "Apple"]) == 0
    (seen,) = json.loads(capsys.readouterr().out)["detections"]
    assert seen["type"] == "Apple"
    assert main([*words, "--backend", "coco", "--kind", "Apple"]) == 2
    assert "--kind is no option of back end coco" in capsys.readouterr().err


def test_the_packages_own_tell_what_an_option_means(good):
    (threshold,) = [(o, names) for o, names in all_options().items() if o.name == "threshold"]
    assert threshold[0].meaning.startswith("least probability")
    assert threshold[1] == ("coco", "learned", "near")


def test_what_no_option_may_be_called_is_all_that_is_called_otherwise():
    from egoplan_ros.nodes.perception import Perception

    parser = ArgumentParser()
    perceive.add_arguments(parser)
    named = {action.dest for action in parser._actions}
    named |= {parameter.name for parameter in Perception.PARAMETERS}
    assert named - {option.name for option in all_options()} == TAKEN - {"use_sim_time"}


def test_a_skill_is_run_and_may_be_named_by_a_domain(good, tmp_path):
    run = SkillRun(SymbolicAction("Nod", ("Fridge_1",)), read_world(tmp_path), load_ontology())
    assert run.primitive is not None
    assert run.primitive.kind is PrimitiveKind.LOOK_DOWN
    domain = tmp_path / "household.pddl"
    action = "(:action Greet :parameters (?o - Fridge) :precondition (near ?o) :effect (open ?o)"
    text = f"(define (domain d) (:extends household) {action} :skill (%s)))"
    domain.write_text(text % "Nod ?o")
    assert check_domain(domain, load_ontology()) == []
    domain.write_text(text % "Nod ?o ?o")
    assert "skill Nod takes 1 arguments" in check_domain(domain, load_ontology())[0]


def test_a_skill_of_a_program_may_be_named_by_a_domain(package):
    def wave(ctx, name, times=2):
        yield

    SKILLS.register("Wave", wave)
    assert SIGNATURES.get("Wave") == 1
    with pytest.raises(InputError, match="'Wave': the name is empty or taken"):
        SKILLS.register("Wave", wave)
    with pytest.raises(InputError, match="must take the context first"):
        SKILLS.register("Bow", lambda: None)


def read_world(folder):
    path = folder / "world.json"
    path.write_text(json.dumps(WORLD))
    return read_state(path, load_ontology())


@pytest.mark.parametrize(
    ("engine", "status", "told"),
    [
        ("right", PlanStatus.SOLVED, ""),
        ("wrong", PlanStatus.CRASH, "the solver's plan is wrong"),
        ("garbled", PlanStatus.CRASH, "garbled gave no plan: KeyError('levitate')"),
        ("none", PlanStatus.UNSOLVABLE, ""),
        ("crash", PlanStatus.CRASH, "RuntimeError: out of cheese"),
    ],
)
def test_an_engine_runs_apart_and_its_plan_is_checked(good, tmp_path, engine, status, told):
    planner = Planner(load_ontology(), PlannerConfig(engine=engine))
    goal = parse_goal("(exists (?f - Fridge) (open ?f))")
    found = planner.plan(goal, read_world(tmp_path))
    assert (found.status, told in found.message) == (status, True), found
    assert [action.name for action in found.actions] == (
        ["GoTo", "Open"] if status is PlanStatus.SOLVED else []
    )


def test_a_strategy_is_a_file_of_its_package(good):
    assert "patient" in strategy_names()
    assert load_strategy("patient").max_steps == 77


@pytest.mark.parametrize(
    ("use", "told", "remedy"),
    [
        (lambda: make_backend("gone"), ["perception back end 'gone'", "nowhere_at_all"], REPAIR),
        (lambda: make_backend("quits"), ["back end 'quits'", "SystemExit: no licence"], REPAIR),
        (lambda: make_robot("headless"), ["robot 'headless'", "cannot be called"], REPAIR),
        (lambda: make_robot("shy"), ["robot 'shy'", "OSError: no camera at all"], READ),
        (lambda: make_robot("near"), ["robot 'near'", "Near has no method reset"], READ),
        (lambda: load_strategy("unwritten"), ["strategy 'unwritten'", "unwritten.yaml"], REPAIR),
        (lambda: make_backend("strict"), ["option threshold has another default"], REPAIR),
        (lambda: make_backend("greedy"), ["no option may be called raw_type"], REPAIR),
    ],
)
def test_a_broken_one_is_refused_in_a_line_that_says_whose_it_is(broken, use, told, remedy):
    with pytest.raises(InputError) as refused:
        use()
    line = str(refused.value)
    assert "\n" not in line
    for words in (*told, "still-broken 1.2", "group egoplan_ros.", remedy):
        assert words in line


def test_a_robot_that_lacks_a_method_is_closed(broken):
    with pytest.raises(InputError, match="no method reset"):
        make_robot("near")
    assert sys.modules["still_life"].Near.closed == 1


def test_a_broken_one_spoils_nothing_else(broken, capsys):
    assert "kind" not in {option.name for option in all_options()}
    assert "oracle" in dict(BACKENDS.items())
    assert type(make_backend("oracle")).__module__ == "egoplan_ros.perception.oracle"
    assert main(["perceive", "x.png", "--backend", "gone"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_two_of_one_name_are_told(good, package):
    install(package, "other-life", {"egoplan_ros.robots": {"still": "other_life:Still"}})
    with pytest.raises(InputError, match=r"other-life 1.2.*still-life|still-life 1.2.*other-life"):
        make_robot("still")


def test_the_doctor_tells_what_is_installed(good, monkeypatch):
    from egoplan_ros.commands.doctor import CHECKS

    told = CHECKS["plug-ins"]()
    for words in ("perception back end near", "robot still", "skill Nod", "strategy patient"):
        assert f"{words} (still-life 1.2)" in told


def test_the_doctor_tells_what_is_broken(broken):
    from egoplan_ros.commands.doctor import CHECKS

    with pytest.raises(InputError) as refused:
        CHECKS["plug-ins"]()
    for words in ("'gone'", "'oracle'", "the name is taken", "'headless'", "'unwritten'"):
        assert words in str(refused.value)


@pytest.mark.parametrize(
    ("group", "value", "told"),
    [
        ("strategies", "still_life", "strategy hasty: skills: reach must be a number"),
        ("skills", "still_life:idle", "TypeError: hasty must take the context first"),
    ],
)
def test_the_doctor_tells_what_would_fail_later(package, group, value, told):
    from egoplan_ros.commands.doctor import CHECKS

    (package / "still_life" / "hasty.yaml").write_text("skills: {reach: far}\n")
    install(package, "still-hasty", {f"egoplan_ros.{group}": {"hasty": value}})
    with pytest.raises(InputError, match=told):
        CHECKS["plug-ins"]()


def test_unknown_names_list_what_there_is():
    for registry in (BACKENDS, ROBOTS, SKILLS):
        with pytest.raises(InputError, match="'unheard' is unknown; choose from"):
            registry.get("unheard")
