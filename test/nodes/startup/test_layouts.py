# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The layouts of RViz and Foxglove show what docs/interfaces.md says there is."""

import json
import re
import subprocess
from importlib import import_module
from pathlib import Path

import yaml

import egoplan_ros.nodes  # noqa: F401  joins the messages to the package

ROOT = Path(__file__).resolve().parents[3]
LAYOUT = ROOT / "config" / "egoplan.foxglove.json"


def published() -> dict[str, str]:
    """Types of the topics that the graph publishes, as docs/interfaces.md has them."""
    text = (ROOT / "docs" / "interfaces.md").read_text(encoding="utf-8")
    text = text.split("### Topics the graph listens to")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (\S+) \|", text, re.MULTILINE))


def drawn() -> set[str]:
    """Those of them that can be drawn."""
    drawable = {
        "sensor_msgs/msg/Image",
        "nav_msgs/msg/OccupancyGrid",
        "nav_msgs/msg/Odometry",
        "nav_msgs/msg/Path",
        "sensor_msgs/msg/PointCloud2",
        "visualization_msgs/msg/MarkerArray",
    }
    return {topic for topic, kind in published().items() if kind in drawable}


def test_rviz_shows_every_drawable_topic() -> None:
    shown = yaml.safe_load((ROOT / "config" / "egoplan.rviz").read_text(encoding="utf-8"))
    assert drawn() <= set(_topics(shown))


def test_foxglove_shows_every_drawable_topic_and_no_other() -> None:
    text = LAYOUT.read_text(encoding="utf-8")
    named = {name.removeprefix("/") for name in re.findall(r'"(/[\w/]+)"', text)}
    heard = {"instruction", "stop"}
    known = {topic.removeprefix("/") for topic in published()}
    assert drawn() <= named
    assert named - heard <= known
    panels = json.loads(text)["configById"]
    sent = {panel["topicName"]: panel for name, panel in panels.items() if "Publish!" in name}
    for topic in heard:
        package, _, kind = sent[f"/{topic}"]["datatype"].split("/")
        message = getattr(import_module(f"{package}.msg"), kind)()
        for field, value in json.loads(sent[f"/{topic}"]["value"]).items():
            setattr(message, field, value)


def test_every_panel_of_the_foxglove_layout_has_its_place() -> None:
    told = json.loads(LAYOUT.read_text(encoding="utf-8"))

    def places(layout: object) -> list[str]:
        if isinstance(layout, str):
            tabs = told["configById"][layout].get("tabs", ())
            return [layout, *(name for tab in tabs for name in places(tab["layout"]))]
        assert isinstance(layout, dict)
        return places(layout["first"]) + places(layout["second"])

    assert sorted(places(told["layout"])) == sorted(told["configById"])


def test_the_layout_of_a_robot_is_below_its_namespace() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"^    (sed .*egoplan.foxglove.json) >", page, re.MULTILINE)
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True)
    names = set(re.findall(r'"(/[\w/]+)"', done.stdout))
    assert {name for name in names if not name.startswith("/egoplan/")} == {"/diagnostics"}
    assert len(json.loads(done.stdout)["configById"]) > 5


def _topics(tree: object) -> list[str]:
    if isinstance(tree, dict):
        own = [str(tree["Value"])] if {"Value", "Depth"} <= set(tree) else []
        return own + [topic for value in tree.values() for topic in _topics(value)]
    if isinstance(tree, list):
        return [topic for value in tree for topic in _topics(value)]
    return []
