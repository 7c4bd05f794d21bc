# SPDX-License-Identifier: MIT
"""The element in a frame of its own, for notebooks without anywidget.

It needs nothing but this package and a notebook that shows HTML. What the model measures stays
in the frame: for numbers in Python take :class:`glassformer.Glassformer`.
"""

from html import escape
from pathlib import Path

from .values import attributes

_BUNDLE = Path(__file__).parent / "glassformer.js"

_PAGE = """<!doctype html><meta charset="utf-8"><title>Glassformer</title>
<script type="module"{source}>{module}</script>
<body style="margin: 0"><glass-former {attributes}></glass-former>"""


class Frame:
    """A small transformer that trains in a cell of this notebook.

    text, settings and all other arguments: as of :class:`glassformer.Glassformer`.
    height: of the frame, CSS pixels. bundle: address of a ``glassformer.js``; without it the
    file is written into the notebook, 1 MB for each frame.
    """

    def __init__(
        self, text=None, settings=None, line=None, height=640, bundle="", **named
    ):
        self._attributes = attributes(text, settings, line, named)
        self._height = int(height)
        self._bundle = bundle

    def _page(self):
        as_html = " ".join(
            f'{name.replace("_", "-")}="{escape("" if value is True else str(value))}"'
            for name, value in self._attributes.items()
            if value is not None and value is not False
        )
        module = "" if self._bundle else _BUNDLE.read_text("utf-8")
        return _PAGE.format(
            source=f' src="{escape(self._bundle)}"' if self._bundle else "",
            # An end tag inside a string would end the script.
            module=module.replace("</script", "<\\/script"),
            attributes=as_html,
        )

    def _repr_html_(self):
        return (
            '<iframe title="Glassformer" sandbox="allow-scripts" '
            'allow="fullscreen; clipboard-write" '
            f'style="inline-size: 100%; block-size: {self._height}px; border: 0" '
            f'srcdoc="{escape(self._page())}"></iframe>'
        )
