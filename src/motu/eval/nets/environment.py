"""Whether what the environment says of nets can be heeded (floor: eval).

Somebody at a terminal is warned where a net can't be used. A server's people would only see that the machine plays
worse, so a server asks here before it begins.
"""

from __future__ import annotations

import os

from motu.errors import NetError
from motu.eval.nets.choice import CHOICE, asked_kind
from motu.eval.nets.installed import OWN, own_folder
from motu.eval.nets.runtime import expect_installed
from motu.eval.nets.table import read_table


def check_nets() -> None:
    """Check both variables, and the table in the folder of one's own nets.

    Raises:
        NetError: As `check_runtime` and `check_own_folder`.
    """
    check_runtime()
    check_own_folder()


def check_runtime() -> None:
    """Check that what the environment has run nets is there; all is well where it says nothing.

    Raises:
        NetError: "net/runtime".
    """
    asked = asked_kind()
    if asked is None:
        return
    try:
        expect_installed(asked)
    except NetError as error:
        raise NetError(f"{CHOICE} is '{asked}': {error.message}", slug=error.slug, text=asked) from error


def check_own_folder() -> None:
    """Check that the folder of one's own nets is there where the environment names it, and its table sound.

    Raises:
        NetError: "net/missing", "net/uses".
    """
    told, folder = os.environ.get(OWN), own_folder()
    if told and not folder.is_dir():
        message = f"{OWN} names a folder of nets that is not there: '{told}'"
        raise NetError(message, slug="net/missing", text=told)
    read_table(folder)
