# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drifting odometry that SLAM corrects now and then: what was mapped follows the corrections."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from box_scene import Block, Scene
from scipy.ndimage import distance_transform_edt

from egoplan_ros.mapping import keyframes
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.world_model import WorldModel
from egoplan_ros.robots.stand_in.drift import DriftingOdometry, DriftModel
from egoplan_ros.world.geometry import Pose2D, compose, compose2d, flat, inverse2d, path
from egoplan_ros.world.ontology import load_ontology

SPEED, RATE = 0.25, 0.8
WHEELS = DriftModel(0.02, radians(0.5), 0.005, 0.002)


def home() -> list[Block]:
    return [
        Block("", (0.0, 0.0, 1.23), (7.0, 5.0, 2.5)),
        Block("Floor", (0.0, 0.0, -0.005), (7.0, 5.0, 0.01)),
        Block("", (0.0, 0.2, 0.5), (1.6, 1.0, 1.0)),
        Block("CounterTop", (3.2, 0.0, 0.45), (0.6, 3.0, 0.9)),
        Block("Sofa", (-1.0, 2.2, 0.4), (2.0, 0.6, 0.8)),
        Block("Chair", (-2.4, -1.0, 0.45), (0.45, 0.45, 0.9)),
        Block("Mug", (3.0, 0.3, 0.95), (0.1, 0.1, 0.1)),
        Block("Apple", (3.05, -0.7, 0.945), (0.09, 0.09, 0.09)),
    ]


ROUND = [(1.0, 0.0)] * 3 + [(0.0, 1.57), (0.9, 0.0)] + [(0.9, 0.0), (0.0, 1.57)] * 2
"""Metres ahead, and radians to the left, of motions about what stands in the middle."""


class Robot:
    """Drives about the home as wheels, eyes and SLAM tell."""

    def __init__(self, every: float, seed: int = 0) -> None:
        self.scene = Scene(home(), 120)
        self.every = every
        self.wheels = DriftingOdometry(WHEELS, seed)
        self.true = Pose2D(-1.6, -1.7, 0.0)
        self.start = self.true
        self.clock = self.uncorrected = 0.0
        self.due = every
        self.correction = Pose2D(-1.6, -1.7, 0.0)

    def drive(self, ahead: float, turn: float) -> None:
        count = max(1, round(max(abs(ahead) / 0.05, abs(turn) / 0.1)))
        for _ in range(count):
            way, angle = ahead / count, turn / count
            before = self.wheels.pose
            self.wheels.move(way, angle)
            self.true = compose2d(self.true, Pose2D(way, 0.0, angle))
            self.uncorrected += path(before, self.wheels.pose)
            self.clock += abs(way) / SPEED + abs(angle) / RATE
            if self.clock > self.due:
                self.due += self.every
                self.localise()

    def localise(self) -> None:
        self.correction = compose2d(self.true, inverse2d(self.wheels.pose))
        self.uncorrected = 0.0

    def frames(self):
        """The same look, by what the robot knows and by the truth."""
        told = compose2d(self.correction, self.wheels.pose)
        frame = self.scene.at(self.true.x, self.true.y, np.degrees(self.true.yaw)).frame()
        pose = compose(flat(compose2d(told, inverse2d(self.true))), frame.camera_pose)
        state = replace(
            frame.robot, base=told, odometry=self.wheels.pose, uncorrected=self.uncorrected
        )
        return replace(frame, robot=state, camera_pose=pose), frame


def fit(model: WorldModel, truth: WorldModel) -> float:
    """Share of the occupied cells of the floor that are within 10 cm of true ones."""
    grids = [item.state().grid for item in (model, truth)]
    size = grids[0].resolution
    offset = np.round(np.subtract(grids[0].origin, grids[1].origin) / size).astype(int)
    pad = 60
    true = np.pad(grids[1].data > 50, pad)
    away = distance_transform_edt(~true) * size
    rows, cols = np.nonzero(grids[0].data > 50)
    return float((away[rows + offset[1] + pad, cols + offset[0] + pad] <= 0.1 + 1e-6).mean())


