# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of the reader of requests on lists of them; needs torch, reading does not."""

import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from egoplan_ros.language.reader.graph_reader import (
    GraphMeta,
    GraphReader,
    base_beside,
    load_reader,
    save_reader,
)
from egoplan_ros.language.reader.transformer import rounded
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.wordpiece import WordPieces
from egoplan_ros.training.language.fine_tuning import Tuning, fine_tune
from egoplan_ros.training.language.graph_network import GraphNetwork, graph_loss, sample_of
from egoplan_ros.training.language.request_corpus import Example, Variation, read_requests
from egoplan_ros.training.language.transformer_network import (
    exported,
    fill_pretrained,
    kept_pieces,
    pretrained_folder,
    read_vocabulary,
)
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.files import make_room

FROM_PRETRAINED = Tuning(epochs=9, rate=2e-4, heads=5.0, decay=0.85, frozen=1, kept=False)
GOING_ON = replace(FROM_PRETRAINED, epochs=4, rate=1.5e-4)
"""Settings for weights that have learned from most of the requests already."""


@dataclass(frozen=True, slots=True)
class RequestRecipe:
    """Settings of a training run; those of the shipped weights are in docs/language.md.

    Attributes:
        tuning: of the pretrained encoder.
        swapped: share of examples whose things are exchanged for others, anew in every epoch.
        strange: share that ask for a thing that nobody knows.
        joined: share beside which an errand or a remark stands.
        gone_on: share of the tuned weights where others were gone on from, which make up the rest:
            what these knew is not lost for what is learned now (Wortsman et al. 2022).
        kept_back: share that is not trained on, for the line of confidence.
        threads: of torch.
        device: of torch, "cpu" or "cuda".
    """

    tuning: Tuning = FROM_PRETRAINED
    swapped: float = 0.4
    strange: float = 0.08
    joined: float = 0.08
    gone_on: float = 0.75
    kept_back: float = 0.05
    threads: int = 1
    device: str = "cpu"


def train_requests(
    lists: Path,
    out: Path,
    seed: int = 0,
    progress: Callable[[str], None] = print,
    recipe: RequestRecipe = RequestRecipe(),
    start: Path | None = None,
) -> dict[str, Any]:
    """Train the reader and write its weights; an interrupted run goes on from its checkpoint.

    Args:
        lists: folder with lists of requests, see ``request_corpus.py``.
        out: weights to write (``.npz``).
        seed: of initial weights, order and variation of the requests.
        progress: called with one line of text from time to time.
        recipe: settings.
        start: weights of a reader to go on from; the pretrained encoder's by default.

    Returns:
        A report.

    Raises:
        InputError: no lists, a malformed line, no pretrained weights, unreadable ones to start
            from or to write beside, or nowhere to write.
    """
    make_room(out)
    base_beside(out, ())  # what is wrong with it is told now, not when all is learned
    torch.manual_seed(seed)
    torch.set_num_threads(recipe.threads)
    before = load_reader(start) if start else None
    lexicon = Lexicon(load_ontology())
    examples, odd = read_requests(lists, lexicon)
    back = [e for e in examples if _drawn(e, recipe.kept_back)]
    shown = [e for e in examples if not _drawn(e, recipe.kept_back)]
    progress(f"requests: {len(shown)} to learn from, {len(back)} kept back, {odd} left out")
    folder = pretrained_folder()
    vocabulary = read_vocabulary(folder)
    marks = [piece for piece in vocabulary if len(piece) == 1 and _is_mark(piece)]
    words = {word for example in examples for word in example.request.words if word}
    pieces = [*kept_pieces(vocabulary, words), *marks]
    if before:  # a few more requests shall not cost it the words of the others
        pieces = list(dict.fromkeys([*pieces, *before.meta.pieces]))
    network = GraphNetwork(len(pieces))
    fill_pretrained(network, folder, pieces)
    if before:
        _fill_learned(network, before)
    network.to(recipe.device)
    spell = WordPieces(pieces)
    vary = Variation(lexicon, shown, recipe.swapped, recipe.strange, joined=recipe.joined)

    def draw(rng: random.Random) -> list[Any]:
        return [sample_of(vary(example, rng), spell) for example in shown]

    checkpoint = out.with_name(f"{out.name}.checkpoint")
    fine_tune(network, draw, recipe.tuning, seed, checkpoint, progress, graph_loss)
    parameters = exported(network)
    if before:
        parameters = _between(before.parameters, parameters, recipe.gone_on)
    base, _ = base_beside(out, pieces)
    reader = GraphReader(rounded(parameters, base), GraphMeta(pieces))
    asked = [example for example in back if example.graph is not None]
    line, right = _line(reader, asked)
    report = {
        "requests": len(shown),
        "left_out": odd,
        "kept_back": len(asked),
        "right_of_kept_back": right,
        "seed": seed,
        "recipe": asdict(recipe),
        "start": before.meta.report if before else None,
    }
    save_reader(out, parameters, GraphMeta(pieces, line, report))
    checkpoint.unlink(missing_ok=True)
    return report


def _fill_learned(network: GraphNetwork, before: GraphReader) -> None:
    """Set all weights to a reader's, but those of pieces, which are never tuned."""
    known = {k: torch.from_numpy(v) for k, v in before.parameters.items() if k != "pieces.weight"}
    network.load_state_dict(known, strict=False)


def _between(
    old: Mapping[str, np.ndarray], new: Mapping[str, np.ndarray], share: float
) -> dict[str, np.ndarray]:
    """Weights at a share of the way from old ones to new ones; those of pieces are never tuned."""
    kept = {"pieces.weight"}
    return {k: v if k in kept else old[k] + share * (v - old[k]) for k, v in new.items()}


def _drawn(example: Example, share: float) -> bool:
    """Whether a request is among a share of all, always the same ones."""
    return zlib.crc32(" ".join(example.request.words).encode()) % 1000 < 1000 * share


def _is_mark(piece: str) -> bool:
    return piece.isascii() and not piece.isalnum()


def _line(reader: GraphReader, examples: Sequence[Example]) -> tuple[tuple[float, float], float]:
    """Log odds of being right over log probability: offset and slope; and the share right."""
    found = [reader(example.request) for example in examples]
    right = np.array([r.graph == e.graph for r, e in zip(found, examples, strict=True)], float)
    x = np.array([reading.log_probability for reading in found])
    weights = np.zeros(2)
    design = np.stack([np.ones_like(x), x], axis=1)
    for _ in range(30):  # Newton's method on the logistic loss, kept from running away
        chance = 1.0 / (1.0 + np.exp(-design @ weights))
        gradient = design.T @ (chance - right) + 1e-2 * weights
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + 1e-2 * np.eye(2)
        weights -= np.linalg.solve(curvature, gradient)
    return (float(weights[0]), float(weights[1])), float(right.mean()) if len(right) else 0.0
