# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small client for OpenAI-compatible chat endpoints, of the standard library alone.

One request in a thread of its own, so that a tick never waits for the network; redirects are not
followed (the key would travel with them), answers are limited in time and size.
"""

import json
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from egoplan_ros.world.errors import InputError

LARGEST = 1_000_000
"""Bytes of an answer that are read at most."""

CHUNK = 16_384
URL_VARIABLE, KEY_VARIABLE = "OPENAI_BASE_URL", "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; ``role`` is system, user or assistant."""

    role: str
    content: str


class ChatError(Exception):
    """No usable answer; the text says why and never holds the key."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to ask, e.g. ``http://localhost:11434/v1``.

    Attributes:
        url: base of the API, without ``/chat/completions``.
        model: name of the model.
        key: bearer token, "" for none.
        seconds: time limit of a request.
    """

    url: str
    model: str
    key: str = ""
    seconds: float = 10.0

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            good = parts.scheme in ("http", "https") and bool(parts.hostname)
            good = good and parts.port != 0  # ValueError for a port that is no number
        except ValueError:
            good = False
        if not good:
            raise InputError(
                f"llm: {self.url!r} is no http(s) address; set llm_url or {URL_VARIABLE}"
            )
        if not self.key.isprintable() or not self.key.isascii():
            raise InputError(f"llm: {KEY_VARIABLE} has characters that no key has")

    @classmethod
    def of(cls, url: str, model: str, seconds: float) -> "Endpoint":
        """An endpoint whose address (when not given) and key come from the environment."""
        return cls(
            url or os.environ.get(URL_VARIABLE, ""),
            model,
            os.environ.get(KEY_VARIABLE, "").strip(),
            seconds,
        )


class Asking:
    """A request under way.

    Args:
        endpoint: where.
        messages: the conversation so far.
    """

    def __init__(self, endpoint: Endpoint, messages: Sequence[Message]) -> None:
        self._endpoint = endpoint
        self._deadline = time.monotonic() + endpoint.seconds
        self._over = threading.Event()
        self._text = ""
        self._error = ""
        self._connection: HTTPConnection | None = None
        turns = [{"role": m.role, "content": m.content} for m in messages]
        self._body = json.dumps(
            {"model": endpoint.model, "messages": turns, "temperature": 0}
        ).encode()
        threading.Thread(target=self._work, name="chat", daemon=True).start()

    def done(self, wait: float = 0.0) -> bool:
        """Whether there is an answer, or none will come; waits for at most ``wait`` seconds."""
        left = max(self._deadline - time.monotonic(), 0.0)
        return self._over.wait(min(wait, left)) or time.monotonic() >= self._deadline

    def result(self) -> str:
        """The model's words.

        Raises:
            ChatError: no answer in time, or one that cannot be used.
        """
        if not self._over.is_set():
            self.cancel()
            raise ChatError(self._late())
        if self._error:
            raise ChatError(self._error)
        return self._text

    def cancel(self) -> None:
        """Give up; the thread ends by itself."""
        connection = self._connection
        if connection is not None:
            connection.close()

    def _work(self) -> None:
        try:
            self._text = _words(self._exchange())
        except ChatError as error:
            self._error = str(error)
        except TimeoutError:  # the socket's limit may end before the caller looks at the clock
            self._error = self._late()
        except (OSError, HTTPException, ValueError, AttributeError) as error:
            # AttributeError: http.client, when the connection was closed by cancel().
            self._error = f"{type(error).__name__} while asking"
        finally:
            self.cancel()
            self._over.set()

    def _late(self) -> str:
        return f"no answer within {self._endpoint.seconds:g} s"

    def _exchange(self) -> bytes:
        parts = urlsplit(self._endpoint.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self._endpoint.seconds)
        self._connection = connection
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._endpoint.key:
            headers["Authorization"] = f"Bearer {self._endpoint.key}"
        connection.request(
            "POST", f"{parts.path.rstrip('/')}/chat/completions", self._body, headers
        )
        response = connection.getresponse()
        if response.status != 200:
            raise ChatError(f"the endpoint answered {response.status}")
        data = b""
        while chunk := response.read1(CHUNK):
            data += chunk
            if len(data) > LARGEST:
                raise ChatError(f"an answer of more than {LARGEST} bytes")
            if time.monotonic() > self._deadline:
                raise ChatError("the answer takes too long")
        return data


def _words(data: bytes) -> str:
    try:
        found: Any = json.loads(data)
        text = found["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise ChatError("the answer is no chat completion") from None
    if not isinstance(text, str) or not text.strip():
        raise ChatError("the answer has no text")
    return text
