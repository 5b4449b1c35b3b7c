# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every class of texture: enough members, unlike each other, seamless where told, reproducible."""

import numpy as np
import pytest

from egoplan_ros.sim.textures.catalogue import TEXTURES
from egoplan_ros.sim.textures.store import made, pyramid, texture

ALL = sorted(TEXTURES)
MEMBERS = 20


@pytest.fixture(autouse=True, scope="module")
def _cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EGOPLAN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def members(name):
    return [texture(name, number) for number in range(MEMBERS)]


def thumbnail(image):
    """Mean colours (alpha included) on a grid of 16 x 16, and how rough each place is."""
    rows, columns, channels = image.shape
    blocks = image.reshape(16, rows // 16, 16, columns // 16, channels).astype(np.float32)
    if channels == 4:
        blocks[..., :3] *= blocks[..., 3:] / 255
    means = blocks.mean((1, 3))
    roughness = blocks.std((1, 3))
    return np.concatenate([means.ravel(), roughness.ravel()])


def test_there_are_enough_of_each():
    for name, entry in TEXTURES.items():
        assert entry.name == name
        assert entry.count >= MEMBERS
        assert entry.span >= 0
        assert entry.tiles == (entry.span > 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_each_has_the_form_told(name):
    entry = TEXTURES[name]
    for image in members(name):
        wide = 1024 if name == "outside" else 256
        assert image.shape == (256, wide, 4 if entry.alpha else 3)
        assert image.dtype == np.uint8


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_members_differ(name):
    marks = np.stack([thumbnail(image) for image in members(name)])
    apart = np.abs(marks[:, None] - marks[None]).mean(-1)
    np.fill_diagonal(apart, np.inf)
    # Near-white walls and dark screens differ by relief and reflections alone.
    assert apart.min() > (0.25 if name in {"plaster", "plastic", "paper"} else 0.8)
    whole = np.abs(np.diff(np.stack([image.astype(np.int16) for image in members(name)]), axis=0))
    assert (whole.mean((1, 2, 3)) > 1.0).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if TEXTURES[name].tiles])
@pytest.mark.parametrize("axis", [0, 1])
def test_borders_fit_together(name, axis):
    for number, image in enumerate(members(name)):
        lines = np.moveaxis(image.astype(np.float32), axis, 0)
        steps = np.abs(lines - np.roll(lines, 1, 0)).mean((1, 2))
        border, inside = steps[0], steps[1:]
        # A joint that lies on the border falls between two pixels, elsewhere often on one.
        assert border <= inside.max() * 1.25 + 0.5, f"{name} {number}"


@pytest.mark.slow
def test_the_panorama_goes_round():
    for image in members("outside"):
        steps = np.abs(np.diff(np.roll(image, 9, 1).astype(np.float32), axis=1)).mean((0, 2))
        assert steps[8] <= steps.max()


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", ALL)
def test_made_twice_is_the_same(name):
    assert made(name, 7).tobytes() == made(name, 7).tobytes() == texture(name, 7).tobytes()


def test_numbers_begin_again_after_the_last():
    count = TEXTURES["wood"].count
    assert texture("wood", count + 3).tobytes() == texture("wood", 3).tobytes()


def test_an_unknown_class_is_named():
    with pytest.raises(KeyError, match="woood: no such class"):
        texture("woood", 1)


def test_dirt_covers_enough_to_be_seen_and_little_enough_to_see_the_dish():
    darker, lighter = 0, 0
    for image in (texture("stain", number) for number in range(TEXTURES["stain"].count)):
        alpha = image[..., 3] / 255
        assert 0.27 <= (alpha > 0.3).mean() <= 0.65
        assert alpha.std() > 0.25
        tone = (image[..., :3].mean(-1) * alpha).sum() / alpha.sum()
        darker, lighter = darker + (tone < 110), lighter + (tone > 180)
    assert darker >= 6
    assert lighter >= 4


def test_pyramid_holds_every_size_down_to_the_mean():
    image = texture("pattern", 3)
    flat = pyramid(image)
    assert flat.shape == (sum(4**k for k in range(9)), 4)
    assert np.array_equal(flat[: 256 * 256, :3], image.reshape(-1, 3))
    assert (flat[:, 3] == 255).all()
    half = image.reshape(128, 2, 128, 2, 3).mean((1, 3)).reshape(-1, 3)
    assert np.abs(flat[256 * 256 : 256 * 256 + 128 * 128, :3] - half).max() <= 0.51
    assert np.abs(flat[-1, :3] - image.mean((0, 1))).max() <= 0.6
    wide = pyramid(texture("outside", 0))
    assert len(wide) == sum(max(256 >> k, 1) * (1024 >> k) for k in range(11))
