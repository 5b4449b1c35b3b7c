# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Word pieces: how the pretrained sentence encoder spells words (Wu et al. 2016, WordPiece)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

PAD, UNKNOWN, START, BREAK = 0, 1, 2, 3
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
"""The first pieces of every vocabulary; BREAK ends each sentence."""

MAX_PIECES = 256
"""Longer texts are cut: what follows is not read."""


IDLE = frozenset(
    """the a an and to of your you then turn left right walk go forward straight around move head
    face step steps so that is are it at be take until toward towards back going ahead way across
    few past turning feet facing walking slightly side hand stand when reach which over room by
    """.split()
)
"""Words of steps that tell how to get there, not what is to be done."""


def thinned(words: Sequence[str]) -> list[str]:
    """The first sentence whole, of the others (steps) the words that tell; "" ends each.

    A first sentence that was cut off for its length has no end.
    """
    first = [*words, ""].index("") + 1
    found = list(words[:first])
    for word in words[first:]:
        if word not in IDLE and (word or found[-1]):
            found.append(word)
    return found


class WordPieces:
    """Greedy longest-match spelling of words in a vocabulary.

    Args:
        pieces: :data:`SPECIAL`, then pieces; those that go on within a word start with ``##``.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self.index: Mapping[str, int] = {piece: number for number, piece in enumerate(pieces)}
        self.spell = lru_cache(maxsize=20_000)(self._spell)

    def _spell(self, word: str) -> tuple[int, ...]:
        """Piece numbers of one lower-case word, (UNKNOWN,) when it cannot be spelled."""
        found: list[int] = []
        at = 0
        while at < len(word):
            prefix = "##" if at else ""
            for end in range(min(len(word), at + 24), at, -1):
                number = self.index.get(prefix + word[at:end])
                if number is not None:
                    found.append(number)
                    at = end
                    break
            else:
                return (UNKNOWN,)
        return tuple(found)

    def __call__(self, words: Sequence[str]) -> list[int]:
        """Piece numbers of words with "" after each sentence; at most MAX_PIECES."""
        ids = [START]
        for word in words:
            ids += self.spell(word) if word else (BREAK,)
        return ids[:MAX_PIECES]
