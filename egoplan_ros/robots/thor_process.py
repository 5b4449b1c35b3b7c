# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulator's process: started through the ai2thor client, watched so that nothing hangs.

The client waits without a limit for a process that dies before it opens its pipe, and a finite
``server_timeout`` makes it notice a later death only when that time is over. So the client runs
without its own limit, and a thread watches the process instead: a dead one has its pipes opened
and closed from this side, which ends the client's wait; a silent one is killed first.
"""

import contextlib
import os
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from egoplan_ros.robots.left_pipes import sweep_pipes
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.system.files import make_room

UNITY = "unity"
"""Value of ``executable`` that lets ai2thor download and start its own Unity build."""

_POLL_SECONDS = 0.1
_LOG = "~/.ai2thor/log/unity.log"


def embedded_simulator(
    recorded: Path | None = None, faults: Path | None = None, scene: str = ""
) -> str:
    """Command line of the embedded simulator.

    Args:
        recorded: file or folder of recorded rooms.
        faults: file of what goes wrong.
        scene: that will be asked for first, so that no other one is built; "" for any.

    Raises:
        InputError: one of them is not there.
    """
    command = [sys.executable, "-m", "egoplan_ros.sim"]
    for word, path in (("--scenes", recorded), ("--faults", faults)):
        if path is None:
            continue
        if not path.exists():
            raise InputError(f"simulator: {word} {path}: no such file or folder")
        command += [word, str(path.absolute())]
    if scene:
        command += ["--boot", scene]
    return shlex.join(command)


class ThorProcess:
    """An ``ai2thor`` Controller whose process can die or hang without taking us along."""

    def __init__(
        self,
        executable: str,
        scene: str,
        start_timeout: float,
        step_timeout: float,
        **parameters: Any,
    ) -> None:
        """Start the simulator and load a scene.

        Args:
            executable: command line, or ``unity``.
            scene: its name.
            start_timeout: seconds for start and first scene.
            step_timeout: seconds for an action or a later scene.
            parameters: of the Controller and of its Initialize action.

        Raises:
            InputError: unknown scene, no such executable, or a home that cannot be written.
            RobotError: the simulator did not start.
        """
        need_home()
        sweep_pipes()
        from ai2thor.controller import Controller
        from ai2thor.fifo_server import FifoServer

        self._step_timeout = step_timeout
        self._deadline: float | None = None
        self._closed = threading.Event()
        self._why = ""
        self._executable = executable
        # The watcher must see the object while its constructor is still waiting for the process.
        self.controller = Controller.__new__(Controller)
        self.controller.server = None
        self.controller.last_event = None
        self._watcher = threading.Thread(target=self._watch, name="thor-watch", daemon=True)
        self._watcher.start()
        if executable != UNITY:
            parameters["local_executable_path"] = executable
        with _without_cuda_devices(), self._limit(start_timeout, f"loading {scene}"):
            self.controller.__init__(
                scene=scene,
                server_class=FifoServer,
                server_timeout=None,
                x_display=os.environ.get("DISPLAY") or ":0",
                **parameters,
            )

    @property
    def alive(self) -> bool:
        """Whether the process runs and may be used."""
        process = self._process
        return not self._closed.is_set() and process is not None and process.poll() is None

    def reset(self, scene: str) -> Any:
        """Load a scene; the event of its first frame.

        Raises:
            InputError: unknown scene.
            RobotError: the process died or hung.
        """
        with self._limit(self._step_timeout, f"loading {scene}"):
            return self.controller.reset(scene)

    def step(self, action: str, **arguments: Any) -> Any:
        """Do one action; the event, also of a failed action.

        Raises:
            RobotError: the process died or hung.
        """
        with self._limit(self._step_timeout, action):
            try:
                return self.controller.step(action=action, **arguments)
            except ValueError:
                # The client raises for InvalidArgument and its like after storing the event.
                event = self.controller.last_event
                if event is None or event.metadata["lastActionSuccess"]:
                    raise
                return event

    def close(self) -> None:
        """Kill the process and wait for its end; harmless when repeated."""
        self._closed.set()
        process = self._process
        if process is not None and process.poll() is None:
            process.kill()
        if process is not None:
            process.wait()
        if self.controller.server is not None:
            with contextlib.suppress(Exception):
                self.controller.server.stop()
        if threading.current_thread() is not self._watcher:
            self._watcher.join()

    @property
    def _process(self) -> Any:
        return getattr(self.controller.server, "unity_proc", None)

    @contextlib.contextmanager
    def _limit(self, seconds: float, doing: str) -> Iterator[None]:
        if self._closed.is_set():
            raise RobotError("simulator: not running; reset the robot to start it again")
        self._deadline = time.monotonic() + seconds
        try:
            yield
        except RobotError:
            raise
        except KeyboardInterrupt:
            self._deadline = None
            self.close()
            raise
        except Exception as error:
            self._deadline = None
            scenes = getattr(self.controller, "_scenes_in_build", None) or set()
            loading = doing.startswith("loading ")
            if isinstance(error, ValueError) and loading and "not contained in build" in str(error):
                started = self.controller.last_event is not None and self.controller.scene
                if not started:
                    self.close()
                raise _unknown_scene(doing.removeprefix("loading "), scenes) from None
            why = self._why or self._describe(error)
            self.close()
            if loading and "no build exists" in str(error):
                raise RobotError(
                    "simulator: AI2-THOR's build is not on this machine and cannot be looked up; "
                    "connect to the network once, or use the embedded simulator"
                ) from error
            if isinstance(error, FileNotFoundError | PermissionError) and loading:
                raise InputError(
                    f"simulator: cannot start {self._executable!r} ({error}); check the path"
                ) from None
            raise RobotError(f"simulator: {why} while {doing}; reset to start it again") from error
        finally:
            self._deadline = None

    def _describe(self, error: Exception) -> str:
        process = self._process
        if process is not None:
            with contextlib.suppress(Exception):
                process.wait(timeout=0.5)
            if process.poll() is not None:
                return f"process ended with code {process.returncode} (see {_LOG})"
        lines = str(error).strip().splitlines()
        return f"{type(error).__name__} ({lines[0] if lines else 'no message'})"

    def _watch(self) -> None:
        while not self._closed.wait(_POLL_SECONDS):
            process, deadline = self._process, self._deadline
            if process is None or deadline is None:
                continue
            if process.poll() is None and time.monotonic() > deadline:
                self._why = "no answer in time"
                process.kill()
            if process.poll() is not None:
                self._end_waits()

    def _end_waits(self) -> None:
        """Open and close both pipes, so that whoever waits for the dead process goes on."""
        server = self.controller.server
        for path, mode in (
            (server.server_pipe_path, os.O_WRONLY),
            (server.client_pipe_path, os.O_RDONLY),
        ):
            with contextlib.suppress(OSError):
                os.close(os.open(path, mode | os.O_NONBLOCK))
        if self.controller.last_event is None and server.server_pipe is not None:
            # The first read always has a limit, and such reads do not notice the end of file.
            server.server_pipe.close()


def need_home() -> None:
    """Find out before anything is started whether AI2-THOR's client can keep its logs.

    Raises:
        InputError: HOME is no folder that can be written to.
    """
    try:
        make_room(Path(_LOG).expanduser())
    except InputError as error:
        raise InputError(
            f"HOME: {error}; AI2-THOR's client keeps its logs there: set HOME to a folder of yours"
        ) from error


@contextlib.contextmanager
def _without_cuda_devices() -> Iterator[None]:
    """Hide CUDA_VISIBLE_DEVICES: with it set, the client insists on vulkaninfo and nvidia-smi."""
    value = os.environ.pop("CUDA_VISIBLE_DEVICES", None)
    try:
        yield
    finally:
        if value is not None:
            os.environ["CUDA_VISIBLE_DEVICES"] = value


def _unknown_scene(scene: str, known: set[str]) -> InputError:
    names = {name.removesuffix("_physics") for name in known}
    near = ", ".join(get_close_matches(scene, sorted(names), n=3, cutoff=0.3)) or "none"
    return InputError(f"scene: unknown name {scene!r}; nearest: {near}; see `egoplan sim --list`")
