// Help from the engine while a game goes on: when chances may be shown, which moves a hint names, and where they stand on the board.
// Plain data; the engine is asked in advice.js.

import { isBetweenPeople } from '../games/seats.js';
import { isLive, toldGame } from './table_state.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../study/engine.js').Findings} Findings */
/** @typedef {import('../study/engine.js').MoveInfo} MoveInfo */
/** @typedef {import('./table_state.js').TableState} TableState */
/** @typedef {{seq: number, moves: string[]|null}} Hint  for the position before the event of that number; null: still sought */
/** @typedef {[number, number]} Taken  how many steps had been made, and by whom the hint was asked for */

/** Moves are as good as the best one that are worth nearly as much, and that the search believes in as well. */
const EQUAL_WORTH = 0.02;
const EQUAL_VISITS = 0.6;
const MOST_MOVES = 3;

/** Whether the chances may be shown: not while two people play. @param {Game} game */
export function mayWeigh(game) {
  return Boolean(game.result) || !isBetweenPeople(game.created.seats);
}

/** The hint for the position that is looked at, if one was asked for. @param {TableState} state @returns {Hint|null} */
export function hintOf(state) {
  const { hint, game, rolling } = state;
  return hint && hint.seq === game.seq && isLive(state) && !rolling ? hint : null;
}

/** The moves that lead to what is looked at, and what is needed to ask about it. @param {TableState} state */
export function questionOf(state) {
  const { spec, setup, board, opening } = state.game.created;
  const steps = toldGame(state).steps.slice(0, state.viewed);
  const moves = [...(opening ?? []), ...steps.map(([text]) => text)];
  return { key: moves.join(' '), position: { spec, moves, setup: setup ?? null, board: board ?? null } };
}

/** The best move, and others that are as good. @param {Findings} found @returns {string[]} */
export function bestMoves({ moveInfos }) {
  const [best] = moveInfos;
  if (!best) return [];
  return moveInfos
    .filter((info) => info === best || isEqual(info, best))
    .map(({ move }) => move)
    .slice(0, MOST_MOVES);
}

/** @param {MoveInfo} info @param {MoveInfo} best */
function isEqual(info, best) {
  if (best.proof === 'win') return info.proof === 'win';
  return info.value > best.value - EQUAL_WORTH && info.visits >= EQUAL_VISITS * best.visits;
}

/**
 * Where moves stand on the board: cells, arrows of pieces, headers of lines. A swap is every stone's.
 * @param {BoardView} board
 * @param {string} stones
 * @param {string[]} moves
 */
export function marksOf(board, stones, moves) {
  /** @type {{hints: number[], arrows: import('../board/types.js').Arrow[], hintLines: string[]}} */
  const marks = { hints: [], arrows: [], hintLines: [] };
  for (const move of moves) {
    const cell = board.names.indexOf(board.names.includes(move) ? move : move.replace(/^[x@]/, ''));
    if (move === 'swap') marks.hints.push(...[...stones].flatMap((stone, each) => (stone === '.' ? [] : [each])));
    else if (move.includes('-')) {
      const [from, to] = move.split('-').map((name) => board.names.indexOf(name));
      marks.arrows.push({ from, to });
    } else if (cell >= 0) marks.hints.push(cell);
    else marks.hintLines.push(move);
  }
  return marks;
}

/** The first colour's chances where the game is over on the board or off it; null where they are to be asked for. @param {TableState} state */
export function settledShare(state) {
  const { game } = state;
  if (!game.result || !isLive(state)) return null;
  const { winner } = game.result;
  if (winner === null) return 0.5;
  return (winner ^ Number(game.position.swapped ?? false)) === 0 ? 1 : 0;
}
