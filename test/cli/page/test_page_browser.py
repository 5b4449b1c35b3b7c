# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page in a headless Chromium: what a person sees, and what their clicks ask for."""

import pytest

pytest.importorskip("rclpy")

from chromium import PROGRAM, Browser
from recorded import messages

from egoplan_ros.commands.page.board import Board
from egoplan_ros.commands.page.payloads import Payloads
from egoplan_ros.commands.page.server import PageServer
from egoplan_ros.world.errors import RobotError

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="no Chromium: apt-get install chromium"),
]
TEXT = "document.querySelector('{}').textContent"


def test_a_task_is_followed_given_and_stopped(tmp_path):
    board = Board()
    asked = []

    def stop(words):
        asked.append(("stop", words["on"]))
        board.put("stopped", words["on"])

    def instruct(words):
        if words["text"] == "fly":
            raise RobotError("it cannot fly")
        asked.append(("instruct", words["text"]))

    def help_(words):
        asked.append(("help", words["id"], words["done"]))
        board.put("request", None)

    commands = {"stop": stop, "instruct": instruct, "help": help_}
    board.put("meta", {"mode": "live", "where": "ROS domain 5", "title": "", "again": ""})
    board.put("graph", {"heard": False, "alive": False, "silent": []})
    server = PageServer(board, commands)
    with Browser(server.url, tmp_path) as browser:
        browser.wait_for(f"{TEXT.format('#banner')}.includes('No graph is heard on ROS domain 5')")
        assert browser.evaluate(TEXT.format("#said")) == "No task yet."
        board.put("graph", {"heard": True, "alive": True, "silent": []})
        payloads = Payloads(board)
        for seconds, topic, message in messages():
            if seconds < 3.5 and topic in payloads.topics:
                payloads.take(topic, message)
        browser.wait_for(f"{TEXT.format('#said')} === 'pick up a mug'")
        browser.wait_for("document.querySelectorAll('#overlay path.wanted').length === 1")
        browser.wait_for("!document.querySelector('#image').hidden")
        assert browser.evaluate("document.querySelector('#banner').hidden")
        assert browser.evaluate(TEXT.format("#plan .now")) == "PickUp(Mug_1)"
        assert browser.evaluate(TEXT.format("#hand")) == "in hand: Mug"
        assert browser.evaluate(TEXT.format("#tree .running:last-child")) == "act GoTo"
        browser.wait_for("[...document.querySelectorAll('#map .name')].length > 0")
        place = "document.querySelector('#mind{}').getBoundingClientRect()"
        browser.evaluate(
            "document.querySelector('#tree').style.paddingBottom = '2000px';"
            "document.querySelector('#mind').scrollTop = 500"
        )
        top = place.format(" h2") + ".top - " + place.format("") + ".top"
        assert 0 <= browser.evaluate(top) < 5, "the heading stays"
        assert browser.evaluate("!!document.querySelector('#map canvas')")
        assert "move the chair" in browser.evaluate(TEXT.format("#asked"))
        browser.evaluate("document.querySelector('#asked button').click()")
        browser.wait_for("document.querySelector('#asked').hidden")
        say = "document.querySelector('#words').value='{}';"
        submit = "document.querySelector('#say').requestSubmit()"
        browser.evaluate(say.format("open the fridge") + submit)
        browser.wait_for("document.querySelector('#words').value === ''")
        browser.evaluate(say.format("fly") + submit)
        browser.wait_for(f"{TEXT.format('#refused')} === 'it cannot fly'")
        refused = "instruction: asks for nothing that I know how to do; say what to do in English"
        formula = "(exists (?o - Mug) (holding ?o))"
        said = {"instruction": "please dance", "state": "failed", "running": False, "plan": []}
        told = board.value("status") | said | {"caption": "", "blocking": "", "plans": 1}
        goal = {"said": "pick up a mug", "formula": formula, "words": "", "confidence": 0.9}
        board.put("goal", goal)
        browser.wait_for(f"{TEXT.format('#meant')} === '{formula} (90 % sure)'")
        board.put("goal", goal | {"words": "a mug is held"})
        browser.wait_for(f"{TEXT.format('#meant')} === 'a mug is held (90 % sure)'")
        assert browser.evaluate(TEXT.format("#goal")) == formula
        board.put("status", told)
        board.put("result", {"success": False, "reason": refused, "steps": 0, "plans": 0})
        browser.wait_for(f"{TEXT.format('#now')} === '{refused}'")
        now = "document.querySelector('#now')"
        assert browser.evaluate(f"{now}.scrollWidth <= {now}.clientWidth")
        assert browser.evaluate(f"{now}.scrollHeight <= {now}.clientHeight")
        assert browser.evaluate(TEXT.format("#meant") + " + " + TEXT.format("#goal")) == ""
        assert browser.evaluate(TEXT.format("#plan .none")) == "No plan."
        assert "1 plan," in browser.evaluate(TEXT.format("#figures"))
        browser.evaluate("document.querySelector('#stop').click()")
        browser.wait_for(f"{TEXT.format('#state')} === 'stopped'")
        browser.evaluate("window.before = true; location.reload()")
        browser.wait_for(f"!window.before && {TEXT.format('#state')} === 'stopped'")
        server.close()
        browser.wait_for(f"{TEXT.format('#banner')}.includes('has ended')")
        assert browser.evaluate("document.querySelector('#stop').hidden")
        browser.wait_for("document.querySelector('#refused').hidden")
        assert browser.evaluate("document.querySelector('#talk').offsetHeight") == 0
    assert asked == [("help", "a", True), ("instruct", "open the fridge"), ("stop", True)]
