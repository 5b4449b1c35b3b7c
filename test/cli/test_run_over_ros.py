# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import imageio_ffmpeg
import psutil
import pytest
from rosbags.rosbag2 import Reader

ROOT = Path(__file__).resolve().parents[2]
TEXT = "put a mug in the sink"
TOPICS = {"/camera/color/image_raw", "/map", "/objects", "/plan", "/status", "/tf", "/result"}

pytestmark = pytest.mark.system


def start(folder, *words, text=TEXT):
    command = [sys.executable, "-m", "egoplan_ros.cli", "run", text, "--scene", "FloorPlan3"]
    return subprocess.Popen(
        [*command, "--out", str(folder), *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def left_over(folder):
    """Processes of this run that are still there: their log folder is in their environment."""
    found = []
    for process in psutil.process_iter(["pid"]):
        try:
            if str(folder) in process.environ().get("ROS_LOG_DIR", ""):
                found.append(process.pid)
        except (psutil.Error, OSError):
            continue
    return [pid for pid in found if pid != os.getpid()]


def check_artefacts(folder):
    assert cv2.imread(str(folder / "map.png")) is not None
    about = next(imageio_ffmpeg.read_frames(str(folder / "video.mp4")))
    assert about["duration"] > 0.5
    with Reader(folder / "recording") as reader:
        return {item.topic for item in reader.connections if item.msgcount}


def test_a_run_leaves_all_artefacts_and_no_process(tmp_path):
    folder = tmp_path / "a run"
    process = start(folder, "--json")
    out, err = process.communicate(timeout=240)
    result = json.loads(out)
    assert process.returncode == 0, err
    assert result == json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert result["success"]
    assert result["judged_by"] == "simulator"
    acted = [row[2] for row in result["events"] if row[1] == "action"]
    assert acted == [action for action, _ in result["actions"]]
    assert result["events"][-1][1:3] == ["finished", result["reason"]]
    assert sum(result["spent"].values()) == result["steps"]
    assert set(result["artefacts"]) == {"map", "video", "recording", "logs"}
    assert check_artefacts(folder) >= TOPICS
    assert {path.stem for path in (folder / "log").glob("*.log")} >= {"behavior", "mapping"}
    assert left_over(folder) == []


def test_interrupted_in_the_middle(tmp_path):
    folder = tmp_path / "run"
    process = start(folder, text="put a clean mug in the coffee machine")
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "] step " in line:
            break
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, "".join(lines) + err
    assert "Traceback" not in err
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert result["state"] == "cancelled"
    assert not result["success"]
    assert "/status" in check_artefacts(folder)
    assert left_over(folder) == []


def process_of(folder, node):
    """The process of a node of this run."""
    for process in psutil.process_iter(["pid"]):
        try:
            words = process.cmdline()
            if str(folder) in process.environ().get("ROS_LOG_DIR", "") and node in words:
                return process
        except (psutil.Error, OSError):
            continue
    return None


@pytest.mark.slow
def test_a_run_goes_on_when_behavior_dies(tmp_path):
    folder = tmp_path / "a run"
    text = "put a clean mug in the coffee machine"
    process = start(folder, "--no-video", "--no-recording", text=text)
    lines = []
    for line in process.stdout:
        lines.append(line)
        if " step " in line and "LookAround" not in line:
            break
    process_of(folder, "behavior").kill()
    out, err = process.communicate(timeout=240)
    said = "".join(lines) + out
    assert process.returncode == 0, said + err
    assert "behavior was killed by signal 9" in said
    assert "it goes on with the task" in said
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert result["success"]
    assert result["node_restarts"] == 1
    assert left_over(folder) == []
