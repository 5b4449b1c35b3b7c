"""What people say beside a wish: where a thing is, for how long, in which room."""

import pytest

from egoplan_ros.language.rules import RuleReader
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import atoms, variable_types
from egoplan_ros.world.task import Instruction


def types_of(rules: RuleReader, text: str) -> set[str]:
    return set(variable_types(rules.understand(Instruction(text)).formula).values())


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Chill the grey plate and place it in the cupboard underneath the sink.", "Plate Cabinet"),
        ("place two candles into a drawer underneath the bathroom sink", "Candle Drawer"),
        ("Examine a watering can by the light of a lamp on a coffee table.", "WateringCan"),
        ("Inspect a cd with a lamp on the desk.", "CD"),
        ("Look at the credit card on the sofa under the lamp.", "CreditCard"),
        ("wash the bar of soap for 3 seconds, put it in the cabinet", "SoapBar Cabinet"),
        ("heat the potato for a few seconds and put it in the fridge", "Potato Fridge"),
        ("Put both cell phones next to each other on the shelf", "CellPhone Shelf"),
        ("Put two remotes on top of the ottoman in the living room.", "RemoteControl Ottoman"),
        ("the goal is to place the tomato slice in the microwave", "Tomato Microwave"),
        ("Retrieve two books from the coffee table, put the books on the couch", "Book Sofa"),
        ("grab the knife off the stove and then set the knife in the sink", "Knife SinkBasin"),
        ("Place clean skillet on top shelf of refrigerator", "Pan Fridge"),
        (
            "Put two rolls of toilet paper in the cabinet closest to the toilet.",
            "ToiletPaper Cabinet",
        ),
        (
            "Rinse off the ladle on the counter and place in the drawer across from the sink.",
            "Ladle Drawer",
        ),
        ("Warm up the tray and place on the table.", "Plate"),
        ("your task is to put a mug in the sink", "Mug SinkBasin"),
    ],
)
def test_it_does_not_hide_what_is_wished(rules: RuleReader, text: str, types: str) -> None:
    found = types_of(rules, text)
    assert set(types.split()) <= found, found
    assert found <= {*types.split(), "DeskLamp", "FloorLamp", "Lamp", "DiningTable"}, found


@pytest.mark.parametrize(
    "text",
    [
        "put the remote in the living room",
        "put the remote and the book in the living room",
        "put each mug in the sink and the plates underneath",
        "put a clean plate on the table and open the box on the desk",
    ],
)
def test_it_hides_no_half_of_a_wish(rules: RuleReader, text: str) -> None:
    try:
        goal = rules.understand(Instruction(text)).formula
    except InputError:
        return
    assert {"open", "in"} <= {atom.predicate for atom in atoms(goal)}, goal
