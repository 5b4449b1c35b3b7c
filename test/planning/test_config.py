import pytest

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.world.errors import InputError


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("timeout_s", 0.0),
        ("timeout_s", "ten"),
        ("patience", 0.5),
        ("memory_mib", True),
        ("mode", "sometimes"),
        ("search", "fastest"),
        ("domain", "/no/such/file.pddl"),
        ("threshold", 1.5),
        ("speed", 3),
    ],
)
def test_bad_settings_are_named(key, value):
    with pytest.raises(InputError, match=key):
        PlannerConfig.from_mapping({key: value})


def test_good_settings():
    config = PlannerConfig.from_mapping({"timeout_s": 2.5, "search": "astar(blind())"})
    assert config.timeout_s == 2.5
    assert config.searches == ("astar(blind())",)
