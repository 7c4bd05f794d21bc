# SPDX-License-Identifier: MIT
"""A small transformer that trains in a notebook, with every number visible."""

from .frame import Frame

__all__ = ["Frame", "Glassformer"]


def __getattr__(name):
    """The widget needs anywidget; all else does not."""
    if name == "Glassformer":
        try:
            from .widget import Glassformer
        except ModuleNotFoundError as error:
            raise ImportError(
                f"Glassformer needs {error.name} (pip install anywidget numpy); "
                "glassformer.Frame shows the same without it"
            ) from None
        return Glassformer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
