"""The games for PettingZoo: two agents who act in turn (floor: adapters).

`env(game)` is what its users expect: the environment in PettingZoo's own wrappers, in which an illegal action loses.
`raw_env(game)` raises motu's error instead. Dice are rolled inside. A parallel environment is not offered: nobody moves
at the same time in these games.

>>> from motu.adapters import pettingzoo
>>> environment = pettingzoo.env("hex(size=5)")
>>> environment.reset(seed=1)
>>> observation, reward, termination, truncation, info = environment.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((9, 5, 5), 25)
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from motu.adapters.episodes import DEFAULT_GAME, Numbering, action_limit, game_of, picture_of, roll
from motu.games import Game

Observation = dict[str, NDArray[Any]]


def env(
    game: str | Game = DEFAULT_GAME,
    max_actions: int | None = None,
    render_mode: str | None = None,
    dense: bool = False,
) -> Any:
    """Return an environment in which whoever plays an illegal action has lost, and wrong use is told.

    Args:
        game: A game, or the spec of one.
        max_actions: Actions of both together after which a game is truncated; never before its end where it has a
            longest length, else `ACTIONS_A_CELL` for each cell.
        render_mode: "ansi" for text, "human" for text on the terminal, "rgb_array" for a picture, None for nothing.
        dense: Whether actions are places in `game.dense_actions`, none of which is never legal.
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(game, max_actions, render_mode, dense), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class TwoPersonEnv(AECEnv, EzPickle):
    """A game as an environment; `player_0` begins."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human", "rgb_array"],
        "name": "motu_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game = DEFAULT_GAME,
        max_actions: int | None = None,
        render_mode: str | None = None,
        dense: bool = False,
    ) -> None:
        """Make it; see `env` for the arguments."""
        EzPickle.__init__(self, game, max_actions, render_mode, dense)
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is ansi, human, rgb_array or None, not {render_mode!r:.100}")
        self.game = game_of(game)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self._limit = action_limit(self.game, max_actions)
        self._random = np.random.default_rng()
        planes = spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32)
        self._numbering = Numbering(self.game, dense)
        mask = spaces.Box(0, 1, (self._numbering.size,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._numbering.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: Of the dice; those go on where it isn't told.
            options: None are known.
        """
        del options
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_of_game = self.game.new_initial_state()
        self._taken = 0
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, whosever turn it is; his mask has no 1 while it isn't his."""
        person = self.possible_agents.index(agent)
        return {
            "observation": self.state_of_game.observation(person),
            "action_mask": self._numbering.mask(self.state_of_game, person),
        }

    def step(self, action: int | None) -> None:
        """Take the selected agent's action, and roll where that calls for dice.

        Raises:
            MotuError: For an action that is not legal; nothing has changed then.
            TypeError: For what is no whole number; likewise.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: an action is a number from 0 to {self._numbering.size - 1}")
        self.state_of_game.apply_action(self._numbering.action(action))
        roll(self.state_of_game, self._random)
        self._taken += 1
        self._cumulative_rewards[agent] = 0.0
        self._judge()
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the position in the way that was asked for."""
        if self.render_mode == "rgb_array":
            return picture_of(self.state_of_game)
        if self.render_mode == "human":
            print(self.state_of_game)  # noqa: T201  (what this mode is for)
        return str(self.state_of_game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is left open."""

    def _judge(self) -> None:
        is_over = self.state_of_game.is_terminal()
        self.rewards = dict(zip(self.possible_agents, self.state_of_game.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, not is_over and self._taken >= self._limit)

    def _select(self) -> None:
        """Let act whose turn it is; after the end, each in turn takes note of it."""
        person = self.state_of_game.current_player()
        self.agent_selection = self.possible_agents[max(person, 0)]


raw_env = TwoPersonEnv
