# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Numbers on the command line mean the same everywhere, or are refused."""

from argparse import ArgumentTypeError

import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.argument_types import seconds, seed


def test_good_numbers():
    assert [seed(text) for text in ("0", "7", "2147483647")] == [0, 7, 2**31 - 1]
    assert seconds("0.5") == 0.5


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "soon"])
def test_bad_seconds(text):
    with pytest.raises(ArgumentTypeError):
        seconds(text)


@pytest.mark.parametrize(
    "command",
    [
        ["run", "x"],
        ["bench", "alfred"],
        ["sim", "--list"],
        ["train", "language", "--data", "x"],
        ["eval-language", "x", "--held-out"],
    ],
)
@pytest.mark.parametrize("text", ["-1", "2147483648", "1.5", "x", "9" * 5000])
def test_bad_seeds_are_told_in_one_line(command, text, capsys):
    with pytest.raises(SystemExit) as end:
        main([*command, f"--seed={text}"])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "--seed" in err
