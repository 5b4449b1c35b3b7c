from math import radians

import pytest
from toy_home import thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.geometry.stand_pose import pitch_for
from egoplan_ros.world.geometry import Pose2D


@pytest.mark.parametrize(
    ("size", "top", "degrees"),
    [
        ((0.1, 0.1, 1.2), 1.1, 30.0),  # its middle is 45 degrees below the horizon
        ((0.1, 0.1, 0.5), 0.95, 30.0),
        ((0.1, 2.0, 0.28), 0.9, 0.0),  # its top is 31 degrees below it
        ((0.1, 0.1, 0.28), 0.9, 0.0),
        ((0.1, 0.1, 0.28), 0.1, 30.0),
        ((0.1, 2.0, 0.28), 2.4, -30.0),  # above the eye
    ],
)
def test_the_middle_of_what_is_high_and_the_top_of_what_is_flat_is_looked_at(size, top, degrees):
    item = thing("Box_1", (1.0, 0.0, top - size[2] / 2.0), size)
    pitch = pitch_for(item, Pose2D(0.0, 0.0, 0.0), 1.5, 0.0, SkillConfig())
    assert pitch == pytest.approx(radians(degrees))
