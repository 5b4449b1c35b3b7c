# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From collected frames to one file of weights with its report."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.depth import FORMAT as DEPTH_FORMAT
from egoplan_ros.perception.learned.depth import DepthEstimator, DepthNetwork
from egoplan_ros.perception.learned.proposer import Proposer
from egoplan_ros.perception.learned.recogniser import Recogniser
from egoplan_ros.perception.learned.weights import Networks, fresh, load, save, write
from egoplan_ros.robots.thor_oracle import STRUCTURE
from egoplan_ros.training.perception.calibration import (
    Gathered,
    calibrate,
    calibrate_shown,
    gather,
    show,
)
from egoplan_ros.training.perception.depth_batches import DepthBatches, depth_loss
from egoplan_ros.training.perception.depth_errors import depth_errors
from egoplan_ros.training.perception.frames import Frames
from egoplan_ros.training.perception.loop import Recipe, Tell, fit
from egoplan_ros.training.perception.pretrained import pretrained
from egoplan_ros.training.perception.proposer_batches import ProposerBatches, proposer_loss
from egoplan_ros.training.perception.recogniser_batches import RecogniserBatches, recogniser_loss
from egoplan_ros.training.perception.reliability import expected_error
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import wilson

STATES = ("open", "toggled", "dirty", "filled", "brewed", "cooked", "broken", "sliced")
"""Physical states that can be seen."""
PROPOSER = Recipe(steps=3000, batch=4)
RECOGNISER = Recipe(steps=2200, batch=9)
DEPTH = Recipe(steps=6000, batch=4)
QUICK = 8
"""How many times fewer steps a quick training takes."""
GOES_ON = 0.5
"""Share of the recipe's learning rate for weights that have learned before: at the full one they
first forget much of it."""
_LEAST = 30
_VALIDATED = 320


def begin(start: Path | None) -> Networks | None:
    """Weights to go on from, None for fresh ones.

    Raises:
        InputError: no such file, a damaged one, or one of other types or states.
    """
    if start is None:
        return None
    networks = load(start)
    if networks.types != tuple(_names()) or networks.states != STATES:
        raise InputError(
            f"--start {start}: these weights are of other types or states than config/objects.yaml "
            "and this version know; leave it out to train fresh ones"
        )
    return networks


def train_proposer(
    frames: Frames, recipe: Recipe, begun: Networks | None, out: Path, tell: Tell
) -> Proposer:
    """The first network, from :func:`begin`."""
    names = _names()
    torch.manual_seed(recipe.seed)
    batches = ProposerBatches(
        frames, {name: k for k, name in enumerate(names)}, recipe.batch, recipe.seed
    )
    model = begun.proposer if begun else pretrained(Proposer(len(names)))
    checkpoint = out.with_suffix(".proposer.pt")
    fit("proposer", model, batches, proposer_loss, recipe, checkpoint, tell)
    return model


def train_recogniser(
    frames: Frames, recipe: Recipe, begun: Networks | None, out: Path, tell: Tell
) -> Recogniser:
    """The second network, from :func:`begin`."""
    names = _names()
    torch.manual_seed(recipe.seed + 1)
    batches = RecogniserBatches(
        frames, {name: k for k, name in enumerate(names)}, STATES, recipe.batch, recipe.seed
    )
    model = begun.recogniser if begun else pretrained(Recogniser(len(names), len(STATES)))
    checkpoint = out.with_suffix(".recogniser.pt")
    fit("recogniser", model, batches, recogniser_loss, recipe, checkpoint, tell)
    return model


def train_depth(
    frames: Frames, recipe: Recipe, validation: Frames, out: Path, about: dict[str, Any], tell: Tell
) -> dict[str, Any]:
    """The network for cameras without depth, written with its errors on validation frames."""
    torch.manual_seed(recipe.seed + 2)
    model = pretrained(DepthNetwork())
    checkpoint = out.with_suffix(".depth.pt")
    fit("depth", model, DepthBatches(frames, recipe.batch, recipe.seed), depth_loss, recipe,
        checkpoint, tell)  # fmt: skip
    size = write(out, {"format": DEPTH_FORMAT, "about": about}, {"depth": model})
    chosen = np.linspace(0, len(validation) - 1, min(_VALIDATED, len(validation))).astype(int)
    errors = depth_errors(DepthEstimator(str(out)), (validation.load(int(k)) for k in chosen))
    return {"weights": str(out), "bytes": size} | errors


def finish(
    frames: Frames,
    proposer: Proposer,
    recogniser: Recogniser,
    validation: Frames,
    out: Path,
    about: dict[str, Any],
    tell: Tell,
) -> dict[str, Any]:
    """Calibrate on validation frames and write the weights.

    Returns:
        What the validation frames say: of true boxes, the rates of types and states.
    """
    networks = fresh(_names(), STATES, _able(frames))
    networks.proposer.load_state_dict(proposer.state_dict())
    networks.recogniser.load_state_dict(recogniser.state_dict())
    save(out, networks, about)
    backend = LearnedBackend(str(out))
    chosen = np.linspace(0, len(validation) - 1, min(_VALIDATED, len(validation))).astype(int)
    tell(f"calibration: {len(chosen)} validation frames")
    gathered = gather(backend, (validation.load(int(k)) for k in chosen), _LEAST)
    calibration = backend.calibration = calibrate(gathered, networks.states)
    shown = show(backend, gathered.frames, _LEAST)
    calibrated = replace(networks, calibration=calibrate_shown(calibration, shown, networks.types))
    size = save(out, calibrated, about)
    return {"weights": str(out), "bytes": size} | _told(gathered, calibrated)


def _names() -> Sequence[str]:
    """All types of things: the heads stay the same whatever the data show."""
    return sorted(load_ontology().types.keys() - STRUCTURE)


def _able(frames: Frames) -> dict[str, list[str]]:
    """The states that things of each type were ever judged by."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for item in frames.items():
        found[item.type] |= item.states.keys() & set(STATES)
    return {kind: sorted(names) for kind, names in sorted(found.items())}


def _told(gathered: Gathered, networks: Networks) -> dict[str, Any]:
    """Rates on true boxes of validation frames."""
    known = gathered.type >= 0
    logits = (gathered.types + networks.calibration.context * gathered.context)[known]
    order = np.argsort(-logits, axis=1)
    truth = gathered.type[known][:, None]
    n = int(known.sum())
    top = [int((order[:, :k] == truth).any(axis=1).sum()) for k in (1, 3)]
    scaled = logits / networks.calibration.types
    scaled = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    probability = (scaled / scaled.sum(axis=1, keepdims=True)).max(axis=1)
    states = {}
    for k, name in enumerate(networks.states):
        judged = np.isfinite(gathered.state[:, k])
        if judged.any() and name in networks.calibration.states:
            scale, offset = networks.calibration.states[name]
            said = gathered.states[judged, k] * scale + offset > 0
            right = int((said == (gathered.state[judged, k] > 0.5)).sum())
            states[name] = wilson(right, int(judged.sum())).to_json()
    return {
        "type_top1": wilson(top[0], n).to_json(),
        "type_top3": wilson(top[1], n).to_json(),
        "type_calibration_error": expected_error(probability, (order[:, :1] == truth)[:, 0]),
        "states": states,
        "threshold": networks.calibration.threshold,
    }
