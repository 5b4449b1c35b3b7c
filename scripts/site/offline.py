# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hook of the site: a page that would load anything from elsewhere fails the strict build."""

import logging
import re
from html.parser import HTMLParser
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

LOADED = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}
"""What a browser fetches by itself, by tag."""

STYLE = re.compile(r"""(?:@import\s+|url\(\s*)["']?((?:https?:)?//[^"')\s]+)""")
log = logging.getLogger("mkdocs.hooks.offline")


class Loads(HTMLParser):
    """Finds what a page loads from other hosts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one tag."""
        values = dict(attrs)
        if tag == "link" and values.get("rel") == "canonical":
            return
        place = values.get(LOADED.get(tag, "")) or ""
        if re.match(r"(?:https?:)?//", place):
            self.found.append(place)


def loaded(html: str) -> list[str]:
    """Addresses of other hosts that a page loads by itself."""
    reader = Loads()
    reader.feed(html)
    return reader.found + STYLE.findall(html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Look at a page as it is written."""
    for place in loaded(output):
        log.warning("%s loads %s; ship it instead", page.file.src_uri, place)
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Look at the style sheets."""
    for path in Path(config.site_dir).rglob("*.css"):
        for place in STYLE.findall(path.read_text(encoding="utf-8")):
            log.warning("%s loads %s; ship it instead", path.name, place)
