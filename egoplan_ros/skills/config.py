"""What skills need to know of the robot's body, and how patient they are."""

from dataclasses import dataclass
from math import pi, radians


@dataclass(frozen=True, slots=True)
class SkillConfig:
    """Metres and radians; the defaults are AI2-THOR's agent.

    Attributes:
        step: length of one translation.
        tilt: one camera tilt.
        pitch_min: highest view (negative looks up).
        pitch_max: lowest view.
        reach: horizontal distance at which an object can be manipulated.
        half_view: half of the usable horizontal field of view.
        half_view_vertical: half of the usable vertical field of view.
        travel_pitch: camera pitch while exploring.
        field_of_view: vertical, of a camera with a square image.
        margins: clearances beyond the robot's radius, tried in this order.
        stand_poses: places tried before an object counts as out of reach.
        tries: interactions tried before a skill gives up.
        max_primitives: of one skill.
        collisions: tolerated on one way before the path counts as blocked.
    """

    step: float = 0.25
    tilt: float = radians(30.0)
    pitch_min: float = radians(-30.0)
    pitch_max: float = radians(60.0)
    reach: float = 1.5
    half_view: float = radians(40.0)
    half_view_vertical: float = radians(40.0)
    travel_pitch: float = radians(30.0)
    field_of_view: float = radians(90.0)
    margins: tuple[float, ...] = (0.0, -0.05)
    stand_poses: int = 8
    tries: int = 5
    max_primitives: int = 250
    collisions: int = 4

    @property
    def turn(self) -> float:
        """One base rotation."""
        return pi / 2.0
