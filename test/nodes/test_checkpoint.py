# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the mapping node does with a checkpoint that it cannot use."""

from types import SimpleNamespace

import pytest

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.nodes.mapping import MappingNode
from egoplan_ros.world.ontology import load_ontology


@pytest.mark.parametrize("kind", ["empty", "coarse"])
def test_an_unusable_checkpoint_is_told_and_put_aside(tmp_path, kind):
    path = tmp_path / "mapping.npz"
    if kind == "empty":
        path.touch()
    else:
        WorldModel(load_ontology(), MappingConfig(resolution=0.1)).save(path)
    content, told = path.read_bytes(), []
    model = WorldModel(load_ontology())
    node = SimpleNamespace(
        _checkpoint=path,
        _model=model,
        get_logger=lambda: SimpleNamespace(warning=told.append),
    )
    MappingNode._resume(node)
    assert not model.state().objects
    assert len(told) == 1
    assert "mapping.npz" in told[0]
    assert "\n" not in told[0]
    assert not path.exists()
    assert (tmp_path / "mapping.npz.refused").read_bytes() == content
