"""One number that depends on every search's decisions (floor: testing).

A change that is to leave play as it is leaves the number as it is; a change of a search changes it. It takes in moves,
visits, simulations and values at fixed seeds and fixed bounds, in one thread, and the answers and node counts of the
solvers. Nets have no part, since their last digits depend on the processor, nor have tables on this machine's disk.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from motu.games import Game, State, load_game
from motu.search.players import Player, make_player
from motu.solve import ConnectionSolver, FlipSolver, LineSolver, Solution, SolveLimits

__all__ = ["SPECS", "SignaturePart", "parts", "searches", "signature", "solutions"]

_STEP = 1e-4
"""To which values are rounded: what is finer may depend on the machine's arithmetic."""

_ANY_GAME = (
    "uct:3000",
    "mcts:1000,evaluator=rollout,solved=off",
    "mcts:1000,evaluator=uniform,solved=off",
    "mcts:600,evaluator=uniform,batch=4,solved=off",
    "mcts:64,evaluator=rollout,gumbel=8,solved=off",
    "expectimax:20000,evaluator=uniform",
    "expectimax:depth=2,evaluator=uniform",
)
_OWN = {
    "atoll": (
        "mcts:300,evaluator=resistance,solved=off",
        "mcts:100,evaluator=resistance,advise_visits=0,solved=off",
        "mcts:24,evaluator=resistance,gumbel=6,solved=off",
        "expectimax:200,evaluator=resistance",
    ),
    "atomorph": (
        "mcts:1000,evaluator=flips,solved=off",
        "mcts:32,evaluator=flips,gumbel=8,solved=off",
        "expectimax:5000,evaluator=flips",
    ),
    "atmalof": (
        "mcts:600,evaluator=lines,solved=off",
        "mcts:200,evaluator=lines,roll_faces=0,solved=off",
        "mcts:32,evaluator=lines,gumbel=8,solved=off",
        "expectimax:20000,evaluator=lines",
        "expectimax:depth=2,evaluator=lines",
    ),
}
SPECS = (
    "hex",
    "hex(size=4,swap=false)",
    "gan",
    "atoll(board=hexagon,size=4,islands=12)",
    "atoll(board=triangle,size=7,islands=12)",
    "atomorph",
    "atomorph(size=4,contested=never,swap=false)",
    "atomorph(size=6,corners=false,return_stone=true)",
    "atmalof",
    "junior",
    "atmalof(rows=4,cols=4,line=4,tiebreak=both)",
)
"""The games that are played."""
_MAX_PLIES = 12
"""The longest game in plies, after an opening of as many random plies as the seed says."""


@dataclass(frozen=True, slots=True)
class SignaturePart:
    """What one search decided in one game."""

    name: str
    """The game's spec, and the player or "solve"."""
    lines: tuple[str, ...]
    """A line for every decision."""

    @property
    def number(self) -> int:
        """32 bits that stand for the part."""
        return _number((self.name, *self.lines))


def signature(found: Iterable[SignaturePart]) -> int:
    """Return 32 bits that depend on every decision of the parts."""
    return _number(f"{part.name} {part.number}" for part in found)


def parts(seed: int = 1) -> Iterator[SignaturePart]:
    """Yield what the signature is made of, always in the same order; it takes some ten seconds of CPU time.

    Args:
        seed: Of the searches, of the openings and of the dice.
    """
    for spec in SPECS:
        yield from searches(spec, seed)
    yield from solutions()


def searches(spec: str, seed: int = 1) -> Iterator[SignaturePart]:
    """Yield what each kind of search decides in a game.

    Args:
        spec: One that `load_game` takes without a board of its own.
        seed: As for `parts`.
    """
    game = load_game(spec)
    for player in (*_ANY_GAME, *_OWN[game.name]):
        yield SignaturePart(f"{spec} {player}", tuple(_decisions(game, make_player(player, seed), seed)))


def _decisions(game: Game, player: Player, seed: int) -> Iterator[str]:
    """Yield a line for each move of a game that the player plays for both sides, so that it keeps its tree."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    opening = chance.randrange(4)
    while not state.is_terminal() and state.ply() < opening + _MAX_PLIES:
        if state.is_chance_node() or state.ply() < opening:
            state.apply_action(chance.choice(state.legal_actions()))
            continue
        choice = player.choose(state)
        yield f"{state.action_to_string(choice.action)} {_rounded(choice.value)} {choice.visits} {choice.simulations}"
        state.apply_action(choice.action)


def solutions() -> Iterator[SignaturePart]:
    """Yield what the solvers say, and how many positions it took them."""
    for spec, nodes in (("hex(size=5)", 10_000), ("hex(size=6,swap=false)", 10_000), ("gan(swap=false)", 3_000)):
        yield _solved(spec, nodes, lambda game: ConnectionSolver(game).solve)
    for spec, nodes in (
        ("atomorph(size=3)", 10_000),
        ("atomorph(size=3,return_stone=true,contested=never)", 10_000),
        ("atomorph(size=5)", 30_000),
    ):
        yield _solved(spec, nodes, lambda game: FlipSolver(game).solve)
    with tempfile.TemporaryDirectory() as folder:
        small = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"
        yield _solved(small, 0, lambda game: LineSolver(game, Path(folder) / "table").solve)


def _solved(spec: str, nodes: int, solver: Callable[[Game], Callable[[State, SolveLimits], Solution]]) -> SignaturePart:
    game = load_game(spec)
    solution = solver(game)(game.new_initial_state(), SolveLimits(nodes=nodes or None))
    bounds = [f"{_rounded(solution.lower)}..{_rounded(solution.upper)}"]
    bounds += [f"{_rounded(each.lower)}..{_rounded(each.upper)}" for each in solution.actions]
    actions = [str(each.action) for each in solution.actions]
    return SignaturePart(f"{spec} solve", (str(solution.nodes), *bounds, *actions, *map(str, solution.line)))


def _rounded(value: float | None) -> str:
    return "-" if value is None else str(round(value / _STEP))


def _number(lines: Iterable[str]) -> int:
    digest = blake2b(digest_size=4)
    for line in lines:
        digest.update(f"{line}\n".encode())
    return int.from_bytes(digest.digest())
