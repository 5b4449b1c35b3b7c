# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hook of the site: pages that lie beside docs/, and links as they work on GitHub.

A page links to files by their place in the repository. On the site a link to another page stays
one; what else there is, code and configuration, is linked to in the repository. What is nowhere is
told, and the strict build fails.
"""

import logging
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://github.com/egoplan-ros/egoplan_ros"
BESIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Pages of the site that lie in the repository's root."""

LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
CODE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)\s*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
log = logging.getLogger("mkdocs.hooks.links")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root."""
    for name, uri in BESIDE.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to places in the repository into links of the site."""
    uri = page.file.src_uri
    place = {site: name for name, site in BESIDE.items()}.get(uri, f"docs/{uri}")
    return relinked(markdown, place, uri, files.src_uris.keys())


def relinked(markdown: str, place: str, uri: str, pages: object) -> str:
    """A page's text with links of the site.

    Args:
        markdown: its text.
        place: where it lies in the repository.
        uri: where it lies on the site.
        pages: what is on the site; anything with ``in``.
    """

    def target(match: re.Match[str]) -> str:
        path, anchor = match[1], match[2] or ""
        there = posixpath.normpath(posixpath.join(posixpath.dirname(place), path))
        site = BESIDE.get(there) or there.removeprefix("docs/")
        if (there.startswith("docs/") or there in BESIDE) and site in pages:
            return posixpath.relpath(site, posixpath.dirname(uri) or ".") + anchor
        if not (ROOT / there).exists():
            log.warning("%s: the link to %s leads nowhere; mend it", place, path)
            return match[0]
        kind = "tree" if (ROOT / there).is_dir() else "blob"
        return f"{REPOSITORY}/{kind}/main/{there}{anchor}"

    pieces, end = [], 0
    for code in CODE.finditer(markdown):
        # A link's own text may be code: only what lies within backticks is left alone.
        pieces += [LINK.sub(target, markdown[end : code.start()]), code[0]]
        end = code.end()
    text = "".join(pieces) + LINK.sub(target, markdown[end:])
    return text
