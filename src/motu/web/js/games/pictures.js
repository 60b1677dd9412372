// Boards to look at: a game in the middle of play, for the cards that stand for it.

import '../board/defined.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { settings } from '../settings.js';

/** What has been played on the picture of each game. @type {Record<string, string>} */
export const MIDGAMES = {
  atoll: 'd4 g8 f6 e9 h8 f9 g7 e8 h6 i8',
  atomorph: 'f6 g6 e5 f5 g7 h7 g5 f4 h6 e6 d7',
  atmalof: 'r4=4 c3=4 r4=2 r5=5 c5=3 r3=3 r4=6 c5=5 r3=2 r4',
};

/**
 * A place for a board to look at, which comes when the server has told of it.
 * @param {{spec: string, moves: string}} game
 * @param {string} kind
 */
export function picture(game, kind) {
  const frame = h(kind);
  // Without it the page says what it says all the same.
  void boardOf(game).then(
    (board) => frame.append(board),
    () => undefined,
  );
  return frame;
}

/** @param {{spec: string, moves: string}} game */
async function boardOf(game) {
  const [board, [position]] = await Promise.all([
    api.board(game.spec),
    api.positions({ spec: game.spec, moves: game.moves.split(' ') }),
  ]);
  const element = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
  element.setAttribute('inert', '');
  element.setAttribute('aria-hidden', 'true');
  element.board = board;
  element.configure({ coordinates: false, weak: settings().weak });
  element.show(position, false);
  return element;
}
