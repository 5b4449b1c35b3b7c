"""Word pieces: how the pretrained sentence encoder spells words (Wu et al. 2016, WordPiece)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from egoplan_ros.language.features import FAR

PAD, UNKNOWN, START, BREAK = 0, 1, 2, 3
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
"""The first pieces of every vocabulary; BREAK ends each sentence."""

MAX_PIECES = 128
"""Longer texts are cut: what follows is not read."""

WALKING = frozenset(
    """the a an to turn and of right left up walk around go then face from it move forward back your
    towards toward that you head is are so by at until few steps step little bit straight across
    going facing be once while there this its as which slightly turning walking hang make way
    room""".split()
)
"""Words of steps that are not read: half of all, they tell the way and nothing of the task."""


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
        """Piece numbers of words with "" after each sentence; at most MAX_PIECES.

        The first sentence is the goal; the others are steps, in telegram style.
        """
        ids = [START]
        for word in _telegram(words):
            ids += self.spell(word) if word else (BREAK,)
        return ids[:MAX_PIECES]


def _telegram(words: Sequence[str]) -> Iterator[str]:
    steps = False
    for word in words:
        if not steps or word not in WALKING:
            yield word
        steps |= not word


def places(ids: Sequence[int]) -> np.ndarray:
    """Step each of n pieces is in, (n, 2): from the first and from the last; 0 = goal sentence."""
    ends = np.cumsum(np.asarray(ids) == BREAK)
    step = np.concatenate([[0], ends[:-1]])
    left = np.where(step > 0, step.max(initial=0) - step + 1, 0)
    found: np.ndarray = np.minimum(np.stack([step, left], 1), FAR)
    return found
