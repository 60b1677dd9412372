"""`motu doctor`: what is installed, what runs nets, what is found, what is missing and how to mend it (floor: cli)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Annotated, Literal

import typer

from motu.cli.output import can_write, has_colours, write, write_json
from motu.numbers import counted

NAME = "doctor"
SUMMARY = "Tell what is installed and found, and what is missing."
EXAMPLES = """\b
Examples:
  motu doctor
  motu doctor --json"""

State = Literal["good", "note", "bad"]
_SIGNS: dict[State, tuple[str, str, str]] = {
    "good": ("✓", "ok", "32"),
    "note": ("·", "--", "2"),
    "bad": ("✗", "!!", "31"),
}
"""Of each state the sign, what stands for it in ASCII, and its colour."""

_DISTRIBUTION = "motu-core"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    topic: str
    what: str
    state: State = "good"
    mend: str = ""
    """The one command, or what else to do, that mends it."""


def run(json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False) -> None:
    """Look at this motu: versions, processor, extras, nets, tables, folders, settings, screen.

    Each thing that is missing comes with the command that mends it. Please add all of it to a report of a fault.
    """
    found = [finding for look in LOOKS for finding in look()]
    if json:
        facts = [{"topic": each.topic, "what": each.what, "state": each.state, "mend": each.mend} for each in found]
        write_json({"findings": facts, "is_well": all(each.state != "bad" for each in found)})
        return
    topic = ""
    for each in found:
        if each.topic != topic:
            write(*([""] if topic else []), _bold(each.topic))
            topic = each.topic
        write(f"  {_sign(each.state)} {each.what}", *([f"      {each.mend}"] if each.mend else []))


def _sign(state: State) -> str:
    sign, ascii_sign, colour = _SIGNS[state]
    sign = sign if can_write(sign) else ascii_sign
    return f"\x1b[{colour}m{sign}\x1b[0m" if has_colours(sys.stdout) else sign


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if has_colours(sys.stdout) else text


# --- what is looked at


def _this_motu() -> Iterator[Finding]:
    from motu.search.manifest import build

    built = build()
    yield Finding("motu", f"{built}, in {Path(__file__).parents[1]}")
    if built.is_core_of_version is False:
        mend = "pip install --force-reinstall motu-core"
        yield Finding("motu", "the native module is not the one that came with this version", "bad", mend)


def _machine() -> Iterator[Finding]:
    from motu.search.manifest import this_machine

    machine = this_machine()
    yield Finding("machine", f"Python {machine.python} on {machine.system}, {machine.cores} processors for us")
    yield Finding("machine", machine.processor)


def _extras() -> Iterator[Finding]:
    """Tell of each extra whether all that it brings is there; without metadata nothing is known of extras."""
    requires = _requires()
    if requires is None:
        yield Finding("extras", f"the package {_DISTRIBUTION} is not installed, so its extras are not known", "note")
        return
    needs = _needs(requires)
    for extra in ("cli", "nets", "web", "house", "fast", "adapters", "lab", "train", "cluster"):
        if extra not in needs:
            continue
        missing = sorted(name for name in needs[extra] if not _is_installed(name))
        if not missing:
            yield Finding("extras", f"{extra}: all there")
        else:
            state: State = "bad" if extra in ("cli", "nets", "web") else "note"
            lacking = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
            yield Finding("extras", f"{extra}: without {lacking}", state, f"pip install 'motu[{extra}]'")


def _requires() -> list[str] | None:
    """Return what the installed package says it needs; None where it is not installed."""
    try:
        return metadata.distribution(_DISTRIBUTION).requires or []
    except metadata.PackageNotFoundError:
        return None


def _needs(requires: list[str]) -> dict[str, set[str]]:
    """Return the packages that each extra brings itself, by the metadata's "Requires-Dist"."""
    needs: dict[str, set[str]] = {}
    for each in requires:
        name = re.match(r"[\w.-]+", each)
        extra = re.search(r"""extra == ['"]([\w-]+)['"]""", each)
        windows = "sys_platform != " in each and sys.platform == "win32"
        if name and extra and name[0] != _DISTRIBUTION and not windows:
            needs.setdefault(extra[1], set()).add(name[0])
    return needs


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _nets() -> Iterator[Finding]:
    from motu.errors import NetError
    from motu.eval.nets.choice import CHOICE, asked_kind
    from motu.eval.nets.environment import check_own_folder, check_runtime
    from motu.eval.nets.installed import FOLDER, OWN, installed_nets, own_folder
    from motu.eval.nets.runtime import installed_kinds

    kinds = installed_kinds()
    try:
        asked = asked_kind()
        check_runtime()
    except NetError as error:
        yield Finding("nets", error.message, "bad", f"unset {CHOICE}")
        return
    if not kinds:
        yield Finding("nets", "nothing runs nets, so motu plays without", "bad", "pip install 'motu[nets]'")
        return
    by = f"{asked}, as {CHOICE} says" if asked else f"the fastest of {', '.join(kinds)}"
    yield Finding("nets", f"run by {by}")
    found = installed_nets()
    own = [path.stem for path in found if path.parent != FOLDER]
    come = [path.stem for path in found if path.parent == FOLDER]
    yield Finding("nets", f"with motu: {', '.join(come) or 'none'}", "good" if come else "bad")
    try:
        check_own_folder()
    except NetError as error:
        mend = f"unset {OWN}" if error.slug == "net/missing" else ""
        yield Finding("nets", error.message, "bad", mend)
        return
    yield Finding("nets", f"your own, in {own_folder()}: {', '.join(own) or 'none'}", "good" if own else "note")


