# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Forms of English words, as far as names of things need them."""

import re

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


def number_words(count: int) -> str:
    """A number as a word, as far as people write it so."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def plural(noun: str) -> str:
    """Plural of what people call a type: regular nouns and the few others the ontology has."""
    if noun.endswith(("knife", "shelf", "loaf", "leaf")):
        return noun.removesuffix("fe").removesuffix("f") + "ves"
    if noun.endswith("s") and not noun.endswith(("ss", "us")):
        return noun  # "blinds"
    if noun.endswith(("s", "x", "ch", "sh", "tomato", "potato")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeiou" else noun + "s"


def amount(count: int, noun: str) -> str:
    """So many of a thing, in digits: "1 step", "2 steps"."""
    return f"{count} {noun if count == 1 else plural(noun)}"


def split_name(kind: str) -> list[str]:
    """Words of a type name: "CoffeeTable" is ["coffee", "table"]."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower().split()
