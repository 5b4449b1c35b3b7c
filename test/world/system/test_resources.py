"""Where the files of config/ come from."""

from pathlib import Path

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import config_path


def test_own_files_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").mkdir()
    own = tmp_path / "config" / "objects.yaml"
    own.write_text("types: {}\n")
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path))
    assert config_path("objects.yaml") == own
    assert config_path("household.pddl").is_file()


def test_a_wrong_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EGOPLAN_SHARE", str(tmp_path / "no"))
    with pytest.raises(InputError, match=r"EGOPLAN_SHARE: .*no has no folder config/"):
        config_path("objects.yaml")
