# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The behavior tree in `egoplan view`: of a recording, of a running graph, and as a file."""

import json
from pathlib import Path

import pytest
from py_trees.behaviours import Dummy, Failure, Running, Success
from py_trees.composites import Selector, Sequence
from py_trees.decorators import Inverter

from egoplan_ros.behavior.snapshot import tree_rows
from egoplan_ros.cli import main
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.commands.terminal.tree_text import rebuilt, tree_text, write_tree
from egoplan_ros.world.errors import InputError


@pytest.fixture(autouse=True)
def nothing_runs(tmp_path, monkeypatch):
    """What others run on this machine is not found."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


def sample(ticks: int = 1):
    """Rows of a tree that was ticked."""
    root = Sequence("task", memory=False)
    choice = Selector("pursue", memory=False)
    choice.add_children([Inverter("not done?", Success("done?")), Running("act"), Dummy("rest")])
    never = Sequence("never", memory=False, children=[Failure("below")])
    root.add_children([Success("not stopped?"), choice, never])
    for _ in range(ticks):
        root.tick_once()
    return tree_rows(root)


def test_a_tree_survives_its_message_and_is_py_trees_again():
    pytest.importorskip("rclpy")
    from egoplan_ros.nodes.convert.status import from_tree, to_tree

    for rows in (sample(), sample(0)):
        assert from_tree(to_tree(rows, 1.0)) == rows
        again = tree_rows(rebuilt(rows))
        assert again == rows


def test_what_lies_below_what_was_not_reached_is_left_out_unless_that_is_all():
    text = tree_text(sample())
    assert "act" in text
    assert "below" not in text
    assert "below" in tree_text(sample(0))


def test_where_no_tree_comes_domain_and_namespace_are_named(monkeypatch, capsys):
    """A robot's nodes are below /egoplan, and --live listens at the root."""
    listener = pytest.importorskip("egoplan_ros.nodes.clients.tree_listener")
    monkeypatch.setattr(listener, "listen_to_tree", lambda show, silent, *_: silent())
    assert main(["view", "--live"]) == 0
    assert "--domain and --namespace" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".dot", ".png", ".txt"])
def test_files(tmp_path, ending):
    path = tmp_path / f"tree{ending}"
    write_tree(path, sample())
    data = path.read_bytes()
    assert data.startswith({".dot": b"digraph", ".png": b"\x89PNG", ".txt": b"[-] task"}[ending])
    assert (b"never" in data) == (ending != ".png")


def test_nothing_and_nowhere(tmp_path):
    with pytest.raises(InputError, match="empty"):
        tree_text([])
    with pytest.raises(InputError, match=r"\.dot, \.png"):
        write_tree(tmp_path / "tree.gif", sample())
    with pytest.raises(InputError, match="cannot be written"):
        write_tree(tmp_path / "none" / "tree.dot", sample())


@pytest.fixture
def published(monkeypatch):
    """A publisher of trees, and its domain."""
    rclpy = pytest.importorskip("rclpy")
    from egoplan_ros.msg import BehaviorTree
    from rclpy.context import Context
    from rclpy.node import Node

    from egoplan_ros.nodes.convert.status import to_tree
    from egoplan_ros.nodes.qos import LATCHED

    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    with own_domain() as domain:
        context = Context()
        rclpy.init(context=context, domain_id=domain)
        node = Node("tree_test", context=context, namespace="home")
        publisher = node.create_publisher(BehaviorTree, "behavior/tree", LATCHED)
        yield node, domain, lambda rows: publisher.publish(to_tree(rows, 1.0))
        node.destroy_node()
        context.try_shutdown()


def test_the_tree_of_a_running_graph(published, capsys, tmp_path):
    _, domain, publish = published
    publish(sample())
    words = ["view", "--live", "--once", "--domain", str(domain), "--namespace", "home"]
    assert main([*words, "--tree", str(tmp_path / "tree.dot")]) == 0
    assert tree_text(sample()) in capsys.readouterr().out
    assert (tmp_path / "tree.dot").exists()
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == "task"


def test_the_tree_of_a_recording(published, capsys, tmp_path: Path):
    from rclpy.executors import SingleThreadedExecutor

    from egoplan_ros.nodes.clients.recorder import Recorder

    node, _, publish = published
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    recorder = Recorder(node, tmp_path / "recording")
    for _ in range(100):
        publish(sample())
        executor.spin_once(timeout_sec=0.05)
    publish(sample(0))  # all is over
    for _ in range(5):
        executor.spin_once(timeout_sec=0.05)
    recorder.close()
    executor.shutdown()
    (tmp_path / "result.json").write_text('{"success": true}', encoding="utf-8")
    assert main(["view", str(tmp_path)]) == 0
    assert "--> act [*]" in capsys.readouterr().out


def test_bad_input_is_told_in_one_line(tmp_path, capsys):
    (tmp_path / "result.json").write_text('{"success": true}', encoding="utf-8")
    for words, line in (
        ([str(tmp_path), "--tree", "tree.gif"], ".dot"),
        ([str(tmp_path), "--tree", str(tmp_path / "tree.dot")], "no recording of the tree"),
    ):
        assert main(["view", *words]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert line in err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--domain", "999"], "'999' is no ROS domain id from 0 to 232"),
        (["--domain", "-1"], "--domain"),
        (["--namespace", "1a"], "'1a' is no ROS namespace"),
        (["--namespace", "a//b"], "--namespace"),
        (["--namespace", "a b"], "--namespace"),
    ],
)
def test_no_such_place_to_listen_is_told_in_one_line(words, line, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["view", "--live", "--once", *words])
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert line in err


@pytest.mark.parametrize("value", ["999", "abc", "-1"])
def test_no_such_domain_in_the_environment_is_told_in_one_line(value, capsys, monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", value)
    assert main(["view", "--live", "--once"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"ROS_DOMAIN_ID: {value!r}" in err
