"""What is refused although it was understood."""

from egoplan_ros.world.errors import InputError


class Refusal(InputError):
    """A request whose words are clear and that cannot be told as a goal: nobody else is asked."""
