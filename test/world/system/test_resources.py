# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the files of config/ come from."""

from pathlib import Path

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import config_layers, config_path


def test_own_files_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").mkdir()
    own = tmp_path / "config" / "objects.yaml"
    own.write_text("types: {}\n")
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    assert config_path("objects.yaml") == own
    assert config_path("household.pddl").is_file()


def test_an_own_file_lies_on_top_of_the_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = config_path("behavior.yaml")
    assert config_layers("behavior.yaml") == [shipped]
    (tmp_path / "config").mkdir()
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    assert config_layers("behavior.yaml") == [shipped]
    own = tmp_path / "config" / "behavior.yaml"
    own.write_text("")
    assert config_layers("behavior.yaml") == [shipped, own]
    own.unlink()
    own.symlink_to(shipped)
    assert len(config_layers("behavior.yaml")) in (1, 2)  # a built copy may be there, too
    assert config_layers("behavior.yaml")[-1] == own


def test_a_wrong_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path / "no"))
    with pytest.raises(InputError, match=r"EGOPLAN_SHARE: .*no has no folder config/"):
        config_path("objects.yaml")
