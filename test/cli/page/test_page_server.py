# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the page is sent, and who may ask for something."""

import http.client
import json
import threading

import pytest

from egoplan_ros.commands.page.board import Board
from egoplan_ros.commands.page.server import PageServer, address
from egoplan_ros.world.errors import InputError, RobotError

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def board():
    return Board()


@pytest.fixture
def done():
    return []


def commands(done):
    def instruct(words):
        if words["text"] == "fly":
            raise RobotError("it cannot fly")
        done.append(words["text"])

    return {"instruct": instruct}


@pytest.fixture
def server(board, done):
    with PageServer(board, commands(done)) as server:
        yield server


def ask(server, method, path, headers=None, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer, data


def order(server, text, **headers):
    own = {"Origin": f"http://127.0.0.1:{server.port}", **JSON, **headers}
    answer, data = ask(server, "POST", "/do/instruct", own, json.dumps({"text": text}))
    return answer.status, data


class Stream:
    """Reads /events."""

    def __init__(self, server, path="/events"):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def events(self):
        """(event, data) until the stream ends."""
        event = ""
        while line := self.answer.fp.readline().decode():
            if line.startswith("event: "):
                event = line[7:].strip()
            elif line.startswith("data: "):
                yield event, line[6:].strip()
                event = ""


def test_who_comes_gets_all_and_then_what_changes(server, board):
    board.put("status", {"steps": 1})
    board.attach("camera", b"jpeg", "image/jpeg", stamp=1.5)
    events = Stream(server).events()
    assert next(events)[0] == "session"
    news = json.loads(next(events)[1])
    assert news["status"] == {"steps": 1}
    assert news["camera"] == {"version": 2, "stamp": 1.5}
    board.put("status", {"steps": 1})  # no news
    board.put("plan", ["GoTo(Mug_1)"])
    assert json.loads(next(events)[1]) == {"plan": ["GoTo(Mug_1)"]}
    answer, data = ask(server, "GET", "/files/camera?v=2")
    assert (answer.getheader("Content-Type"), data) == ("image/jpeg", b"jpeg")
    assert ask(server, "GET", "/files/voxels")[0].status == 404


def test_the_last_news_come_before_the_end(board, done):
    server = PageServer(board, commands(done))
    stream = Stream(server)
    found = []
    reader = threading.Thread(target=lambda: found.extend(stream.events()))
    reader.start()
    while not server.viewers:
        pass
    board.put("result", {"success": True})
    server.close()
    reader.join(10)
    assert ("", '{"result": {"success": true}}') in found
    assert found[-1][0] == "over"


def test_a_command_reaches_who_carries_it_out(server, done):
    assert order(server, "find a mug")[0] == 200
    assert done == ["find a mug"]
    status, data = order(server, "fly")
    assert (status, json.loads(data)) == (409, {"error": "it cannot fly"})


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": ""},
        {"Content-Type": "text/plain"},  # what another site's form may send
        {"Host": "elsewhere.example"},  # a name that was bound to 127.0.0.1
    ],
)
def test_a_page_of_another_site_moves_nothing(server, done, headers):
    assert order(server, "find a mug", **headers)[0] == 403
    assert done == []


def test_what_is_no_command_is_refused(server, done):
    own = {"Origin": f"http://127.0.0.1:{server.port}", **JSON}
    assert ask(server, "POST", "/do/dance", own, "{}")[0].status == 404
    assert ask(server, "POST", "/do/instruct", own, "[]")[0].status == 400
    assert ask(server, "POST", "/do/instruct", own, "{")[0].status == 400
    long = json.dumps({"text": "x" * (1 << 15)})
    assert ask(server, "POST", "/do/instruct", own, long)[0].status in (400, 413)
    assert ask(server, "GET", "/static/../server.py")[0].status == 404
    assert done == []


def test_the_page_is_its_own_alone(server):
    for path in ("/", "/static/page.js", "/static/map3d.js", "/static/three/OrbitControls.js"):
        answer, data = ask(server, "GET", path)
        assert answer.status == 200
        assert b"http://" not in data.replace(b"http://www.w3.org", b"")
        assert "default-src 'self'" in answer.getheader("Content-Security-Policy")


def test_beyond_this_machine_the_token_is_asked_for(board, done):
    with PageServer(board, commands(done), "0.0.0.0") as server:
        assert server.token in server.url
        for path in ("/", "/events", "/files/camera", "/?token=no", "/static/page.js"):
            assert ask(server, "GET", path)[0].status == 403
        assert order(server, "find a mug")[0] == 403
        answer, _ = ask(server, "GET", f"/?token={server.token}")
        assert answer.status == 200
        cookie = answer.getheader("Set-Cookie")
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert order(server, "find a mug", Cookie=cookie.split(";")[0])[0] == 200
    assert done == ["find a mug"]


def test_a_port_that_is_taken_is_told(server, board):
    with pytest.raises(InputError, match=f"port {server.port}"):
        PageServer(board, {}, port=server.port)
    with PageServer(Board(), {}) as other:
        assert other.port != server.port


def test_it_stays_for_as_long_as_somebody_looks(server):
    stream = Stream(server)
    events = stream.events()
    next(events)
    assert server.viewers == 1
    checks = []

    def check():
        checks.append(server.viewers)
        if len(checks) == 2:
            stream.answer.close()
            stream.connection.close()

    server.wait_until_left(0.5, check)
    assert server.viewers == 0


def test_addresses():
    assert address("127.0.0.1") == ("127.0.0.1", 0)
    assert address("localhost:99") == ("127.0.0.1", 99)
    assert address("[::1]:8000") == ("::1", 8000)
    for text in ("here", "127.0.0.1:x", "", "127.0.0.1:99999"):
        with pytest.raises(InputError, match="--web-address"):
            address(text)
