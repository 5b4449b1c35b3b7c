# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A headless Chromium, driven over a pipe by its DevTools protocol."""

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)


class Browser:
    """One page; a context manager."""

    def __init__(self, url: str, profile: Path, size: tuple[int, int] = (1440, 900)) -> None:
        assert PROGRAM is not None
        theirs, self._out = os.pipe()
        self._in, ours = os.pipe()

        def pipes() -> None:  # the protocol's are numbers 3 and 4
            first, second = os.dup(theirs), os.dup(ours)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [
                *(PROGRAM, "--headless=new", "--no-sandbox", "--remote-debugging-pipe"),
                *("--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={profile}"),
                *("--use-angle=swiftshader", "--enable-unsafe-swiftshader"),
                *(f"--window-size={size[0]},{size[1]}", "about:blank"),
            ],
            preexec_fn=pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(ours)
        self._rest, self._number, self._session = b"", 0, ""
        page = next(
            item
            for item in self._call("Target.getTargets")["targetInfos"]
            if item["type"] == "page"
        )
        attached = self._call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        width, height = size
        self._call(
            "Emulation.setDeviceMetricsOverride",
            **{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self._call("Page.navigate", url=url)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._out)
        self._process.terminate()
        self._process.wait(10)
        os.close(self._in)

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        told = self._call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def wait_for(self, script: str, seconds: float = 20.0) -> Any:
        """Wait until an expression holds; one that fails does not."""
        end = time.monotonic() + seconds
        tried = f"(() => {{ try {{ return {script} }} catch {{ return false }} }})()"
        while not (value := self.evaluate(tried)):
            assert time.monotonic() < end, f"not in {seconds} s: {script}"
        return value

    def picture(self, path: Path) -> None:
        """Write what it shows as a PNG."""
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot")["data"]))

    def _call(self, method: str, **params: Any) -> Any:
        self._number += 1
        words = {"id": self._number, "method": method, "params": params}
        if self._session:
            words["sessionId"] = self._session
        os.write(self._out, json.dumps(words).encode() + b"\0")
        while True:
            while b"\0" not in self._rest:
                data = os.read(self._in, 1 << 16)
                assert data, "the browser has ended"
                self._rest += data
            line, _, self._rest = self._rest.partition(b"\0")
            answer = json.loads(line)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
