# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Builds a package of messages into a folder, as colcon does, for tests."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIKE = ROOT / "third_party" / "vision_msgs"


def import_path(folder: Path) -> dict[str, str]:
    """Additions to the environment of processes that import what is built into a folder, later on.

    The folders must be there before Python starts.
    """
    packages = folder / "install" / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    libraries = folder / "install" / "lib"
    packages.mkdir(parents=True, exist_ok=True)
    return {
        "PYTHONPATH": os.pathsep.join([str(packages), os.environ.get("PYTHONPATH", "")]),
        "LD_LIBRARY_PATH": os.pathsep.join([str(libraries), os.environ["LD_LIBRARY_PATH"]]),
    }


def build_messages(name: str, messages: Mapping[str, str], folder: Path) -> None:
    """Generate a package that depends on std_msgs and geometry_msgs, into ``folder/install``.

    Args:
        name: of the package.
        messages: fields by name of the message.
        folder: where to.
    """
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed")
    source = folder / "src" / name
    (source / "msg").mkdir(parents=True)
    for message, fields in messages.items():
        (source / "msg" / f"{message}.msg").write_text(fields, encoding="utf-8")
    manifest = (LIKE / "package.xml").read_text(encoding="utf-8")
    (source / "package.xml").write_text(manifest.replace("vision_msgs", name), encoding="utf-8")
    rules = (LIKE / "CMakeLists.txt").read_text(encoding="utf-8").replace("vision_msgs", name)
    lines = [line for line in rules.splitlines() if not line.startswith("  msg/")]
    at = next(k for k, line in enumerate(lines) if line.startswith("rosidl_generate_interfaces"))
    lines[at + 1 : at + 1] = [f"  msg/{message}.msg" for message in messages]
    (source / "CMakeLists.txt").write_text("\n".join(lines), encoding="utf-8")
    prefix = sys.prefix
    environment = {
        **os.environ,
        "PATH": f"{prefix}/bin:{os.environ['PATH']}",
        "AMENT_PREFIX_PATH": prefix,
        "CMAKE_PREFIX_PATH": prefix,
        "COLCON_HOME": str(folder / "colcon"),
    }
    done = subprocess.run(
        [
            *(sys.executable, f"{prefix}/bin/colcon", "--log-base", "log", "build"),
            *("--merge-install", "--base-paths", "src", "--cmake-args"),
            *(f"-DPython3_EXECUTABLE={sys.executable}", "-DBUILD_TESTING=OFF"),
            "-DEGOPLAN_WITHOUT_CPP=ON",
        ],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
