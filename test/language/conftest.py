# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import sys
from pathlib import Path

import pytest

from egoplan_ros.language.model import LanguageModel

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def model() -> LanguageModel:
    """The shipped model; it keeps no state."""
    return LanguageModel.load()
