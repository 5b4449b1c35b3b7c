# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.planning.check_objects import check_objects
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.resources import config_path

GOOD = """extends: objects.yaml
types:
  Radio:
    affords: [pickupable]
    fits: [Desk, Dresser]
    size: [0.2, 0.3, 0.2]
    found: {Desk: 0.5, Floor: 0.2}
    states: {has_dial: true}
    rooms: [bedroom]
  PocketRadio:
    is_a: Radio
  Tuner:
"""


def test_the_shipped_file_is_sound():
    assert check_objects(config_path("objects.yaml")) == []


def test_additions_are_sound_and_added(tmp_path):
    path = tmp_path / "objects.yaml"
    path.write_text(GOOD)
    assert check_objects(path) == []
    mine, shipped = load_ontology(path), load_ontology()
    assert set(mine.types) - set(shipped.types) == {"Radio", "PocketRadio", "Tuner"}
    assert mine.types["Mug"] == shipped.types["Mug"]
    assert mine.lineage("PocketRadio") == ("PocketRadio", "Radio")
    alone = tmp_path / "alone.yaml"
    alone.write_text("types: {Mug: {affords: [pickupable]}}\n")
    assert set(load_ontology(alone).types) == {"Mug"}


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("[pickupable]", "[pickable]", 4, "did you mean pickupable"),
        ("affords:", "afords:", 4, "did you mean affords"),
        ("[Desk, Dresser]", "[Desk, Desc]", 5, "unknown type Desc"),
        ("[Desk, Dresser]", "Desk", 5, "list"),
        ("[0.2, 0.3, 0.2]", "[0.2, -0.3, 0.2]", 6, "positive metres"),
        ("[0.2, 0.3, 0.2]", "big", 6, "positive metres"),
        ("Desk: 0.5", "Desk: 1.5", 7, "probability"),
        ("Desk: 0.5", "Desk: 0.9", 7, "more than 1"),
        ("Desk: 0.5", "Desc: 0.5", 7, "unknown type Desc"),
        ("{has_dial: true}", "{has_dial: 3}", 8, "true or false"),
        ("is_a: Radio", "is_a: Radios", 11, "did you mean Radio"),
        ("is_a: Radio", "is_a: PocketRadio", 11, "circle"),
        ("is_a: Radio", "capacity: 0", 11, "capacity"),
        ("is_a: Radio", "contains: under", 11, "inside or surface"),
        ("is_a: Radio", "must_be_off_to_open: 5", 11, "true or false"),
        ("is_a: Radio", "rises: 5", 11, "true or false"),
        ("is_a: Radio", "seat: low", 11, "height in metres"),
        ("is_a: Radio", "groups: toy", 11, "list"),
        ("  Tuner:", "  Radio:", 12, "2 times"),
        ("  Tuner:", "  Tuner: 5", 12, "mapping"),
        ("extends: objects.yaml", "extends: things.yaml", 1, "objects.yaml"),
        ("extends: objects.yaml", "extend: objects.yaml", 1, "unknown section"),
        ("    rooms: [bedroom]", "   rooms: [bedroom]", 9, ""),
    ],
)
def test_mistakes_are_found_with_their_line(tmp_path, old, new, line, word):
    path = tmp_path / "objects.yaml"
    path.write_text(GOOD.replace(old, new, 1))
    found = check_objects(path)
    assert any(word in problem for problem in found), found
    assert any(p.startswith((f"{path}:{line}:", f"{path}: line {line} ")) for p in found), found


def test_missing_and_empty_files(tmp_path):
    assert "cannot be read" in check_objects(tmp_path / "none.yaml")[0]
    path = tmp_path / "objects.yaml"
    path.write_text("{}\n")
    assert "types" in check_objects(path)[0]
    path.write_text("extends: objects.yaml\ntypes: {A: {is_a: Nothing}}\n")
    with pytest.raises(InputError, match="Nothing"):
        load_ontology(path)
