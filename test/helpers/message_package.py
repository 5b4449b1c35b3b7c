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


def build_messages(name: str, messages: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Generate a package that depends on std_msgs and geometry_msgs.

    Args:
        name: of the package.
        messages: fields by name of the message.
        folder: where to.

    Returns:
        Additions to the environment of processes that import it; ``LD_LIBRARY_PATH`` must be there
        before Python starts.
    """
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed")
    source, target = folder / "src" / name, folder / "install"
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
    packages = Path(sysconfig.get_path("purelib")).relative_to(prefix)
    return {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(target / packages), _set("PYTHONPATH")])),
        "LD_LIBRARY_PATH": os.pathsep.join([str(target / "lib"), _set("LD_LIBRARY_PATH")]),
    }


def _set(name: str) -> str:
    return os.environ.get(name, "")
