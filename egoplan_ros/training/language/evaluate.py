# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Accuracy on sentences of floor plans that training never saw."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.disambiguation.settle import chances
from egoplan_ros.language.goals.forms import goal_of
from egoplan_ros.language.goals.slots import SLOTS, Slots
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.language.reader.decoder import Reading
from egoplan_ros.language.reader.evidence import Evidence
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.training.language.corpus import FILES, SOURCES, Sentence, cut, usable_sentences
from egoplan_ros.training.language.dialog_corpus import holds_dialogs
from egoplan_ros.training.language.evaluate_pursued import Pursued, calibration_error, share_right
from egoplan_ros.training.language.records import Unusable, check_some, files_of, told
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.task import Instruction, TaskUnderstanding


def evaluate(
    data: Path,
    split_seed: int | None = 0,
    with_steps: bool = False,
    model: LanguageModel | None = None,
    predictions: list[dict[str, Any]] | None = None,
    rooms: Mapping[str, Collection[str]] | None = None,
) -> dict[str, Any]:
    """Score the model on held-out sentences, each source apart.

    Joint = task type, object, movable receptacle, receptacle and slicing all right; the kind of
    lamp does not count, Sink = SinkBasin and Bathtub = BathtubBasin.

    Args:
        data: one ``.jsonl[.gz]`` file, or a folder of them; dialogs in it are left out.
        split_seed: seed of the cut by floor plan; only its test part is scored. It must be the
            seed of the weights, otherwise a warning stands in the result. None scores all records.
        with_steps: use the step-by-step sentences too; sentences without steps are left out.
        model: model to score; the shipped one by default.
        predictions: when given, one entry a sentence is added.
        rooms: object types in each floor plan; sentences of these are also scored settled by them.

    Returns:
        For each source (file): ``n``, ``joint``, ``interval``, ``top3``, ``calibration_error``,
        ``slots``, ``task_types``, ``named`` (by what the words tell of the task),
        ``settled`` (with rooms), ``errors`` (which slots were wrong, how often), ``refused``
        (share that ``understand`` would decline), ``pursued`` (what it gives, see
        :meth:`Pursued.report`); plus ``split_seed``, ``records`` (which ones were scored, in
        words), ``unusable`` (which could not be), ``input`` and ``warnings``.

    Raises:
        InputError: no data, or nothing to score.
    """
    model = model or LanguageModel.load()
    found, unusable = _records_of(data)
    check_some(data, found, unusable)
    sentences, warnings = found, list[str]()
    if split_seed is not None:
        sentences, warnings = _held_out(data, found, split_seed)
    if with_steps:
        sentences = [sentence for sentence in sentences if sentence.steps]
    if not sentences:
        raise InputError(f"{data}: no sentence to score; check the file, or score all records")
    by_source: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        by_source[sentence.source].append(sentence)
    return {
        "input": "goal+steps" if with_steps else "goal",
        "split_seed": split_seed,
        "records": _records(sentences, len(found), split_seed, with_steps),
        "unusable": told(unusable),
        "warnings": [*_warnings(model, sentences, found, split_seed), *warnings],
        "sources": {
            source: _score(model, found, with_steps, predictions, rooms or {})
            for source, found in sorted(by_source.items())
        },
    }


def _records_of(data: Path) -> tuple[list[Sentence], list[Unusable]]:
    """Sentences of a file, or of all files of a folder that hold some, and what is none."""
    found: list[Sentence] = []
    unusable: list[Unusable] = []
    files = files_of(data) if data.is_dir() else [data]
    for path in files:
        if len(files) == 1 or not holds_dialogs(path):
            good, bad = usable_sentences(path)
            found += good
            unusable += bad
    return found, unusable


def held_out(data: Path, split_seed: int) -> tuple[list[Sentence], list[str]]:
    """Sentences of the test part of a cut, and what is amiss with it."""
    return _held_out(data, _records_of(data)[0], split_seed)


def _held_out(
    data: Path, found: Sequence[Sentence], split_seed: int
) -> tuple[list[Sentence], list[str]]:
    """The cut of a single file depends on those that were cut with it for training."""
    source = data.name.split(".")[0]
    others: list[Sentence] = []
    warnings = []
    if not data.is_dir() and source in SOURCES:
        for name in FILES[: SOURCES.index(source)]:
            if (data.parent / name).is_file():
                others += usable_sentences(data.parent / name)[0]
            else:
                warnings.append(
                    f"{name} is not beside {data.name}, and both were cut together for training: "
                    "these figures may be optimistic"
                )
    theirs = {sentence.source for sentence in others}
    test = cut([*found, *others], split_seed)["test"]
    return [sentence for sentence in test if sentence.source not in theirs], warnings


def _records(
    scored: Sequence[Sentence], given: int, split_seed: int | None, with_steps: bool
) -> str:
    plans = len({(sentence.source, sentence.plan) for sentence in scored})
    part = "all floor plans" if split_seed is None else f"test floor plans of cut {split_seed}"
    steps = " that have steps" if with_steps else ""
    return f"{len(scored)} of {given} records{steps}: {part} ({plans})"


