# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of the encoder that reads descriptions on human sentences; needs torch, reading does
not."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from egoplan_ros.language.goals.slots import SLOTS, Slots
from egoplan_ros.language.reader.decoder import count_tasks, label_lists
from egoplan_ros.language.reader.network import Meta, Network, save_network
from egoplan_ros.language.reader.transformer import rounded
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.language.text.wordpiece import WordPieces, thinned
from egoplan_ros.training.language.calibration import calibrate, slot_scores, word_cues
from egoplan_ros.training.language.corpus import Sentence, cut, read_sentences
from egoplan_ros.training.language.fine_tuning import Sample, Tuning, fine_tune
from egoplan_ros.training.language.transformer_network import (
    exported,
    load_pretrained,
    pretrained_folder,
)
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import make_room

LEAST_COUNT = 2
"""Occurrences from which a word is known."""

REFINING = Tuning(
    epochs=1, rate=2e-4, heads=2.0, decay=0.85, frozen=1, kept=False, batch_tokens=2048
)
"""Settings of the second stage of fine-tuning."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings of a training run.

    The defaults made the shipped weights, but for the learning rates of the first batches: see
    ``remarks`` of their report.

    Attributes:
        tuning: of the pretrained encoder's upper layers on goal sentences.
        refining: of nearly all its layers, on goal sentences and on goals with steps.
        threads: of torch.
        device: that it is tuned on, "cpu" or "cuda".
    """

    tuning: Tuning = field(default_factory=Tuning)
    refining: Tuning = REFINING
    threads: int = 1
    device: str = "cpu"


def train(
    data: Path,
    out: Path,
    seed: int = 0,
    progress: Callable[[str], None] = print,
    recipe: Recipe = Recipe(),
) -> dict[str, Any]:
    """Train on the training floor plans and write the weights.

    Interrupt it at will: every epoch is kept in a checkpoint beside them and a second call goes on
    from there. The tune floor plans fix temperature and prior weight; the test floor plans are not
    looked at.

    Args:
        data: folder with the ``*.jsonl.gz`` files, or one such file.
        out: weights to write (``.npz``).
        seed: of the cut by floor plan, the initial weights and the order of sentences.
        progress: called with one line of text from time to time.
        recipe: settings.

    Returns:
        A report: sentences and floor plans of each part, calibration, size.

    Raises:
        InputError: no or malformed data, or nowhere to write the weights.
    """
    make_room(out)
    torch.set_num_threads(recipe.threads)
    sentences = read_sentences(data)
    parts = cut(sentences, seed)
    if not parts["train"] or not parts["tune"]:
        raise InputError(f"{data}: too few floor plans to train on; give the whole data folder")
    meta, parameters = _tuned(
        parts["train"], label_lists(s.slots for s in sentences), recipe, seed, out, progress
    )
    meta, calibration = calibrate(
        meta, slot_scores(Network(rounded(parameters), meta), parts["tune"])
    )
    report = {
        "seed": seed,
        "sentences": {part: len(found) for part, found in parts.items()},
        "floor_plans": {part: len({s.plan for s in found}) for part, found in parts.items()},
        "trained_on": "train part only",
        "recipe": asdict(recipe),
        "tune": calibration,
    }
    files = save_network(out, parameters, replace(meta, report=report))
    for stage in ("tuned", "refined"):
        out.with_name(f"{out.name}.{stage}.checkpoint").unlink(missing_ok=True)
    size = sum(path.stat().st_size for path in files)
    progress(f"wrote {out} ({size / 1e6:.1f} MB in {len(files)} files)")
    return report | {"bytes": size, "weights": str(out)}


def _tuned(
    sentences: Sequence[Sentence],
    labels: dict[str, list[str]],
    recipe: Recipe,
    seed: int,
    out: Path,
    progress: Callable[[str], None],
) -> tuple[Meta, dict[str, np.ndarray]]:
    """Fine-tune the pretrained encoder in two stages; its meta data and parameters."""
    torch.manual_seed(seed)
    counts = Counter(
        word for s in sentences for text in (s.text, *s.steps) for word in tokenize(text)
    )
    words = sorted({word for s in sentences for word in tokenize(s.text)})
    sizes = [len(labels[slot]) for slot in SLOTS]
    network, pieces = load_pretrained(pretrained_folder(), words, sizes)
    network.to(recipe.device)
    meta = Meta(
        words=sorted(word for word, n in counts.items() if n >= LEAST_COUNT),
        pieces=pieces,
        labels=labels,
        prior=count_tasks(sentence.slots for sentence in sentences),
        cues=word_cues(sentences),
    )
    spell = WordPieces(pieces)
    goals = [Sample(spell([*tokenize(s.text), ""]), _labels(s.slots, meta)) for s in sentences]
    checkpoint = out.with_name(f"{out.name}.tuned.checkpoint")
    fine_tune(network, lambda _: goals, recipe.tuning, seed, checkpoint, progress)
    draw = partial(_told, sentences, spell, meta)
    checkpoint = out.with_name(f"{out.name}.refined.checkpoint")
    fine_tune(
        network, draw, recipe.refining, seed, checkpoint, lambda line: progress(f"refining: {line}")
    )
    return meta, exported(network)


def _told(
    sentences: Sequence[Sentence], spell: WordPieces, meta: Meta, rng: random.Random
) -> list[Sample]:
    """Every goal sentence twice alone, and once with the steps of any teller of the same task."""
    mates: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        if sentence.steps:
            mates.setdefault(sentence.task, []).append(sentence)
    samples = []
    for sentence in sentences:
        goal, labels = [*tokenize(sentence.text), ""], _labels(sentence.slots, meta)
        samples += [Sample(spell(goal), labels)] * 2
        if sentence.steps:
            other = rng.choice(mates[sentence.task]) if rng.random() < 0.3 else sentence
            words = [word for step in other.steps for word in (*tokenize(step), "")]
            samples.append(Sample(spell(thinned(goal + words)), labels))
    return samples


def _labels(slots: Slots, meta: Meta) -> list[int]:
    values = [getattr(slots, slot) for slot in SLOTS[:-1]] + [str(int(slots.sliced))]
    return [list(meta.labels[slot]).index(v) for slot, v in zip(SLOTS, values, strict=True)]
