# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speed of the voxel map beside OctoMap and Open3D, on the same frames in one run.

Run: `python benchmarks/mapping.py --keep DIR [--peers SITE_PACKAGES] [--plot growth.png]`. The
peers, octomap-python and open3d, are looked for in the site-packages folder given; without them
only our own figures come out. Times are processor time on one thread, medians over the frames of
a tour.
"""

import argparse
import ctypes
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import tours

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.voxel_map import VoxelMap, frame_points
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose
from egoplan_ros.world.ontology import load_ontology

SCENE = "FloorPlan1"
SIZES = ((300, 300), (640, 480))
_WARM = 3
_GROWTH = 10


def timed(call: Callable[[Any], Any], items: Sequence[Any]) -> dict[str, Any]:
    """Milliseconds of processor time a call takes; the first ones warm up."""
    spent = []
    for item in items:
        begin = time.process_time()
        call(item)
        spent.append(1e3 * (time.process_time() - begin))
    spent = spent[_WARM:]
    return {
        "median_ms": round(statistics.median(spent), 2),
        "p95_ms": round(float(np.quantile(spent, 0.95)), 2),
        "frames": len(spent),
    }


def frames_of(size: tuple[int, int], keep: Path, length: int) -> list[tours.Step]:
    """Frames of a recorded tour with images of that size (width, height)."""
    path = keep / f"{SCENE}_{size[0]}x{size[1]}_{length}.npz"
    if not path.exists():
        robot = ThorRobot(
            width=size[0], height=size[1], field_of_view=90.0 if size[0] < 600 else 58
        )
        try:
            tours.save(tours.record(robot, SCENE, 1, length), path)
        finally:
            robot.close()
    return list(tours.load(path).steps)


def octomap_tree(config: MappingConfig) -> Any:
    """An empty OctoMap with our sensor model."""
    import octomap

    tree = octomap.OcTree(config.resolution)
    tree.setProbHit(_probability(config.hit))
    tree.setProbMiss(_probability(-config.miss))
    tree.setClampingThresMin(_probability(config.odds_min))
    tree.setClampingThresMax(_probability(config.odds_max))
    return tree


def _probability(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))


def agreement(ours: VoxelMap, tree: Any) -> dict[str, Any]:
    """Share of the voxels that both know on which both say the same."""
    known = np.argwhere(ours.seen > 0)
    centres = (known + 0.5) * ours.resolution + ours.origin
    theirs = np.asarray(tree.getLabels(centres)).ravel()
    mine = (ours.odds[tuple(known.T)] > 0).astype(int)
    both = theirs >= 0
    same = mine[both] == theirs[both]
    return {"rate": round(float(same.mean()), 4), "voxels": int(both.sum()),
            "known_by_octomap_too": round(float(both.mean()), 4)}  # fmt: skip


def open3d_surface(frames: Sequence[RgbdFrame], config: MappingConfig) -> dict[str, Any]:
    """Open3D's VoxelBlockGrid on the CPU, depth only."""
    import open3d as o3d
    import open3d.core as o3c

    grid = o3d.t.geometry.VoxelBlockGrid(
        attr_names=("tsdf", "weight"),
        attr_dtypes=(o3c.float32, o3c.float32),
        attr_channels=((1), (1)),
        voxel_size=config.resolution,
        block_resolution=16,
        block_count=20000,
        device=o3c.Device("CPU:0"),
    )
    camera = frames[0].camera
    matrix = [[camera.fx, 0, camera.cx], [0, camera.fy, camera.cy], [0, 0, 1]]
    intrinsic = o3c.Tensor(np.array(matrix))

    def integrate(item: tuple[Any, Any]) -> None:
        image, extrinsic = item
        blocks = grid.compute_unique_block_coordinates(
            image, intrinsic, extrinsic, 1.0, config.max_range
        )
        grid.integrate(blocks, image, intrinsic, extrinsic, 1.0, config.max_range)

    items = []
    for frame in frames:
        depth = np.ascontiguousarray(np.nan_to_num(frame.depth))
        items.append(
            (
                o3d.t.geometry.Image(o3c.Tensor(depth)),
                o3c.Tensor(np.linalg.inv(frame.camera_pose.matrix())),
            )
        )
    return timed(integrate, items)


