"""Files that save_map and load_map are told of."""

from types import SimpleNamespace

import pytest
from egoplan_ros.srv import LoadMap, SaveMap

from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.nodes.mapping import MappingNode
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


@pytest.fixture
def node():
    return SimpleNamespace(_model=WorldModel(load_ontology()), _publish=lambda world: None)


@pytest.mark.parametrize("name", ["home.npz", "home.json"])
def test_the_users_home_is_meant_by_a_tilde(tmp_path, monkeypatch, node, name):
    """It made a folder of that name where the node had been started."""
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    saved = MappingNode._save(node, SaveMap.Request(path=f"~/{name}"), SaveMap.Response())
    assert (home / name).is_file()
    assert saved.message == str(home / name)
    assert not list(here.iterdir())
    if name.endswith(".npz"):
        request = LoadMap.Request(path=f"~/{name}")
        assert MappingNode._load(node, request, LoadMap.Response()).success


def test_a_home_that_nobody_has_is_told(tmp_path, monkeypatch, node):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="~nobody-of-that-name"):
        MappingNode._save(node, SaveMap.Request(path="~nobody-of-that-name/x"), SaveMap.Response())
