# SPDX-License-Identifier: MIT
"""The element <glass-former> as a widget (https://anywidget.dev).

Traits are the attributes of the element, with ``_`` for ``-``: docs/embedding.md lists them.
"""

from pathlib import Path

import anywidget
import traitlets

from .values import link, weights


def _text(value="", **tags):
    return traitlets.Unicode(value).tag(sync=True, **tags)


class Glassformer(anywidget.AnyWidget):
    """A small transformer that trains in this notebook.

    text: the text it learns, a name of an included text (``fables``), or nothing;
    settings: dict of settings by name (``{"n_layer": 2}``), beside those of the preset.
    All other arguments are traits.
    """

    _esm = Path(__file__).parent / "glassformer.js"

    corpus = _text()
    src = _text()
    preset = _text("tiny")
    config = _text()
    seed = _text()
    autostart = _text("click")
    max_steps = traitlets.Int(None, allow_none=True).tag(sync=True)
    max_seconds = traitlets.Float(None, allow_none=True).tag(sync=True)
    workers = _text("auto")
    view = _text()
    layer = traitlets.Int(None, allow_none=True).tag(sync=True)
    head = traitlets.Int(None, allow_none=True).tag(sync=True)
    controls = _text()
    hide = _text()
    theme = _text("auto")
    lang = _text()
    readonly = traitlets.Bool(False).tag(sync=True)

    # Set by the element.
    state = _text("none")
    progress = traitlets.Dict().tag(sync=True)
    measurements = traitlets.Dict().tag(sync=True)
    attention = traitlets.Bytes(b"").tag(sync=True)
    attention_shape = traitlets.List().tag(sync=True)
    tokens = traitlets.List().tag(sync=True)

    def __init__(self, text=None, settings=None, **traits):
        if text is not None:
            traits["corpus"] = text
        if settings:
            traits["config"] = link(settings)
        super().__init__(**traits)

    def attention_weights(self):
        """Attention of the line shown, when training last rested: float32 between 0 and 1,
        [layer, head, query, key]; rows add up to 1. None before that."""
        return weights(self.attention, self.attention_shape)
