# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which of a detector's messages belongs to a frame, by their stamps."""

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Generic, TypeVar

Frame = TypeVar("Frame")
Message = TypeVar("Message")

_EXACT = 2_000_000
"""Nanoseconds: stamps that went through milliseconds, or a float, are the picture's own still."""
_CLOSER = 0.5
"""Seconds for which one that is nearly of the picture's stamp waits for a closer one."""
_SET_BACK = 5_000_000_000
"""Nanoseconds; a message from so far ahead was sent before the clock was set back."""
_FRAMES, _MESSAGES, _DECIDED = 8, 32, 8
"""Kept at most."""


@dataclass(frozen=True, slots=True)
class Match(Generic[Frame, Message]):
    """A frame about which all is known.

    Attributes:
        frame: the frame.
        message: of the detector; None: it has not judged this frame.
        apart: seconds from the frame to the nearest message there is, None without any; positive:
            the message is later.
    """

    frame: Frame
    message: Message | None
    apart: float | None


class StampMatcher(Generic[Frame, Message]):
    """Joins frames and a detector's messages; neither piles up.

    A frame is decided as soon as a message of its very stamp has come, or else one from after it,
    for a detector judges pictures in their order: then the nearest within the tolerance that is of
    no other frame is taken, or none. A detector that says nothing where it sees nothing never
    decides: such a frame is given up after a while.

    Args:
        tolerance: seconds by which a message may be early or late.
        patience: seconds until a frame is given up of which nothing is heard.

    Attributes:
        late: messages that came after their frame had been given up.
    """

    def __init__(self, tolerance: float, patience: float) -> None:
        self._tolerance = max(round(tolerance * 1e9), _EXACT)
        self._patience = patience
        self.clear()
        self.late = 0

    def clear(self) -> None:
        """Forget all frames and messages: another episode has begun."""
        self._frames: OrderedDict[int, tuple[float, Frame]] = OrderedDict()
        self._messages: deque[tuple[int, float, Message]] = deque(maxlen=_MESSAGES)
        self._given_up: deque[int] = deque(maxlen=_DECIDED)
        self._owners: dict[int, int] = {}

    def forget_messages(self) -> None:
        """Forget what the detector said; frames go on waiting."""
        self._messages.clear()

    @property
    def waiting(self) -> int | None:
        """Stamp of the newest frame that is not decided, nanoseconds."""
        return next(reversed(self._frames), None)

    def frame(self, stamp: int, frame: Frame, now: float) -> None:
        """A frame has come, maybe once more; ``stamp`` in nanoseconds, ``now`` in seconds."""
        since, _ = self._frames.get(stamp, (now, frame))
        self._frames[stamp] = (since, frame)
        while len(self._frames) > _FRAMES:
            self._frames.popitem(last=False)

    def message(self, stamp: int, message: Message, now: float) -> None:
        """A message has come."""
        self._messages.append((stamp, now, message))
        if any(abs(stamp - frame) <= self._tolerance for frame in self._given_up):
            self.late += 1

    def decided(self, now: float, alive: bool = True) -> list[Match[Frame, Message]]:
        """Frames that are decided by now, oldest first; those before them are given up.

        Args:
            now: seconds, of the same clock as before.
            alive: whether the detector is there; without one no frame is given up.
        """
        found = []
        for stamp, (since, frame) in list(self._frames.items()):
            decided, message, apart = self._decide(stamp, now, since, alive)
            if not decided:
                continue
            if message is None:
                self._given_up.append(stamp)
            found.append(Match(frame, message, apart))
            for other in list(self._frames):
                del self._frames[other]
                if other == stamp:
                    break
        kept = {stamp for stamp, _, _ in self._messages}
        self._owners = {stamp: owner for stamp, owner in self._owners.items() if stamp in kept}
        return found

    def _decide(
        self, stamp: int, now: float, since: float, alive: bool
    ) -> tuple[bool, Message | None, float | None]:
        """Whether all is known of a frame; its message, and the seconds to the nearest one."""
        free = [entry for entry in self._messages if self._owners.get(entry[0], stamp) == stamp]
        near = min(free, key=lambda entry: abs(entry[0] - stamp), default=None)
        after = any(0 < other[0] - stamp < _SET_BACK for other in self._messages)
        if near is not None and abs(near[0] - stamp) <= self._tolerance:
            exact = abs(near[0] - stamp) <= _EXACT
            if exact:
                self._owners[near[0]] = stamp
            settled = exact or after or now - max(near[1], since) > _CLOSER
            return settled, near[2], (near[0] - stamp) / 1e9
        over = after or stamp in self._given_up or (alive and now - since > self._patience)
        return over, None, None if near is None else (near[0] - stamp) / 1e9
