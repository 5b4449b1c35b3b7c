# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A killed mapping process goes on from its checkpoint: nothing that was kept is lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "mapping_kill.py"


def kill(keep: Path, kills: int, seconds: int) -> dict:
    command = [sys.executable, str(SCRIPT), "--keep", str(keep), "--kills", str(kills)]
    done = subprocess.run(
        [*command, "--steps", "12"], capture_output=True, text=True, timeout=seconds
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "kills", [3, pytest.param(50, marks=[pytest.mark.slow, pytest.mark.timeout(1500)])]
)
def test_what_was_kept_survives_kills(tmp_path, kills):
    found = kill(tmp_path, kills, 90 * kills)
    assert found["kills"] == kills
    assert found["kept_but_lost"] == 0
    assert found["objects"] > 5


def test_a_process_that_starts_again_knows_before_it_imports_what_is_slow(tmp_path, scene, model):
    frame = scene.frame()
    before = model.update(frame, frame.oracle)
    model.save(tmp_path / "known.npz")
    code = f"""if True:
        import sys
        from egoplan_ros.mapping.world_model import WorldModel
        from egoplan_ros.world.ontology import load_ontology
        model = WorldModel(load_ontology())
        model.load({str(tmp_path / "known.npz")!r})
        assert not {{"numba", "scipy"}} & set(sys.modules)
        print(len(model.state().objects), int((model.state().grid.data == 0).sum()))
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(len(before.objects)), str((before.grid.data == 0).sum())]