def tour(robot: Robot, rounds: int, follow: bool = True, align: bool = True):
    ontology, config = load_ontology(), MappingConfig(align=align)
    model, truth = WorldModel(ontology, config), WorldModel(ontology, config)
    motions = [(0.0, 0.0), *ROUND * rounds, (0.0, -0.5)]
    for number, motion in enumerate(motions):
        robot.drive(*motion)
        if number == len(motions) - 1:
            robot.localise()
        told, true = robot.frames()
        if not follow:
            told = replace(told, robot=replace(told.robot, odometry=None))
        model.update(told, told.oracle)
        truth.update(true, true.oracle)
    return model, truth


def errors(model: WorldModel, truth: WorldModel) -> dict[str, float]:
    """Metres by which the small things are off; there is one of each."""
    found = {}
    for kind in ("Mug", "Apple"):
        places = [
            [item.center for item in world.state().objects.values() if item.type == kind]
            for world in (model, truth)
        ]
        assert [len(part) for part in places] == [1, 1]
        found[kind] = float(np.linalg.norm(np.subtract(places[0][0], places[1][0])))
    return found


@pytest.mark.parametrize("every", [1.0, 10.0, 30.0, 1e9])
def test_what_was_mapped_follows_the_corrections(every):
    """2 % and half a degree a metre, found out every so many seconds or in the end."""
    model, truth = tour(Robot(every, seed=2), 2)
    assert fit(model, truth) >= 0.98
    assert max(errors(model, truth).values()) < 0.05


def test_the_drift_is_there():
    model, truth = tour(Robot(1e9, seed=2), 2, follow=False)
    assert fit(model, truth) < 0.9
    assert max(errors(model, truth).values()) > 0.2


def test_a_robot_that_is_localised_at_last_takes_its_map_along():
    robot = Robot(1e9)
    robot.correction = Pose2D(4.0, -7.0, 2.0)
    model, truth = tour(robot, 1)
    assert fit(model, truth) >= 0.95
    assert max(errors(model, truth).values()) < 0.15, "what it drifted by on the way is left"
    assert not model.occupancy.to_arrays()["trodden"].max() > 4.0 / 0.05, "where it never was"


@pytest.mark.parametrize("begun", [Pose2D(-1.6, -1.7, 0.0), Pose2D(4.0, -7.0, 2.0)])
def test_what_is_settled_stays_or_is_taken_along_as_a_whole(begun, monkeypatch):
    monkeypatch.setattr(keyframes, "_KEPT", 4)
    robot = Robot(1e9 if begun.x > 0.0 else 10.0)
    robot.correction = begun
    model, truth = tour(robot, 1)
    assert fit(model, truth) >= 0.95


def test_who_is_never_corrected_maps_as_ever():
    robot = Robot(1e9)
    model, _ = tour(robot, 1)
    plain = WorldModel(model.ontology, model.config)
    robot = Robot(1e9)
    followed = WorldModel(model.ontology, model.config)
    for motion in ROUND:
        robot.drive(*motion)
        told, _ = robot.frames()
        followed.update(told, told.oracle)
        state = replace(told.robot, odometry=None)
        plain.update(replace(told, robot=state), told.oracle)
    np.testing.assert_array_equal(followed.state().grid.data, plain.state().grid.data)


def test_a_model_that_was_saved_follows_from_there(tmp_path):
    robot = Robot(1e9)
    model, truth = tour(robot, 1)
    model.save(tmp_path / "map.npz")
    again = WorldModel(model.ontology, model.config)
    again.load(tmp_path / "map.npz")
    for motion in ROUND:
        robot.drive(*motion)
        robot.localise()
        told, true = robot.frames()
        again.update(told, told.oracle)
        truth.update(true, true.oracle)
    assert fit(again, truth) >= 0.95
