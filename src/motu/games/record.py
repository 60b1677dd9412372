"""A game record: all that is needed to play a game through again, and what is known of its players (floor: games).

A record is a value; the position after it is `Record.replay()`. Reading never trusts: whatever is read is played
through the rules before anybody sees it, and a move or a result that the rules do not allow is a `RecordError`. The
text form, one JSON object a line, is described in docs/records.md; other formats are in `motu.games.formats`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from motu.errors import MotuError, RecordError
from motu.games.game import Game
from motu.games.kinds import expect_state
from motu.games.record_checks import (
    FORMAT_VERSION,
    canonical_spec,
    check_rules_version,
    check_times,
    check_version,
    of_field,
    two_players,
)
from motu.games.record_files import check_json_lines, read_text, save_text
from motu.games.record_json import (
    Fields,
    check_text,
    fault,
    inside,
    parse_object,
    write_object,
)
from motu.games.record_manifest import is_manifest, manifest_in
from motu.games.record_parts import (
    ON_BOARD,
    RecordPlayer,
    Result,
    Setup,
    check_date,
    check_extra,
    check_texts,
)
from motu.games.record_replay import game_of, named_stones, play, setup_of
from motu.games.rules import RULES_VERSION

if TYPE_CHECKING:
    from motu.games.state import State

MAX_MOVES = 1_000_000
"""Most moves in one record."""

NOBODY = (RecordPlayer(), RecordPlayer())
"""Two players of whom nothing is known."""

UNFINISHED = Result()
"""The result of a game that has none."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game.

    Building a record checks each field by itself; `replay`, and with it reading and writing, checks the game.

    Raises:
        RecordError: "record/field" with the field, what it held and what it should; "record/spec";
            "record/rules-version".
    """

    spec: str
    """What was played; kept in its canonical form, a board file without its directories."""
    moves: tuple[str, ...] = ()
    """In the game's notation, announcements with their rolls: "h4", "swap", "xc7", "@c7", "r4=6", "r4c6-r5c6"."""
    players: tuple[RecordPlayer, RecordPlayer] = NOBODY
    """Person 0, who has the first colour when the game begins, and person 1."""
    result: Result = UNFINISHED
    """How it ended."""
    times: tuple[int, ...] | None = None
    """Thinking time in ms, one entry for each move."""
    setup: Setup | None = None
    """The position from which the moves start, None for the game's own."""
    board: Mapping[str, Any] | None = field(default=None, hash=False)
    """The data of a custom board, exactly when the spec names one: a record is whole by itself."""
    started: str | None = None
    """When it began: an ISO 8601 date, or date and time."""
    event: str | None = None
    """The tournament or match."""
    annotator: str | None = None
    """Who wrote the comments."""
    comment: str | None = None
    """On the whole game."""
    rules_version: int = RULES_VERSION
    """The version of the rules it was played by."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Keys of a newer writer, kept as they were."""

    def __post_init__(self) -> None:
        """Check every field and bring texts into their canonical form."""
        check_rules_version(self.rules_version)
        set_field = object.__setattr__
        set_field(self, "spec", canonical_spec(self.spec, self.board))
        set_field(self, "moves", check_texts(self.moves, "moves"))
        if len(self.moves) > MAX_MOVES:
            raise RecordError(
                f"moves: {len(self.moves):,} of them; at most {MAX_MOVES:,} are read", slug="record/too-large"
            )
        set_field(self, "players", two_players(self.players))
        if not isinstance(self.result, Result):
            raise fault("result", "a Result", self.result)
        if self.times is not None:
            set_field(self, "times", check_times(self.times, len(self.moves)))
        if self.setup is not None and not isinstance(self.setup, Setup):
            raise fault("setup", "a Setup", self.setup)
        for name in ("event", "annotator", "comment"):
            if getattr(self, name) is not None:
                check_text(getattr(self, name), name)
        if self.started is not None:
            check_date(self.started, "started")
        check_extra(self.extra, ("motu", *(each.name for each in fields(self) if each.name != "extra")))

    # --- the game -----------------------------------------------------------------------------------------------------

    @staticmethod
    def from_state(
        state: State,
        *,
        players: Sequence[str | RecordPlayer] = ("", ""),
        result: Result | None = None,
        times: Sequence[int] | None = None,
        started: str | None = None,
        event: str | None = None,
        comment: str | None = None,
    ) -> Record:
        """Return the record of a game up to a position.

        Args:
            state: The position; its history becomes the moves, what it began from the set-up if it was set by hand.
            players: Person 0 and person 1, or only their names.
            result: How the game ended where the rules don't say: by resignation, on time, by agreement.
            times: Thinking time in ms for each of `state.moves()`.
            started: ISO 8601 date, or date and time.
            event: The tournament or match.
            comment: On the whole game.

        Raises:
            RecordError: When the arguments do not fit the game.
        """
        outcome = expect_state(state).outcome()
        if result is None:
            result = Result() if outcome is None else Result(outcome.winner, outcome.reason)
        custom = state.game.rules.custom
        record = Record(
            spec=state.game.spec,
            moves=tuple(state.moves()),
            players=two_players(tuple(RecordPlayer(who) if isinstance(who, str) else who for who in players)),
            result=result,
            times=None if times is None else tuple(times),
            setup=setup_of(state),
            board=None if custom is None else custom.to_json(),
            started=started,
            event=event,
            comment=comment,
        )
        record.check_result(state)
        return record

    def game(self) -> Game:
        """Return the game that was played.

        Raises:
            RecordError: "record/spec" or "record/board" when there is no such game.
        """
        try:
            return game_of(self.spec, None if self.board is None else write_object(self.board))
        except MotuError as error:
            raise of_field("spec" if self.board is None else "board", error) from error

    def start(self) -> State:
        """Return the position from which the moves start.

        Raises:
            RecordError: "record/setup" when the rules do not allow it, and those of `game`.
        """
        game = self.game()
        if self.setup is None:
            return game.new_initial_state()
        arguments = self.setup.arguments()
        try:
            return game.new_state(*arguments)
        except MotuError as error:
            raise of_field("setup", error) from error

    def replay(self) -> State:
        """Play the game through the rules and return the position at its end.

        Raises:
            RecordError: "record/move" for a move that is none or not legal, with its place, what was read and what
                would be right; "record/result" for a result that the rules contradict; those of `start`.
        """
        state = self.final_state()
        self.check_result(state)
        return state

    def final_state(self) -> State:
        """Play the moves and return the position after them, whatever the result says.

        Raises:
            RecordError: Like `replay`, but never "record/result".
        """
        state = self.start()
        for index, move in enumerate(self.moves):
            play(state, move, index)
        return state

    def check_result(self, state: State) -> None:
        """Raise `RecordError` unless the result is possible in the final position `state`."""
        outcome = state.outcome()
        if outcome is None and self.result.reason in ON_BOARD:
            right = "the game is not over by the rules"
        elif outcome is not None and (outcome.winner, outcome.reason) != (self.result.winner, self.result.reason):
            right = f"by the rules it is {Result(outcome.winner, outcome.reason)}"
        else:
            return
        raise RecordError(
            f"result: the record says {self.result}, but {right}",
            slug="record/result",
            text=str(self.result),
            position="result",
        )

    def verified(self) -> Record:
        """Replay the game and return the record with moves and set-up in their canonical form."""
        state = self.replay()
        setup = self.setup
        if setup is not None:
            setup = replace(setup, stones=named_stones(self.game(), self.start().stones()))
        return replace(self, moves=tuple(state.moves()), setup=setup)

    def settled(self, claim: Result | None = None) -> Record:
        """Return the verified record with the result that the rules give, or else the one a source claims.

        Args:
            claim: What the source says; in a game that is over by the rules only its winner counts.

        Raises:
            RecordError: Like `replay`, when the claim contradicts the rules.
        """
        outcome = self.final_state().outcome()
        if outcome is None:
            return replace(self, result=claim or Result()).verified()
        if claim is not None and claim.winner != outcome.winner:
            replace(self, result=claim).replay()  # says so
        return replace(self, result=Result(outcome.winner, outcome.reason)).verified()

    # --- JSON lines ---------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON data, keys in the order of docs/records.md."""
        data: dict[str, Any] = {"motu": FORMAT_VERSION, "spec": self.spec, "rules_version": self.rules_version}
        data |= {name: getattr(self, name) for name in ("started", "event") if getattr(self, name) is not None}
        data["players"] = [player.to_json() for player in self.players]
        if self.board is not None:
            data["board"] = dict(self.board)
        if self.setup is not None:
            data["setup"] = self.setup.to_json(self.game().colour_names)
        data["moves"] = list(self.moves)
        if self.times is not None:
            data["times"] = list(self.times)
        data["result"] = self.result.to_json()
        data |= {name: getattr(self, name) for name in ("annotator", "comment") if getattr(self, name) is not None}
        return data | dict(self.extra)

    @staticmethod
    def from_json(data: object) -> Record:
        """Check JSON data, replay the game and return the record; keys that aren't known stay in `extra`.

        Raises:
            RecordError: "record/…" with the field, what was read and what would be right.
        """
        source = Fields(data, "the record")
        check_version(source.take("motu"))
        players = source.take("players")
        if not isinstance(players, list) or len(players) != 2:
            raise fault("players", "a list of two players", players)
        setup = source.take_or("setup", None)
        record = Record(
            spec=source.take("spec"),
            rules_version=source.take("rules_version"),
            players=(
                RecordPlayer.from_json(players[0], "players[0]"),
                RecordPlayer.from_json(players[1], "players[1]"),
            ),
            moves=source.take("moves"),
            result=Result.from_json(source.take("result"), "result"),
            **{
                name: source.take_or(name, None)
                for name in ("times", "board", "started", "event", "annotator", "comment")
            },
            extra=source.rest(),
        )
        if setup is not None:
            record = replace(record, setup=Setup.from_json(setup, "setup", record.game().colour_names))
        return record.verified()

    @staticmethod
    def load_all(path: str | os.PathLike[str]) -> list[Record]:
        """Read a file of JSON lines; all of it or nothing.

        Raises:
            RecordError: "record/file" when it cannot be read; otherwise with the number of the line.
        """
        return read_lines(read_text(path))

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Record:
        """Read a file of JSON lines that holds exactly one record.

        Raises:
            RecordError: Like `load_all`; "record/count" for none or more than one.
        """
        records = Record.load_all(path)
        if len(records) != 1:
            raise RecordError(
                f"'{os.fspath(path)}' holds {len(records)} records, not one; Record.load_all reads any number",
                slug="record/count",
                text=str(len(records)),
                legal=("1",),
            )
        return records[0]

    def save(self, path: str | os.PathLike[str], *, append: bool = False) -> None:
        """Write the record as a line of JSON, after replaying it.

        Args:
            path: The file. It is replaced in one step: at no moment is there half a record.
            append: Add the line to the file instead.

        Raises:
            RecordError: When the game is not right, "record/format" for a name that ends as those of another format do,
                which `motu.games.formats.save` writes, or "record/file" when the file cannot be written.
        """
        check_json_lines(path)
        save_text(path, write_lines([self]), append=append)


