// The rules, asked of motu's core in this page: what a game is, and every position of a line of moves.

import { Core, EngineError } from '../../js/engine/core.js';
import { numbersOf, wordsOf } from '../../js/engine/line.js';
import { ENGINE, compiled, sent } from '../../js/engine/sent.js';
import { checkBoard, checkSetup } from '../checks.js';
import { addressOf } from '../files.js';

/** @typedef {import('../../js/engine/core.js').Game} Game */
/** @typedef {import('../../js/site/position_view.js').Facts} Facts */
/** @typedef {import('../engine.js').Position} Line */
/** @typedef {{game: Game, facts: Facts[]}} Played  the positions from the first to the last, one more than there are moves */

/** @type {Promise<Core>|null} */
let opening = null;

/** The core of this page, which all boards share: an answer takes less than a millisecond. */
export function openCore() {
  if (!opening) {
    opening = compiled(sent(addressOf(ENGINE))).then((module) => Core.of(module));
    opening.catch(() => (opening = null));
  }
  return opening;
}

/**
 * Plays a line by the rules.
 * @param {Core} core
 * @param {{spec: string, setup: NonNullable<Line['setup']>|null, board: NonNullable<Line['board']>|null, moves: string[]}} line
 * @returns {Played}
 * @throws {EngineError} that says which move is refused, and why
 */
export function play(core, { moves, ...start }) {
  const game = begin(core, start);
  const facts = [core.position()];
  for (const [number, move] of moves.entries()) {
    try {
      core.play([move]);
    } catch (error) {
      const { slug, message } = /** @type {EngineError} */ (error);
      throw new EngineError(slug, `move ${number + 1}: ${message}`);
    }
    facts.push(core.position());
  }
  return { game, facts };
}

/**
 * The position after a line that is known to be right but for its last move.
 * @param {Core} core
 * @param {Parameters<typeof play>[1]} line
 * @returns {Facts}
 */
export function positionAfter(core, { moves, ...start }) {
  begin(core, start);
  core.play(moves);
  return core.position();
}

/** Puts up the position that moves start from. @param {Core} core @param {Omit<Parameters<typeof play>[1], 'moves'>} start @returns {Game} */
function begin(core, { spec, setup, board }) {
  if (board !== null) checkBoard(board);
  const game = core.game(spec, board && wordsOf(board));
  if (setup === null) return game;
  checkSetup(setup, game.colours);
  core.setUp(numbersOf(setup, game.colours, game.cells));
  return game;
}