def _tables() -> Iterator[Finding]:
    from motu.solve.places import tables_folder

    folder = tables_folder()
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.endswith(".lock"))
    except OSError:
        files = []
    if not files:
        yield Finding("solved positions", f"none in {folder}", "note", "motu solve 'hex(size=5)' --openings keeps some")
        return
    size = sum(path.stat().st_size for path in files)
    names = ", ".join(path.name for path in files[:6]) + (" …" if len(files) > 6 else "")
    yield Finding("solved positions", f"{counted(len(files), 'table')}, {_bytes(size)}, in {folder}: {names}")


def _folders() -> Iterator[Finding]:
    from motu.cli.serve import default_folder
    from motu.eval.nets.choice import cache_file

    for what, folder in (("games and tables", default_folder()), ("measurements", cache_file().parent)):
        yield _folder(what, folder)
    games = default_folder() / "motu.db"
    if games.is_file():
        yield Finding("folders", f"the browser app's games: {games}, {_bytes(games.stat().st_size)}")


def _folder(what: str, folder: Path) -> Finding:
    """Say whether a folder can be written to, or made."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if os.access(there, os.W_OK) and there.is_dir():
        return Finding("folders", f"{what}: {folder}" + ("" if folder.exists() else ", made when it is needed"))
    mend = f"sudo chown -R $USER '{there}'" if there.is_dir() else f"move the file '{there}' away"
    return Finding("folders", f"{what}: {folder} cannot be written to", "bad", mend)


def _settings() -> Iterator[Finding]:
    from motu.cli.settings import FILE, VARIABLES, SettingsError, is_there, read_settings, settings_file

    file = settings_file()
    if file is None or not (is_there(file) or FILE in os.environ):
        yield Finding("settings", "no settings file", "note", "motu config --write begins one")
    else:
        from typer.main import get_command

        from motu.cli.main import app

        try:
            read_settings(get_command(app))
            yield Finding("settings", str(file))
        except SettingsError as error:
            yield Finding("settings", error.message, "bad", f"edit {file}")
    told = [each.name for each in VARIABLES if each.name.startswith("MOTU_") and os.environ.get(each.name) is not None]
    if told:
        yield Finding("settings", f"variables that are set: {', '.join(told)}")


def _screen() -> Iterator[Finding]:
    from motu.cli.serve import has_screen

    if has_screen():
        yield Finding("screen", "motu opens a browser")
    else:
        mend = "motu play hex plays in the terminal"
        yield Finding("screen", "there is none: motu says how to reach it from elsewhere", "note", mend)


def _bytes(size: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:,.0f} {unit}"
        size /= 1000
    return f"{size:,.1f} GB"


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _this_motu,
    _machine,
    _extras,
    _settings,  # may say what runs nets, and where they lie
    _nets,
    _tables,
    _folders,
    _screen,
)
"""In the order in which they are told."""
