"""The talk between the program and the people at the board (floor: cli)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from motu.cli.application import BadInputError, one_line
from motu.cli.output import is_terminal, remark, tell, wrapped, write_board
from motu.cli.playing import hints, narration
from motu.cli.playing.game_file import GameFile
from motu.cli.playing.line_reader import LineReader
from motu.cli.playing.match import HUMAN, Match
from motu.cli.progress import ProgressBar
from motu.errors import MotuError

if TYPE_CHECKING:
    from motu.games.dice import Dice
    from motu.search.players import Choice

_ADVISER = "mcts"
"""Who is asked for a hint where no searching engine sits at the board."""


class _LeavingError(Exception):
    """Somebody wants to go."""


class Dialogue:
    """Plays a match to its end, or until somebody leaves; whatever has been played is in the file, if there is one."""

    def __init__(
        self,
        match: Match,
        reader: LineReader,
        file: GameFile | None,
        dice: Dice | None,
        *,
        ascii_only: bool = False,
    ) -> None:
        """Take a seat.

        Args:
            match: The game.
            reader: Where people's lines come from.
            file: Where the game is kept; None to begin without.
            dice: What is rolled; None when people roll their own.
            ascii_only: Whether boards are drawn in plain ASCII.
        """
        self.match = match
        self.file = file
        self._reader = reader
        self._dice = dice
        self._ascii_only = ascii_only
        self._board_is_old = True
        self._asked_at = 0.0
        alone = {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "board": self._board,
            "moves": self._moves,
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
        }
        self._commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "save": self._save_to,
            **{word: _alone(word, command) for word, command in alone.items()},
        }

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        tell(*narration.opening_lines(self.match, own_dice=self._dice is None), "")
        try:
            while not self.match.is_over or self._is_talked_about():
                if self.match.seat != HUMAN:
                    self._let_engine_act()
                else:
                    self._ask()
        except _LeavingError:
            return

    # --- turns --------------------------------------------------------------------------------------------------------

    def _is_talked_about(self) -> bool:
        """Show the end of the game; return whether it goes on all the same, because something was taken back."""
        self._show_board()
        tell(narration.result_sentence(self.match))
        while self.match.is_over and self.match.has_humans:
            text = self._read("game over> ", ["undo", "save", "board", "moves", "quit"])
            if not text:
                raise _LeavingError
            self._obey(text)
        return not self.match.is_over

    def _ask(self) -> None:
        """Let a human act, once."""
        state = self.match.state
        self._show_board()
        self._asked_at = time.monotonic()
        text = self._read(f"{self.match.colour}, move {state.ply() + 1}> ", [*state.legal_moves(), *self._commands])
        if text:
            self._obey(text)

    def _obey(self, text: str) -> None:
        """Do what a line says; an error is told in one line."""
        word, _, rest = text.partition(" ")
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif self.match.is_over:
                raise BadInputError(f"the game is over, '{text}' can't be played: undo, save FILE, board or quit")
            else:
                self._play_for_human(text)
        except MotuError as error:
            remark(one_line(error.message))

    def _play_for_human(self, text: str) -> None:
        if "=" in text and self._dice is not None:
            line = text.partition("=")[0]
            raise BadInputError(f"the program rolls the die: type {line} alone (motu play --own-dice lets you roll)")
        move = text
        if "=" not in text:
            move = self._with_roll(self._canonical(text))
        self._play(move)

    def _canonical(self, text: str) -> str:
        state = self.match.state
        return state.action_to_string(state.string_to_action(text.encode("utf-8", "replace").decode()))

    def _let_engine_act(self) -> None:
        self._asked_at = time.monotonic()
        choice = self._wait_for(self.match.decide, f"{self.match.seat} thinks")
        self._play(self._with_roll(self.match.state.action_to_string(choice.action)))
        if not self.match.has_humans and is_terminal(sys.stdout) and not self.match.is_over:
            self._show_board()

    def _with_roll(self, move: str) -> str:
        """Return a move as it is; an announcement only after the die was rolled, as in "r4=6"."""
        ahead = self.match.state.clone()
        ahead.play(move)
        if not ahead.is_chance_node():
            return move
        tell(f"{ahead.ply() + 1}. {narration.announcement_sentence(self.match.state, move)}")
        if self._dice is not None:
            return f"{move}={self._dice.roll(ahead) + 1}"
        return f"{move}={self._ask_for_roll(len(ahead.chance_outcomes()))}"

    def _ask_for_roll(self, faces: int) -> int:
        while True:
            text = self._read(f"roll your die: 1 to {faces}> ", [str(face + 1) for face in range(faces)])
            digits = text.lstrip("=").strip()
            if digits.isascii() and digits.isdigit() and 1 <= int(digits) <= faces:
                return int(digits)
            if text.lower() in ("quit", "exit"):
                raise _LeavingError
            remark(f"an announcement can't be taken back: type what the die shows, 1 to {faces}, not '{text}'")

    def _play(self, move: str) -> None:
        """Play a complete move, keep it, and say what it was."""
        match = self.match
        before, turn = match.state.clone(), match.state.ply() + 1
        is_human = match.seat == HUMAN
        match.play(move, time.monotonic() - self._asked_at)
        played = match.state.moves()[-1]
        self._board_is_old = True
        self.keep()
        if played == "swap":
            tell(f"{turn}. {narration.swap_sentence(match)}")
        elif "=" in played:
            tell(f"   {narration.move_sentence(before, played)}")
        elif not is_human:
            tell(f"{turn}. {narration.move_sentence(before, played)}")
        skipped = narration.skip_sentence(before, match.state, played)
        if skipped is not None:
            tell(skipped)

    def keep(self) -> bool:
        """Save the game where it is kept, and return whether it is safe there; what goes wrong is told."""
        if self.file is None or not (self.match.state.history() or self.file.holds_game):
            return False
        try:
            self.file.save(self.match.record())
        except MotuError as error:
            remark(f"not saved: {one_line(error.message)}")
            return False
        return True

    # --- what people can type besides moves ---------------------------------------------------------------------------

    def _help(self) -> None:
        tell(*narration.help_lines(self.match.state))

    def _board(self) -> None:
        self._board_is_old = True
        self._show_board()

    def _moves(self) -> None:
        tell(*(wrapped(numbered(self.match.state.moves())) or ["no moves so far"]))

    def _undo(self) -> None:
        self.match.undo()
        self._board_is_old = True
        self.keep()
        tell(f"back to move {self.match.state.ply() + 1}")

    def _hint(self, rest: str) -> None:
        if rest.lower() not in ("", "best"):
            raise BadInputError(f"hint stands alone or with best, not with '{rest}'")
        if self.match.is_over:
            raise BadInputError("the game is over: there are no moves")
        if not rest:
            tell(*hints.legal_lines(self.match.state))
            return
        adviser = next((seat for seat in self.match.seats if seat.startswith(("mcts", "uct"))), _ADVISER)
        choice = self._wait_for(lambda: self.match.consult(adviser), f"{adviser} thinks")
        tell(hints.advice_sentence(self.match.state, choice))

    def _save_to(self, rest: str) -> None:
        path = Path(rest).expanduser()
        if self.file is None or (rest and path.resolve() != self.file.path.resolve()):
            if not rest:
                raise BadInputError("save needs a file name, as in save game.jsonl")
            self.file = GameFile(path)
        self.file.save(self.match.record())
        tell(f"saved in {self.file.path}" + ("" if self.match.is_over else ", as will be every further move"))

    def _resign(self) -> None:
        if self.match.is_over:
            raise BadInputError("the game is over already")
        self.match.resign()
        self.keep()

    def _quit(self) -> None:
        raise _LeavingError

    # --- reading, writing, waiting ------------------------------------------------------------------------------------

    def _read(self, prompt: str, words: list[str]) -> str:
        try:
            return self._reader.read(prompt, words)
        except EOFError:
            raise _LeavingError from None

    def _show_board(self) -> None:
        if not self._board_is_old:
            return
        self._board_is_old = False
        write_board(self.match.state, ascii_only=self._ascii_only)
        if not self.match.is_over:
            tell(*(narration.situation_lines(self.match.state) or [""]))

    def _wait_for(self, search: Callable[[], Choice], title: str) -> Choice:
        with ProgressBar(title) as progress:
            return progress.run(search)


def _alone(word: str, command: Callable[[], None]) -> Callable[[str], None]:
    """Return a command that takes nothing behind its word."""

    def obey(rest: str) -> None:
        if rest:
            raise BadInputError(f"{word} stands alone, not with '{rest}'")
        command()

    return obey


def numbered(moves: list[str]) -> list[str]:
    """Return moves with the numbers of their turns; a stone put back belongs to the turn that it begins."""
    texts, turn, is_new = [], 0, True
    for move in moves:
        turn += is_new
        texts.append(f"{turn}.{move}" if is_new else move)
        is_new = move[0] != "@"
    return texts
