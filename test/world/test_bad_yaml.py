# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whatever is in a YAML file, what is wrong with it is told."""

import pytest

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import load_yaml

BAD = {
    "date": "a: 2001-99-99",
    "integer": "a: !!int x",
    "float": "a: !!float x",
    "truth": "a: !!bool x",
    "time": "a: !!timestamp x",
    "bytes": "a: !!binary é",
    "key": "? [a]\n: 1",
    "tag": "a: !!python/object:os.system x",
    "flow": "a: " + "[" * 100_000,
    "closed flow": "a: " + "[" * 5000 + "]" * 5000,
    "map": "{a: " * 5000,
    "block": "a:\n " + "- " * 5000 + "x",
    "indented": "\n".join(" " * i + "a:" for i in range(500)),
    "itself": "a: &a {b: *c}",
}


@pytest.mark.parametrize("name", BAD)
def test_is_told(tmp_path, name):
    path = tmp_path / "bad.yaml"
    path.write_text(BAD[name], encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.yaml"):
        load_yaml(path)


def test_many_brackets_side_by_side_or_in_texts_are_fine(tmp_path):
    path = tmp_path / "good.yaml"
    path.write_text("a: [" + "[1], " * 500 + "]\nb: '" + "[" * 500 + "'\n", encoding="utf-8")
    assert load_yaml(path) == {"a": [[1]] * 500, "b": "[" * 500}