def _warnings(
    model: LanguageModel,
    scored: Sequence[Sentence],
    given: Sequence[Sentence],
    split_seed: int | None,
) -> list[str]:
    """What makes the figures more than a measurement on rooms that training never saw."""
    found = []
    trained = model.annotations.report.get("seed")
    if trained is None:
        found.append("the weights do not say what they were trained on")
    elif split_seed is not None and trained != split_seed:
        found.append(f"weights were trained on split {trained}: these figures are optimistic")
    elif split_seed is None:
        parts = cut(given, int(trained))
        known = {(s.source, s.plan) for name in ("train", "tune") for s in parts[name]}
        seen = sum((s.source, s.plan) in known for s in scored)
        if seen:
            found.append(
                f"{seen} of {len(scored)} records are of floor plans of the training and tune "
                "parts: these figures are optimistic"
            )
    strange = sorted({s.source for s in scored} - set(SOURCES))
    if strange:
        found.append(
            f"{', '.join(strange)}: no file the cut was made for; its rooms may have been seen"
        )
    return found


def _score(
    model: LanguageModel,
    sentences: Sequence[Sentence],
    with_steps: bool,
    predictions: list[dict[str, Any]] | None,
    rooms: Mapping[str, Collection[str]],
) -> dict[str, Any]:
    slot_right: Counter[str] = Counter()
    by_type: dict[str, list[bool]] = defaultdict(list)
    named: dict[str, list[bool]] = defaultdict(list)
    settled: list[bool] = []
    errors: Counter[str] = Counter()
    confidence, correct, top3, pursued = [], [], 0, Pursued()
    for sentence in sentences:
        instruction = Instruction(sentence.text, sentence.steps if with_steps else ())
        readings = model.annotations.readings(instruction)
        truth = sentence.slots
        wrong = _wrong(readings, sentence)
        slot_right.update(slot for slot in SLOTS if slot not in wrong)
        right = not set(wrong) - {"toggle"}
        correct.append(right)
        by_type[truth.task_type].append(right)
        for group in _told(model, instruction, truth):
            named[group].append(right)
        if sentence.plan in rooms:
            best = settled_reading(readings, sentence.text, rooms[sentence.plan], model)
            settled.append(best is not None and best.slots.key() == truth.key())
        if not right:
            errors["+".join(slot for slot in wrong if slot != "toggle")] += 1
        ranked = list(dict.fromkeys(reading.slots.key() for reading in readings))
        top3 += truth.key() in ranked[:3]
        confidence.append(sum(r.probability for r in readings if r.slots.key() == ranked[0]))
        pursued.add(_understood(model, instruction), truth)
        if predictions is not None:
            predictions.append(_prediction(sentence, readings, right, confidence[-1]))
    n = len(sentences)
    return {
        **share_right(correct),
        "top3": top3 / n,
        "calibration_error": calibration_error(np.array(confidence), np.array(correct)),
        "slots": {slot: slot_right[slot] / n for slot in SLOTS},
        "task_types": {kind: share_right(found) for kind, found in sorted(by_type.items())},
        "named": {kind: share_right(found) for kind, found in sorted(named.items())},
        "settled": share_right(settled) if settled else None,
        "errors": dict(errors.most_common()),
        "refused": pursued.report()["refused"],
        "pursued": pursued.report(),
    }


def _understood(model: LanguageModel, instruction: Instruction) -> TaskUnderstanding | None:
    try:
        return model.understand(instruction)
    except InputError:
        return None


def _told(model: LanguageModel, instruction: Instruction, truth: Slots) -> tuple[str, str]:
    """Whether the words of a request name the object, and whether they tell all of the task."""
    words = [word for text in (instruction.text, *instruction.steps) for word in tokenize(text)]
    evidence = Evidence(words, model.lexicon, model.annotations.meta.cues)
    return (
        "object named" if truth.object in evidence.named else "object not named",
        "everything told" if not evidence.missing(truth) else "something not told",
    )


def settled_reading(
    readings: Sequence[Reading], text: str, seen: Collection[str], model: LanguageModel
) -> Reading | None:
    """The best reading by what is in the room, as ``settle`` has it."""
    shares = chances([goal_of(r.slots) for r in readings], text, seen, model.ontology)
    weights = [r.probability * share for r, share in zip(readings, shares, strict=True)]
    return readings[int(np.argmax(weights))] if readings else None


def _prediction(
    sentence: Sentence, readings: Sequence[Reading], right: bool, confidence: float
) -> dict[str, Any]:
    def facts(slots: Slots) -> dict[str, Any]:
        return {slot: getattr(slots, slot) for slot in SLOTS}

    return {
        "task_id": sentence.task,
        "goal_text": sentence.text,
        "right": right,
        "truth": facts(sentence.slots),
        "guess": facts(readings[0].slots) if readings else None,
        "alternatives": [facts(reading.slots) for reading in readings[1:3]],
        "confidence": confidence,
    }


def _wrong(readings: Sequence[Reading], sentence: Sentence) -> list[str]:
    if not readings:
        return list(SLOTS)
    guess, truth = readings[0].slots, sentence.slots
    return [slot for slot in SLOTS if getattr(guess, slot) != getattr(truth, slot)]
