# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ontology file and its errors."""

from pathlib import Path

import pytest

from egoplan_ros.planning.check_objects import check_objects
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.resources import load_yaml


def test_default_ontology_is_consistent() -> None:
    ontology = load_ontology()
    assert len(ontology.types) >= 120
    for kind in ontology.types.values():
        for receptacle in kind.fits:
            assert ontology.affords(receptacle, "receptacle"), (kind.name, receptacle)
        assert sum(kind.found.values()) <= 1.06
        if "receptacle" in kind.affords:
            assert kind.contains in ("inside", "surface"), kind.name


def test_slices_are_also_what_they_were_cut_from() -> None:
    ontology = load_ontology()
    assert ontology.subtypes("Apple") == {"Apple", "AppleSliced"}
    assert ontology.lineage("AppleSliced") == ("AppleSliced", "Apple")
    assert ontology.types["AppleSliced"].states["sliced"] is True
    assert len(ontology.subtypes("object")) == len(ontology.types)


def test_fits_follows_the_table() -> None:
    ontology = load_ontology()
    assert ontology.fits("Mug", "CoffeeMachine")
    assert not ontology.fits("Apple", "CoffeeMachine")
    assert not ontology.fits("Mug", "Mug2")


def test_of_several_types_with_a_role_the_usual_one_is_preferred() -> None:
    ontology = load_ontology()
    assert ontology.playing("blade")[0] == "Knife"
    assert ontology.means("sliced")[0] == ("Knife",)


def test_a_type_of_ones_own_keeps_the_shipped_ones_role_unless_it_tells_another(tmp_path) -> None:
    path = tmp_path / "objects.yaml"
    path.write_text(
        "extends: objects.yaml\ntypes:\n  Knife: {affords: [pickupable], names: [shiv]}\n"
        "  Fridge:\n  Microwave: {role: null}\n  CoffeeMachine: {role: heater}\n"
    )
    assert check_objects(path) == []
    ontology = load_ontology(path)
    assert ontology.types["Knife"].names == ("shiv",)
    roles = [ontology.role(k) for k in ("Knife", "Fridge", "Microwave", "CoffeeMachine")]
    assert roles == ["blade", "cooler", None, "heater"]


def test_unknown_type_names_the_nearest() -> None:
    with pytest.raises(InputError, match="Mug"):
        load_ontology().get("Mugg")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("types:\n  A: {affords: [flying]}\n", "flying"),
        ("types:\n  A: {colour: red}\n", "colour"),
        ("types:\n  A: {size: [1, 2]}\n", "size"),
        ("types:\n  A: {seat: high}\n", "seat"),
        ("types:\n  A: {seat: true}\n", "seat"),
        ("types:\n  A: {rises: 'no'}\n", "rises"),
        ("types:\n  A: {groups: food}\n", "groups"),
        ("types:\n  A: {is_a: B}\n", "'B'"),
        ("types:\n  A: {}\n  B: {is_a: A, role: heater}\n", "parent A, which has none"),
        ("types:\n  heater: {affords: [openable]}\n", "type heater: a role is called so"),
        ("types: [A]\n", "mapping 'types'"),
        ("types: {A: [\n", "line 2"),
        ("- a\n", "mapping"),
    ],
)
def test_bad_files_give_one_clear_line(tmp_path: Path, text: str, word: str) -> None:
    path = tmp_path / "objects.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=word) as error:
        load_ontology(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("is_a", "5; [B]; true"),
        ("states", "[dirty]; null; {dirty: 1}; {5: true}; dirty"),
        ("affords", "null; pickupable; [[x]]; {pickupable: true}; 5"),
        ("opens", "5; hatch; [door]; true"),
        ("let_into", "null; Sink; [5]; {Sink: 1}"),
        ("contains", "5; outside; [inside]; true"),
        ("capacity", "x; 1.5; true; -1; 0; [1]"),
        ("fits", "null; Box; [5]; [[Box]]; {Box: 1}"),
        ("size", "5; big; [a,b,c]; [1,2,.nan]; [1,2,.inf]; [1,true,2]; {a: 1}"),
        ("found", "5; null; [Floor]; {Floor: often}; {Floor: .nan}; {Floor: -1}; {5: 1}"),
        ("rooms", "null; kitchen; [5]; {kitchen: 1}"),
        ("names", "null; apple; [5]"),
        ("groups", "null; food; [true]"),
        ("must_be_off_to_open", "null; 'no'; 1"),
        ("must_be_closed_to_toggle", "null; 'no'; 1"),
        ("must_be_toasted", "null; 'no'; 1"),
        ("toasts", "null; 'no'; 1"),
        ("deep", "null; 'no'; 1"),
        ("rises", "null; 'no'; 1"),
    ],
)
def test_values_of_the_wrong_type_are_told_with_file_type_and_key(
    tmp_path: Path, key: str, values: str
) -> None:
    for number, value in enumerate(values.split("; ")):
        path = tmp_path / f"mine{number}.yaml"
        path.write_text(f"types:\n  Thing:\n    {key}: {value}\n")
        with pytest.raises(InputError, match=rf"mine{number}\.yaml.*Thing") as error:
            load_ontology(path)
        assert key in str(error.value)
        assert "\n" not in str(error.value)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.yaml"):
        load_yaml(tmp_path / "nowhere.yaml")


def test_what_cooks_what() -> None:
    ontology = load_ontology()
    assert ontology.cooks("Toaster", "BreadSliced")
    assert not ontology.cooks("Microwave", "BreadSliced")
    assert ontology.cooks("Microwave", "Potato")
    assert not ontology.cooks("Fridge", "Potato")
    assert not ontology.cooks("Toaster", "Bread")


def test_a_kind_of_room_is_told_by_its_own_furniture():
    ontology = load_ontology()
    assert {"Knife", "Mug"} <= ontology.usual(["Fridge", "CounterTop"])
    assert "Plunger" in ontology.usual(["Toilet"])
    assert not ontology.usual(["CounterTop", "Mug", "no such type"])  # found in several, or carried
    for kind in ontology.types.values():
        assert set(kind.usual) <= set(kind.rooms), kind.name


def test_receptacles_may_take_more_without_changing_what_was_there() -> None:
    before = load_ontology()
    after = before.taking({"Plate": ["Watch"], "Microwave": ["Tomato"]})
    assert after.fits("Watch", "Plate")
    assert not before.fits("Watch", "Plate")
    assert after.fits("TomatoSliced", "Microwave")
    assert before.taking({}) is before
    with pytest.raises(InputError, match="takes of Plate"):
        before.taking({"Plate": ["Wotch"]})
