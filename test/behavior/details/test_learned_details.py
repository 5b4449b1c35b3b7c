# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The networks that were learned from ALFRED's expert."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.behavior.details.frame import KINDS, Frame
from egoplan_ros.behavior.details.learned import ARRAYS, SHIPPED, LearnedDetails, load_details
from egoplan_ros.behavior.details.templates import Templates
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
FRAMES = (
    Frame("pick_up", "Potato"),
    Frame("pick_up", "Mug", "Cabinet"),
    Frame("put", "Mug", "CoffeeMachine"),
    Frame("put", "Egg", "Fridge"),
    Frame("clean", "Cloth"),
    Frame("heat", "AppleSliced"),
    Frame("cool", "Pan"),
    Frame("slice", "Lettuce"),
    Frame("toggle", "FloorLamp"),
)


@pytest.fixture(scope="module")
def learned() -> LearnedDetails:
    return load_details(ONTOLOGY)


@pytest.mark.parametrize("frame", FRAMES, ids=str)
def test_each_kind_was_learned(learned: LearnedDetails, frame: Frame) -> None:
    assert learned(frame) == Templates(ONTOLOGY)(frame)


def test_they_are_small_and_of_all_kinds(learned: LearnedDetails) -> None:
    assert set(learned.networks) == set(KINDS)
    assert SHIPPED.stat().st_size < 300_000


def test_what_was_never_seen_is_treated_as_its_like(learned: LearnedDetails) -> None:
    assert "TeddyBear" not in learned.networks["put"].known
    assert [a.name for a in learned(Frame("put", "TeddyBear", "Drawer"))] == [
        "Open",
        "Put",
        "Close",
    ]
    assert [a.name for a in learned(Frame("put", "TeddyBear", "Sofa"))] == ["Put"]


def test_what_does_not_end_or_was_not_learned_is_no_sequence(learned: LearnedDetails) -> None:
    network = learned.networks["toggle"]
    endless = np.array([-100.0, 100.0], np.float32)
    network = replace(network, arrays={**network.arrays, "out_bias": endless})
    assert LearnedDetails({"toggle": network}, ONTOLOGY)(Frame("toggle", "DeskLamp")) == ()
    assert LearnedDetails({}, ONTOLOGY)(Frame("toggle", "DeskLamp")) == ()


def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file; make it with egoplan train details"):
        load_details(ONTOLOGY, tmp_path / "none.npz")
    (tmp_path / "bad.npz").write_bytes(b"no")
    with pytest.raises(InputError, match="egoplan train details"):
        load_details(ONTOLOGY, tmp_path / "bad.npz")


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_that_do_not_fit_are_told_when_they_are_read(name: str, tmp_path: Path) -> None:
    with np.load(SHIPPED) as file:
        arrays = dict(file)
    arrays[f"put.{name}"] = arrays[f"put.{name}"][:-1]
    np.savez(tmp_path / "short.npz", **arrays)
    with pytest.raises(InputError, match=r"is of shape .*, not .*egoplan train details"):
        load_details(ONTOLOGY, tmp_path / "short.npz")
