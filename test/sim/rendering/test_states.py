"""States are told from form and pattern, hardly from mean colour."""

import pytest
from state_crops import VARIANTS, accuracy, colour, crop, edges

PAIRS = {
    "dirty": ("Plate", "Mug", "Pot", "Cup", "Cloth"),
    "broken": ("Mug", "Plate", "Vase", "Bowl", "Cup"),
    "used_up": ("ToiletPaper", "PaperTowelRoll", "TissueBox"),
}
BY_COLOUR = 0.7
BY_FORM = {"dirty": 0.7, "broken": 0.85, "used_up": 0.85}


@pytest.mark.parametrize("state", PAIRS)
def test_states_show_by_form_and_not_by_colour_alone(state):
    """Twenty variants of each type in both states; fitted to one half, tried on the other."""
    before, after = [], []
    for kind in PAIRS[state]:
        before += [crop(kind, seed) for seed in range(VARIANTS)]
        after += [crop(kind, seed, **{state: True}) for seed in range(VARIANTS)]
    assert accuracy(before, after, colour) <= BY_COLOUR
    assert accuracy(before, after, edges) >= BY_FORM[state]


def test_an_open_book_shows_its_pages():
    shut = [crop("Book", seed) for seed in range(VARIANTS)]
    opened = [crop("Book", seed, openness=1.0) for seed in range(VARIANTS)]
    assert accuracy(shut, opened, edges) >= 0.7
