"""Tokens to network input: word, character n-grams, names of object types, place in the text."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from egoplan_ros.language.text.lexicon import Lexicon

PAD, UNKNOWN, BREAK = 0, 1, 2
"""Word indices with a meaning of their own; BREAK stands between sentences."""

BUCKETS = 4096
MAX_NAMES = 4
MAX_TOKENS = 400
FAR = 7
"""Steps further than this from the start (end) share one place."""


@dataclass(frozen=True, slots=True)
class Features:
    """Features of one text of n tokens.

    Attributes:
        words: n surface words; "" for a break.
        names: (n, MAX_NAMES) type indices, 0 = none.
        place: (n, 2) index from the start and from the end of the steps, 0 = goal sentence.
    """

    words: list[str]
    names: np.ndarray
    place: np.ndarray


@lru_cache(maxsize=50_000)
def char_buckets(word: str) -> tuple[int, ...]:
    """Hashed character 3- and 4-grams of a word with its borders marked."""
    framed = f"<{word}>"
    grams = {framed[i : i + n] for n in (3, 4) for i in range(max(1, len(framed) - n + 1))}
    return tuple(sorted(zlib.crc32(gram.encode()) % BUCKETS for gram in grams))


def featurize(
    goal: Sequence[str],
    steps: Sequence[Sequence[str]],
    lexicon: Lexicon,
    type_index: Mapping[str, int],
) -> Features:
    """Features of a goal sentence and its steps, all given as tokens."""
    words: list[str] = []
    names: list[list[int]] = []
    place: list[tuple[int, int]] = []
    count = len(steps)
    for number, tokens in enumerate((goal, *steps)):
        where = (0, 0) if number == 0 else (min(number, FAR), min(count - number + 1, FAR))
        row = [[0] * MAX_NAMES for _ in tokens]
        for mention in lexicon.find(tokens):
            ids = [type_index[kind] for kind in mention.types if kind in type_index][:MAX_NAMES]
            for at in range(mention.start, mention.end):
                row[at][: len(ids)] = ids
        words += [*tokens, ""]
        names += [*row, [0] * MAX_NAMES]
        place += [where] * (len(tokens) + 1)
    return Features(
        words[:MAX_TOKENS],
        np.asarray(names[:MAX_TOKENS], np.int64),
        np.asarray(place[:MAX_TOKENS], np.int64),
    )
