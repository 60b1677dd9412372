"""An agent learns a game by playing itself: PPO (Schulman et al. 2017) over `motu.VectorEnv`, in one file.

`python examples/ppo.py` learns Hex on 5 × 5 cells without the pie rule, and then plays level 5: every first move, once
as black and once as white, since one of the two is lost against good play. So 50 % is what equals score, and there is
little above it to be had: the solver's perfect play won 54 of 100 such games. It needs torch, `pip install
'motu[train]'`. One net plays both persons, so the position after an action is mostly the opponent's: its value counts
with the other sign. The first action of every other game is drawn at random, so that the net comes to know all openings
and not its favourite one alone. `--help` has the numbers that one may change.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from torch import nn

import motu

BLACK_MOVES = 7
"""The plane of Atoll's and Hex's observations that says who is to move."""

OPENING_SHARE = 0.5
"""Of the games: those whose first action is drawn at random."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is learned, and how."""

    game: str = "hex(size=5,swap=false)"
    opponent: str = "level:5"
    iterations: int = 250
    """Of playing and learning; 8,192 actions each unless the next two say otherwise."""
    num_envs: int = 256
    num_steps: int = 32
    epochs: int = 4
    minibatch: int = 1024
    width: int = 256
    learning_rate: float = 1e-3
    trace: float = 0.95
    """Lambda of generalised advantage estimation."""
    clip: float = 0.2
    entropy: float = 0.01
    rounds: int = 10
    """Of the test; each plays every first move from both seats."""
    seed: int = 1


