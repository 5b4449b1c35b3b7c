# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files that save_map and load_map are told of: below one folder, and nothing else."""

from types import SimpleNamespace

import pytest
from egoplan_ros.srv import LoadMap, SaveMap

from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.nodes.mapping import MappingNode
from egoplan_ros.nodes.node_table import maps_directory
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


@pytest.fixture
def node(tmp_path):
    return SimpleNamespace(
        _model=WorldModel(load_ontology()), _publish=lambda world: None, _maps=tmp_path / "maps"
    )


def save(node, name, **more):
    return MappingNode._save(node, SaveMap.Request(name=name, **more), SaveMap.Response())


def load(node, name):
    return MappingNode._load(node, LoadMap.Request(name=name), LoadMap.Response())


@pytest.mark.parametrize("name", ["home.npz", "upstairs/home.json"])
def test_a_map_is_saved_below_the_folder(tmp_path, node, name):
    answer = save(node, name)
    assert answer.success
    assert answer.message == str(tmp_path / "maps" / name)
    assert (tmp_path / "maps" / name).is_file()


def test_what_was_saved_is_loaded(node):
    save(node, "home.npz")
    assert load(node, "home.npz").success


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/cron.d/home.npz",
        "../home.npz",
        "a/../../home.npz",
        "~/home.npz",
        "~root/home.npz",
        "a//home.npz",
        "./home.npz",
        "home",
        "home.npz.sh",
        "home\0.npz",
        "home\n.npz",
        "..\\home.npz",
        "x" * 300 + ".npz",
    ],
)
@pytest.mark.parametrize("ask", [save, load])
def test_a_name_that_leads_elsewhere_is_refused(tmp_path, node, ask, name):
    with pytest.raises(InputError) as refused:
        ask(node, name)
    assert "\n" not in str(refused.value)
    assert sorted(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("ask", [save, load])
def test_a_link_that_leads_out_is_refused(tmp_path, node, ask):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="by a link"):
        ask(node, "link/home.npz")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_nothing_is_overwritten_unless_it_is_wanted(tmp_path, node):
    save(node, "home.npz")
    (tmp_path / "maps" / "home.npz").write_bytes(b"kept")
    with pytest.raises(InputError, match="set overwrite"):
        save(node, "home.npz")
    assert (tmp_path / "maps" / "home.npz").read_bytes() == b"kept"
    assert save(node, "home.npz", overwrite=True).success
    assert load(node, "home.npz").success


def test_only_npz_is_loaded(node):
    save(node, "home.json")
    with pytest.raises(InputError, match=r"must end in \.npz"):
        load(node, "home.json")


def test_maps_are_kept_in_the_home_of_ros(tmp_path, monkeypatch):
    monkeypatch.setenv("ROS_HOME", str(tmp_path))
    assert maps_directory() == tmp_path / "egoplan_maps"
