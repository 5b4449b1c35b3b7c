import sys
from pathlib import Path

import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.rules import RuleReader

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def model() -> LanguageModel:
    """The shipped model; it keeps no state."""
    return LanguageModel.load()


@pytest.fixture(scope="session")
def rules(model: LanguageModel) -> RuleReader:
    """The rules of the shipped model alone: nothing is read as a graph."""
    return RuleReader(model.network, model.ontology, model.literal, model.dialogs)
