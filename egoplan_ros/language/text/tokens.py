# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From raw text to tokens: an instruction is data, so everything odd is refused here."""

import re
import unicodedata

from egoplan_ros.world.errors import InputError

MAX_CHARACTERS = 2000
MAX_STEPS = 100

STRANGE = re.compile(r"[{}\[\]<>\\=|@#$%^*_~]")
"""What no sentence of a person holds."""

_TOKEN = re.compile(r"[a-z]+|\d+")
_APOSTROPHE = re.compile(r"['\u2019`]s\b")


def tokenize(text: str) -> list[str]:
    """Lower-case words and numbers; accents are stripped, possessive 's and punctuation dropped."""
    plain = unicodedata.normalize("NFKD", text).lower()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return _TOKEN.findall(_APOSTROPHE.sub("", plain))


def checked_tokens(text: str, what: str = "instruction") -> list[str]:
    """Tokens of a text a person gave.

    Raises:
        InputError: empty, too long, or nothing that reads as English words.
    """
    if not text.strip():
        raise InputError(f'{what}: empty; say what to do, such as "put a mug in the sink"')
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"{what}: {len(text)} characters; at most {MAX_CHARACTERS} are read, say it shorter"
        )
    tokens = tokenize(text)
    letters = [char for char in text if char.isalpha()]
    latin = sum(char in "abcdefghijklmnopqrstuvwxyz" for char in "".join(tokens))
    if not any(token.isalpha() for token in tokens) or latin < 0.6 * len(letters):
        raise InputError(
            f'{what}: no English words in it; say what to do, such as "put a mug in the sink"'
        )
    return tokens


_VOWELS = frozenset("aeiouy")


def singular(word: str) -> str:
    """Singular of an English noun; words that are not plural come back unchanged."""
    irregular = {
        "knives": "knife",
        "shelves": "shelf",
        "loaves": "loaf",
        "leaves": "leaf",
        "halves": "half",
        "tomatoes": "tomato",
        "potatoes": "potato",
    }
    if word in irregular:
        return irregular[word]
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if len(word) < 4 and (len(word) < 3 or not _VOWELS.isdisjoint(word)):
        return word  # "gas" is one, "tvs" are some
    if word.endswith(("ches", "shes", "sses", "xes")) and len(word) > 4:
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1]
