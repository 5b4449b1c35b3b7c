# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What pip installs: built apart from this checkout, tried in an environment without ROS."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
DATA = "egoplan_ros-*.data/data/share/egoplan_ros/"
NO_ROS = "import sys; sys.modules['rclpy'] = None"


def tracked(*folders):
    done = subprocess.run(
        ["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip("no git checkout")
    return [name for name in done.stdout.split("\0") if name]


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """The source distribution of a fresh clone, and the wheel that is built from that."""
    clone, out = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("dist")
    for name in tracked():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    command = [sys.executable, "-m", "build", "--outdir", str(out), str(clone)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, env=clean())
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return out


def clean(**more):
    """An environment that names no ROS, and nothing of this checkout."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return kept | pip | more


@pytest.fixture(scope="module")
def python(dist, tmp_path_factory):
    """An interpreter that has the wheel and its requirements; of ROS it knows nothing."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, symlinks=True, with_pip=False)
    made = folder / "bin" / "python"
    site = Path(
        sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)})
    )
    # As a line of a .pth, the folder is searched, and its own .pth files are not.
    requirements = sysconfig.get_path("purelib")
    (site / "requirements.pth").write_text(f"{requirements}\n{NO_ROS}\n", encoding="utf-8")
    (wheel,) = dist.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(made), "install", "--no-deps", "--quiet"]
    subprocess.run([*pip, str(wheel)], check=True, env=clean(), timeout=120)
    return made


def test_all_code_weights_and_configuration_are_in_the_wheel(dist):
    (wheel,) = dist.glob("*.whl")
    names = {name.partition("/share/egoplan_ros/")[2] or name for name in ZipFile(wheel).namelist()}
    wanted = tracked("egoplan_ros", "config", "launch")
    assert len(wanted) > 700
    assert not set(wanted) - names
    assert not [name for name in names if name.startswith(("test/", "build/"))]


def test_an_example_succeeds_in_a_fresh_process_without_ros(python, tmp_path):
    example = tmp_path / "example.py"
    shutil.copy(ROOT / "examples" / "run_instruction.py", example)
    done = subprocess.run(
        [python, example, "open", "the", "fridge"],
        cwd=tmp_path,
        env=clean(),
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[-1].startswith("succeeded after")
    assert not (tmp_path / "build").exists()


def test_the_package_is_the_wheels_own(python, tmp_path):
    program = (
        "import egoplan_ros; from egoplan_ros.world.system.resources import config_path; "
        "print(egoplan_ros.__file__); print(config_path('objects.yaml'))"
    )
    done = subprocess.run(
        [python, "-c", program], cwd=tmp_path, env=clean(), capture_output=True, text=True
    )
    paths = done.stdout.splitlines()
    assert len(paths) == 2, done.stderr
    assert all(Path(path).is_relative_to(python.parents[1]) for path in paths)


def test_the_command_works_without_ros_and_says_what_needs_it(python, tmp_path):
    command = python.parent / "egoplan"

    def run(*words):
        return subprocess.run(
            [command, *words], cwd=tmp_path, env=clean(), capture_output=True, text=True
        )

    assert "FloorPlan1" in run("sim", "--list").stdout
    assert "Mug" in run("parse", "put a mug in the sink").stdout
    done = run("run", "open the fridge", "--no-video")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "use --in-process" in done.stderr
