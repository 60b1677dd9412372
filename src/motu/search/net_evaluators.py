"""Nets as evaluators of searches: what the texts "net" and "net:FILE" mean (floor: search)."""

from __future__ import annotations

from motu.eval.nets import Net, find_net, open_net
from motu.games import Game

WORD = "net"
_FILE = WORD + ":"


def is_net(evaluator: object) -> bool:
    """Whether an evaluator is a net, or a text that names one."""
    return isinstance(evaluator, Net) or (
        isinstance(evaluator, str) and (evaluator == WORD or evaluator.startswith(_FILE))
    )


def net_of(game: Game, evaluator: str | Net) -> Net:
    """Return a net for a game.

    Args:
        game: What is played.
        evaluator: A net, "net" (the one that comes with motu) or "net:FILE".

    Raises:
        NetError: "net/missing", "net/file", "net/game" or "net/runtime".
    """
    if isinstance(evaluator, Net):
        net = evaluator
    elif evaluator == WORD:
        net = find_net(game)
    else:
        net = open_net(evaluator.removeprefix(_FILE))
    net.check_game(game)
    return net


def lower_text(text: str) -> str:
    """Return a player's text in small letters, but for what follows "net:", the name of a file."""
    head, word, file = text.strip().partition(f"={_FILE}")
    if not word:
        return head.lower()
    name, comma, rest = file.partition(",")
    return head.lower() + word + name + comma + rest.lower()
