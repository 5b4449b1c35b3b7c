"""Episodes in this process, one after the other."""

from collections.abc import Sequence

from egoplan_ros.bench.episode import EpisodeSpec, run_episode
from egoplan_ros.bench.executor import Episodes


class InTurn:
    """The executor that needs no other process."""

    def run(self, todo: Sequence[EpisodeSpec]) -> Episodes:
        """Episodes in the order given."""
        yield from (run_episode(spec) for spec in todo)
