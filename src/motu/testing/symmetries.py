"""The symmetries of a game: that they are ones, and that its rules commute with them (floor: testing)."""

from __future__ import annotations

from motu.games import Game, State, Symmetry
from motu.testing.contract import EMPTY, ConformanceError, require


def check_symmetries(game: Game) -> None:
    """Check that the symmetries are a group of automorphisms of the board, islands and colours included.

    Raises:
        ConformanceError: With the game and what is wrong.
    """
    found = game.symmetries
    _require(game, bool(found) and _is_identity(found[0], game), "the first symmetry is not the identity")
    for symmetry in found:
        _check_automorphism(game, symmetry)
    group = {symmetry.cells: symmetry for symmetry in found}
    _require(game, len(group) == len(found), "two symmetries are the same")
    for first in found:
        for second in found:
            both = group.get(tuple(second.cells[cell] for cell in first.cells))
            _require(game, both is not None, "two symmetries after each other are none")
            if both is not None:
                actions = tuple(second.actions[action] for action in first.actions)
                _require(game, both.actions == actions, "actions do not follow the cells")
                swaps = first.swaps_colours != second.swaps_colours
                _require(game, both.swaps_colours == swaps, "colours do not follow the cells")


def _check_automorphism(game: Game, symmetry: Symmetry) -> None:
    board = game.board
    for images, size in ((symmetry.cells, board.num_cells), (symmetry.actions, game.num_actions)):
        _require(game, sorted(images) == list(range(size)), "cells or actions are not permuted")
    for cell, neighbours in enumerate(board.neighbours):
        moved = {symmetry.cells[neighbour] for neighbour in neighbours}
        _require(game, moved == set(board.neighbours[symmetry.cells[cell]]), f"{board.names[cell]} loses a neighbour")
    _require(game, len(symmetry.islands) == len(board.islands), "not every island has an image")
    for island, image in zip(board.islands, symmetry.islands, strict=True):
        target = board.islands[image]
        _require(game, {symmetry.cells[cell] for cell in island.cells} == set(target.cells), "an island is torn")
        _require(game, (island.colour != target.colour) == symmetry.swaps_colours, "an island's colour is wrong")


def _is_identity(symmetry: Symmetry, game: Game) -> bool:
    images = (symmetry.cells, symmetry.islands, symmetry.actions)
    sizes = (game.board.num_cells, len(game.board.islands), game.num_actions)
    same = all(image == tuple(range(size)) for image, size in zip(images, sizes, strict=True))
    return same and not symmetry.swaps_colours


def _require(game: Game, truth: bool, message: str) -> None:
    if not truth:
        raise ConformanceError(f"{game.spec}: {message}")


class Image:
    """A second game in which every action is the image of one in the first.

    Where a symmetry exchanges colours, the second colour begins on an empty board; there is no pie rule then, so that
    the first game's swap, which moves no stone, has no image.
    """

    def __init__(self, game: Game, symmetry: Symmetry) -> None:
        """Begin the second game."""
        self.symmetry = symmetry
        self.state = game.new_state({}, to_move=1) if symmetry.swaps_colours else game.new_initial_state()

    def follow(self, before: State, action: int) -> None:
        """Play the image of an action or of an outcome of chance in `before`, the first game's position."""
        if before.is_chance_node():
            self.state.apply_action(self._faces(before)[action])
        elif not (self.symmetry.swaps_colours and before.action_to_string(action) == "swap"):
            self.state.apply_action(self.symmetry.actions[action])

    def check(self, state: State) -> None:
        """Check that the second game's position is the image of the first's, and offers the images of its actions.

        Raises:
            ConformanceError: Where it does not.
        """
        swaps = self.symmetry.swaps_colours
        moved = [EMPTY] * len(self.symmetry.cells)
        for cell, stone in enumerate(state.stones()):
            moved[self.symmetry.cells[cell]] = stone ^ 1 if swaps and stone != EMPTY else stone
        require(state, self.state.stones() == moved, "the image of the position is another one")
        require(state, self.state.is_chance_node() == state.is_chance_node(), "the image rolls at another time")
        require(state, self.state.is_terminal() == state.is_terminal(), "the image ends at another time")
        require(state, self.state.to_move() == state.to_move() ^ swaps, "the image has another colour to move")
        require(state, self.state.legal_actions() == self._legal_images(state), "other actions are legal in the image")
        winner = _winning_colour(state)
        image = None if winner is None else winner ^ swaps
        require(state, _winning_colour(self.state) == image, "the image has another winner")

    def _legal_images(self, state: State) -> list[int]:
        if state.is_chance_node():
            faces = self._faces(state)
            return sorted(faces[outcome] for outcome in state.legal_actions())
        legal = state.legal_actions()
        if self.symmetry.swaps_colours and state.swap_is_legal():
            legal.remove(state.string_to_action("swap"))
        return sorted(self.symmetry.actions[action] for action in legal)

    def _faces(self, state: State) -> tuple[int, ...]:
        """Return the image of each outcome here; which list holds depends on the announcement."""
        announced = state.announced() or ""
        return self.symmetry.row_faces if announced.startswith("r") else self.symmetry.column_faces


def _winning_colour(state: State) -> int | None:
    outcome = state.outcome()
    if outcome is None or outcome.winner is None:
        return None
    return state.game.colour_names.index(state.colour(outcome.winner))