def read_lines(text: str) -> list[Record]:
    """Read records, one a line; lines of blanks are skipped.

    Raises:
        RecordError: With the number of the line; nothing is read in part.
    """
    return list(each_line(text))


def each_line(text: str) -> Iterator[Record]:
    """Yield the records of `read_lines`, each as soon as it is asked for.

    Raises:
        RecordError: With the number of the line.
    """
    return (entry for entry in each_entry(text) if isinstance(entry, Record))


def each_entry(text: str) -> Iterator[Record | dict[str, Any]]:
    """Yield records and manifests, one a line, each as soon as it is asked for; lines of blanks are skipped.

    Yields:
        In their order: games, and of each manifest what it holds.

    Raises:
        RecordError: With the number of the line.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            with inside(f"line {number}: "):
                data = parse_object(line)
                entry = manifest_in(data) if is_manifest(data) else Record.from_json(data)
            yield entry


def read_entries(text: str) -> list[Record | dict[str, Any]]:
    """Read what `each_entry` yields.

    Raises:
        RecordError: With the number of the line; nothing is read in part.
    """
    return list(each_entry(text))


def write_lines(records: Iterable[Record]) -> str:
    """Return records as JSON, one a line, each replayed first.

    Raises:
        RecordError: When a game is not right.
    """
    return "".join(write_object(record.verified().to_json()) + "\n" for record in records)
