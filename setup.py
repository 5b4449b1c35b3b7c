# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Installs the Python part with pip; `colcon build` also builds the messages."""

import re
from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).resolve().parent
version = re.search(r"<version>([^<]+)</version>", (ROOT / "package.xml").read_text("utf-8"))
if version is None:
    raise SystemExit("package.xml: <version> is missing")


def requirements(*names: str) -> list[str]:
    """Pinned requirements of the given files; wheels of ROS 2 are left to the installer."""
    lines = [
        line.split("#")[0].strip()
        for name in names
        for line in (ROOT / "requirements" / name).read_text("utf-8").splitlines()
    ]
    return [line for line in lines if line]


def shared(folder: str) -> list[tuple[str, list[str]]]:
    """Data files of a folder, below share/egoplan_ros."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            relative = path.relative_to(ROOT)
            found.setdefault(f"share/egoplan_ros/{relative.parent}", []).append(str(relative))
    return list(found.items())


setup(
    name="egoplan_ros",
    version=version.group(1),
    description="A ROS 2 stack that follows household instructions in homes it has never seen",
    long_description=(ROOT / "README.md").read_text("utf-8"),
    long_description_content_type="text/markdown",
    license="Apache-2.0",
    python_requires=">=3.11",
    packages=find_packages(include=["egoplan_ros", "egoplan_ros.*"]),
    package_data={
        "egoplan_ros": [
            "**/*.css",
            "**/*.html",
            "**/*.js",
            "**/*.json",
            "**/*.yaml",
            "**/*.pt",
            "**/*.onnx",
            "**/*.npz",
            "**/*.txt",
            "**/NOTICE",
            "**/LICENSE.*",
        ]
    },
    data_files=shared("config") + shared("launch"),
    # ai2thor's own list adds opencv-python, which wants libGL: told in docs/installation.md.
    install_requires=requirements("run.txt", "thor.txt", "thor-deps.txt"),
    extras_require={
        "thor": requirements("thor.txt", "thor-deps.txt"),
        "web": requirements("optional/web.txt"),
        "gymnasium": requirements("optional/gymnasium.txt"),
        "mcp": requirements("optional/mcp.txt"),
        "ray": requirements("optional/ray.txt"),
        "train-perception": requirements("optional/train-perception.txt"),
    },
    entry_points={"console_scripts": ["egoplan = egoplan_ros.cli:main"]},
)
