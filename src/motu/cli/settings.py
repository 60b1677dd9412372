"""The settings file: what options are where the command line does not say, and what the environment's variables mean.

Floor: cli. A TOML file with a table for each command, whose keys are its options, and the table [motu] for variables.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motu.errors import MotuError
from motu.files import MAX_TEXT_BYTES, read_file, settings_folder

FILE = "MOTU_CONFIG"
"""The environment's variable that names another settings file; empty: none is read."""

TABLE = "motu"
"""The table of the file that stands for variables."""

EXAMPLE = """\
# Settings of motu. Each command has a table; its keys are its options, which `motu COMMAND --help` explains.
# What the command line says goes before this file, and so do the environment's variables.

# [motu]
# nets = "~/nets"                # as the variable MOTU_NETS
# net-runtime = "onnxruntime"    # as MOTU_NET_RUNTIME

# [serve]
# port = 9000
# browser = false

# [play]
# second = "level:5"

# [match]
# jobs = 2
"""


_KINDS = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}


class SettingsError(MotuError, ValueError):
    """A settings file that cannot be heeded."""

    default_slug = "cli/settings"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the environment that motu heeds."""

    name: str
    meaning: str
    key: str = ""
    """What the table [motu] calls it; empty for one that no file can stand for."""


VARIABLES = (
    Variable("MOTU_NETS", "the folder of your own nets", "nets"),
    Variable("MOTU_NET_RUNTIME", "what runs nets, in place of what is fastest here", "net-runtime"),
    Variable("MOTU_SMTP", "the server by which motu serve sends mail", "smtp"),
    Variable(FILE, "another settings file; empty for none"),
    Variable("NO_COLOR", "if not empty, nothing is written in colours"),
    Variable("TERM", "dumb: a terminal without colours"),
    Variable("COLUMNS", "how wide texts are, in place of the terminal's width"),
    Variable("DISPLAY", "there is a screen, so motu serve opens a browser"),
    Variable("WAYLAND_DISPLAY", "the same"),
    Variable("BROWSER", "the browser that is opened, and that there is one"),
    Variable("XDG_DATA_HOME", "where games, nets and tables lie, in a folder motu (Linux)"),
    Variable("XDG_CONFIG_HOME", "where the settings file lies, in a folder motu (Linux)"),
    Variable("XDG_CACHE_HOME", "where what was measured of nets lies, in a folder motu (Linux)"),
    Variable("LOCALAPPDATA", "where all of these lie (Windows)"),
)
"""Every one of them."""


def settings_file() -> Path | None:
    """Return where the settings file is or would be; None where none is wanted."""
    told = os.environ.get(FILE)
    if told is None:
        return settings_folder() / "config.toml"
    return Path(told).expanduser() if told else None


def is_there(file: Path) -> bool:
    """Return whether there is something at a settings file's place, also where the system does not let us look."""
    try:
        return file.exists()
    except OSError:
        return True


def read_settings(program: Any) -> dict[str, Any]:
    """Return the settings file as defaults of commands, and put what stands for variables into the environment.

    Args:
        program: The group of all commands.

    Raises:
        SettingsError: For a file that cannot be read, or says what no command knows, and where MOTU_CONFIG names one
            that is not there.
    """
    file = settings_file()
    if file is None or not (is_there(file) or FILE in os.environ):
        return {}
    try:
        data = tomllib.loads(read_file(file, MAX_TEXT_BYTES).decode())
    except FileNotFoundError as error:
        message = f"{FILE} names a settings file that is not there: '{file}'; motu config --write begins it"
        raise SettingsError(message, text=str(file)) from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"the settings file '{file}' cannot be read: {reason}", text=str(file)) from error
    _set_variables(file, data.pop(TABLE, {}))
    return _defaults_of(file, program, data, "")


def _set_variables(file: Path, table: object) -> None:
    known = {each.key: each for each in VARIABLES if each.key}
    for key, value in _entries(file, TABLE, table):
        if key not in known:
            raise _unknown(file, TABLE, key, known)
        if not isinstance(value, str):
            raise SettingsError(f"the settings file '{file}': {TABLE}.{key} is a text, not {value!r}", text=key)
        os.environ.setdefault(known[key].name, os.path.expanduser(value) if key == "nets" else value)  # noqa: PTH111


def _defaults_of(file: Path, group: Any, table: object, path: str) -> dict[str, Any]:
    """Return a table of commands, or of a group's commands, as defaults by the names that parameters have inside."""
    found: dict[str, Any] = {}
    for name, value in _entries(file, path, table):
        command = group.commands.get(name)
        if command is None:
            raise _unknown(file, path, name, group.commands)
        place = f"{path}.{name}" if path else name
        if hasattr(command, "commands"):
            found[name] = _defaults_of(file, command, value, place)
        else:
            found[name] = dict(_options_of(file, command, value, place))
    return found


def _options_of(file: Path, command: Any, table: object, path: str) -> Iterator[tuple[str, Any]]:
    known = {name: each for each in command.params if each.param_type_name == "option" for name in _long_names(each)}
    for key, value in _entries(file, path, table):
        if key not in known:
            raise _unknown(file, path, key, known)
        is_one_of_several = known[key].multiple and not isinstance(value, list)
        yield known[key].name, [value] if is_one_of_several else value


def in_our_words(message: str) -> str:
    """Return a refusal of Typer's without what only says which library has checked."""
    message = message.removeprefix("Value error, ").replace(": Value error, ", ": ")
    message = re.sub(r"Input should be (?=less|greater|equal)", "right is a number ", message)
    for theirs, ours in _KINDS.items():
        message = re.sub(rf"Input should be a (valid|finite) {theirs}(, [\w ]+)?", f"right is {ours}", message)
    return message.replace("Input should be ", "right is ")


def _long_names(option: Any) -> Iterator[str]:
    return (name.removeprefix("--") for name in option.opts if name.startswith("--"))


def _entries(file: Path, path: str, table: object) -> Iterator[tuple[str, Any]]:
    if not isinstance(table, Mapping):
        raise SettingsError(f"the settings file '{file}': {path} is a table, [{path}], not {table!r}", text=path)
    yield from table.items()


def _unknown(file: Path, path: str, key: str, known: Mapping[str, object]) -> SettingsError:
    where = f"[{path}] has no '{key}'" if path else f"there is no command '{key}'"
    return SettingsError(f"the settings file '{file}': {where}; right are {', '.join(sorted(known))}", text=key)
