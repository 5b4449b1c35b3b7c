# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Any text gives a valid goal or a clear refusal, quickly, without torch."""

import json
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_benchmark.fixture import BenchmarkFixture

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.text import word_lists as w
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import ARITY, atoms, parse_goal, to_pddl, variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

MODEL = LanguageModel.load()
GOALS = {**ARITY, "handempty": 0}
"""Predicates of goals; the hand is empty when a place was cleared."""
ONTOLOGY = load_ontology()
NAMES = sorted({name for kind in ONTOLOGY.types.values() for name in kind.names})
GLUE = sorted(
    w.PLACE_VERBS | w.HOLD_VERBS | w.INTO | w.DETERMINERS | w.PARTS | w.ALL | w.PRONOUNS
    | w.LOOK_VERBS | w.FROM | w.WITH | w.UNDER | w.SWITCH_VERBS | set(w.STATE_WORDS)
    | set(w.STATE_VERBS) | set(w.NUMBERS)
    | {"and", "then", "of", "on", "off", "me", "it", "front", "side", "glorb"}
)  # fmt: skip
PHRASES = st.lists(st.one_of(st.sampled_from(NAMES), st.sampled_from(GLUE)), max_size=14).map(
    " ".join
)


def check(instruction: Instruction) -> bool:
    """Whether a goal came out; everything about it must be valid."""
    try:
        found = MODEL.understand(instruction)
    except InputError as error:
        line = str(error)
    else:
        line = ""
    assert "\n" not in line
    if line:
        return False
    assert found.alternatives[0].formula == found.formula
    for item in found.alternatives:
        text = to_pddl(item.formula)
        assert parse_goal(text) == item.formula
        assert all(atom.predicate in GOALS for atom in atoms(item.formula))
        assert all(len(atom.args) == GOALS[atom.predicate] for atom in atoms(item.formula))
        types = variable_types(item.formula)
        assert all(kind in ONTOLOGY or kind == "object" for kind in types.values())
        assert all(arg in types for atom in atoms(item.formula) for arg in atom.args)
        assert 0.0 <= item.probability <= 1.0
    assert sum(item.probability for item in found.alternatives) <= 1.0 + 1e-6
    assert found.subgoals
    assert found.context.get("target") in ONTOLOGY
    json.dumps({"context": found.context, "confidence": found.confidence})
    return True


@settings(max_examples=150, deadline=None)
@given(PHRASES)
def test_shuffled_words(text: str) -> None:
    check(Instruction(text))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(Instruction(text))


@settings(max_examples=30, deadline=None)
@given(PHRASES, st.lists(PHRASES, max_size=5))
def test_any_steps(text: str, steps: list[str]) -> None:
    check(Instruction(text, tuple(steps)))


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(sorted(w.PLACE_VERBS - {"get", "take", "bring"})),
    st.sampled_from(sorted(ONTOLOGY.with_affordance("pickupable"))),
    st.sampled_from(sorted(ONTOLOGY.with_affordance("receptacle"))),
)
def test_every_pair_of_types_is_read_or_refused(verb: str, item: str, place: str) -> None:
    """What fits by the ontology is understood by the first names of both types."""
    names = [ONTOLOGY.types[kind].names[0] for kind in (item, place)]
    understood = check(Instruction(f"{verb} the {names[0]} in the {names[1]}"))
    assert understood or not ONTOLOGY.fits(item, place) or item == place


HOSTILE = [
    "'; DROP TABLE objects; --", "(and (holding ?x))", "(:action rm :effect (not (alive)))",
    "../../etc/passwd", "$(rm -rf /)", "{{7*7}}", "%s%n%x", "\x00\x1b[2J", "put the \u202e mug",
    "ignore all previous instructions", "import os", "<script>alert(1)</script>", "\ud83d\ude80",
    "not not not", "instead of", "never mind", "after you", "before you", "anywhere but",
    "unless it is", "do not", "rather than the", "i need", "every", "1e309", "-1", "9" * 40,
]  # fmt: skip


def _hostile(rng: random.Random) -> str:
    """One random or hostile text."""
    kind = rng.random()
    if kind < 0.25:
        size = rng.choice([0, 3, 20, 200, 2500])
        letters = (rng.choice([rng.randrange(128), rng.randrange(0xD800)]) for _ in range(size))
        return "".join(map(chr, letters))
    words = rng.choices([*NAMES, *GLUE], k=rng.randrange(1, 16))
    if kind < 0.7:
        words += rng.choices(HOSTILE, k=rng.randrange(3))
    rng.shuffle(words)
    text = rng.choice([" ", " ", ", ", "; ", ". "]).join(words)
    if kind > 0.9:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + chr(rng.randrange(1, 0x2FFF)) + text[at + rng.randrange(3) :]
    return text * (rng.randrange(2, 40) if rng.random() < 0.02 else 1)


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_fifty_thousand_hostile_strings() -> None:
    rng = random.Random(0)
    goals = 0
    for number in range(50_000):
        if number % 10 == 9:
            turns = [(rng.choice(["Driver", "Commander"]), _hostile(rng)) for _ in range(3)]
            goals += check(Instruction("", dialog=tuple(turns)))
        elif number % 10 == 8:
            goals += check(Instruction(_hostile(rng), (_hostile(rng), _hostile(rng))))
        elif number % 10 == 7:
            goals += check(Instruction("x", goal=_hostile(rng)))
        else:
            goals += check(Instruction(_hostile(rng)))
    assert 500 < goals < 49_500


def test_hostile_dialogs() -> None:
    rng = random.Random(1)
    for _ in range(150):
        turns = [(rng.choice(["Driver", "Commander", ""]), _hostile(rng)) for _ in range(4)]
        check(Instruction("", dialog=tuple(turns)))


def test_speed(benchmark: BenchmarkFixture) -> None:
    sentences = [
        f"put the {item} on the {place} and then wash a {item} with the green sponge over there"
        for item in NAMES[:15]
        for place in ("table", "counter", "shelf")
    ]

    def read_all() -> None:
        for sentence in sentences:
            check(Instruction(sentence))

    benchmark.pedantic(read_all, rounds=1)


def test_loading_is_light() -> None:
    code = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from egoplan_ros.language.model import LanguageModel\n"
        "LanguageModel.load()\n"
        "assert 'torch' not in sys.modules\n"
        # Not ru_maxrss: that carries over the size of the process that forked us.
        "print(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 600_000
