# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every example is run as a reader runs it, and does what it says."""

import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"


@pytest.fixture
def example(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(name, *words):
        monkeypatch.setattr(sys, "argv", [name, *words])
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out

    return run


def test_every_example_is_here_and_in_the_page():
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    here = Path(__file__).read_text(encoding="utf-8")
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert len(names) >= 6
    for name in names:
        assert f'example("{name}"' in here
        assert f"../examples/{name}.py" in page


@pytest.mark.slow
def test_an_instruction_is_followed(example):
    told = example("run_instruction", "open the fridge")
    assert told.splitlines()[-1].startswith("succeeded after")
    assert "Open(Fridge_1)" in told


@pytest.mark.slow
def test_a_back_end_of_ones_own_sees(example):
    found = example("own_perception").split()
    assert "Fridge_1" in found
    assert not [name for name in found if "Knife" in name]


@pytest.mark.slow
def test_a_plan_is_made_on_a_saved_world(example, tmp_path):
    told = example("plan_saved_world", "kept.json")
    assert (tmp_path / "kept.json").exists()
    assert told.split()[0] in ("solved", "explore")
    assert example("plan_saved_world", "kept.json") == told


@pytest.mark.slow
def test_the_simulator_is_driven_by_ai2thors_client(example):
    told = example("drive_simulator")
    assert told.startswith("True (300, 300, 3)")
    assert "CounterTop" in told or "Cabinet" in told


@pytest.mark.slow
def test_a_model_is_scored(example):
    told = example("evaluate_model", "oracle", "1").splitlines()
    assert told[0].startswith("1 1 ")
    assert told[-1].startswith(("0/1 [", "1/1 ["))


def test_the_graph_is_subscribed_to(example, monkeypatch):
    rclpy = pytest.importorskip("rclpy")
    from egoplan_ros.msg import ObjectArray, ObjectInstance

    from egoplan_ros.commands.domain import own_domain
    from egoplan_ros.nodes.qos import LATCHED

    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
        context = rclpy.context.Context()
        rclpy.init(context=context, domain_id=domain)
        node = rclpy.create_node("mapping", context=context)
        publisher = node.create_publisher(ObjectArray, "objects", LATCHED)
        mug = ObjectInstance(id="Mug_1")
        mug.center.x = 1.5
        publisher.publish(ObjectArray(objects=[mug]))
        try:
            assert example("subscribe_graph") == "Mug_1 (1.50, 0.00, 0.00) m in map\n"
        finally:
            node.destroy_node()
            context.try_shutdown()
