"""Nets as evaluators of searches: what the texts "net", "net:FILE" and "lines:FILE" mean (floor: search)."""

from __future__ import annotations

from motu import _core
from motu.eval.lines import naming, read_weights
from motu.eval.nets import Net, find_net, open_net
from motu.games import Game

WORD = "net"
_FILE = WORD + ":"
_LINES_FILE = "lines:"


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


def is_lines_file(evaluator: object) -> bool:
    """Whether an evaluator is a text that names a file of weights of a line net."""
    return isinstance(evaluator, str) and evaluator.startswith(_LINES_FILE)


def names_file(player: str) -> bool:
    """Whether a player's text names a file of this machine: of a net, or of weights."""
    return any(f"={word}" in "".join(player.lower().split()) for word in (_FILE, _LINES_FILE))


def lines_of(evaluator: str) -> _core.NativeLineWeights:
    """Return the line net of "lines:FILE" as searches take it.

    Raises:
        EngineError: "engine/weights" for a file that cannot be read or holds no weights. That they are for other rules
            is said by the search that is to use them.
    """
    file = evaluator.removeprefix(_LINES_FILE)
    data = read_weights(file)
    with naming(file):
        return _core.NativeLineWeights(data)


def lower_text(text: str) -> str:
    """Return a player's text in small letters, but for what follows "net:" or "lines:", the name of a file."""
    for kind in (_FILE, _LINES_FILE):
        head, word, file = text.strip().partition(f"={kind}")
        if word:
            name, comma, rest = file.partition(",")
            return head.lower() + word + name + comma + rest.lower()
    return text.strip().lower()
