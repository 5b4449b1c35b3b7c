# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Detections beside labels."""

import json
from pathlib import Path

from egoplan_ros.training.perception.photographs import (
    Picture,
    compare,
    main,
    read_labels,
)
from egoplan_ros.world.detection import Detection
from egoplan_ros.world.ontology import load_ontology

LABELS = Path(__file__).parents[2] / "perception" / "photographs" / "labels.json"


def seen(score, box, *candidates):
    return Detection(candidates[0][0], score, 1, box, (0, 0), {}, candidates)


def test_names_and_types_are_told_apart_and_each_label_is_found_once():
    picture = Picture("", "", (("Mug", 0, 0, 10, 10), ("Bed", 50, 50, 90, 90)), ((20, 0, 40, 10),))
    cup = (("Cup", 0.5), ("Mug", 0.45))
    items = (
        seen(0.9, (0, 0, 9, 9), *cup),  # the mug
        seen(0.8, (0, 0, 9, 8), *cup),  # the mug again
        seen(0.7, (50, 50, 89, 89), ("Sofa", 0.8)),  # a thing, but a bed
        seen(0.6, (22, 0, 30, 9), ("Book", 0.9)),  # left open
        seen(0.5, (50, 0, 60, 10), ("Vase", 0.9)),  # nothing
    )
    outcomes, found = compare(items, picture)
    assert found == 1
    told = {(o.score, o.thing, o.named, o.typed) for o in outcomes}
    assert told == {
        (0.9, True, True, False),
        (0.8, True, False, False),
        (0.7, True, False, False),
        (0.5, False, False, False),
    }


def test_the_labels_are_of_the_ontology_and_within_their_pictures():
    types = load_ontology().types
    pictures = read_labels(LABELS)
    sizes = [item["size"] for item in json.loads(LABELS.read_text())]
    assert len(pictures) >= 40
    for picture, (width, height) in zip(pictures, sizes, strict=True):
        assert len(picture.sha256) == 64
        for kind, left, top, right, bottom in picture.labels:
            assert kind in types or kind == "Other"
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height


def test_a_folder_without_the_pictures_is_told(tmp_path, capsys):
    assert main([str(LABELS), "--pictures", str(tmp_path)]) == 2
    assert "has none of the 57 pictures" in capsys.readouterr().err
