"""Fusion of physical-state beliefs over time; effects of the robot's actions outrank classifiers.

DANLI 3.1 (Physical State Prediction): what an action brings about overrides the classifier. Here
that holds for good for states that cannot be judged by looking; a door or a switch follows
observation again once it has clearly been seen otherwise.
"""

from collections.abc import Mapping

from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.object import Belief, Source

STICKY = frozenset({"hot", "cold", "cooked", "clean", "sliced", "filled", "brewed"})
"""States for which an effect is never overruled by observation."""
_CLEAR = 0.8
_PATIENCE = 2
"""Observations in a row against an effect before they are believed."""


def observe(track: Track, states: Mapping[str, float], stamp: float) -> None:
    """Fuse what was seen of the states of one object.

    Args:
        track: changed in place.
        states: probability by state name. stamp: of the frame, seconds.
    """
    for name, probability in states.items():
        old = track.states.get(name)
        if old is None or old.source is Source.PRIOR:
            track.states[name] = Belief(probability, Source.OBSERVED, stamp)
            continue
        agrees = (probability > 0.5) == (old.probability > 0.5)
        if old.source is Source.EFFECT:
            if agrees:
                track.contradictions.pop(name, None)
                track.states[name] = Belief(old.probability, Source.EFFECT, stamp)
                continue
            if name in STICKY or stamp <= old.stamp or not clear(probability):
                continue
            count = track.contradictions.get(name, 0) + 1
            track.contradictions[name] = count
            if count < _PATIENCE:
                continue
            track.contradictions.pop(name, None)
            if name == "dirty" and probability > 0.5:
                track.states.pop("clean", None)
            track.states[name] = Belief(probability, Source.OBSERVED, stamp)
            continue
        # A sure classifier is believed at once, an unsure one moves the belief half way.
        weight = 1.0 if probability >= 0.95 or probability <= 0.05 else 0.5
        fused = weight * probability + (1.0 - weight) * old.probability
        track.states[name] = Belief(fused, Source.OBSERVED, stamp)


def effect(track: Track, stamp: float, **states: bool) -> None:
    """Record states that the robot's own action brought about."""
    for name, value in states.items():
        track.contradictions.pop(name, None)
        track.states[name] = Belief(1.0 if value else 0.0, Source.EFFECT, stamp)


def believed(track: Track, state: str, default: float = 0.0) -> bool:
    """Whether a state is believed to hold."""
    belief = track.states.get(state)
    return (default if belief is None else belief.probability) > 0.5


def clear(probability: float) -> bool:
    """Whether a classifier is sure, either way."""
    return probability >= _CLEAR or probability <= 1.0 - _CLEAR
