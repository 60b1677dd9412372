"""A session: one game and one player, driven by commands (floor: engine).

Every method either does what it says or raises a MotuError and changes nothing.
"""

from __future__ import annotations

import time
from copy import copy
from dataclasses import dataclass

from motu.boards import ReadBoard
from motu.engine.clock import PeriodClock, expected_moves
from motu.engine.clocked_player import ClockedPlayer
from motu.engine.pondering import Pondering
from motu.errors import EngineError, IllegalMoveError, MotuError, UndoError
from motu.games import Game, Rules, State, load_game
from motu.games.dice import Dice, SerialDice
from motu.games.play import RESIGN, SWAP, SWAP_PIECES, SWAP_WORDS, Play
from motu.games.record import Record
from motu.search.players import make_player

DEFAULT_PLAYER = "mcts"


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """Everything about a session that commands change."""

    play: Play
    clocks: tuple[PeriodClock, PeriodClock]
    settings: PeriodClock
    player: str
    seed: int | None
    thinker: ClockedPlayer
    dice: Dice
    on_little_golem: bool
    own_person: int | None


class Session:
    """One game and one player."""

    def __init__(
        self,
        game: Game,
        player: str = DEFAULT_PLAYER,
        seed: int | None = None,
        version: str = "",
        read_board: ReadBoard | None = None,
        *,
        ponders: bool = False,
    ) -> None:
        """Begin.

        Args:
            game: What is played first.
            player: Who generates moves, a text for `make_player`.
            seed: Makes the player and the dice repeatable; None makes them unpredictable.
            version: What the session says its version is.
            read_board: What reads the board files that specs name; None where commands may name none.
            ponders: Whether the player is to think while others decide, where it can; see `ponder`.

        Raises:
            EngineError: "engine/unknown-player".
        """
        self.version = version
        self._ponders = ponders
        self._pondering = Pondering()
        self._read_board = read_board
        self.is_closed = False
        self.on_little_golem = False
        self._player_text, self._seed = player, seed
        self._thinker = _thinker(player, seed)
        self._dice: Dice = SerialDice(seed)
        self._settings = PeriodClock()
        self._begin(Play(game.new_initial_state()))

    def _begin(self, play: Play) -> None:
        self._play = play
        self._own_person: int | None = None  # for whom a move was generated last in this game
        self.clocks = (copy(self._settings), copy(self._settings))

    # --- what is played

    @property
    def state(self) -> State:
        """The position now."""
        return self._play.state

    @property
    def resigned(self) -> int | None:
        """The colour that gave up, if one has."""
        person = self._play.resigned
        return None if person is None else person ^ self.state.is_swapped()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.game

    @property
    def is_hex(self) -> bool:
        """Whether this is Hex, of any size, so that the Hex dialect's words are used."""
        return self.game.rules.hex_size is not None

    def set_game(self, rules: str | Rules) -> None:
        """Begin a game of these rules.

        Raises:
            MotuError: When they make no game.
        """
        self._begin(Play(load_game(rules, self._read_board).new_initial_state()))

    def clear(self) -> None:
        """Begin the same game anew, the clocks included."""
        self._begin(Play(self.game.new_initial_state()))

    def resize(self, width: int, height: int) -> None:
        """Begin the same game on a board of another size.

        Raises:
            MotuError: "engine/size" when this game has no such board.
        """
        try:
            self.set_game(self.game.rules.resized(width, height))
        except MotuError as error:
            raise EngineError(
                f"unacceptable size: {error.message}", slug="engine/size", text=f"{width} {height}"
            ) from error

    def allow_swap(self, allowed: bool) -> None:
        """Switch the pie rule on or off before the first move.

        Raises:
            EngineError: "engine/started" after it, "engine/no-swap" for games that have no pie rule.
        """
        rules = self.game.rules
        if not rules.type.has_swap:
            raise EngineError(f"{self.game.name} has no pie rule", slug="engine/no-swap")
        if rules.swap != allowed:
            self._refuse_started("allow_swap")
            self.set_game(rules.with_swap(allowed))

    @property
    def swap_is_allowed(self) -> bool:
        """Whether the pie rule is in force."""
        return self.game.rules.swap

    def load(self, record: Record, moves: int | None = None) -> None:
        """Begin with a recorded game, played up to so many moves.

        Raises:
            MotuError: For a record that the rules contradict.
        """
        self._begin(Play.of_record(record, moves))

    def record(self) -> Record:
        """Return the game so far as a record."""
        return self._play.record()

    # --- moves

    def play(self, colour: int, text: str) -> None:
        """Play a move for a colour; in Atoll also out of turn, which sets up the position that way.

        Who resigns a game that is over changes nothing.

        Raises:
            MotuError: For what is no legal move, as every move after a resignation.
        """
        move = text.lower()
        if move == RESIGN:
            if not self._play.is_over:
                self._play.resign(colour ^ self.state.is_swapped())
            return
        self._refuse_resigned(text)
        state = self._with_turn(colour)
        try:
            self._play.play_from(state, SWAP if move in SWAP_WORDS else move)
        except IllegalMoveError as error:
            message = error.message if error.message.startswith("illegal move") else f"illegal move: {error.message}"
            raise IllegalMoveError(message, text=text, position=error.position, legal=error.legal) from error

    def undo(self) -> None:
        """Take the last command that changed the position back.

        Raises:
            UndoError: At the beginning.
        """
        num_steps = len(self._play.steps)
        if self._play.resigned is None and not num_steps:
            raise UndoError("cannot undo: nothing has been played")
        self._play.take_back(num_steps - (self._play.resigned is None))

    def roll(self, face: int | None = None) -> int:
        """Roll the die that is awaited and return what it shows.

        Args:
            face: What it shows, 1 and up; None lets this session's die decide.

        Raises:
            EngineError: "engine/no-roll" when no roll is awaited.
            MotuError: For a face that the die doesn't have.
        """
        if not self.state.is_chance_node():
            raise EngineError("no roll is awaited: announce a row or a column first", slug="engine/no-roll")
        self._refuse_resigned("" if face is None else str(face))
        if face is None:
            face = self._dice.roll(self.state) + 1
        self._play.roll(face)
        return face

    def legal_moves(self, colour: int) -> list[str]:
        """Return what a colour could play.

        Raises:
            EngineError: "engine/colour" when it isn't that colour's turn.
        """
        if self._play.is_over:
            return []
        return [self.written(move) for move in self._with_turn(colour).legal_moves()]

    def written(self, move: str) -> str:
        """Return a move as the front end wants to read it: in Hex the swap is `swap-pieces`."""
        return SWAP_PIECES if move == SWAP and self.is_hex and not self.on_little_golem else move

    def position_for(self, colour: int) -> State:
        """Return the position with that colour to move, a copy to think about.

        Raises:
            EngineError: "engine/colour" when it isn't that colour's turn.
        """
        return self._with_turn(colour).clone()

    def _refuse_resigned(self, text: str) -> None:
        if self.resigned is not None:
            told = f"illegal move: {self.game.colour_names[self.resigned]} has resigned; undo takes that back"
            raise IllegalMoveError(told, text=text)

    def _with_turn(self, colour: int) -> State:
        """Return the position with that colour to move: the one on the board, or a copy set up that way."""
        state = self.state
        if state.is_terminal() or state.to_move() == colour:
            return state
        after_swap = state.moves()[-1:] == ["swap"]
        if not self.game.type.is_all_in_stones or after_swap:
            names = self.game.colour_names
            why = ": a swap leaves the stones where they are, and the same colour moves on" if after_swap else ""
            raise EngineError(f"it is {names[1 - colour]}'s turn, not {names[colour]}'s{why}", slug="engine/colour")
        return self.game.new_state(state.named_stones(), colour)

    # --- the player

    @property
    def player(self) -> str:
        """Who generates moves."""
        return self._player_text

    @property
    def seed(self) -> int | None:
        """What makes the player and the dice repeatable."""
        return self._seed

    def set_player(self, text: str) -> None:
        """Have somebody else generate moves.

        Raises:
            EngineError: "engine/unknown-player".
        """
        self._thinker = _thinker(text, self._seed)
        self._player_text = text

    def set_seed(self, seed: int | None) -> None:
        """Make the player and the dice repeatable from here on, or unpredictable."""
        self._thinker = _thinker(self._player_text, seed)
        self._seed, self._dice = seed, SerialDice(seed)

    def generate(self, colour: int) -> str:
        """Choose a move by the clock, play it, and return it; "resign" when the game is over.

        Raises:
            EngineError: "engine/roll-awaited", "engine/colour".
        """
        if self._play.is_over:
            return RESIGN
        begin = time.monotonic()
        state = self._with_turn(colour)
        self._refuse_roll(state)
        person = state.current_player()
        clock = self.clocks[colour].for_search(expected_moves(state))
        move = state.action_to_string(self._thinker.choose(state, clock).action)
        self._play.play_from(state, move)
        self.clocks[colour].spend(time.monotonic() - begin, None if clock is None else clock.longest_for_move)
        self._own_person = person
        return self.written(move)

    def suggest(self, colour: int) -> str:
        """Choose a move and return it without playing it; always the same one for a player that counts simulations.

        Raises:
            EngineError: "engine/roll-awaited", "engine/colour".
        """
        if self._play.is_over:
            return RESIGN
        state = self._with_turn(colour)
        self._refuse_roll(state)
        player = make_player(self._player_text, 0 if self._seed is None else self._seed)
        return self.written(state.action_to_string(player.choose(state).action))

    def ponder(self) -> None:
        """Have the player think from here on, where it plays in this game and others, or a die, are to decide.

        Until `rest`, which whoever has begun it calls before anything else.
        """
        player = self._thinker.ponderer() if self._ponders else None
        if player is None or self._own_person is None or self._play.is_over:
            return
        if self.state.is_chance_node() or self.state.current_player() != self._own_person:
            self._pondering.begin(player, self.state)

    @property
    def is_pondering(self) -> bool:
        """Whether the player thinks now while others decide."""
        return self._pondering.is_going_on

    def rest(self) -> None:
        """End what `ponder` began; what came of it is kept for the next move."""
        self._pondering.end()

    def _refuse_roll(self, state: State) -> None:
        if state.is_chance_node():
            raise EngineError(f"a roll is awaited for {state.announced()}: roll first", slug="engine/roll-awaited")

    # --- time

    def set_time(self, main: float, period: float = 0.0, stones: int = 0) -> None:
        """Set both clocks to the beginning: seconds of main time, then periods of so many seconds for so many moves."""
        self._settings = PeriodClock.of_settings(main, period, stones)
        self.clocks = (copy(self._settings), copy(self._settings))

    def set_game_time(self, seconds: float) -> None:
        """Give both sides so much time for the whole game; 0 for no limit.

        Raises:
            EngineError: "engine/started" after the first move.
        """
        self._refuse_started("game_time")
        self._settings = PeriodClock.of_settings(seconds, 0.0, 0) if seconds else PeriodClock()
        self.clocks = (copy(self._settings), copy(self._settings))

    @property
    def game_time(self) -> float:
        """Seconds of main time, 0 for no limit."""
        return self._settings.seconds

    def set_time_left(self, colour: int, seconds: float, stones: int = 0) -> None:
        """Set what one side has left, of its period if `stones` is above 0."""
        clock = self.clocks[colour]
        clock.seconds, clock.stones, clock.is_limited = seconds, stones, True

    def _refuse_started(self, what: str) -> None:
        if self._play.steps:
            raise EngineError(f"{what} is settled when the first move is played", slug="engine/started")

    # --- all or nothing

    def snapshot(self) -> SessionSnapshot:
        """Return what to come back to."""
        return SessionSnapshot(
            self._play.fork(),
            (copy(self.clocks[0]), copy(self.clocks[1])),
            self._settings,
            self._player_text,
            self._seed,
            self._thinker,
            self._dice,
            self.on_little_golem,
            self._own_person,
        )

    def restore(self, kept: SessionSnapshot) -> None:
        """Be again what a snapshot says; it is not to be used twice."""
        self._play, self.clocks, self._settings = kept.play, kept.clocks, kept.settings
        self._player_text, self._thinker = kept.player, kept.thinker
        self._seed, self._dice, self.on_little_golem = kept.seed, kept.dice, kept.on_little_golem
        self._own_person = kept.own_person


def _thinker(text: str, seed: int | None) -> ClockedPlayer:
    return ClockedPlayer(make_player(text, seed), seed)
