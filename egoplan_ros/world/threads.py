"""How many threads the arithmetic libraries may use."""

import os


def one_thread() -> None:
    """One each, unless the environment says otherwise; to be called before numpy is imported.

    Agent, simulator and eight nodes share the cores, and our matrices are small: more threads spend
    their time waiting for one another, many times that of the work when the machine is busy.
    """
    for library in ("OMP", "OPENBLAS"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
