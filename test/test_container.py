# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Dockerfile, development container and workflow name what there is, and install the same."""

import json
import re
import subprocess
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")


def test_what_is_installed_is_listed():
    files = r"(?<![\w-])(?:/requirements/)?([a-z-]+\.txt)"
    for text, more in ((DOCKERFILE, set()), (WORKFLOW, {"dev.txt"})):
        named = set(re.findall(files, text))
        assert named == {"run.txt", "thor.txt", "thor-deps.txt"} | more
        assert all((ROOT / "requirements" / name).exists() for name in named)
    packages = r"ros-jazzy-[\w-]+"
    assert set(re.findall(packages, DOCKERFILE)) == set(re.findall(packages, WORKFLOW))


def test_all_that_the_build_reads_goes_into_the_image():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    tops = {line.partition("/")[0] for line in tracked.stdout.split("\n")}
    assert tops & set(ignored) == set()


def test_the_development_container_is_made_of_the_dockerfile():
    folder = ROOT / ".devcontainer"
    told = json.loads((folder / "devcontainer.json").read_text(encoding="utf-8"))
    assert (folder / told["build"]["dockerfile"]).resolve() == ROOT / "Dockerfile"
    assert (folder / told["build"]["context"]).resolve() == ROOT
    assert told["workspaceFolder"] in told["workspaceMount"]
    assert f"COPY . {Path(told['workspaceFolder']).relative_to('/ws')}" in DOCKERFILE


def test_the_scripts_of_the_workflow_are_sound():
    jobs = yaml.safe_load(WORKFLOW)["jobs"]
    scripts = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    told = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    for script in (*scripts, told["postCreateCommand"]):
        assert subprocess.run(["bash", "-n"], input=script, text=True).returncode == 0
    assert jobs["colcon"]["container"] in DOCKERFILE
    assert "bash .ci/run" in scripts
