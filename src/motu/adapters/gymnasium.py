"""The games for Gymnasium: one person, whose opponent plays inside (floor: adapters).

Importing this module registers `motu/Atoll-v0`, `motu/Hex-v0`, `motu/Atomorph-v0`, `motu/Atmalof-v0` and one for each
other name that a spec may begin with; all take the arguments of `OpponentEnv`, `game` among them. Which actions are
legal stands in the info under "action_mask", as `env.action_space.sample(mask)` wants it, and in `action_masks()`, as
sb3-contrib's MaskablePPO asks for it.

>>> import gymnasium
>>> import motu.adapters.gymnasium
>>> environment = gymnasium.make("motu/Hex-v0", game="hex(size=5)", opponent="random")
>>> observation, info = environment.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((9, 5, 5), 25)
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from motu.adapters.episodes import DEFAULT_GAME, Numbering, action_limit, game_of, picture_of, roll
from motu.errors import ActionRangeError
from motu.games import PRESETS, Game
from motu.numbers import shown
from motu.search.player import Player
from motu.search.players import make_player

Seat = Literal["first", "second", "either"]
Planes = NDArray[np.float32]
_SEATS: dict[str, int] = {"first": 0, "second": 1}
_SEEDS = 1 << 63


class OpponentEnv(gymnasium.Env[Planes, np.int64]):
    """A game from one person's side.

    The reward is 1.0 for a won game, -1.0 for a lost one, else 0.0. An illegal action loses at once, and the info says
    "illegal" then: random agents come to an end, and learners that use the mask never see it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = DEFAULT_GAME,
        opponent: str | Player = "random",
        seat: Seat = "first",
        max_actions: int | None = None,
        render_mode: str | None = None,
        dense: bool = False,
    ) -> None:
        """Make it.

        Args:
            game: A game, or the spec of one.
            opponent: A player, or a text for `motu.make_player` ("random", "level:3", "mcts:100"). One that is made
                from a text is made anew, with a seed of the environment's, at each reset with a seed.
            seat: Who begins: this person ("first"), the opponent ("second"), or whom a coin chooses ("either").
            max_actions: Actions of both together after which a game is truncated; where the game has a longest length,
                never before its end, else `episodes.ACTIONS_A_CELL` for each cell.
            render_mode: "ansi" for text, "rgb_array" for a picture, None for nothing.
            dense: Whether actions are places in `game.dense_actions`, none of which is never legal.

        Raises:
            MotuError: For a game or a player that there is not.
            ValueError: For another seat, limit or mode.
            TypeError: For an opponent that is no player.
        """
        if seat != "either" and seat not in _SEATS:
            raise ValueError(f"seat is first, second or either, not {seat!r:.100}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is ansi, rgb_array or None, not {render_mode!r:.100}")
        self.game = game_of(game)
        self.render_mode = render_mode
        self._seat, self._limit = seat, action_limit(self.game, max_actions)
        self._opponent_text = opponent if isinstance(opponent, str) else None
        self._opponent = make_player(opponent) if isinstance(opponent, str) else _player(opponent)
        self.person = _SEATS.get(seat, 0)
        """Which of the two this is: 0 who begins, or 1."""
        self.state = self.game.new_initial_state()
        """The position; to look at."""
        self._taken = 0
        self.observation_space = spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self._numbering = Numbering(self.game, dense)
        self.action_space = spaces.Discrete(self._numbering.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin a game, in which the opponent has moved where it begins; no options are known."""
        super().reset(seed=seed, options=options)
        if seed is not None and self._opponent_text is not None:
            self._opponent = make_player(self._opponent_text, int(self.np_random.integers(_SEEDS)))
        if self._seat == "either":
            self.person = int(self.np_random.integers(2))
        self.state = self.game.new_initial_state()
        self._taken = 0
        self._let_others_act()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Take an action, roll, and let the opponent answer.

        Raises:
            TypeError: For what is no whole number.
        """
        try:
            chosen = self._numbering.action(action)
        except ActionRangeError:
            chosen = -1
        if not self.state.is_legal(chosen):
            return self._observation(), -1.0, True, False, self._info() | {"illegal": True}
        self.state.apply_action(chosen)
        self._taken += 1
        self._let_others_act()
        is_over = self.state.is_terminal()
        reward = self.state.returns()[self.person]
        return self._observation(), reward, is_over, not is_over and self._taken >= self._limit, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal."""
        return self._numbering.mask(self.state, self.person).astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the position in the way that was asked for."""
        if self.render_mode == "rgb_array":
            return picture_of(self.state)
        return str(self.state) if self.render_mode == "ansi" else None

    def _let_others_act(self) -> None:
        """Play on until this person has to decide, or the game is over or truncated."""
        while True:
            roll(self.state, self.np_random)
            if self.state.current_player() in (self.person, -4) or self._taken >= self._limit:
                return
            self.state.apply_action(self._opponent.choose(self.state).action)
            self._taken += 1

    def _observation(self) -> Planes:
        return self.state.observation(self.person)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._numbering.mask(self.state, self.person)}


def _player(opponent: object) -> Player:
    if not callable(getattr(opponent, "choose", None)):
        raise TypeError(f"an opponent is a player, or a text that names one as 'mcts:100', not {shown(opponent)}")
    return cast("Player", opponent)


def register() -> None:
    """Tell Gymnasium of the games; done when this module is imported."""
    for name in PRESETS:
        known = f"motu/{name.capitalize()}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(known, "motu.adapters.gymnasium:OpponentEnv", kwargs={"game": name})


register()
