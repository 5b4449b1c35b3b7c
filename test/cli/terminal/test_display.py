# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.commands.task_view import TaskView
from egoplan_ros.commands.terminal import display
from egoplan_ros.commands.terminal.display import Lines, Panel, Silent, make_display

PLAN = tuple(f"GoTo(Mug_{n})" for n in range(30))


def test_lines_tell_changes_only(capsys):
    with Lines() as display:
        display.show(TaskView(goal="(g)", plan=PLAN[:2], index=0, plans=1))
        display.show(TaskView(goal="(g)", plan=PLAN[:2], index=0, plans=1, steps=4))
        display.show(TaskView(goal="(g)", plan=PLAN[:2], index=1, plans=1, blocking="not_found: x"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert "(g)" in lines[0]
    assert "2/2 GoTo(Mug_1)" in lines[3]
    assert "not_found: x" in lines[4]


@pytest.mark.parametrize("first", ["put a mug away", ""])
def test_another_task_is_told_with_what_was_asked(first, capsys):
    """The first one may be a goal without a text; before it, no task is in hand."""
    with Lines() as display:
        display.show(TaskView(state="idle"))
        display.show(TaskView(instruction=first, goal="(g)"))
        display.show(TaskView(instruction=first, goal="(f)", steps=3))
        display.show(TaskView(instruction="open the fridge"))
        display.show(TaskView(instruction="open the fridge", goal="(h)"))
    lines = capsys.readouterr().out.splitlines()
    asked = [line.partition("asked    ")[2] for line in lines]
    assert list(filter(None, asked)) == ["open the fridge"]


def test_what_is_done_without_a_plan_has_no_number_in_it(capsys):
    with Lines() as display:
        display.show(TaskView(index=0, action="LookAround()"))
        display.show(TaskView(plan=PLAN[:2], index=2, action="GoTo(Mug_9)", steps=3))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("step   0 - LookAround()")
    assert lines[-1].endswith("step   3 - GoTo(Mug_9)")


def test_panel_marks_the_present_step_of_a_long_plan():
    panel = Panel("put a mug away")
    panel.show(TaskView(plan=PLAN, index=20, blocking="path_blocked: chair", steps=7))
    panel.note("started")
    panel._console.width = 120
    with panel._console.capture() as capture:
        panel._console.print(panel._draw())
    text = capture.get()
    assert "▶ GoTo(Mug_20)" in text
    assert "✓ GoTo(Mug_19)" in text
    assert "GoTo(Mug_0)" not in text
    assert "path_blocked: chair" in text
    assert "7 steps" in text


def test_what_is_pinned_is_told_for_as_long_as_the_task(monkeypatch):
    panel = Panel("put a mug away")
    panel.pin("ROS domain 44")
    panel.note("waiting for mapping")
    monkeypatch.setattr(display.time, "monotonic", lambda: 1e9)
    with panel._console.capture() as capture:
        panel._console.print(panel._draw())
    assert "ROS domain 44" in capture.get()
    assert "waiting for mapping" not in capture.get()


def test_json_output_is_not_disturbed(capsys):
    quiet = make_display("x", quiet=True)
    assert isinstance(quiet, Silent)
    with quiet:
        quiet.note("x")
        quiet.pin("y")
        quiet.show(TaskView(goal="g"))
    assert capsys.readouterr().out == ""
    assert isinstance(make_display("x", quiet=False), Lines)
