"""What a ground hands to the frame: layers of XML and the box around them.

Floor: drawing.
"""

from dataclasses import dataclass

from motu.drawing.geometry import Box


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board without its frame."""

    layers: tuple[str, ...]
    """XML of the layers, the lowest first."""
    box: Box
    """The rectangle that the layers fill, in cells."""
