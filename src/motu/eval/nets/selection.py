"""Which net is used for a game without being asked for (floor: eval).

The one that has won its match on the game's board (`uses`), as fast as it runs here. On a board that has had no match,
one that has won on the next smaller and on the next larger board of its kind that have: nothing but the size differs.
Two folders are looked through: one's own, then that of the nets that come with motu.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from motu.errors import MotuError, NetError
from motu.eval.nets.installed import folders, installed_nets, open_net
from motu.eval.nets.net import Net
from motu.eval.nets.runtime import KINDS
from motu.eval.nets.uses import Use, board_of, read_uses
from motu.games import Game, Rules, parse_rules
from motu.games.kinds import expect_game


@dataclass(frozen=True, slots=True)
class _NetCandidate:
    """A net that may be used, and the matches that must count here for it."""

    file: Path
    won: tuple[Use, ...]

    @property
    def speed(self) -> float:
        """What it wants at least, as a speedup; nothing where matches in ONNX Runtime say enough."""
        return max(0.0 if use.runtime == KINDS[0] else max(use.speedup, 1.0) for use in self.won)

    def counts_for(self, net: Net) -> bool:
        return all(use.counts_for(net.kind, net.speedup) for use in self.won)


def find_net(game: Game) -> Net:
    """Return the net that is there for a game: the one that is used for it here, or else any that is for it.

    Raises:
        NetError: "net/missing" where there is none, and what opening it raises.
    """
    found = _used_net(expect_game(game))
    if found is not None:
        return found
    for path in installed_nets():
        net = open_net(path)
        if net.info.game == game.name:
            net.check_game(game)
            return net
    raise NetError(
        f"no net for {game.name} comes with this motu: evaluator=net:FILE names one of your own",
        slug="net/missing",
        text=game.name,
        legal=("net:FILE",),
    )


def default_net(game: Game) -> Net | None:
    """Return the net that is used for a game without being asked for; None where there is none.

    A net that cannot be used is warned about, once, and done without.
    """
    try:
        return _used_net(game)
    except NetError as error:
        warnings.warn(f"playing without a net: {error.message}", RuntimeWarning, stacklevel=2)
        return None


def _used_net(game: Game) -> Net | None:
    board = board_of(game)
    if board is None:
        return None
    lost: list[Use] = []
    for candidate in _candidates(board, game, lost):
        net = open_net(candidate.file)
        net.check_game(game)
        is_lost = any(use.net == candidate.file.name and use.counts_for(net.kind, net.speedup) for use in lost)
        if candidate.counts_for(net) and not is_lost:
            return net
    return None


def _candidates(board: str, game: Game, lost: list[Use]) -> Iterator[_NetCandidate]:
    """Yield the nets that have won on a board, then those that have on both sides of it.

    Of each folder those come first that want to be fastest. Matches that were lost on the board are added to `lost`
    before what is told of the same folder.
    """
    for folder in folders():
        on_board = [use for use in read_uses(folder) if use.board == board]
        lost += [use for use in on_board if not use.is_won]
        yield from _fastest_first(_NetCandidate(folder / use.net, (use,)) for use in on_board if use.is_won)
    for folder in folders():
        below, above = _neighbours(read_uses(folder), game)
        yield from _fastest_first(
            _NetCandidate(folder / low.net, (low, high)) for low in below for high in above if low.net == high.net
        )


def _fastest_first(candidates: Iterator[_NetCandidate]) -> list[_NetCandidate]:
    return sorted(candidates, key=lambda candidate: -candidate.speed)


def _neighbours(uses: tuple[Use, ...], game: Game) -> tuple[list[Use], list[Use]]:
    """Return what was won on the next smaller and on the next larger board that differ from a game's in size alone."""
    own = game.rules.size
    if not isinstance(own, int):
        return [], []
    sizes = {use: size for use in uses if (size := _size_of(use.board, game.rules)) is not None}
    below = max((size for size in sizes.values() if size < own), default=None)
    above = min((size for size in sizes.values() if size > own), default=None)

    def won(at: int | None) -> list[Use]:
        return [use for use, size in sizes.items() if size == at and use.is_won]

    return won(below), won(above)


def _size_of(board: str, rules: Rules) -> int | None:
    """Return the size of a board that is of a kind with that of some rules; None for others, and for sizes of two."""
    other = _rules_of(board)
    if other is None or not isinstance(other.size, int):
        return None
    return other.size if rules.resized(other.size, other.size).with_swap(other.swap) == other else None


@lru_cache(maxsize=512)
def _rules_of(board: str) -> Rules | None:
    """Return the rules that a file names; None for what this motu does not know."""
    try:
        return parse_rules(board)
    except MotuError:
        return None
