# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""States are told from form and pattern, hardly from mean colour."""

import pytest
from state_crops import accuracy, colour, crop, edges

QUICK = {
    "dirty": ("Mug", "Pot", "Cup"),
    "broken": ("Plate", "Vase", "Cup"),
    "used_up": ("PaperTowelRoll", "TissueBox"),
}
ALL = {
    "dirty": ("Plate", "Mug", "Bowl", "Pan", "Pot", "Cup", "Cloth", "Bed", "Mirror"),
    "broken": (
        "Mug", "Plate", "Vase", "Bowl", "Cup", "Bottle", "WineBottle", "Statue", "CellPhone",
        "Television", "Egg", "Laptop",
    ),
    "used_up": ("ToiletPaper", "PaperTowelRoll", "TissueBox", "SoapBottle"),
    "cooked": ("Potato", "PotatoSliced", "BreadSliced", "EggCracked"),
    "openness": ("Book",),
}  # fmt: skip
BY_COLOUR = 0.7
BY_EDGES = {"dirty": 0.8, "broken": 0.85, "used_up": 0.85}
BY_NETWORK = {"dirty": 0.9, "broken": 0.95, "used_up": 0.95, "cooked": 0.95, "openness": 0.85}


def draws(kinds, state, variants, views=1):
    """Crops of all types as they are and in a state, (without, with), variant by variant."""
    return tuple(
        [
            crop(kind, seed, view, **more)
            for kind in kinds
            for seed in variants
            for view in range(views)
        ]
        for more in ({}, {state: 1.0 if state == "openness" else True})
    )


@pytest.mark.parametrize("state", QUICK)
def test_states_show_by_form_and_not_by_colour_alone(state):
    """Twenty variants of some types in both states; fitted to one half, tried on the other."""
    before, after = draws(QUICK[state], state, range(20))
    assert accuracy(before, after, colour) <= BY_COLOUR
    assert accuracy(before, after, edges) >= BY_EDGES[state]


def test_an_open_book_shows_its_pages():
    shut, opened = draws(("Book",), "openness", range(20))
    assert accuracy(shut, opened, colour) <= BY_COLOUR
    assert accuracy(shut, opened, edges) >= 0.8


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("state", ALL)
def test_a_network_tells_what_mean_colour_does_not(state):
    """Twenty variants of each type, books forty; half of them to learn from."""
    from state_network import accuracy_of_network

    count = 40 if state == "openness" else 20
    trained, tried = (draws(ALL[state], state, range(k, count, 2), 2) for k in (0, 1))
    halves = zip(trained, tried, strict=True)
    mixed = [[c for pair in zip(*both, strict=True) for c in pair] for both in halves]
    by_colour, by_network = accuracy(*mixed, colour), accuracy_of_network(trained, tried)
    print(f"{state}: mean colour {by_colour:.3f}, network {by_network:.3f}")
    assert by_colour <= BY_COLOUR
    assert by_network >= BY_NETWORK[state]
