# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the hooks of the site make of pages and code; `make docs` builds it, strictly."""

import importlib.util
import inspect
import logging
import re
import typing
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def hook(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / "site" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = {"index.md", "planning.md", "contributing.md", "strategies/epa.md", "images/run.png"}


@pytest.mark.parametrize(
    ("place", "uri", "text", "wanted"),
    [
        ("README.md", "index.md", "[p](docs/planning.md#speed)", "[p](planning.md#speed)"),
        ("docs/planning.md", "planning.md", "[c](../CONTRIBUTING.md)", "[c](contributing.md)"),
        ("docs/strategies/epa.md", "strategies/epa.md", "[`p`](../planning.md)", None),
        ("README.md", "index.md", "![run](docs/images/run.png)", "![run](images/run.png)"),
        ("docs/planning.md", "planning.md", "[w](https://a.org/b) [x](#speed)", None),
        ("docs/planning.md", "planning.md", "```\n[w](nowhere.md)\n```\n`[x](y.md)`", None),
    ],
)
def test_links_work_on_github_and_on_the_site(place, uri, text, wanted, caplog):
    assert hook("links").relinked(text, place, uri, PAGES) == (wanted or text)
    assert not caplog.records


def test_what_is_no_page_is_linked_to_in_the_repository():
    links = hook("links")
    for place, kind in (("../config/planner.yaml", "blob"), ("../msg", "tree")):
        told = links.relinked(f"[x]({place})", "docs/planning.md", "planning.md", PAGES)
        assert told == f"[x]({links.REPOSITORY}/{kind}/main/{place[3:]})"


def test_what_is_nowhere_fails_the_strict_build(caplog):
    with caplog.at_level(logging.WARNING):
        hook("links").relinked("[x](../config/none.yaml)", "docs/a.md", "a.md", PAGES)
    assert "leads nowhere" in caplog.text


def test_a_diagram_is_drawn_and_one_that_is_none_ends_the_build():
    pytest.importorskip("mermaidx")
    from mkdocs.exceptions import PluginError

    figures = hook("figures")
    assert "<svg " in figures.figure("flowchart LR\n  here --> there")
    with pytest.raises(PluginError, match="cannot be drawn"):
        figures.figure("flowchart LR\n  here -- [ there")


def test_what_a_page_would_load_from_elsewhere_is_found():
    loaded = hook("offline").loaded
    page = '<script src="//a.org/x.js"></script><a href="https://b.org">b</a>'
    assert loaded(page) == ["//a.org/x.js"]
    assert loaded("<style>@import 'https://c.org/x.css'</style>") == ["https://c.org/x.css"]
    assert loaded('<img src="images/x.png"><link rel="icon" href="x.png">') == []


def test_the_command_line_is_told_whole():
    from egoplan_ros.cli import COMMANDS, command_parser

    page = "\n".join(hook("reference").command_line())
    for name in COMMANDS:
        assert f"\n## {name}\n" in page
        for flag in re.findall(r"(?<![\w-])--[a-z-]+", command_parser(name).format_usage()):
            assert f"`{flag}" in page, name
    assert "\n### train perception\n" in page


def test_all_parameters_messages_and_files_are_told():
    reference = hook("reference")
    pytest.importorskip("rclpy")
    import egoplan_ros.nodes  # noqa: F401  joins the messages to the package
    from egoplan_ros.nodes.parameters import defaults

    told = "\n".join(reference.parameters())
    assert [name for name in defaults("planner") if f"`{name}`" not in told] == []
    told = "\n".join(reference.messages())
    assert all(f"### {path.stem}\n" in told for path in (ROOT / "msg").iterdir())
    rows = re.findall(
        r"^\| \[(\S+)\]\(\S+\) \| (.*) \|$", "\n".join(reference.configuration()), re.M
    )
    assert len(rows) == sum(path.is_file() for path in (ROOT / "config").rglob("*"))
    assert [name for name, told in rows if len(told) < 10] == []


def test_the_public_names_are_in_the_reference():
    import egoplan_ros

    names = {name.rsplit(".", 1)[1] for group in hook("reference").API.values() for name in group}
    assert set(egoplan_ros.__all__) <= names


def test_arrows_of_the_node_graph_are_topics_actions_and_services():
    interfaces = (ROOT / "docs" / "interfaces.md").read_text("utf-8")
    publishers = dict(
        re.findall(r"^\| `([\w/]+)` \| \S+/msg/\S+ \| \w+ \| (\w+) \|", interfaces, re.M)
    )
    servers = dict(
        re.findall(r"^\| `(\w+)` \| \S+/(?:action|srv)/\S+ \| (\w+) \|", interfaces, re.M)
    )
    figure = re.search(
        r"```mermaid\n(.*?)```", (ROOT / "docs/concepts.md").read_text("utf-8"), re.S
    )
    drawn = defaultdict(list)
    for who, topics, _ in re.findall(r'^  (\w+) -- "?([^"\n]+?)"? --> (\w+)$', figure[1], re.M):
        for topic in topics.split(", "):
            drawn[publishers[topic]].append(topic)
            assert publishers[topic] == who
    for _, name, server in re.findall(r"^  (\w+)\S* -\. (\w+) \.-> (\w+)$", figure[1], re.M):
        assert servers[name] == server
        drawn[server].append(name)
    assert len(drawn) == 7


def annotated(thing):
    """Classes of the package in the annotations of a public class or function."""
    found, hints = set(), []
    members = vars(thing).values() if inspect.isclass(thing) else []
    for item in [thing, getattr(thing, "__init__", thing), *members]:
        item = item.fget if isinstance(item, property) else getattr(item, "__func__", item)
        public = not getattr(item, "__name__", "_").startswith("_") or item is thing.__init__
        if public and (inspect.isfunction(item) or item is thing):
            own = typing.get_type_hints(item)
            hints += [hint for name, hint in own.items() if not name.startswith("_")]
    while hints:
        hint = hints.pop()
        hints += hint if isinstance(hint, list) else typing.get_args(hint)
        if isinstance(hint, type) and hint.__module__.startswith("egoplan_ros."):
            found.add(f"{hint.__module__.partition('.')[2]}.{hint.__qualname__}")
    return found


INSIDE = {
    "behavior.executive.TaskExecutive": "what pursues tasks, to look at alone",
    "world.raw_detection.RawDetections": "what a robot's own detector says, of the back end alone",
}


def test_what_public_names_take_and_give_is_in_the_reference():
    told = {name for group in hook("reference").API.values() for name in group}
    met = set()
    for name in told - {"environment.HouseholdEnv"}:  # gymnasium's own annotations are unfinished
        module, _, word = name.rpartition(".")
        thing = getattr(importlib.import_module(f"egoplan_ros.{module}"), word)
        assert thing.__doc__, name
        met |= annotated(thing)
    assert met - told == set(INSIDE)
