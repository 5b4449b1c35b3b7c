# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The transport where AI2-THOR's client is the HTTP server and we post (protocol section 1.4).

Each event is the body of a POST to `/train`; the client withholds its response until the next
action, which is the response's body. That may take hours, so there is no time-out.
"""

import http.client
import json
import secrets
from collections.abc import Sequence
from typing import Any

from egoplan_ros.sim.transport import Field, Image, die_with_parent, read_action

PARTS = {
    Field.RGB: "image",
    Field.DEPTH: "image_depth",
    Field.NORMALS: "image_normals",
    Field.FLOWS: "image_flow",
    Field.CLASSES: "image_classes",
    Field.IDS: "image_ids",
    Field.THIRD_PARTY: "image-thirdParty-camera",
    Field.THIRD_PARTY_DEPTH: "image_thirdParty_depth",
    Field.THIRD_PARTY_NORMALS: "image_thirdParty_normals",
    Field.THIRD_PARTY_IDS: "image_thirdParty_image_ids",
    Field.THIRD_PARTY_CLASSES: "image_thirdParty_classes",
}
OK = 200


class WsgiLink:
    """Events out by POST, actions in by its response. `token` is the client's password."""

    patches = False

    def __init__(self, host: str, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection(host, port)
        self._token = token
        self._boundary = f"----egoplan{secrets.token_hex(12)}"
        self._action: dict[str, Any] | None = None
        die_with_parent()

    def send(self, message: dict[str, Any], images: Sequence[Image]) -> None:
        """Post one event and wait for the answer; raises BrokenPipeError when that fails."""
        body = self._body(message, images)
        head = {"Content-Type": f"multipart/form-data; boundary={self._boundary}"}
        try:
            self._connection.request("POST", "/train", body, head)
            response = self._connection.getresponse()
            answer = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise BrokenPipeError(f"client gone: {error}") from error
        if response.status != OK:
            raise BrokenPipeError(f"client answered {response.status}")
        if not answer.lstrip().startswith(b"{"):
            # No client of ours: a failed event would be answered likewise, without end.
            raise BrokenPipeError("client answered no action")
        self._action = read_action(answer)

    def patch(self, message: dict[str, Any]) -> None:
        """Never used: every event is complete here."""
        raise BrokenPipeError("this transport has no patches")

    def _body(self, message: dict[str, Any], images: Sequence[Image]) -> bytes:
        # The client's parser takes these headers literally: spelling, order, one colon a line.
        begin = f"--{self._boundary}\r\n".encode()
        chunks: list[bytes] = []
        for name, text in (("metadata", json.dumps(message)), ("token", self._token)):
            head = (
                f'Content-Type: text/plain; charset="utf-8"\r\n'
                f'Content-disposition: form-data; name="{name}"\r\n\r\n'
            )
            chunks += [begin, head.encode(), text.encode(), b"\r\n"]
        for field, data in images:
            name = PARTS[field]
            head = (
                "Content-Type: application/octet-stream\r\n"
                f'Content-disposition: form-data; name="{name}"; filename="{name}.raw"\r\n\r\n'
            )
            chunks += [begin, head.encode(), data, b"\r\n"]
        return b"".join([*chunks, f"--{self._boundary}--\r\n".encode()])

    def receive(self) -> dict[str, Any] | None:
        """The action that came with the last response."""
        action, self._action = self._action, None
        return action
