# SPDX-License-Identifier: MIT
"""The element <glass-former> as a widget (https://anywidget.dev).

Traits are the attributes of the element, with ``_`` for ``-``: docs/embedding.md lists them.
"""

from pathlib import Path

import anywidget
import traitlets

from .values import attributes, weights


def _text(value=""):
    return traitlets.Unicode(value).tag(sync=True)


def _number(value=None):
    """As a number or as the text of an attribute."""
    kinds = [traitlets.Int(), traitlets.Float(), traitlets.Unicode()]
    return traitlets.Union(kinds, default_value=value, allow_none=True).tag(sync=True)


def _switch():
    return traitlets.Bool(False).tag(sync=True)


class Glassformer(anywidget.AnyWidget):
    """A small transformer that trains in this notebook.

    text: the text it learns, a name of an included text (``fables``), or nothing;
    settings: dict of settings by name (``{"n_layer": 2}``), beside those of the preset;
    line: the line shown. All other arguments are attributes of the element.
    """

    _esm = Path(__file__).parent / "glassformer.js"

    corpus = _text()
    src = _text()
    preset = _text()
    config = _text()
    seed = _number()
    autostart = _text("click")
    loading = _text("lazy")
    max_steps = _number()
    max_seconds = _number()
    workers = _number("auto")
    worker_url = _text()
    view = _text()
    layer = _number()
    head = _number()
    step = _number("latest")
    text = _text()
    controls = _text()
    hide = _text()
    theme = _text("auto")
    lang = _text()
    label = _text()
    readonly = _switch()
    background = _switch()
    fit = _switch()

    # Set by the element.
    state = _text("none")
    progress = traitlets.Dict().tag(sync=True)
    measurements = traitlets.Dict().tag(sync=True)
    attention = traitlets.Bytes(b"").tag(sync=True)
    attention_shape = traitlets.List().tag(sync=True)
    tokens = traitlets.List().tag(sync=True)

    def __init__(self, text=None, settings=None, line=None, **named):
        super().__init__(**attributes(text, settings, line, named))

    def attention_weights(self):
        """Attention of the line shown, when training last rested: float32 between 0 and 1,
        [layer, head, query, key]; rows add up to 1. None before that."""
        return weights(self.attention, self.attention_shape)
