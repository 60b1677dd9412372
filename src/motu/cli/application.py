"""The frame round all commands: how they fail, how they are interrupted, and with which exit code they leave.

Floor: cli. Invariant, exit codes: 0 all well; 2 bad input, or a file or stream that the system refuses, one line on
stderr; 1 a fault of motu's own; 130 Ctrl-C; 141 nobody reads on.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from motu.cli.completed import completed
from motu.cli.output import has_colours
from motu.cli.settings import in_our_words, read_settings, settings_file
from motu.cli.streams import STDOUT, let_vanish, reason_of
from motu.errors import MotuError
from motu.extras import explain

BAD_INPUT = 2
INTERNAL_FAULT = 1
INTERRUPTED = 130
NOBODY_READS = 141

DEFAULT_SPEC = "hex"
"""The game of commands that are told none."""

MAX_SEED = 2**63 - 1
"""The largest seed that searches take."""

_LONGEST_LINE = 600


class BadInputError(MotuError, ValueError):
    """Options and arguments that make no sense together."""

    default_slug = "cli/usage"


class PlainCommand(TyperCommand):
    """A command whose help reads the same with every version of Typer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make the command; its arguments are completed by what they are called."""
        super().__init__(*args, **kwargs)
        for each in self.params:
            # Typer's own way would be a function at each of fifty arguments.
            if getattr(each, "_custom_shell_complete", 0) is None:
                each._custom_shell_complete = completed(each.metavar)  # noqa: SLF001

    def get_help(self, ctx: Any) -> str:
        """Return the help, in colours where somebody reads it at a terminal."""
        return in_colours(super().get_help(ctx)) if has_colours(sys.stdout) else super().get_help(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's types have changed their names
        """Return what stands behind the command's name in its line of usage."""
        return ["[OPTIONS]", *(_usage_of(each) for each in self.params if each.param_type_name == "argument")]

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - as above
        """Write what the arguments and options mean."""
        _write_parameters(self, formatter)


