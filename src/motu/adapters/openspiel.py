"""The games for OpenSpiel (floor: adapters).

Importing this module registers the game `motu`, whose parameter `spec` is a spec of ours written without what
OpenSpiel's own texts use: `pyspiel.load_game("motu(spec=hex[size:5;swap:false])")`. `load_game` takes a spec as it is,
or a game, custom boards included. Announced lines end in chance nodes with explicit outcomes.

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

from typing import Any

import numpy as np
import pyspiel

from motu.adapters.episodes import DEFAULT_GAME, action_limit
from motu.games import Game, State, brief_spec
from motu.games import load_game as load_ours
from motu.games.kinds import expect_game

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
    return OpenSpielGame({"spec": brief_spec(ours.rules).translate(_TO_OPENSPIEL)}, ours)


class OpenSpielGame(pyspiel.Game):
    """One of our games."""

    def __init__(self, params: dict[str, Any] | None = None, game: Game | None = None) -> None:
        """Make it of its parameters, or of a game that they name."""
        params = params or {}
        text = str(params.get("spec", DEFAULT_GAME))
        self.game = load_ours(text.translate(_FROM_OPENSPIEL)) if game is None else game
        super().__init__(_GAME_TYPE if self.game.type.has_dice else _WITHOUT_DICE, _facts_of(self.game), params)

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
