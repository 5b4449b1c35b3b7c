# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fusion of physical-state beliefs over time; effects of the robot's actions outrank classifiers.

Each look adds the log-odds of its calibrated probability, less the oftener that view has told the
same. DANLI 3.1 (Physical State Prediction): what an action brings about overrides the classifier.
Here that holds for good for states that cannot be judged by looking; a door or a switch follows
observation again once what was seen of it outweighs the act.
"""

from collections.abc import Mapping

from egoplan_ros.mapping.objects.evidence import PLAIN, SURE, Direction, bounded, logit, share
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.object import CLEAR, Belief, Source

STICKY = frozenset({"hot", "cold", "cooked", "clean", "sliced", "filled", "brewed"})
"""States for which an effect is never overruled by observation."""
_PERHAPS = 0.25
"""Share that counts of a look that is not clear: a classifier that cannot tell a state from here
errs alike from elsewhere, so that many such looks do not make it sure."""


def observe(track: Track, states: Mapping[str, float], stamp: float, view: Direction) -> None:
    """Fuse what was seen of the states of one object.

    Args:
        track: changed in place.
        states: probability by state name; one that is none, as NaN, tells nothing.
        stamp: of the frame, seconds.
        view: from where it was seen.
    """
    known = dict(track.states)
    for name, probability in states.items():
        if not 0.0 <= probability <= 1.0:
            continue
        old = known.get(name)
        told = logit(probability)
        if abs(told) < PLAIN:  # who is certain is taken at his word
            what = f"{probability > 0.5}, {'surely' if clear(probability) else 'perhaps'}"
            told *= track.novelty.weight(view, name, what) * (
                1.0 if clear(probability) else _PERHAPS
            )
        if old is None or old.source is Source.PRIOR:
            known[name] = Belief(share(bounded(told)), Source.OBSERVED, stamp)
            continue
        if old.source is Source.OBSERVED:
            fused = share(bounded(logit(old.probability) + told))
            known[name] = Belief(fused, Source.OBSERVED, stamp)
            continue
        if (probability > 0.5) == (old.probability > 0.5):
            track.contradictions.pop(name, None)
            known[name] = Belief(old.probability, Source.EFFECT, stamp)
            continue
        if name in STICKY or stamp <= old.stamp or not clear(probability):
            continue
        # One look is never enough, however sure it is.
        against = track.contradictions.get(name, 0.0) + min(abs(told), SURE)
        track.contradictions[name] = against
        if against <= SURE:
            continue
        track.contradictions.pop(name, None)
        if name == "dirty" and probability > 0.5:
            known.pop("clean", None)
        known[name] = Belief(probability, Source.OBSERVED, stamp)
    track.states = known


def cast_doubt(track: Track, state: str) -> None:
    """The robot was told otherwise of a state: one look that agrees is enough then."""
    track.contradictions[state] = track.contradictions.get(state, 0.0) + SURE


def effect(track: Track, stamp: float, **states: bool) -> None:
    """Record states that the robot's own action brought about."""
    for name in states:
        track.contradictions.pop(name, None)
        track.novelty.forget(name)
    told = {n: Belief(float(value), Source.EFFECT, stamp) for n, value in states.items()}
    track.believe(told)


def believed(track: Track, state: str, default: float = 0.0) -> bool:
    """Whether a state is believed to hold."""
    belief = track.states.get(state)
    return (default if belief is None else belief.probability) > 0.5


def clear(probability: float) -> bool:
    """Whether a classifier is sure, either way."""
    return probability >= CLEAR or probability <= 1.0 - CLEAR
