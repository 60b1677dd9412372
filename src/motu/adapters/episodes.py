"""What environments have in common: games by text, dice that fall by themselves, an end to games without one."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from motu.errors import ActionRangeError
from motu.games import PRESETS, Game, State, load_game
from motu.games.kinds import expect_game
from motu.numbers import as_whole, expect_number, shown

DEFAULT_GAME = next(iter(PRESETS))
"""What is played where no game is named: the first of all."""
ACTIONS_A_CELL = 8
"""Where a game has no longest length: it is truncated after so many actions for each cell of the board."""
_MOST_ACTIONS = 1 << 30
_PICTURE_WIDTH = 640


def game_of(game: str | Game) -> Game:
    """Return a game that is given, or named by a spec."""
    return load_game(game) if isinstance(game, str) else expect_game(game)


def action_limit(game: Game, max_actions: int | None) -> int:
    """Return after how many actions an episode is truncated; a game's own longest length is never cut short."""
    if max_actions is None:
        longest = game.max_game_length
        if longest is None and game.type.is_own:
            raise ValueError(
                "max_actions, or max_game_length of motu.own_game, has to be told: nobody knows how long "
                f"{game.spec} may go on"
            )
        return ACTIONS_A_CELL * game.board.num_cells if longest is None else longest
    return expect_number("max_actions", max_actions, 1, _MOST_ACTIONS)


def roll(state: State, random: np.random.Generator) -> None:
    """Let dice fall until somebody has to decide, or the game is over."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(random.choice(outcomes, p=chances)))


class Numbering:
    """By which numbers an environment calls actions: the game's own, or places among those that can ever be legal."""

    def __init__(self, game: Game, dense: bool) -> None:
        """Choose; `dense` are places in `game.dense_actions`."""
        self._actions = np.asarray(game.dense_actions if dense else range(game.num_actions))

    @property
    def size(self) -> int:
        """Numbers are 0..size-1."""
        return len(self._actions)

    def action(self, number: object) -> int:
        """Return the game's own number of an action.

        Raises:
            ActionRangeError: For a number that is no action.
            TypeError: For what is no whole number.
        """
        read = as_whole(number)
        if read is None:
            raise TypeError(f"an action is a whole number from 0 to {self.size - 1}, not {shown(number)}")
        if not 0 <= read < self.size:
            raise ActionRangeError(f"no action {read}: actions here are 0 to {self.size - 1}", text=str(read))
        return int(self._actions[read])

    def mask(self, state: State, person: int) -> NDArray[np.int8]:
        """Return 1 for each action that a person may take now; nothing but 0 while it is not his turn."""
        if state.current_player() == person:
            return state.legal_mask()[self._actions].astype(np.int8)
        return np.zeros(self.size, np.int8)


def picture_of(state: State) -> NDArray[np.uint8]:
    """Return the board as rows of pixels, red, green and blue."""
    # Pictures are for those who look on; training never loads what they need.
    from PIL import Image  # noqa: PLC0415

    from motu.drawing.raster import draw_png  # noqa: PLC0415
    from motu.drawing.svg import draw_svg  # noqa: PLC0415

    svg = draw_svg(state)
    width, height = _proportions(svg)
    png = draw_png(svg, _PICTURE_WIDTH, round(_PICTURE_WIDTH * height / width))
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def _proportions(svg: str) -> tuple[float, float]:
    """Return the width and height that a picture of ours says it has."""
    box = svg.partition('viewBox="')[2].partition('"')[0].split()
    return float(box[2]), float(box[3])
