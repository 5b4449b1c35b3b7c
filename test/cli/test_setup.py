# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = "bash cat cut dirname find flock grep mkdir pwd sha256sum sort uname printf rm make".split()


@pytest.fixture
def checkout(tmp_path):
    """A checkout that was never set up, in a path with spaces, and a PATH of its own."""
    folder = tmp_path / "a b" / "egoplan ros"
    for name in ("scripts", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("package.xml", "CMakeLists.txt", "egoplan"):
        shutil.copy(ROOT / name, folder)
    for name in ("msg", "srv", "action", "third_party", "egoplan_ros", "config"):
        (folder / name).mkdir()
    binaries = tmp_path / "bin"
    binaries.mkdir()
    for tool in TOOLS:
        path = shutil.which(tool)
        if path:
            (binaries / tool).symlink_to(path)
    return folder, binaries


def set_up(folder, binaries, **more):
    return subprocess.run(
        [folder / "scripts" / "setup.sh"],
        env={"PATH": str(binaries), "HOME": str(folder), **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_everything_that_is_missing_is_told_in_one_line(checkout):
    folder, binaries = checkout
    done = set_up(folder, binaries)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    for word in (
        "Python 3.11 or 3.12",
        "cmake",
        "compiler",
        "apt-get install",
        "python3-venv",
        "g++",
    ):
        assert word in done.stderr
    assert not (folder / ".venv").exists()


def test_too_old_a_python_is_not_taken(checkout):
    folder, binaries = checkout
    for name in ("python3", "python3.12", "python3.11"):
        (binaries / name).write_text("#!/bin/sh\nexit 0\n")  # prints no interpreter: not suitable
        (binaries / name).chmod(0o755)
    assert "Python 3.11 or 3.12" in set_up(folder, binaries).stderr


def test_where_python3_is_another_version_one_that_does_is_named(checkout):
    """On Ubuntu 22.04 python3 is 3.10: to install that once more brings nothing."""
    folder, binaries = checkout
    (binaries / "python3").write_text("#!/bin/sh\nexit 0\n")
    (binaries / "python3").chmod(0o755)
    error = set_up(folder, binaries).stderr
    assert "python3.11 python3.11-venv python3.11-dev" in error
    assert "PYTHON=" in error
    assert " python3 " not in error


def test_a_second_python_lacks_packages_of_its_own_name(checkout):
    folder, binaries = checkout
    (binaries / "python3").write_text("#!/bin/sh\nexit 0\n")
    (binaries / "python3.11").write_text(
        "#!/bin/sh\n"
        'case "$2" in *base_executable*) echo "$0";; *"%d.%d"*) echo 3.11;; *) exit 1;; esac\n'
    )
    for name in ("python3", "python3.11"):
        (binaries / name).chmod(0o755)
    error = set_up(folder, binaries).stderr
    assert "python3.11-venv python3.11-dev" in error
    assert "python3-venv" not in error


def test_only_what_is_missing_is_told(checkout):
    folder, binaries = checkout
    base = getattr(sys, "_base_executable", sys.executable)
    (binaries / "python3").symlink_to(base)
    for name in ("cc", "c++"):
        (binaries / name).symlink_to(shutil.which("true"))
    error = set_up(folder, binaries).stderr
    assert "cmake" in error
    assert "compiler" not in error
    assert "3.12" not in error


def test_what_compilers_leave_beside_the_code_asks_for_no_new_build(checkout):
    folder, _ = checkout
    text = (folder / "scripts" / "setup.sh").read_text(encoding="utf-8")
    functions = re.findall(r"^(?:install|build)_hash\(\) \{.*?^\}$", text, re.DOTALL | re.MULTILINE)
    program = "\n".join([*functions, "build_hash"])

    def build_hash():
        done = subprocess.run(
            ["bash", "-c", program], cwd=folder, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    before = build_hash()
    assert len(before) == 64
    caches = folder / "egoplan_ros" / "sim" / "__pycache__"
    caches.mkdir(parents=True)
    for name in ("shading.cpython-311.pyc", "shading._hash-13.py311.nbi"):
        (caches / name).touch()
    assert build_hash() == before
    (folder / "egoplan_ros" / "sim" / "shading.py").touch()
    assert build_hash() != before


def said_to_be(binaries, name, version):
    """A Python that claims a version; one that does not do prints no interpreter."""
    base = 'echo "$0"' if version in ("3.11", "3.12") else ":"
    (binaries / name).write_text(
        f"#!/bin/sh\ncase $2 in *base_executable*) {base};; "
        f"*%d.%d*) echo {version};; *) exit 1;; esac\n"
    )
    (binaries / name).chmod(0o755)
    return str(binaries / name)


@pytest.mark.parametrize("version", ["3.13", "3.10", "3.14", "2.7", "3.9"])
def test_a_python_that_was_asked_for_is_not_replaced_by_another(checkout, version):
    folder, binaries = checkout
    said_to_be(binaries, "python3", "3.11")
    done = set_up(folder, binaries, PYTHON=said_to_be(binaries, "mine", version))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "PYTHON=" in done.stderr
    assert f"is Python {version};" in done.stderr
    assert not (folder / ".venv").exists()


def test_a_python_that_is_not_there_is_told(checkout):
    folder, binaries = checkout
    said_to_be(binaries, "python3", "3.11")
    for name in ("python3.13", "/nowhere/python3.12", "a b"):
        assert f"PYTHON={name}: cannot be run" in set_up(folder, binaries, PYTHON=name).stderr


def test_a_python_other_than_that_of_the_venv_is_told(checkout):
    folder, binaries = checkout
    (folder / ".venv" / "bin").mkdir(parents=True)
    said_to_be(folder / ".venv" / "bin", "python", "3.11")
    error = set_up(folder, binaries, PYTHON=said_to_be(binaries, "mine", "3.12")).stderr
    assert "is Python 3.12, and .venv has 3.11; make clean" in error


@pytest.mark.parametrize("name", ["Küche", "дом", "家", "café", "a:b", "a;b", "it's", "a$b", "🏠"])
def test_a_folder_in_which_the_build_would_fail_is_told_before(checkout, name):
    folder, binaries = checkout
    other = folder.parent / name
    folder.rename(other)
    done = set_up(other, binaries)
    assert done.returncode == 1
    assert name in done.stderr
    assert "ASCII" in done.stderr
    assert not (other / ".venv").exists()


@pytest.mark.slow
def test_a_finished_set_up_costs_nothing():
    script = ROOT / "scripts" / "setup.sh"
    environment = {**os.environ, "PATH": os.environ["PATH"]}
    subprocess.run([script], check=True, env=environment, capture_output=True)
    before = (ROOT / ".venv" / "bin").stat().st_mtime_ns, (ROOT / "install").stat().st_mtime_ns
    done = subprocess.run([script], check=True, env=environment, capture_output=True, text=True)
    after = (ROOT / ".venv" / "bin").stat().st_mtime_ns, (ROOT / "install").stat().st_mtime_ns
    assert before == after
    assert done.stdout == ""
    assert subprocess.run([script, "--check"], check=False).returncode == 0
