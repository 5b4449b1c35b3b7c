# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hook of the site: mermaid diagrams are drawn when it is built.

GitHub draws them in the reader's browser; to do so the theme would load mermaid from elsewhere.
mermaidx runs the same mermaid without a browser: pages need no script, and a diagram that is none
fails the build.
"""

from html import escape
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

drawn: dict[str, str] = {}
THEME = {"securityLevel": "strict", "flowchart": {"htmlLabels": False}}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let fences of the language ``mermaid`` be drawn."""
    fence = {"name": "mermaid", "class": "figure", "format": figure}
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
    fences.setdefault("custom_fences", []).append(fence)
    return config


def figure(source: str, *_: Any, **__: Any) -> str:
    """A diagram as SVG in the page; what cannot be drawn ends the build."""
    if source not in drawn:
        drawn[source] = svg(source)
    return f'<div class="diagram">{drawn[source]}</div>'


def svg(source: str) -> str:
    """A diagram's SVG, with a name for who cannot see it.

    Raises:
        PluginError: mermaid cannot read it; with its reason.
    """
    import mermaidx
    from mkdocs.exceptions import PluginError

    try:
        text: str = mermaidx.Diagram(source, config=THEME).svg()
    except Exception as error:  # whatever the script inside says
        raise PluginError(f"a diagram cannot be drawn: {error}: {source[:60]!r}") from error
    name = escape(source.partition("\n")[0])
    return text.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)
