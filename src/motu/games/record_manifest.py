"""Lines of a file of records that are no games: with what those after them were played (floor: games)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motu.games.record_checks import FORMAT_VERSION, check_version
from motu.games.record_json import Fields, write_object
from motu.games.record_parts import check_object

MANIFEST = "manifest"
"""The key of a line that is no game: it says what the games after it were played with."""


def is_manifest(data: Mapping[str, Any]) -> bool:
    """Return whether the object of a line is a manifest, and no game."""
    return MANIFEST in data and not {"spec", "moves", "players", "result"} & data.keys()


def write_manifest(manifest: Mapping[str, Any]) -> str:
    """Return a manifest as a line, to stand before the games that were played with it."""
    return write_object({"motu": FORMAT_VERSION, MANIFEST: manifest}) + "\n"


def manifest_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the object of a manifest's line holds.

    Raises:
        RecordError: "record/version", "record/field".
    """
    source = Fields(data, "the manifest")
    check_version(source.take("motu"))
    found = source.take(MANIFEST)
    check_object(found, MANIFEST)
    return dict(found)
