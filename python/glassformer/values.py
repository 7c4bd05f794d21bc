# SPDX-License-Identifier: MIT
"""Settings as a link, and attention as an array."""

from urllib.parse import urlencode


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
    return urlencode({"v": 1, **as_text})


def weights(data, shape):
    """Attention weights as a numpy array of float32, or None while there are none.

    data: bytes, float32 in little-endian order; shape: [layers, heads, queries, keys].
    Raises ValueError when the two do not agree.
    """
    import numpy

    if not shape:
        return None
    return numpy.frombuffer(data, dtype="<f4").reshape(shape)
