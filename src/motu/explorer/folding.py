"""Positions that are images of each other, counted as one (floor: explorer).

A game is followed in all its images at once, each a state of its own: so whatever a position consists of, weak stones,
bans and announcements included, has its image without anybody knowing how. Colours are kept: a position with colours
exchanged is another one.
"""

from __future__ import annotations

from dataclasses import dataclass

from motu.games import Game, State
from motu.games.game import Symmetry


@dataclass(frozen=True, slots=True)
class _Image:
    """A game's image in a mirror."""

    symmetry: Symmetry
    state: State


class FoldedGame:
    """A game whose positions and moves go by those of the image that comes first."""

    def __init__(self, state: State) -> None:
        """Begin.

        Args:
            state: A game's own start, or a position that was set up, which is followed as it stands.
        """
        game = state.game
        is_start = state == game.new_initial_state()
        self._images = [_Image(each, state.clone()) for each in _kept(game)[: None if is_start else 1]]
        self._state = state.clone()

    @property
    def state(self) -> State:
        """The position as it is played."""
        return self._state

    @property
    def key(self) -> int:
        """64 bits that all images of the position have in common."""
        return min(each.state.hash() for each in self._images)

    def name_of(self, action: int) -> str:
        """Return what an action is called in the image that comes first; equally good ones have one name."""
        key = self.key
        names = (
            each.state.action_to_string(each.symmetry.actions[action])
            for each in self._images
            if each.state.hash() == key
        )
        return min(names, key=lambda name: (len(name), name))

    def play(self, text: str) -> None:
        """Play a move, announcements with their rolls."""
        before = len(self._state.history())
        self._state.play(text)
        for action, is_chance in self._state.history()[before:]:
            self._apply(action, is_chance=is_chance)

    def _apply(self, action: int, *, is_chance: bool) -> None:
        line = (self._images[0].state.announced() or "") if is_chance else ""  # the first image is the game itself
        for each in self._images:
            images = each.symmetry.actions
            if is_chance:
                images = each.symmetry.row_faces if line.startswith("r") else each.symmetry.column_faces
            each.state.apply_action(images[action])


def moves_at(state: State) -> dict[str, list[str]]:
    """Return the legal moves of a position by the names that `FoldedGame.name_of` gives them."""
    folded = follow(state)
    found: dict[str, list[str]] = {}
    for action in state.legal_actions():
        found.setdefault(folded.name_of(action), []).append(state.action_to_string(action))
    return found


def follow(state: State) -> FoldedGame:
    """Return a position's game, followed from its start."""
    folded = FoldedGame(state.game.new_initial_state())
    try:
        for move in state.moves():
            folded.play(move)
    except ValueError:  # it was set up, and its moves are none from the start
        return FoldedGame(state)
    return folded if folded.state == state else FoldedGame(state)


def _kept(game: Game) -> list[Symmetry]:
    """Return the symmetries that keep colours, the identity first."""
    kept = [each for each in game.symmetries if not each.swaps_colours]
    return sorted(kept, key=lambda each: each.actions != tuple(range(len(each.actions))))
