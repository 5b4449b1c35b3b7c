# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from egoplan_ros import cli
from egoplan_ros.world.errors import InputError, RobotError

ROOT = Path(cli.__file__).resolve().parents[1]


@pytest.fixture
def command(monkeypatch):
    """Replaces the module of `egoplan view` by one whose run() is given."""

    def use(run):
        module = SimpleNamespace(__doc__="A command.", add_arguments=lambda parser: None, run=run)
        monkeypatch.setattr(cli, "import_module", lambda name: module)
        return cli.main(["view"])

    return use


def raising(error):
    def run(args):
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (InputError("file x: missing,\n  look there"), 2, "file x: missing, look there"),
        (RobotError("simulator: dead"), 1, "simulator: dead"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("division by zero"), 1, "ZeroDivisionError"),
    ],
)
def test_errors_become_one_line_and_a_code(command, capsys, monkeypatch, error, code, text):
    monkeypatch.delenv("EGOPLAN_DEBUG", raising=False)
    assert command(raising(error)) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err
    assert "Traceback" not in err


@pytest.mark.parametrize("words", [["--json"], ["--json", "-"]])
def test_who_asks_for_json_is_told_of_errors_as_json(monkeypatch, capsys, words):
    def arguments(parser):
        parser.add_argument("--json", nargs="?", const="-")

    run = raising(InputError("instruction: says nothing"))
    module = SimpleNamespace(__doc__="A command.", add_arguments=arguments, run=run)
    monkeypatch.setattr(cli, "import_module", lambda name: module)
    assert cli.main(["view", *words]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == {"error": "instruction: says nothing"}
    assert err == "egoplan: instruction: says nothing\n"


def test_a_bare_sim_says_what_it_could_do(monkeypatch, capsys):
    for name in [name for name in os.environ if name.startswith("AI2THOR_")]:
        monkeypatch.delenv(name)
    assert cli.main(["sim"]) == 2
    assert "--list" in capsys.readouterr().err


def test_code_of_the_command_is_passed_on(command):
    assert command(lambda args: 1) == 1


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_has_help_and_json(name, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([name, "--help"])
    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out


def test_help_tells_what_a_timeout_counts(capsys):
    with pytest.raises(SystemExit):
        cli.main(["run", "--help"])
    assert "the start before it does not count" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "words", [[], ["fly"], ["view"], ["run", "x", "--timeout", "-1"], ["run", "x", "--nope"]]
)
def test_bad_usage_is_one_line_and_code_2(words, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "--help" in err


def test_version_is_that_of_package_xml(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    text = (ROOT / "package.xml").read_text(encoding="utf-8")
    assert f"<version>{capsys.readouterr().out.split()[1]}</version>" in text


def test_help_needs_no_heavy_library():
    code = (
        "import sys; from egoplan_ros.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'torch', 'numpy', 'rclpy', 'cv2', 'ai2thor'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_launcher_says_how_to_set_up_a_fresh_checkout(tmp_path):
    folder = tmp_path / "a b"
    folder.mkdir()
    launcher = folder / "egoplan"
    launcher.write_bytes((ROOT / "egoplan").read_bytes())
    launcher.chmod(0o755)
    done = subprocess.run([launcher, "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "make setup" in done.stderr
