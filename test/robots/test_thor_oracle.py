# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is read out of AI2-THOR's instance image."""

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from egoplan_ros.robots.thor_oracle import colour_codes

_IMAGES = st.tuples(st.integers(1, 7), st.integers(1, 7), st.just(3)).flatmap(
    lambda shape: arrays(np.uint8, shape, elements=st.sampled_from([0, 1, 200, 255]))
)


@given(_IMAGES)
def test_each_pixel_has_the_code_of_its_colour(image: npt.NDArray[np.uint8]) -> None:
    index, values = colour_codes(image)
    codes = np.array(values)[index]
    assert np.array_equal(np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1), image)


@given(_IMAGES)
def test_each_colour_is_listed_once(image: npt.NDArray[np.uint8]) -> None:
    _, values = colour_codes(image)
    assert len(values) == len(set(values)) == len(np.unique(image.reshape(-1, 3), axis=0))
