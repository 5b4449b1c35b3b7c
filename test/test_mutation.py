"""What `make mutation` tries faults on, and with which tests."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
pytest.importorskip("cosmic_ray", reason="requirements/optional/mutation.txt")

MODULE = '''"""One - two."""
from dataclasses import dataclass

__all__ = ["turn" + "ed"]
TABLE = {"a": 1, "b": 2}
NEAR = 0.25


@dataclass(frozen=True)
class Thing:
    size: int | None = 3


def turned(yaw: float, other: "int | None" = None) -> float | None:
    if yaw < NEAR and other is not None:
        raise ValueError("got " + str(yaw - 1))
    for _, one in zip([1], [other], strict=True):
        yaw += one
    return (yaw + pi) % (2.0 * pi) - pi


def kind(shape):
    match shape:
        case int() | float():
            return 1
'''


@pytest.fixture
def tools(monkeypatch, tmp_path):
    """The modules of scripts/mutation, in a folder with one module of a room."""
    monkeypatch.setattr(sys, "path", [str(ROOT / "scripts" / "mutation"), *sys.path])
    monkeypatch.chdir(tmp_path)
    room = tmp_path / "egoplan_ros" / "skills"
    room.mkdir(parents=True)
    (room / "turned.py").write_text(MODULE)
    (room / "kernel.py").write_text("import numba\nN = 1 + 2\n")
    import mutants
    import trials

    return mutants, trials


def told(mutants, **options) -> set[tuple[int, str]]:
    items, _ = mutants.sample("skills", **options)
    return {(i.mutations[0].start_pos[0], i.mutations[0].operator_name) for i in items}


def test_logic_alone_is_mutated(tools):
    mutants, _ = tools
    lines = {line for seed in range(20) for line, _ in told(mutants, size=None, seed=seed)}
    logic = ("TABLE =", "NEAR =", "size:", "if yaw", "for _,", "return (yaw", "return 1")
    expected = {
        number
        for number, text in enumerate(MODULE.splitlines(), 1)
        if text.strip().startswith(logic)
    }
    assert lines == expected
    operators = {name for seed in range(20) for _, name in told(mutants, size=None, seed=seed)}
    assert {"house/EmptyTable", "house/DoubleQuantity", "core/AddNot"} <= operators
    assert not any(name.endswith(("_Mod", "RemoveDecorator")) for name in operators)


def test_a_larger_sample_has_the_smaller_one_in_it(tools):
    mutants, _ = tools
    names = [[i.job_id for i in mutants.sample("skills", size, 1)[0]] for size in (3, 6)]
    assert names[0] == names[1][:3]
    assert told(mutants, size=3, seed=1) != told(mutants, size=3, seed=2)


def test_tests_that_run_the_place_are_chosen_the_modules_own_first(tools):
    mutants, trials = tools
    seconds = {
        "test/skills/test_a.py::quick": 0.1,
        "test/skills/test_turned.py::slow": 5.0,
        "test/skills/test_turned.py::other": 0.5,
        "test/skills/test_b.py::long": 100.0,
    }
    ran = {
        6: [""],
        15: ["test/skills/test_a.py::quick|run", "test/skills/test_turned.py::slow|run"],
        16: ["test/skills/test_turned.py::other|run", "test/skills/test_b.py::long|run"],
    }
    known = trials.Baseline({"egoplan_ros/skills/turned.py": ran}, seconds)
    specs = [item.mutations[0] for item in mutants.sample("skills", None, 1)[0]]
    condition = next(spec for spec in specs if spec.start_pos[0] == 15)
    assert known.tests(condition) == [
        "test/skills/test_turned.py::slow",
        "test/skills/test_a.py::quick",
    ]
    constant = next(spec for spec in specs if spec.start_pos[0] == 6)
    assert set(known.tests(constant)) == set(seconds) - {"test/skills/test_b.py::long"}
    assert known.tests(constant)[:2] == [
        "test/skills/test_turned.py::other",
        "test/skills/test_turned.py::slow",
    ]
