# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The back end as a whole, with networks that have learned nothing."""

from math import radians
from pathlib import Path

import numpy as np
import pytest
import torch

from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.blocks import fused
from egoplan_ros.perception.learned.crops import pyramid
from egoplan_ros.perception.learned.proposer import Proposer, corners, halvings
from egoplan_ros.perception.learned.weights import Networks, fresh, load, save
from egoplan_ros.perception.registry import make_backend
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose

TYPES, STATES = ("Apple", "Mug", "Sofa"), ("dirty", "open")


def seeing() -> Networks:
    """Networks that take everything for a thing."""
    torch.manual_seed(0)
    networks = fresh(TYPES, STATES, {"Mug": ["dirty"]})
    torch.nn.init.constant_(networks.proposer.kinds.bias[:1], 5.0)
    return networks


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "w.npz"
    save(path, seeing(), {"about": "a test"})
    return path


def frame(rgb: np.ndarray, depth: np.ndarray) -> RgbdFrame:
    height, width = depth.shape
    camera = Camera.from_vertical_fov(width, height, radians(60))
    pose = camera_optical_pose(Pose2D(), 1.2, 0.3)
    return RgbdFrame(2.0, rgb, depth, camera, pose, RobotState(2.0, 0, 1, Pose2D(), 0.3, 1.2))


@pytest.mark.parametrize("size", [(96, 128), (65, 71), (16, 16)])
@pytest.mark.parametrize("depth", [1.5, np.nan, 0.0, np.inf])
def test_any_picture_gives_sound_detections(
    weights: Path, size: tuple[int, int], depth: float
) -> None:
    backend = make_backend("learned", model=str(weights), threshold=0.0)
    rgb = np.random.default_rng(0).integers(0, 255, (*size, 3), dtype=np.uint8)
    found = backend.detect(frame(rgb, np.full(size, depth, dtype=np.float32)))
    assert found.stamp == 2.0
    assert found.labels.shape == size
    assert set(np.unique(found.labels)) - {0} == {item.label for item in found.items}
    for item in found.items:
        mask = found.labels == item.label
        rows, columns = np.nonzero(mask)
        assert item.box == (columns.min(), rows.min(), columns.max(), rows.max())
        assert mask[item.point[1], item.point[0]]
        assert 0.0 <= item.score <= 1.0
        assert item.type == item.candidates[0][0]
        assert np.linalg.norm(item.embedding) == pytest.approx(1.0, abs=1e-4)
        assert set(item.states) <= ({"dirty"} if item.type == "Mug" else set())


def test_weights_come_back(weights: Path) -> None:
    networks = load(weights)
    assert (networks.types, networks.states) == (TYPES, STATES)
    assert networks.able == {"Mug": ("dirty",)}
    made = seeing().proposer.state_dict()
    for key, value in networks.proposer.state_dict().items():
        assert torch.allclose(value.float(), made[key].float(), atol=2e-3), key


@pytest.mark.parametrize("content", [None, b"", b"what"])
def test_a_model_file_that_is_none_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "m.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"m\.npz.*egoplan train perception"):
        LearnedBackend(str(path))


def test_folding_the_normalisation_changes_nothing() -> None:
    torch.manual_seed(1)
    network = Proposer(3)
    x = torch.randn(2, 8, 64, 64)
    for _ in range(3):
        network(x)  # running statistics that are not those of a start
    network.eval()
    with torch.inference_mode():
        before = network(x)
        after = fused(network)(x)
    for key, value in before.items():
        assert torch.allclose(value, after[key], atol=1e-3, rtol=1e-3), key


def test_boxes_are_told_from_the_middle_of_their_cell() -> None:
    distances = torch.full((1, 4, 2, 3), 5.0)
    box = corners(distances)[0, :, 1, 2]
    assert box.tolist() == [9.5 - 5, 5.5 - 5, 9.5 + 5, 5.5 + 5]


@pytest.mark.parametrize("size", [(300, 300), (301, 299)])
def test_a_frame_of_twice_the_resolution_is_read_halved_and_whole(
    weights: Path, size: tuple[int, int]
) -> None:
    backend = LearnedBackend(str(weights))
    image = torch.from_numpy(np.random.default_rng(0).random((8, *size), dtype=np.float32))
    tall = image.repeat_interleave(2, dim=1).repeat_interleave(2, dim=2)
    assert (halvings(150.0), halvings(300.0), halvings(525.0), halvings(9000.0)) == (0, 1, 2, 2)
    with torch.inference_mode():
        small = backend.propose(pyramid(image), 150.0)
        large = backend.propose(pyramid(tall), 300.0)
        whole = backend.propose(pyramid(tall), 150.0)
    np.testing.assert_allclose(large.kinds, small.kinds, atol=1e-5)
    limit = np.array([size[1], size[0]] * 2) - 1.0
    free = ((small.cells > 0) & (small.cells < limit)).all(axis=1)
    assert free.any()
    count = len(small.cells)
    np.testing.assert_allclose(
        large.cells[:count][free], small.cells[free] * 2 + np.array([0, 0, 1, 1]), atol=1e-2
    )
    small_ones = (whole.cells[:, 2:] - whole.cells[:, :2] + 1.0).max(axis=1) <= 96.0
    np.testing.assert_allclose(large.cells[count:], whole.cells[small_ones], atol=1e-2)
    seen = frame(np.zeros((*size, 3), np.uint8), np.ones(size, np.float32))
    assert backend.parse(seen)[1].shape == size