def speed(steps: Sequence[tours.Step], peers: bool) -> dict[str, Any]:
    """Our times and theirs on the same frames."""
    frames = [step.frame for step in steps]
    config = MappingConfig()
    ours = VoxelMap(config)
    ours.insert(frames[0])
    ours.clear()
    report: dict[str, Any] = {"voxel map": timed(ours.insert, frames)}
    surface = VoxelMap(replace(config, free_space=False))
    report["voxel map, surface only"] = timed(surface.insert, frames)
    model = WorldModel(load_ontology(), config)
    report["whole world model"] = timed(lambda s: model.update(s.frame, s.detections), steps)
    if peers:
        tree = octomap_tree(config)
        clouds = []
        for frame in frames:
            points, good = frame_points(frame, config)
            eye = np.array(frame.camera_pose.position)
            rays = points[good].astype(np.float64) - eye
            # Our end points: half a millimetre further in, for faces that lie on voxel borders.
            further = 1.0 + 5e-4 / np.linalg.norm(rays, axis=1, keepdims=True)
            clouds.append((eye + rays * further, eye))
        report["octomap"] = timed(
            lambda item: tree.insertPointCloud(item[0], item[1], config.max_range), clouds
        )
        report["times octomap"] = round(
            report["octomap"]["median_ms"] / report["voxel map"]["median_ms"], 1
        )
        report["agreement with octomap"] = agreement(ours, tree)
        report["open3d"] = open3d_surface(frames, config)
        report["surface only / open3d"] = round(
            report["voxel map, surface only"]["median_ms"] / report["open3d"]["median_ms"], 2
        )
    return report


def growth(steps: Sequence[tours.Step]) -> list[dict[str, float]]:
    """Time per frame and memory per known volume while the tour is repeated room by room."""
    model = WorldModel(load_ontology(), MappingConfig(align=False))
    voxels = model.voxels
    rows = []
    for room in range(_GROWTH):
        insert, update = [], []
        for number, step in enumerate(steps):
            moved = _moved(step.frame, 6.0 * room, float(room * len(steps) + number + 1))
            found = replace(step.detections, stamp=moved.stamp)
            before = time.process_time()
            model.update(moved, found)
            update.append(time.process_time() - before)
            before = time.process_time()
            voxels.insert(moved)
            insert.append(time.process_time() - before)
        known = int((voxels.seen > 0).sum()) * voxels.resolution**3
        rows.append(
            {
                "known_m3": round(known, 1),
                "insert_ms": round(1e3 * statistics.median(insert), 2),
                "insert_max_ms": round(1e3 * max(insert), 2),
                "update_ms": round(1e3 * statistics.median(update), 2),
                "kB_per_m3": round(voxels.nbytes / 1e3 / known, 1),
            }
        )
    return rows


def _moved(frame: RgbdFrame, shift: float, stamp: float) -> RgbdFrame:
    x, y, z = frame.camera_pose.position
    base = replace(frame.robot.base, x=frame.robot.base.x + shift)
    robot = replace(frame.robot, base=base, stamp=stamp, last=None, holding=False)
    pose = Pose((x + shift, y, z), frame.camera_pose.orientation)
    return replace(frame, camera_pose=pose, robot=robot, stamp=stamp)


def plot(rows: list[dict[str, float]], path: Path) -> None:
    """Growth as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, left = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    volume = [row["known_m3"] for row in rows]
    left.plot(volume, [r["insert_ms"] for r in rows], "o-", label="voxel map, ms a frame")
    left.plot(volume, [r["update_ms"] for r in rows], "s-", label="world model, ms a frame")
    left.set(xlabel="known volume, m³", ylabel="processor time, ms (median)", ylim=(0, None))
    right = left.twinx()
    right.plot(volume, [r["kB_per_m3"] for r in rows], "k^--", label="memory, kB per m³")
    right.set(ylabel="kB per m³", ylim=(0, None))
    lines = left.get_lines() + right.get_lines()
    left.legend(lines, [str(line.get_label()) for line in lines], loc="lower right")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)


def main() -> int:
    """Measure, print JSON, draw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--keep", type=Path, required=True, metavar="DIR", help="recorded tours")
    parser.add_argument("--peers", type=Path, metavar="SITE_PACKAGES")
    parser.add_argument("--steps", type=int, default=60, help="frames of each size")
    parser.add_argument("--plot", type=Path, help="picture of the growth, png")
    args = parser.parse_args()
    if args.peers is not None:
        sys.path.append(str(args.peers))
        usb = args.peers / "libusb_package" / "libusb-1.0.so"
        if usb.exists():  # open3d wants it, and pip can bring it
            ctypes.CDLL(str(usb), mode=ctypes.RTLD_GLOBAL)
    report: dict[str, Any] = {"threads": int(os.environ["OMP_NUM_THREADS"])}
    for size in SIZES:
        steps = frames_of(size, args.keep, args.steps)
        report[f"{size[0]}x{size[1]}"] = speed(steps, args.peers is not None)
    report["growth"] = growth(frames_of(SIZES[0], args.keep, args.steps))
    if args.plot is not None:
        plot(report["growth"], args.plot)
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
