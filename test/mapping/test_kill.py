"""A killed mapping process goes on from its checkpoint: nothing that was kept is lost."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.mapping.archive import read_archive, write_archive

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


def test_parts_of_killed_writers_are_swept_away(tmp_path):
    old, new, other = (tmp_path / f".{name}" for name in ("a.npz.x1", "a.npz.x2", "b.npz.x3"))
    for part in (old, new, other):
        part.write_bytes(b"cut off")
    for part in (old, other):
        os.utime(part, (time.time() - 3600.0,) * 2)
    write_archive(tmp_path / "a.npz", {"x": np.arange(3)}, compress=False)
    assert sorted(p.name for p in tmp_path.iterdir()) == [".a.npz.x2", ".b.npz.x3", "a.npz"]
    assert read_archive(tmp_path / "a.npz")["x"].tolist() == [0, 1, 2]


def test_a_process_that_starts_again_knows_before_it_imports_what_is_slow(tmp_path, scene, model):
    frame = scene.frame()
    before = model.update(frame, frame.oracle)
    model.save(tmp_path / "known.npz")
    code = f"""if True:
        import sys
        from egoplan_ros.mapping import WorldModel
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
