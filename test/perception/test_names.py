# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Class names and numbers of detectors."""

import pytest

from egoplan_ros.perception.names import TypeNames, read_names
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


@pytest.fixture(scope="module")
def names():
    return TypeNames(load_ontology(), ("person", "cup", "", "dining table"))


@pytest.mark.parametrize("spelling", ["AlarmClock", "alarm clock", "alarm_clock", "ALARM-CLOCK "])
def test_a_type_is_known_however_it_is_spelt(names, spelling):
    assert names.types(spelling) == (("AlarmClock", 1.0),)


def test_every_type_spelt_as_such_stands_for_itself_alone(names):
    ontology = load_ontology()
    assert all(names.types(kind) == ((kind, 1.0),) for kind in ontology.types)


def test_what_things_are_called_may_stand_for_several(names):
    assert "Sofa" in dict(names.types("couch"))
    assert dict(names.types("table")).keys() >= {"CoffeeTable", "SideTable"}
    cup = dict(names.types("cup"))
    assert cup.keys() >= {"Cup", "Mug"}
    assert 0.5 < sum(cup.values()) <= 1.0


def test_numbers_go_through_the_list(names):
    assert names.types("1") == names.types("cup") != ()
    assert names.types(" 3 ") == names.types("dining table") != ()
    assert names.types("0") == names.types("2") == names.types("4") == ()
    assert names.complaint("4") == "class number 4 (the list of names has 4, from 0)"
    assert "'person'" in names.complaint("0")


def test_without_a_list_a_number_is_told_to_need_one():
    names = TypeNames(load_ontology())
    assert names.types("41") == ()
    assert "parameter names" in names.complaint("41")
    assert names.complaint(" ") == "a class without a name"


def test_an_unknown_name_is_told_with_the_nearest(names):
    assert names.types("coffe mug") == ()
    assert names.complaint("coffe mug") == "'coffe mug' (Mug?)"


def test_a_list_of_names_is_read_by_lines(tmp_path):
    path = tmp_path / "coco.names"
    path.write_text("person\n\n dining table \n\n\n", encoding="utf-8")
    assert read_names(path) == ("person", "", "dining table")


@pytest.mark.parametrize("content", [None, b"", b"\n\n", b"\n-\n", b"\xff\xfe\x00"])
def test_a_list_that_is_none_is_told(tmp_path, content):
    path = tmp_path / "coco.names"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"coco\.names"):
        read_names(path)
