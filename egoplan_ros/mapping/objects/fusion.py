# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a look tells of one object: that it is there or not, its type and its looks."""

from collections.abc import Set as AbstractSet
from math import log, log1p

import numpy as np

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.objects.evidence import (
    SURE,
    Candidates,
    Direction,
    Kinds,
    bounded,
    logit,
    ratios,
    share,
)
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.detection import Finding

_CLEARLY = 2.0
"""How many times as likely another type must be, so that names do not go to and fro."""
_FRESH = 0.25
"""Share of the latest look in the mean of all."""
_THERE = "there"
_REFUSED = 1.5
"""Log-odds that an act tells which was refused: at times it met what stands before the thing."""
_LOOKS = 1.5
"""Log-odds that all looks together count beside an act: a detector errs alike in most of them, and
of what it was surest of a fifth is something else."""


class Fusion:
    """Fuses what is seen, and what is not, into tracks.

    Attributes:
        worth: log-odds of existence below which a thing is not worth a look.
        forget: log-odds at which it is forgotten.
    """

    def __init__(self, types: int, config: MappingConfig) -> None:
        """``types``: how many there are."""
        self._types = types
        self._config = config
        chance = 1.0 / config.vain_cost
        self.worth = log(chance / (1.0 - chance))
        self.forget = log(chance**2 / (1.0 - chance**2))

    def seen(self, track: Track, seen: Sighting, view: Direction) -> None:
        """A sighting was matched; the type that is reported is left as it is.

        Args:
            track: changed in place.
            seen: its sighting. view: from where.
        """
        known = track.hits > 0
        weight = track.novelty.weight(view, _THERE, "seen")
        track.existence = bounded(track.existence + weight * logit(seen.detection.score))
        if track.kinds is not None or seen.kinds[0] != (track.type, 1.0):
            if track.kinds is None:
                certain = Kinds.certain(track.type, self._types)
                track.kinds = certain if known else Kinds(self._types)
            weight = track.novelty.weight(view, "type", seen.type)
            track.kinds.add(ratios(seen.detection, self._types), weight)
            self.settle(track)
        looks = seen.detection.embedding
        if looks is not None and np.isfinite(looks).all():
            mean = looks if track.looks is None else track.looks + _FRESH * (looks - track.looks)
            norm = float(np.linalg.norm(mean))
            track.looks = np.asarray(mean / norm, np.float32) if norm > 0.0 else None
        self.judge(track)

    def missed(
        self,
        track: Track,
        view: Direction,
        small: bool,
        plainly: bool,
        pixels: float,
        finding: Finding | None = None,
    ) -> None:
        """Where it should show, it does not.

        Args:
            track: changed in place.
            view: from where.
            small: it can be carried; of furniture too little is known to miss it as soon.
            plainly: the camera looks through its place, so that it is not for perception to find.
            pixels: that it should fill.
            finding: as :attr:`Detections.finding`; None is the configured one.
        """
        limit = self._config.misses if small else self._config.fixed_misses
        loss = (SURE - self.forget) / limit
        weight = track.novelty.weight(view, _THERE, "missed")
        if not plainly and track.kinds is not None:  # who is certain is taken at his word
            usual = Finding(self._config.detection_rate, self._config.detection_pixels)
            loss = min(loss, -log1p(-(finding or usual).probability(track.type, pixels))) * weight
        track.existence = bounded(track.existence - loss)
        self.judge(track)

    def lost(self, track: Track) -> bool:
        """Whether it is to be forgotten."""
        return track.existence <= self.forget + 1e-6

    def refused(self, track: Track, able: AbstractSet[str]) -> None:
        """It did not let itself be used, as things of some types would; of none: nothing is there.

        Who is certain of a thing is taken at his word.
        """
        if track.kinds is None:
            return
        if able:
            track.kinds.doubt(able, _LOOKS, _REFUSED)
        else:
            track.existence = bounded(min(track.existence, _LOOKS) - _REFUSED)
        self.judge(track)

    def felt(self, track: Track) -> None:
        """It is in the hand: it is there."""
        track.existence = SURE
        self.judge(track)

    def judge(self, track: Track) -> None:
        """Whether it is too uncertain to act on."""
        track.doubtful = bool(certainty(track) < 1.0 - 1.0 / self._config.vain_cost)

    def settle(self, track: Track) -> str:
        """Report the likeliest types beside its own.

        Returns:
            The type that it should be reported as.
        """
        if track.kinds is None:
            return track.type
        ranked = track.kinds.posterior()
        own = next((p for name, p in ranked if name == track.type), 0.0)
        track.candidates = _first(track.type, own, ranked)
        self.judge(track)
        best, likeliest = ranked[0] if ranked else (track.type, 1.0)
        return best if likeliest > _CLEARLY * own else track.type


def certainty(track: Track) -> float:
    """Probability that it is there and of its type."""
    return float(share(track.existence) * track.candidates[0][1])


def _first(kind: str, own: float, ranked: Candidates) -> Candidates:
    others = tuple(entry for entry in ranked if entry[0] != kind)
    return ((kind, own), *others)[: max(len(ranked), 1)]
