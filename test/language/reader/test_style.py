# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How somebody speaks: descriptions, requests, dialogs about a task."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.language.reader.style import (
    BUCKETS,
    STYLES,
    StyleModel,
    buckets,
    load_style,
    save_style,
)
from egoplan_ros.world.errors import InputError

MODEL = load_style()


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("Put a clean mug in the coffee maker.", "annotation"),
        ("To move two candles to the sink counter.", "annotation"),
        ("Could you pop the kettle on the hob for me, love? I'm parched.", "request"),
        ("no phones on the bed, ever", "request"),
    ],
)
def test_who_speaks_like_that(text: str, style: str) -> None:
    found = MODEL((("user", text),))
    assert max(("request", "annotation", "task"), key=lambda name: getattr(found, name)) == style


def test_a_task_is_led_turn_by_turn() -> None:
    found = MODEL(
        (
            ("Driver", "hello, what shall I do today?"),
            ("Commander", "today you will prepare breakfast. first, make a coffee"),
            ("Driver", "ok. where is the mug?"),
            ("Commander", "in the cabinet above the sink"),
            ("Driver", "done, what is next?"),
        )
    )
    assert found.task > 0.5


@given(st.lists(st.tuples(st.sampled_from(["user", "robot"]), st.text()), max_size=5))
def test_chances_of_any_text(turns: list[tuple[str, str]]) -> None:
    found = MODEL(tuple(turns))
    assert found.request + found.annotation + found.task == pytest.approx(1.0)
    assert all(0 <= number < BUCKETS for number in buckets(tuple(turns)))


def test_weights_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    model = StyleModel(rng.normal(size=(BUCKETS + 1, len(STYLES))).astype(np.float16))
    save_style(tmp_path / "style.npz", model, {"seed": 0})
    again = load_style(tmp_path / "style.npz")
    assert np.array_equal(model.matrix.astype(np.float32), again.matrix)


@pytest.mark.parametrize("content", [b"", b"no archive"])
def test_what_are_no_weights_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "style.npz").write_bytes(content)
    with pytest.raises(InputError, match=r"style\.npz"):
        load_style(tmp_path / "style.npz")
