# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of what tells the style of a text: logistic regression over words and pairs of words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from egoplan_ros.language.dialog.dialog_model import Turns
from egoplan_ros.language.reader.style import BUCKETS, STYLES, StyleModel, buckets, save_style
from egoplan_ros.training.language.corpus import cut, read_sentences
from egoplan_ros.training.language.dialog_corpus import FILE, cut_dialogs, read_dialogs
from egoplan_ros.training.language.request_corpus import request_turns
from egoplan_ros.world.errors import InputError

KEPT_BACK = 0.1
DECAY = 1e-5
"""Weight of the squares of all numbers beside the mean loss."""


def train_style(data: Path, lists: Path, out: Path, seed: int = 0) -> dict[str, Any]:
    """Learn the style from training floor plans, training games and lists of requests.

    Args:
        data: folder of ALFRED's, ReALFRED's and TEACh's records.
        lists: folder with lists of requests, see ``request_corpus.py``.
        out: weights to write (``.npz``).
        seed: of the cut by floor plan and of the texts kept back.

    Returns:
        A report: ``texts`` and ``right`` (share of those kept back) by style.

    Raises:
        InputError: a style of which there is no text.
    """
    sentences = cut(read_sentences(data), seed)["train"]
    dialogs = cut_dialogs(read_dialogs(data / FILE))[0]
    texts: tuple[Sequence[Turns], ...] = (
        request_turns(lists),
        [(("user", sentence.text),) for sentence in sentences],
        [dialog.turns for dialog in dialogs],
    )
    for style, found in zip(STYLES, texts, strict=True):
        if not found:
            raise InputError(f"train language: no text of the style {style!r} to learn from")
    rows = [buckets(turns) for found in texts for turns in found]
    y = np.repeat(np.arange(len(STYLES)), [len(found) for found in texts])
    back = np.random.default_rng(seed).random(len(y)) < KEPT_BACK
    x = _counts(rows)
    model = StyleModel(_fitted(x[~back], y[~back]))
    guessed = np.argmax(x[back] @ model.matrix, axis=1)
    report = {
        "seed": seed,
        "texts": {style: len(found) for style, found in zip(STYLES, texts, strict=True)},
        "right": {
            style: float((guessed[y[back] == number] == number).mean())
            for number, style in enumerate(STYLES)
        },
    }
    save_style(out, model, report)
    return report


def _counts(rows: Sequence[Sequence[int]]) -> csr_matrix:
    """One row a text, with a one for each of its buckets and for the bias."""
    columns = np.concatenate([[*row, BUCKETS] for row in rows])
    starts = np.cumsum([0, *(len(row) + 1 for row in rows)])
    shape = (len(rows), BUCKETS + 1)
    return csr_matrix((np.ones(len(columns), np.float32), columns, starts), shape)


def _fitted(x: csr_matrix, y: np.ndarray) -> np.ndarray:
    """(BUCKETS + 1, styles) weights, each style counting alike, by L-BFGS."""
    count, shape = len(STYLES), (x.shape[1], len(STYLES))
    wanted = np.eye(count)[y]
    share = (1.0 / np.bincount(y, minlength=count) / count)[y]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        w = flat.reshape(shape)
        scores = x @ w
        scores -= scores.max(axis=1, keepdims=True)
        chance = np.exp(scores)
        chance /= chance.sum(axis=1, keepdims=True)
        value = -(share * np.log((chance * wanted).sum(axis=1) + 1e-12)).sum()
        gradient = x.T @ ((chance - wanted) * share[:, None]) + DECAY * w
        return value + DECAY / 2 * (w**2).sum(), gradient.ravel()

    start = np.zeros(shape[0] * shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200})
    result: np.ndarray = found.x.reshape(shape).astype(np.float32)
    return result
