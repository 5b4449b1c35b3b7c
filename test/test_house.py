# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What keeps the code easy to find one's way in: files, folders and functions of a modest size."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[1]
CODE = sorted((ROOT / "egoplan_ros").rglob("*.py"))

LINES, MEDIAN, FILES, FUNCTION = 600, 150, 25, 80
"""Most lines of a file, and of half of them; most files of a folder; most lines of a function."""

HEADER = "# Copyright 2026 egoplan_ros maintainers\n# SPDX-License-Identifier: Apache-2.0\n"
"""What every file begins with."""

KERNEL = "a loop over pixels compiled by numba, in which a call of a helper costs what it tells"
SHAPE = "a list of the parts of one drawn thing, read from top to bottom"
LONGER = {
    "sim/rendering/shading.py:shade": KERNEL,
    "sim/rendering/rasterizer.py:rasterize": KERNEL,
    "sim/rendering/probes.py:probes": KERNEL,
    "sim/metadata.py:agent": "one dictionary with every field of AI2-THOR's protocol",
    "sim/shapes/fixtures/ranges.py:hood": SHAPE,
    "sim/shapes/fixtures/safes.py:safe": SHAPE,
    "sim/shapes/furniture/ceiling_lamps.py:ceiling_lamp": SHAPE,
    "sim/shapes/furniture/hampers.py:hamper": SHAPE,
    "sim/shapes/furniture/lamps.py:floor_lamp": SHAPE,
    "sim/shapes/furniture/stools.py:stool": SHAPE,
    "sim/shapes/household/plants.py:_pot": SHAPE,
    "sim/shapes/kitchenware/bottles.py:_close": SHAPE,
    "sim/textures/art.py:poster": SHAPE,
    "sim/textures/book.py:book_cover": SHAPE,
    "sim/textures/prints.py:package": SHAPE,
}
"""Functions that may be longer, and why; no other may, and none that is short again."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT / "egoplan_ros").as_posix()


def test_files_are_short():
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in CODE}
    assert len(lines) > 500
    assert {name: count for name, count in lines.items() if count > LINES} == {}
    assert median(lines.values()) <= MEDIAN


def test_every_file_tells_whose_it_is_and_its_licence():
    assert '<license file="LICENSE">Apache-2.0<' in (ROOT / "package.xml").read_text("utf-8")
    tops = ("egoplan_ros", "test", "benchmarks", "examples", "launch", "scripts")
    files = [path for top in tops for path in (ROOT / top).rglob("*.py")]
    without = [
        path.relative_to(ROOT).as_posix()
        for path in [ROOT / "setup.py", *files]
        if not re.match(rf"(#!.*\n)?{HEADER}(\n\S|$)", path.read_text("utf-8"))
    ]
    assert len(files) > 1300
    assert without == []


def test_folders_hold_few_files():
    held = Counter(name_of(path.parent) for path in CODE if path.name != "__init__.py")
    assert {folder: count for folder, count in held.items() if count > FILES} == {}


def test_functions_are_short():
    found = set()
    for path in CODE:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                if node.end_lineno - node.lineno >= FUNCTION:
                    found.add(f"{name_of(path)}:{node.name}")
    assert found == LONGER.keys()


def numeric(node: ast.expr) -> bool:
    """Whether an expression is made of numbers alone."""
    parts = [part for part in ast.walk(node) if not isinstance(part, ast.operator | ast.unaryop)]
    fine = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.BinOp, ast.expr_context)
    numbers = [part.value for part in parts if isinstance(part, ast.Constant)]
    return (
        all(isinstance(part, fine) for part in parts)
        and bool(numbers)
        and all(isinstance(one, int | float) and not isinstance(one, bool) for one in numbers)
    )


@pytest.mark.parametrize("room", ["mapping", "planning", "behavior", "skills"])
def test_numbers_tell_their_unit_and_meaning(room):
    """Those made by ``setting`` tell it there: it takes no number without its meaning."""
    bare, told = [], 0
    for path in CODE:
        if not name_of(path).startswith(f"{room}/"):
            continue
        calls = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call))
        told += sum(isinstance(c.func, ast.Name) and c.func.id == "setting" for c in calls)
        body = parsed(path).body
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and numeric(node.value):
                text = after.value if isinstance(after, ast.Expr) else None
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    told += 1
                else:
                    bare.append(f"{name_of(path)}:{node.lineno}")
    assert bare == []
    assert told > 20
