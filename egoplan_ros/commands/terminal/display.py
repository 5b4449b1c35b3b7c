# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Live progress of a task: a panel on a terminal, a line per change elsewhere, or nothing."""

import sys
import threading
import time
from typing import Any, Protocol, Self

from egoplan_ros.commands.task_view import TaskView, another_task
from egoplan_ros.world.words.english import amount

PLAN_LINES = 12
NOTE_SECONDS = 6.0


class Display(Protocol):
    """Shows progress; a context manager."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(self, *problem: Any) -> None:
        """End, leaving the last state on the screen."""

    def note(self, text: str) -> None:
        """Tell something once."""

    def pin(self, text: str) -> None:
        """Tell something that counts as long as the task."""

    def show(self, view: TaskView) -> None:
        """Show where the task stands."""


def make_display(instruction: str, quiet: bool) -> Display:
    """The display that suits standard output."""
    if quiet:
        return Silent()
    return Panel(instruction) if sys.stdout.isatty() else Lines()


class Silent:
    """Shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def note(self, text: str) -> None:
        """Nothing."""

    def pin(self, text: str) -> None:
        """Nothing."""

    def show(self, view: TaskView) -> None:
        """Nothing."""


class Lines(Silent):
    """One line for each change, for logs and pipes."""

    def __init__(self) -> None:
        self._last = TaskView()
        self._start = time.monotonic()

    def note(self, text: str) -> None:
        """Print with the time since the start."""
        print(f"[{time.monotonic() - self._start:6.1f} s] {text}", flush=True)

    def pin(self, text: str) -> None:
        """Print it."""
        self.note(text)

    def show(self, view: TaskView) -> None:
        """Print what changed since the last call."""
        last, self._last = self._last, view
        if another_task(last, view):
            self.note(f"asked    {view.instruction}")
        if view.goal != last.goal:
            self.note(f"goal     {view.goal}")
        if view.plan != last.plan and view.plan:
            self.note(f"plan {view.plans:3} {' '.join(view.plan)}")
        if view.caption != last.caption and view.caption:
            planned = 0 <= view.index < len(view.plan)  # looking around comes before any plan
            place = f"{view.index + 1}/{len(view.plan)}" if planned else "-"
            self.note(f"step {view.steps:3} {place} {view.caption}")
        if view.blocking != last.blocking and view.blocking:
            self.note(f"blocked  {view.blocking}")


class Panel:
    """A panel that is redrawn in place."""

    def __init__(self, instruction: str) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = Console()
        self._instruction = instruction
        self._notes: list[tuple[float, str]] = []
        self._pinned: list[str] = []
        self._view = TaskView()
        self._lock = threading.Lock()
        self._live = Live(
            console=self._console, get_renderable=self._draw, refresh_per_second=8, transient=False
        )

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._live.__exit__(*problem)

    def note(self, text: str) -> None:
        """Show below the rest for a while."""
        with self._lock:
            self._notes = [*self._notes[-1:], (time.monotonic(), text)]

    def pin(self, text: str) -> None:
        """Show below the rest from now on."""
        with self._lock:
            self._pinned.append(text)

    def show(self, view: TaskView) -> None:
        """Show from the next refresh on."""
        with self._lock:
            self._view = view

    def _draw(self) -> Any:
        from rich.panel import Panel as Frame
        from rich.table import Table
        from rich.text import Text

        with self._lock:
            view, now = self._view, time.monotonic()
            notes = list(self._pinned)
            notes += [text for since, text in self._notes if now - since < NOTE_SECONDS]
        table = Table.grid(padding=(0, 2))
        table.add_column(style="dim", no_wrap=True)
        table.add_column()
        table.add_row("goal", Text(view.goal or "..."))
        table.add_row("plan", _plan(view))
        table.add_row("now", Text(" ".join(filter(None, (view.caption, view.skill)))))
        table.add_row(
            "blocked", Text(view.blocking or "-", style="yellow" if view.blocking else "")
        )
        table.add_row(
            "so far",
            f"{amount(view.steps, 'step')}, {view.failures} failed, {amount(view.plans, 'plan')}, "
            f"{view.seconds:.1f} s",
        )
        for text in notes:
            table.add_row("", Text(text, style="dim"))
        return Frame(table, title=Text(self._instruction[:100]), subtitle=view.state)


def _plan(view: TaskView) -> Any:
    from rich.text import Text

    # A long plan is shown around its present step.
    first = max(0, min(view.index - 3, len(view.plan) - PLAN_LINES))
    text = Text()
    for number, action in list(enumerate(view.plan))[first : first + PLAN_LINES]:
        mark, style = "  ", ""
        if number < view.index:
            mark, style = "✓ ", "green"
        elif number == view.index:
            mark, style = "▶ ", "bold cyan"
        text.append(f"{mark}{action}\n", style=style)
    text.rstrip()
    return text if view.plan else Text("...")
