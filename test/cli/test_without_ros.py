# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import json
import sys

from egoplan_ros.cli import main


def test_missing_ros_is_told_with_the_remedy(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "egoplan_ros.nodes.clients.task_client", None)
    folder = tmp_path / "run"
    assert main(["run", "put a mug in the sink", "--out", str(folder), "--no-video"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "--in-process" in err
    assert not json.loads((folder / "result.json").read_text(encoding="utf-8"))["success"]
