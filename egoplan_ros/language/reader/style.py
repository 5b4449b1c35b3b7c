# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How somebody speaks: which of the readers knows that kind of text.

Annotators who describe what they saw (ALFRED, ReALFRED) mean more than their words say, people who
ask for something are to be taken at their word, and those who lead a robot through one of TEACh's
tasks turn by turn say it in pieces. A linear model over words and pairs of words tells them apart
(a gate of a mixture of experts, Jacobs et al. 1991).
"""

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.dialog.dialog_model import ROBOT, Turns
from egoplan_ros.language.reader.weight_files import REMEDY, weights_told, write_arrays
from egoplan_ros.world.errors import InputError

WEIGHTS = Path(__file__).parents[1] / "weights" / "style.npz"
FORMAT = 1

STYLES = ("request", "annotation", "household task")
BUCKETS = 1 << 16
"""Numbers of words and pairs: their checksums, so that no vocabulary is kept (feature hashing)."""

_WORD = re.compile(r"[a-z]+(?:['\u2019][a-z]+)?|\d+|[^\sa-z0-9]")


@dataclass(frozen=True, slots=True)
class Style:
    """Probability of each style.

    Attributes:
        request: a request or a short dialog, to be taken at its word.
        annotation: a description of one of ALFRED's tasks.
        task: a dialog about one of TEACh's tasks.
    """

    request: float
    annotation: float
    task: float


def buckets(turns: Turns) -> list[int]:
    """Numbers of the words, marks and pairs of them in a text; the robot's are told apart."""
    found: set[str] = set()
    for who, text in turns:
        words = ["<", *_WORD.findall(text.lower()), ">"]
        mark = "@" if who.strip().lower() in ROBOT else ""
        found |= {mark + word for word in words}
        found |= {f"{mark}{a} {b}" for a, b in pairwise(words)}
    return sorted({zlib.crc32(gram.encode(errors="replace")) % BUCKETS for gram in found})


class StyleModel:
    """Tells the style of a text.

    Args:
        matrix: (BUCKETS + 1, styles) weights, the last row is the bias.
    """

    def __init__(self, matrix: np.ndarray) -> None:
        self.matrix = matrix

    def __call__(self, turns: Turns) -> Style:
        """The style of a text or dialog."""
        scores = self.matrix[buckets(turns)].sum(axis=0) + self.matrix[-1]
        chances = np.exp(scores - scores.max())
        return Style(*map(float, chances / chances.sum()))


def save_style(path: Path, model: StyleModel, report: Mapping[str, Any]) -> None:
    """Write weights atomically, in half precision."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = json.dumps({"format": FORMAT, "styles": STYLES, "report": dict(report)})
    meta = np.frombuffer(told.encode(), np.uint8)
    write_arrays(path, {"meta": meta, "matrix": model.matrix.astype(np.float16)})


def load_style(path: Path | None = None) -> StyleModel:
    """Read weights; the shipped ones by default.

    Raises:
        InputError: missing, corrupt, or of another format.
    """
    path = path or WEIGHTS
    with weights_told(path):
        with np.load(path, allow_pickle=False) as archive:
            meta = json.loads(archive["meta"].tobytes().decode())
            matrix = archive["matrix"].astype(np.float32)
        shape = (BUCKETS + 1, len(STYLES))
        if meta["format"] != FORMAT or tuple(meta["styles"]) != STYLES or matrix.shape != shape:
            raise InputError(f"language weights {path}: of another version; {REMEDY}")
        return StyleModel(matrix)
