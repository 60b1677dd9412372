"""The games for OpenSpiel (floor: adapters).

Importing this module registers the game `motu`, whose parameter `spec` is a spec of ours written without what
OpenSpiel's own texts use: `pyspiel.load_game("motu(spec=hex[size:5;swap:false])")`. `load_game` takes a spec as it is,
or a game, custom boards and games of one's own included. A custom board's data follow the spec, so that OpenSpiel's
texts hold them; a game of one's own has no text that OpenSpiel could read again, but it is played, copied and pickled
like any other. Announced lines end in chance nodes with explicit outcomes.

>>> from motu.adapters import openspiel
>>> game = openspiel.load_game("hex(size=5)")
>>> str(game), game.num_distinct_actions(), game.observation_tensor_shape()
('motu(spec=hex[size:5])', 26, [9, 5, 5])
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("c3"))
>>> state.current_player(), state.legal_actions()[:4]
(1, [0, 1, 2, 3])
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from motu.adapters.episodes import DEFAULT_GAME, action_limit
from motu.boards import CustomBoard
from motu.errors import BoardError
from motu.games import Game, State, brief_spec, parse_rules
from motu.games import load_game as load_ours
from motu.games.kinds import expect_game

_ANY_FILE, _BOARD_FOLLOWS = "board.json", "@"
_MOST_BYTES = 1 << 24
_TO_OPENSPIEL = str.maketrans("(),=", "[];:")
_FROM_OPENSPIEL = str.maketrans("[];:", "(),=")
_TYPE = {
    "short_name": "motu",
    "long_name": "Atoll, Atomorph and Atmalof",
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.PERFECT_INFORMATION,
    "utility": pyspiel.GameType.Utility.ZERO_SUM,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "max_num_players": 2,
    "min_num_players": 2,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": {"spec": DEFAULT_GAME},
}
_GAME_TYPE = pyspiel.GameType(**_TYPE)
_WITHOUT_DICE = pyspiel.GameType(**_TYPE | {"chance_mode": pyspiel.GameType.ChanceMode.DETERMINISTIC})


def load_game(game: str | Game) -> OpenSpielGame:
    """Return a game of ours, or the one of a spec, as OpenSpiel has games.

    Raises:
        MotuError: As `motu.load_game`.
    """
    ours = load_ours(game) if isinstance(game, str) else expect_game(game)
    return OpenSpielGame({"spec": _text_of(ours)}, ours)


class OpenSpielGame(pyspiel.Game):
    """One of our games."""

    def __init__(self, params: dict[str, Any] | None = None, game: Game | None = None) -> None:
        """Make it of its parameters, or of a game that they name."""
        params = params or {}
        self.game = _game_of(str(params.get("spec", DEFAULT_GAME))) if game is None else game
        super().__init__(_GAME_TYPE if self.game.type.has_dice else _WITHOUT_DICE, _facts_of(self.game), params)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy our game, whatever OpenSpiel's texts say of it."""
        return load_game, (self.game,)

    def new_initial_state(self, state: Any = None) -> OpenSpielState:
        """Begin a game."""
        if state is not None:
            raise ValueError("positions are made by playing on from the initial one, not from a structure")
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PlaneObserver:
        """Return what observes positions: both persons see all of them, whatever kind of view is wanted."""
        del iig_obs_type
        return PlaneObserver(self.game, params)


class OpenSpielState(pyspiel.State):
    """A position of one of our games; `ours` is motu's own."""

    def __init__(self, game: OpenSpielGame) -> None:
        """Begin a game."""
        super().__init__(game)
        self.ours: State = game.game.new_initial_state()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy the game and all that was played."""
        return _played, (self.ours.game, [action for action, _ in self.ours.history()])

    def current_player(self) -> int:
        """Return 0, 1, OpenSpiel's -1 for dice or -4 for the end, which are ours as well."""
        return self.ours.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        del player  # the one to act
        return self.ours.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what dice may show, each with its probability."""
        return self.ours.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.ours.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if (player == pyspiel.PlayerId.CHANCE) == self.ours.is_chance_node():
            return self.ours.action_to_string(action)
        return f"={action + 1}" if player == pyspiel.PlayerId.CHANCE else str(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.ours.is_terminal()

    def returns(self) -> list[float]:
        """Return 1.0 for who has won and -1.0 for who has lost, else 0.0."""
        return self.ours.returns()

    def __str__(self) -> str:
        """Return the board as text, and how it came about."""
        return f"{self.ours}\n{' '.join(self.ours.moves())}"


class PlaneObserver:
    """Observes positions as planes, as `State.observation` does."""

    def __init__(self, game: Game, params: Any) -> None:
        """Make room for what is seen."""
        if params:
            raise ValueError(f"observations have no parameters; read: {params!r:.100}")
        shape = game.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Show what a person sees."""
        self.dict["observation"][:] = state.ours.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return it as text: all is open, so both see the same."""
        del player
        return str(state)


def _played(game: Game, actions: Sequence[int]) -> OpenSpielState:
    """Return a position as it was pickled."""
    state = load_game(game).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def _text_of(game: Game) -> str:
    """Return what names a game in OpenSpiel's texts. A board's own file name may have signs that these have, too."""
    rules, data = game.rules, game.rules.custom
    if data is None:
        return brief_spec(rules).translate(_TO_OPENSPIEL)
    packed = zlib.compress(json.dumps({"file": rules.file, "board": data.to_json()}).encode(), 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"{brief_spec(rules.with_file(_ANY_FILE)).translate(_TO_OPENSPIEL)}{_BOARD_FOLLOWS}{text}"


def _game_of(text: str) -> Game:
    """Return the game that OpenSpiel's parameter names.

    Raises:
        MotuError: As `motu.load_game`; "board/json" for data of a board that are none.
    """
    spec, _, packed = text.partition(_BOARD_FOLLOWS)
    rules = parse_rules(spec.translate(_FROM_OPENSPIEL))
    if not packed:
        return load_ours(rules)
    try:
        told = json.loads(_unpacked(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))))
        file, data = str(told["file"]), told["board"]
    except (ValueError, KeyError, TypeError, zlib.error):
        raise BoardError(
            f"after '{_BOARD_FOLLOWS}' stand a board's data as this adapter writes them, not {packed!r:.100}",
            slug="board/json",
            text=packed[:100],
        ) from None
    return load_ours(rules.with_file(file), CustomBoard.from_json(data))


def _unpacked(data: bytes) -> bytes:
    """Return what was packed, where it is no more than any board."""
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, _MOST_BYTES)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError("more than a board")
    return text


def _facts_of(game: Game) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.max_chance_outcomes,
        num_players=game.num_players,
        min_utility=game.min_utility,
        max_utility=game.max_utility,
        utility_sum=game.utility_sum,
        max_game_length=action_limit(game, None),
    )


pyspiel.register_game(_GAME_TYPE, OpenSpielGame)
