# SPDX-License-Identifier: MIT
"""Attributes by name, settings as a link, and attention as an array."""

from difflib import get_close_matches
from urllib.parse import urlencode

# The attributes of the element, with ``_`` for ``-``: docs/embedding.md says what each does.
ATTRIBUTES = """src corpus preset config seed autostart loading max_steps max_seconds workers
worker_url view layer head step text controls hide readonly background fit theme lang
label""".split()


def attributes(text, settings, line, named):
    """The attributes that arguments stand for; unknown names raise a TypeError.

    text: the attribute ``corpus``; settings: ``config``; line: ``text``; named: the others.
    """
    for name in named:
        if name in ATTRIBUTES:
            continue
        close = get_close_matches(name, ATTRIBUTES, 1)
        raise TypeError(
            f"there is no argument {name!r}"
            + (f"; {close[0]!r} is one" if close else "")
            + "; settings of the model go by name into settings={…}"
        )
    special = {"corpus": text, "config": settings and link(settings), "text": line}
    return {**named, **{name: value for name, value in special.items() if value}}


def link(settings):
    """The attribute ``config`` of the element: every setting by its name.

    settings: dict, for example ``{"n_layer": 2, "tied_head": True}``; empty: no link.
    """
    if not settings:
        return ""
    as_text = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in settings.items()
    }
    return urlencode(as_text)


def weights(data, shape):
    """Attention weights as a numpy array of float32, or None while there are none.

    data: bytes, float32 in little-endian order; shape: [layers, heads, queries, keys].
    Raises ValueError when the two do not agree.
    """
    import numpy

    if not shape:
        return None
    return numpy.frombuffer(data, dtype="<f4").reshape(shape)
