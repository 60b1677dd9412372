"""Analyses as pictures, a heat map over the board, and reviews as graphs (floor: engine).

Tints say how much a move was looked into, texts what it is worth to whoever is to act: a win probability in per cent,
in games with dice an equity. The best move is ringed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from motu.drawing.graph import Course, CurveMark, draw_graph
from motu.drawing.scene import Arrow, LineMark, Scene, scene_of
from motu.drawing.svg import draw_scene
from motu.engine.answers import value_of
from motu.engine.position_search import faces_alike
from motu.engine.review import Review
from motu.games import State
from motu.search.mcts import Analysis, MoveAnalysis

LEAST_SHARE = 0.02
"""Moves with fewer visits, as a share of the most visited one's, are left out: their values say little."""
LEAST_MISTAKE = 0.1
"""Equity that a move has to give away to be marked in a graph: five per cent of the game."""
MAX_ARROWS = 8
"""The most moves of pieces that are drawn."""
_STEP = re.compile(r"(r\d+c\d+)-(r\d+c\d+)")
_LINE = re.compile(r"[rc]\d+")


def draw_analysis(state: State, found: Analysis, theme: str = "light", size: int | None = None) -> str:
    """Return an analysis as SVG.

    Args:
        state: The position that was searched.
        found: What a search found.
        theme: As for `draw_svg`.
        size: Width in pixels; None lets the picture fill the room that it is given.

    Raises:
        DrawingError: "drawing/…" when an option is not understood.
    """
    return draw_scene(analysis_scene(state, found), theme=theme, size=size)


def analysis_scene(state: State, found: Analysis) -> Scene:
    """Return what a picture of an analysis shows."""
    title = f"{state.game.name.capitalize()}: {_caption(state, found)}"
    if state.is_chance_node():
        return _roll_scene(state, found, title)
    told = _told(found)
    most = max(1, *(move.visits for move in told))
    shares = {move.move: (1.0 if move is found.best and move.proof else move.visits / most) for move in told}
    cells = {move: cell for move in shares if (cell := _cell_of(state, move)) is not None}
    texts = {move.move: worth_text(state, move.value, move.proof) for move in told}
    scene = scene_of(
        state,
        heat={cell: shares[move] for move, cell in cells.items()},
        marks={cell: texts[move] for move, cell in cells.items()},
        title=title,
    )
    best = found.best.move
    return replace(
        scene,
        arrows=_arrows(state, shares, texts),
        line_marks=_line_marks(state, shares, texts),
        chosen=cells.get(best, best),
        caption=_caption(state, found),
    )


def worth_text(state: State, value: float, proof: str | None = None) -> str:
    """Return what something is worth in at most four characters: "57" per cent, "win", or with dice "+.12"."""
    if state.game.max_chance_outcomes:
        return equity_text(value)
    if proof in ("win", "loss"):
        return proof
    return str(round(50 * (value + 1)))


def equity_text(value: float) -> str:
    """Return an equity in at most four characters, such as "+.12" or "−1"."""
    hundredths = round(100 * value)
    sign = "+" if hundredths > 0 else "\u2212" if hundredths < 0 else ""
    if abs(hundredths) == 100:
        return f"{sign}1"
    return f"{sign}.{abs(hundredths):02}"


def draw_review(review: Review, theme: str = "light", size: int | None = None) -> str:
    """Return the graph of a review as SVG; the arguments are those of `draw_analysis`.

    Raises:
        DrawingError: "drawing/…" when an option is not understood.
    """
    return draw_graph(course_of(review), theme=theme, size=size)


def course_of(review: Review) -> Course:
    """Return what the graph of a review shows, from the side of person 0."""
    steps = review.steps
    last = steps[-1].ply + 1 if steps else 0
    names = review.names
    totals = (
        f"{name}: errors {review.account(person).error:.2f}, luck {review.account(person).luck:+.2f}"
        for person, name in enumerate(names)
    )
    return Course(
        title=f"A game of {review.spec}",
        description=f"{len(steps)} steps. {'; '.join(totals)}. From {review.start:+.2f} to {review.end:+.2f}.",
        side_names=names,
        shares=tuple(min(1.0, max(0.0, (value + 1) / 2)) for value in review.equities),
        plies=(*(step.ply for step in steps), last),
        mistakes=tuple(
            CurveMark(index, -step.error if step.person == 0 else step.error, step.move)
            for index, step in enumerate(steps, 1)
            if step.error >= LEAST_MISTAKE
        ),
        luck=tuple(
            CurveMark(index, step.luck if step.person == 0 else -step.luck)
            for index, step in enumerate(steps, 1)
            if step.kind == "roll"
        ),
    )


def _told(found: Analysis) -> list[MoveAnalysis]:
    """Return the moves that are worth telling, the best one first; what is known of them without a visit is so."""
    most = max(move.visits for move in found.moves)

    def is_worth_telling(move: MoveAnalysis) -> bool:
        return move.visits >= LEAST_SHARE * most if move.visits else move.proof is not None or move.lower > -1.0

    return [found.best, *filter(is_worth_telling, found.moves[1:])]


def _cell_of(state: State, move: str) -> str | None:
    """Return the cell that a placement, a flip or a return is about; None for other moves."""
    names = state.game.board.names
    cell = move if move in names else move[1:]
    return cell if cell in names and not state.game.type.has_dice else None


def _arrows(state: State, shares: dict[str, float], texts: dict[str, str]) -> tuple[Arrow, ...]:
    """Return the moves of pieces, the weakest first, so that the strongest is drawn over the others."""
    board = state.game.board
    found = [(_STEP.fullmatch(move), move) for move in shares]
    arrows = [
        Arrow(board.index(match[1]), board.index(match[2]), shares[move], texts[move])
        for match, move in found
        if match is not None
    ]
    return tuple(reversed(arrows[:MAX_ARROWS]))


def _line_marks(state: State, shares: dict[str, float], texts: dict[str, str]) -> tuple[LineMark, ...]:
    """Return the marks of announcements; elsewhere "c3" is a cell."""
    if not state.game.max_chance_outcomes:
        return ()
    return tuple(LineMark(move, shares[move], texts[move]) for move in shares if _LINE.fullmatch(move))


def _roll_scene(state: State, found: Analysis, title: str) -> Scene:
    """Return what is known about a roll: on every square of the line what it is worth that the piece falls there."""
    line = str(state.announced())
    alike = faces_alike(state)
    marks: dict[str | int, str] = {
        (f"{line}c{outcome + 1}" if line[0] == "r" else f"r{outcome + 1}{line}"): worth_text(state, move.value)
        for move in found.moves
        for outcome in alike[move.action]
    }
    return replace(scene_of(state, marks=marks, title=title), caption=_caption(state, found))


def _caption(state: State, found: Analysis) -> str:
    colour = state.game.colour_names[state.to_move()]
    visits = f"{found.visits:,} visits"
    if state.is_chance_node():
        return f"{colour} rolls for {state.announced()}: {_worth_words(state, found.value, None)} on average, {visits}"
    best = found.best
    words = f"{colour} to move: {best.move} {_worth_words(state, value_of(state, found), best.proof)}, {visits}"
    others = {move.move: move for move in found.moves[1:] if move.visits}
    if "swap" in others:
        words += f"; swap {_worth_words(state, others['swap'].value, others['swap'].proof)}"
    return words


def _worth_words(state: State, value: float, proof: str | None) -> str:
    text = worth_text(state, value, proof)
    return text if not text.isdigit() else f"{text} %"
