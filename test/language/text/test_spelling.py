# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Slips of the pen are mended, and nothing else."""

import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.text.spelling import mended


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("put the muug in the sinnk", "put the mug in the sink"),
        ("Wash the spatulla, please.", "Wash the spatula, please."),
        ("put a clean mug in the coffee machine", "put a clean mug in the coffee machine"),
        ("put the burger on the table", "put the burger on the table"),
    ],
)
def test_slips(model: LanguageModel, said: str, meant: str) -> None:
    assert mended(said, model.lexicon, model.vocabulary) == meant