class Agent(nn.Module):
    """A net that says how good the actions are and who will win, for who is to act.

    On a square board of Hex white's game is black's, mirrored: the net is shown all positions as black's.
    """

    def __init__(self, game: motu.Game, width: int) -> None:
        """Make it for a game."""
        super().__init__()
        columns, rows = game.rules.hex_size or (0, 1)
        self.is_mirrored, self.cells = columns == rows, columns * rows
        self.trunk = nn.Sequential(
            nn.Flatten(),
            nn.Linear(int(np.prod(game.observation_shape)), width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return the policy over legal actions, and the value in [-1, 1]."""
        is_white = (seen[:, BLACK_MOVES, 0, 0] == 0) & self.is_mirrored
        planes = seen.float() / 255
        if self.is_mirrored:
            planes[:, BLACK_MOVES] = 1
            planes = torch.where(is_white[:, None, None, None], planes.transpose(2, 3), planes)
        hidden = self.trunk(planes)
        logits = self.policy(hidden)
        if self.is_mirrored:
            board = logits[:, : self.cells].unflatten(1, planes.shape[2:])
            board = torch.where(is_white[:, None, None], board.transpose(1, 2), board)
            logits = torch.cat([board.flatten(1), logits[:, self.cells :]], dim=1)
        logits = logits.masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), torch.tanh(self.value(hidden)).squeeze(-1)

    @torch.no_grad()
    def choose(self, state: motu.State) -> int:
        """Return the best action, in the eyes of the net."""
        seen = torch.from_numpy(np.rint(255 * state.observation()))[None]
        policy, _ = self(seen, torch.from_numpy(state.legal_mask())[None])
        return int(policy.logits.argmax())


class Rollout:
    """What some steps of all games brought, [steps, games] each."""

    def __init__(self, games: motu.VectorEnv, steps: int) -> None:
        """Make room for it."""
        shape = (steps, games.num_envs)
        self.seen = torch.zeros((*shape, *games.game.observation_shape), dtype=torch.uint8)
        self.masks = torch.zeros((*shape, games.game.num_actions), dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.long)
        self.is_drawn = torch.zeros(shape, dtype=torch.bool)
        """Where a first action was drawn, from which nothing is to be learned."""
        self.log_chances, self.values, self.rewards, self.signs = (torch.zeros(shape) for _ in range(4))
        """`signs`: what the next position's value counts: 0 after the end, -1 where the other person is to act."""

    def play(self, agent: Agent, games: motu.VectorEnv) -> torch.Tensor:
        """Play all steps, and return the values of the positions after the last."""
        seen, masks = torch.from_numpy(games.observations), torch.from_numpy(games.masks)
        is_first = np.array([not games.state(index).history() for index in range(games.num_envs)])
        with torch.no_grad():
            for step in range(len(self.actions)):
                self.seen[step], self.masks[step] = seen, masks
                policy, self.values[step] = agent(seen, masks)
                self.is_drawn[step] = torch.from_numpy(is_first) & (torch.rand(games.num_envs) < OPENING_SHARE)
                self.actions[step] = torch.where(self.is_drawn[step], torch.from_numpy(games.sample()), policy.sample())
                self.log_chances[step] = policy.log_prob(self.actions[step])
                persons = games.players.copy()
                rewards, terminated, truncated = games.step(self.actions[step].numpy())
                self.rewards[step] = torch.from_numpy(rewards[np.arange(games.num_envs), persons])
                is_first = terminated | truncated
                goes_on = ~is_first
                self.signs[step] = torch.from_numpy(np.where(games.players == persons, 1.0, -1.0) * goes_on)
            return agent(seen, masks)[1]

    def advantages(self, last: torch.Tensor, trace: float) -> torch.Tensor:
        """Return generalised advantage estimates for two persons, without discount."""
        found = torch.zeros_like(self.values)
        after_value, after = last, torch.zeros_like(last)
        for step in reversed(range(len(self.actions))):
            surprise = self.rewards[step] + self.signs[step] * after_value - self.values[step]
            after = found[step] = surprise + trace * self.signs[step] * after
            after_value = self.values[step]
        return found


def learn(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, last: torch.Tensor, how: Settings) -> None:
    """Take the steps of PPO's clipped objective."""
    advantages = rollout.advantages(last, how.trace)
    goals = (advantages + rollout.values).flatten()
    seen, masks, actions, log_chances = (
        each.flatten(0, 1) for each in (rollout.seen, rollout.masks, rollout.actions, rollout.log_chances)
    )
    gains = advantages.flatten()
    learned = torch.nonzero(~rollout.is_drawn.flatten()).flatten()
    for _ in range(how.epochs):
        for chosen in learned[torch.randperm(len(learned))].tensor_split(max(1, len(learned) // how.minibatch)):
            policy, values = agent(seen[chosen], masks[chosen])
            ratio = (policy.log_prob(actions[chosen]) - log_chances[chosen]).exp()
            gain = (gains[chosen] - gains[chosen].mean()) / (gains[chosen].std() + 1e-8)
            clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
            policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
            value_loss = (values - goals[chosen]).square().mean()
            loss = policy_loss + 0.5 * value_loss - how.entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(how: Settings) -> Agent:
    """Return an agent that has learned."""
    torch.manual_seed(how.seed)
    games = motu.VectorEnv(how.game, how.num_envs, seed=how.seed, max_actions=1000)
    agent = Agent(games.game, how.width)
    optimizer = torch.optim.Adam(agent.parameters(), how.learning_rate, eps=1e-5)
    rollout, begin = Rollout(games, how.num_steps), time.perf_counter()
    for iteration in range(how.iterations):
        optimizer.param_groups[0]["lr"] = how.learning_rate * (1 - iteration / how.iterations)
        last = rollout.play(agent, games)
        learn(agent, optimizer, rollout, last, how)
        if (iteration + 1) % 25 == 0:
            steps = (iteration + 1) * how.num_envs * how.num_steps
            seconds = time.perf_counter() - begin
            print(f"{steps:,} actions in {seconds:.0f} s, {steps / seconds:,.0f} a second", flush=True)
    return agent


def play(agent: Agent, opponent: motu.Player, state: motu.State, person: int, random: np.random.Generator) -> float:
    """Return what part of a game the agent wins as this person: 1, 0, or a half for a draw."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        else:
            is_agents = state.current_player() == person
            state.apply_action(agent.choose(state) if is_agents else opponent.choose(state).action)
    return (1 + state.returns()[person]) / 2


def score(agent: Agent, how: Settings) -> tuple[float, float, int]:
    """Return what part of the games the agent wins, half of its 95 % interval, and how many games there were.

    Two games from the same first move are one observation: what its favourite side wins twice says nothing of who is
    the better player.
    """
    random, opponent = np.random.default_rng(how.seed), motu.make_player(how.opponent, how.seed)
    pairs = []
    for _ in range(how.rounds):
        for opening in motu.load_game(how.game).new_initial_state().legal_actions():
            results = []
            for person in (0, 1):
                state = motu.load_game(how.game).new_initial_state()
                state.apply_action(opening)
                results.append(play(agent, opponent, state, person, random))
            pairs.append(sum(results) / 2)
    return float(np.mean(pairs)), float(1.96 * np.std(pairs, ddof=1) / len(pairs) ** 0.5), 2 * len(pairs)


def main() -> None:
    """Learn, and play."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    for field in fields(Settings):
        default: Any = field.default
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(default), default=default)
    how = Settings(**vars(parser.parse_args()))
    agent = train(how)
    won, error, count = score(agent, how)
    print(f"{100 * won:.1f} ± {100 * error:.1f} % of {count:,} games won against {how.opponent}, from all first moves")


if __name__ == "__main__":
    main()