class Application(TyperGroup):
    """The group of all commands, with motu's ways of failing in place of Typer's."""

    is_whole = False
    """Whether it is the program, not one of its groups."""
    groups: Mapping[str, Sequence[str]] = {}
    """Under which headings the help has which commands; all under one unless told."""

    def get_help(self, ctx: Any) -> str:
        """Return the help, in colours where somebody reads it at a terminal."""
        return in_colours(super().get_help(ctx)) if has_colours(sys.stdout) else super().get_help(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what the options mean, and the commands."""
        _write_parameters(self, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands under their headings, in the order of the groups."""
        names = self.list_commands(ctx)
        groups = self.groups or {"Commands": names}
        width = formatter.width - 6 - max(map(len, names))
        longest = max(map(len, names))
        for title, members in groups.items():
            with formatter.section(title):
                rows = [(name, self.commands[name].get_short_help_str(width)) for name in members]
                formatter.write_dl([(name.ljust(longest), told) for name, told in rows])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and leave the process, or the test, with its exit code."""
        kwargs["standalone_mode"] = False
        main = super().main
        sys.exit(exit_code_of(lambda: main(*args, **kwargs)))

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Read the settings and the options, of which some, as --help, write something and leave."""
        if self.is_whole and not kwargs.get("resilient_parsing") and not _is_about_motu(args):
            kwargs = {"default_map": read_settings(self)} | kwargs
        with _pipes_of_ours():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command."""
        with _pipes_of_ours():
            return super().invoke(ctx)


def _is_about_motu(args: Sequence[Any]) -> bool:
    """Return whether a command is asked for that has to work with broken settings, too."""
    words = args[1] if len(args) > 1 else []
    return bool(words) and words[0] in ("doctor", "config", "completion", "help")


@contextlib.contextmanager
def _pipes_of_ours() -> Iterator[None]:
    """Keep a broken pipe from Click, which has an exit code of its own for it."""
    try:
        yield
    except BrokenPipeError as error:
        raise typer.Exit(_give_up(error)) from None


def _write_parameters(command: Any, formatter: Any) -> None:
    arguments = [(each.metavar, each.help) for each in command.params if each.param_type_name == "argument"]
    options = [(_names(each), each.help) for each in command.params if each.param_type_name == "option"]
    for title, rows in (("Arguments", arguments), ("Options", [*options, ("-h, --help", "Show this and leave.")])):
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


def _usage_of(argument: Any) -> str:
    name = argument.metavar if argument.required else f"[{argument.metavar}]"
    return f"{name}..." if argument.nargs == -1 else name


_HEADING = re.compile(r"^ {0,2}[A-Z][\w ,]*:", re.MULTILINE)
_NAMED = re.compile(r"^  (?:-\S+(?:, -\S+)*|[A-Z][A-Z_.]*(?=  )|[a-z][a-z-]*(?=  ))", re.MULTILINE)
_TYPED = re.compile(r"^ {4}(?:motu|printf)\b.*$", re.MULTILINE)


def in_colours(text: str) -> str:
    """Return a help text with its headings, names and examples in colours."""
    for pattern, colour in ((_HEADING, "1"), (_NAMED, "36"), (_TYPED, "32")):
        text = pattern.sub(f"\x1b[{colour}m\\g<0>\x1b[0m", text)
    return text


def _names(option: Any) -> str:
    return ", ".join([*option.opts, *option.secondary_opts]) + (f" {option.metavar}" if option.metavar else "")


def exit_code_of(run: Callable[[], Any]) -> int:
    """Call `run`, say on stderr what went wrong, and return the exit code.

    All that was written has left the process afterwards.
    """
    code = _attempt(run)
    flushed = _attempt(sys.stdout.flush)
    return code or flushed


def _attempt(run: Callable[[], Any]) -> int:
    try:
        result = run()
    except MotuError as error:
        return _refuse(error.message)
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except typer.Exit as leaving:
        return leaving.exit_code
    except OSError as error:
        return _give_up(error)
    except ModuleNotFoundError as error:
        told = explain(error)
        return _report_fault() if told is None else _refuse(told)
    except Exception as error:  # noqa: BLE001 - the last line of defence: whatever it is, it is reported
        # Typer and Click share no public name for their errors of usage; these have the method that writes the message.
        if hasattr(error, "format_message"):
            return _refuse(_usage_message(error))
        return _report_fault()
    return result if isinstance(result, int) else 0


def _give_up(error: OSError) -> int:
    """Leave since the system refuses a file or a stream; what is still to be written to stdout has nowhere to go."""
    if isinstance(error, BrokenPipeError):
        let_vanish(sys.stdout)
        return NOBODY_READS
    if error.strerror is None:  # raised by a library, not by the system
        return _report_fault()
    if error.filename == STDOUT:
        let_vanish(sys.stdout)
    return _refuse(reason_of(error))


def _refuse(message: str) -> int:
    _say(f"motu: {one_line(message)}\n")
    return BAD_INPUT


def _say(text: str) -> None:
    """Write to stderr, if it takes anything: where it doesn't, the exit code is all that can be said."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        let_vanish(sys.stderr)


def one_line(text: str) -> str:
    """Return a message as one line that a terminal can show: what it quotes may be long, or hold control characters."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    if len(line) <= _LONGEST_LINE:
        return line
    half = _LONGEST_LINE // 2
    return f"{line[:half]} … {line[-half:]}"


def _usage_message(error: Any) -> str:
    message = one_line(in_our_words(str(error.format_message()))).rstrip(".")
    context = getattr(error, "ctx", None)
    source = context and context.get_parameter_source(getattr(getattr(error, "param", None), "name", None) or "")
    if getattr(source, "name", "") == "DEFAULT_MAP":
        message = f"the settings file '{settings_file()}': {message}"
    command = context.command_path if context is not None else "motu"
    return f"{message}; {command} --help says what is right"


def _report_fault() -> int:
    import traceback

    _say(f"{traceback.format_exc()}motu: this is a fault of motu itself, please report it with the lines above\n")
    return INTERNAL_FAULT
