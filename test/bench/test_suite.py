# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Suites as they are shipped, and mistakes in one of them."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

from egoplan_ros.behavior.config import load_preset
from egoplan_ros.bench import suite as suites
from egoplan_ros.bench.episode import EpisodeSpec
from egoplan_ros.bench.own_faults import own_faults
from egoplan_ros.bench.runner import BenchConfig, specs
from egoplan_ros.bench.suite import Trouble, load_suite
from egoplan_ros.settings import checked_settings
from egoplan_ros.sim.faults import load_faults
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.errors import InputError


def test_each_blocking_condition_is_brought_about() -> None:
    rows = load_suite("blocking").rows
    # Where nobody helps nothing recovers, and how long a skill may take is no fault of the world.
    assert set(BlockingKind) - {BlockingKind.NOBODY_HELPED, BlockingKind.TOO_LONG} <= set(rows)


def test_what_is_to_go_wrong_can_go_wrong() -> None:
    suite = load_suite("blocking")
    load_preset("egoplan", None)
    for row in suite.rows:
        trouble = suite.trouble(row)
        assert trouble.faults or trouble.settings
        checked_settings(trouble.settings, "egoplan")
        with own_faults(trouble.faults, "", "one", frozenset({"Mug"})) as own:
            if trouble.faults:
                faults = load_faults(Path(own.path))
                assert any(values["p"] > 0 for values in faults.settings.values())


def test_rows_share_the_episodes_and_their_task_types_take_turns() -> None:
    suite = load_suite("blocking")
    found = list(specs(BenchConfig("blocking", episodes=6 * len(suite.rows), split="train")))
    assert set(Counter(spec.row for spec in found).values()) == {6}
    moved = [spec.kind for spec in found if spec.row == "object_moved"]
    assert moved == list(suite.rows["object_moved"])
    assert {spec.kind for spec in found if spec.row == "tool_missing"} == {"toast"}


def test_a_suite_of_plain_tasks_has_a_row_for_each_type() -> None:
    suite = load_suite("alfred")
    assert suite.rows == {kind: (kind,) for kind in suite.kinds}
    assert suite.trouble("pick_and_place_simple") == Trouble()
    (spec,) = specs(BenchConfig("alfred", episodes=1))
    assert spec.key == EpisodeSpec(**{**_fields(spec), "row": ""}).key


def test_other_trouble_makes_another_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    (spec,) = specs(BenchConfig("blocking", episodes=1, split="train"))
    other = EpisodeSpec(**{**_fields(spec), "row": "no_effect"})
    assert spec.key != other.key
    before = spec.key
    monkeypatch.setattr(suites.Suite, "trouble", lambda *_: Trouble({"door": {"p": 1.0}}))
    assert spec.key != before


@pytest.mark.parametrize("tasks", [[], ["juggle"], 3])
def test_wrong_tasks_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tasks: object
) -> None:
    data = {"extends": "alfred", "troubles": {"no_effect": {"tasks": tasks}}}
    _own_suite(tmp_path, monkeypatch, "mine", data)
    with pytest.raises(InputError, match=r"mine\.yaml"):
        load_suite("mine")


def test_own_suites_stand_beside_the_shipped_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of one's own hid them all, and what its files extend."""
    shipped = load_suite("novel")
    _own_suite(tmp_path, monkeypatch, "mine", {"extends": "novel", "tasks_of": ["bcr"]})
    assert load_suite("novel") == shipped
    assert set(load_suite("mine").kinds) == {*shipped.kinds, *load_suite("bcr").kinds}
    with pytest.raises(
        InputError, match="there are: alfred, alfred-episodes, bcr, blocking, mine, novel"
    ):
        load_suite("ours")


def test_an_own_suite_extends_the_shipped_one_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = {"train": ["4"]}
    _own_suite(tmp_path, monkeypatch, "alfred", {"extends": "alfred", "scenes": scenes})
    assert load_suite("alfred").scenes == {"train": ("FloorPlan4",)}
    assert load_suite("novel").scenes == {"train": ("FloorPlan4",)}


@pytest.mark.parametrize(("base", "told"), [("other", "extends itself"), ("no", "is not there")])
def test_what_a_suite_cannot_extend_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base: str, told: str
) -> None:
    _own_suite(tmp_path, monkeypatch, "mine", {"extends": base})
    _own_suite(tmp_path, monkeypatch, "other", {"extends": "mine"})
    with pytest.raises(InputError, match=told):
        load_suite("mine")


def _own_suite(
    share: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: dict[str, object]
) -> None:
    folder = share / "config" / "suites"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(data))
    monkeypatch.setenv("EGOPLAN_SHARE", str(share))


def _fields(spec: EpisodeSpec) -> dict[str, object]:
    return {name: getattr(spec, name) for name in spec.__dataclass_fields__}
