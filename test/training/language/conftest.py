import pytest

from egoplan_ros.language.model import LanguageModel


@pytest.fixture(scope="session")
def model() -> LanguageModel:
    """The shipped model; it keeps no state."""
    return LanguageModel.load()
