# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Training of the dialog model: two small convex problems, solved in seconds."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from egoplan_ros.language.dialog.dialog_model import (
    PARAMETERS,
    DialogModel,
    candidates,
    grams,
    judge,
    save_dialog_model,
    spoken,
)
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.training.language.dialog_corpus import Dialog, cut_dialogs, read_dialogs
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.system.files import make_room

LEAST_COUNT = 3
"""Dialogs a word or pair of words must occur in."""


def train_dialogs(data: Path, out: Path) -> dict[str, Any]:
    """Train on the dialogs of a file that are not held out, and write the weights.

    Raises:
        InputError: malformed data, or nowhere to write the weights.
    """
    make_room(out)
    train, rest = cut_dialogs(read_dialogs(data))
    model = fit_dialogs(train, Lexicon(load_ontology()))
    report = {"train": len(train), "held_out": len(rest), "trained_on": "games not held out"}
    save_dialog_model(out, model, report)
    return report


def fit_dialogs(dialogs: Sequence[Dialog], lexicon: Lexicon) -> DialogModel:
    """The model that fits some dialogs best."""
    bags = [grams(dialog.turns) for dialog in dialogs]
    counts = Counter(gram for bag in bags for gram in bag)
    kept = sorted(gram for gram, count in counts.items() if count >= LEAST_COUNT)
    index = {gram: number for number, gram in enumerate(kept)}
    tasks = sorted({dialog.task for dialog in dialogs})
    features = np.zeros((len(dialogs), len(index)), np.float32)
    for row, bag in enumerate(bags):
        columns = [index[gram] for gram in bag if gram in index]
        features[row, columns] = 1 / np.sqrt(max(1, len(columns)))
    labels = np.array([tasks.index(dialog.task) for dialog in dialogs])
    matrix = _softmax_regression(features, labels, len(tasks))
    prior = _priors(dialogs)
    roles = {role for names in PARAMETERS.values() for role in names} - {"relation"}
    ranking = {role: _ranking(dialogs, role, prior, lexicon) for role in sorted(roles)}
    return DialogModel(index, tasks, matrix, ranking, prior, lexicon)


def _softmax_regression(features: np.ndarray, labels: np.ndarray, count: int) -> np.ndarray:
    x, y = torch.from_numpy(features), torch.from_numpy(labels)
    weights = torch.zeros(features.shape[1], count, requires_grad=True)
    bias = torch.zeros(count, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights, bias], max_iter=60)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = torch.nn.functional.cross_entropy(x @ weights + bias, y)
        loss = loss + 1e-4 * (weights**2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    return torch.cat([weights, bias[None]]).detach().numpy()


def _priors(dialogs: Sequence[Dialog]) -> dict[str, dict[str, float]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for dialog in dialogs:
        values = dict(zip(PARAMETERS.get(dialog.task, ()), dialog.params, strict=False))
        for role, value in values.items():
            counts[f"{dialog.task}/{role}"][value] += 1
        if "relation" in values and "place" in values:
            counts[f"relation/{values['place']}"][values["relation"]] += 1
    return {
        key: {value: n / sum(found.values()) for value, n in sorted(found.items())}
        for key, found in sorted(counts.items())
    }


def _ranking(
    dialogs: Sequence[Dialog],
    role: str,
    prior: dict[str, dict[str, float]],
    lexicon: Lexicon,
) -> list[float]:
    """Weights with which the right candidate scores best (a conditional logistic regression)."""
    examples = []
    for dialog in dialogs:
        roles = PARAMETERS.get(dialog.task, ())
        if role not in roles or len(dialog.params) != len(roles):
            continue
        said, mine = spoken(dialog.turns, lexicon), prior[f"{dialog.task}/{role}"]
        truth = dialog.params[roles.index(role)]
        # The share of a value without this very dialog, as for one never seen.
        seen = sum(d.task == dialog.task for d in dialogs)
        fair = {k: max(0.0, (v * seen - (k == truth)) / max(1, seen - 1)) for k, v in mine.items()}
        options = candidates(dialog.task, role, said, mine, lexicon)
        if truth in options:
            rows = torch.tensor([judge(option, role, said, fair) for option in options])
            examples.append((rows.float(), options.index(truth)))
    weights = torch.zeros(6)
    weights[0] = 1.0
    weights.requires_grad_(True)
    optimiser = torch.optim.LBFGS([weights], max_iter=40)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        losses = [-(rows @ weights).log_softmax(0)[right] for rows, right in examples]
        loss = torch.stack(losses).mean() + 1e-3 * (weights**2).sum()
        loss.backward()
        return loss

    if examples:
        optimiser.step(closure)
    return [float(value) for value in weights.detach()]
