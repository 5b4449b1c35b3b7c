# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``egoplan`` command: finds the sub-command, and turns errors into one line and a code.

With ``--json`` an error is printed as ``{"error": ...}``, too.

Exit codes: 0 done and succeeded, 1 ran but failed, 2 bad usage or bad input, 130 interrupted.
"""

import json
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.system.threads import one_thread

SUCCEEDED, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {
    "run": "follow an instruction and leave a run folder",
    "bench": "run a task suite and report scores",
    "table": "make the papers' tables and figures, ours beside the published",
    "plan": "plan for a goal on a saved world, without a robot",
    "perceive": "show what perception sees in pictures",
    "parse": "show what an instruction is understood as",
    "eval-language": "score the language model on labelled instructions",
    "collect": "collect frames with truth from simulated homes",
    "eval-perception": "score a perception back end on collected frames",
    "train": "train a model",
    "sim": "the embedded simulator: list, draw, export or drive scenes, or serve",
    "robot-sim": "a simulated robot that drives and publishes as a real one does",
    "mcp": "offer the robot as tools to an agent",
    "view": "summarise a run folder",
    "doctor": "check the installation and the configuration",
}
"""Name and help line; the code of ``eval-language`` is commands/eval_language.py, and so on."""


class Parser(ArgumentParser):
    """Tells bad usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit with code 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a sub-command; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    args = Namespace()
    try:
        return _dispatch(words, args)
    except InputError as error:
        return _tell(error, BAD_INPUT, args)
    except RobotError as error:
        return _tell(error, FAILED, args)
    except KeyboardInterrupt:
        return _tell("interrupted", INTERRUPTED, args)
    except BrokenPipeError:
        # The reader (head, less) has what it wanted; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SUCCEEDED
    except Exception as error:
        if os.environ.get("EGOPLAN_DEBUG"):
            raise
        line = f"unexpected {type(error).__name__}: {error}; EGOPLAN_DEBUG=1 shows where"
        return _tell(line, FAILED, args)


def _dispatch(words: list[str], args: Namespace) -> int:
    if not words or words[0] not in COMMANDS:
        from egoplan_ros.commands.version import package_version

        parser = Parser(
            prog="egoplan",
            description="Follow household instructions in homes never seen before.",
            epilog="commands:\n"
            + "\n".join(f"  {name:14} {line}" for name, line in COMMANDS.items())
            + "\n\negoplan COMMAND --help tells more.",
            formatter_class=RawDescriptionHelpFormatter,
        )
        parser.add_argument("--version", action="version", version=f"egoplan {package_version()}")
        parser.add_argument("command", metavar="COMMAND", choices=COMMANDS)
        parser.parse_args(words)
    name = words[0]
    if name != "train":
        one_thread()
    parser = command_parser(name)
    code: int = command(name).run(parser.parse_args(words[1:], args))
    return code


def command(name: str) -> ModuleType:
    """The module of a sub-command."""
    return import_module(f"egoplan_ros.commands.{name.replace('-', '_')}")


def command_parser(name: str) -> Parser:
    """What reads the options of a sub-command."""
    module = command(name)
    parser = Parser(prog=f"egoplan {name}", description=(module.__doc__ or "").split("\n\n")[0])
    module.add_arguments(parser)
    return parser


def _tell(error: object, code: int, args: Namespace) -> int:
    line = (" ".join(str(error).split()) or type(error).__name__)[:1000]
    print(f"egoplan: {line}", file=sys.stderr)
    told = getattr(error, "told", False)  # as JSON, with more than the error
    if getattr(args, "json", None) in (True, "-") and not told:  # stdout is read, too
        print(json.dumps({"error": line}))
    return code


if __name__ == "__main__":
    sys.exit(main())
