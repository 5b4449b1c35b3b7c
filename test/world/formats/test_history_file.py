# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Action histories come from JSON files; what is none is told in one line."""

import json

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.formats.history_file import history_json, read_history
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.task import ActedStep

STEPS = (
    ActedStep(PrimitiveKind.PICK, "Mug", "Mug_1", True, (1.0, -2.0, 0.5)),
    ActedStep(PrimitiveKind.PUT, "SinkBasin", "", False),
    ActedStep(PrimitiveKind.DROP, ""),
)


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "done.json"
    path.write_text(json.dumps(history_json(STEPS)), encoding="utf-8")
    assert read_history(path) == STEPS


def test_teachs_names_are_taken(tmp_path):
    path = tmp_path / "done.json"
    said = "Pickup Place Open Close ToggleOn ToggleOff Slice Pour".split()
    path.write_text(json.dumps([{"action": word, "object": "Mug"} for word in said]))
    kinds = "pick put open close toggle_on toggle_off slice pour".split()
    assert [step.action for step in read_history(path)] == kinds


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[", "is no JSON"),
        ("{}", "list of steps"),
        ("[3]", r"\[0\]: expected"),
        ('[{"action": "juggle", "object": "Mug"}]', "'juggle' is none; give one of pick"),
        ('[{"action": ["pick"], "object": "Mug"}]', "is none"),
        ('[{"action": "pick"}]', "must name what was acted on"),
        ('[{"action": "pick", "object": "Mugg"}]', "Mug"),
        ('[{"action": "pick", "object": "Mug", "at": 3}]', "unknown 'at'"),
        ('[{"action": "pick", "object": "Mug", "success": "yes"}]', "true or false"),
        ('[{"action": "pick", "object": "Mug", "position": [1, 2]}]', "x, y, z"),
        ('[{"action": "pick", "object": "Mug", "position": [1, 2, NaN]}]', "x, y, z"),
    ],
)
def test_what_is_no_history_is_told_in_one_line(text, line, tmp_path):
    path = tmp_path / "done.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=line) as told:
        read_history(path)
    assert "\n" not in str(told.value)
    assert str(told.value).startswith(f"history {path}")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_history(tmp_path / "nothing.json")
