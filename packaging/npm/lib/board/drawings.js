// What boards look like. That is drawn where motu is at home (motu.drawing) and comes as a file for each board; whoever
// has another board brings its file along.

import { sent } from '../../js/engine/sent.js';
import { fileOf, wholeBoard } from '../../js/site/boards.js';
import { BOARDS, INDEX } from './board_list.js';

/** @typedef {import('../../js/engine/core.js').Game} Game */
/** @typedef {import('../../js/site/chain_lines.js').BoardData} BoardData */

/** @type {Map<string, Promise<BoardData>>} */
const fetched = new Map();

/** How the board of a game looks. @param {Game} game @param {Element} element whose `drawing` may name a file @returns {Promise<BoardData>} */
export async function boardFor(game, element) {
  const own = element.getAttribute('drawing');
  const address = own === null ? BOARDS[fileOf(INDEX, game.spec)] : new URL(own, element.ownerDocument.baseURI);
  if (!address) throw new Error(`no picture of the board of ${game.spec} comes along; name its file in drawing="…"`);
  const board = await (fetched.get(address.href) ?? read(address));
  if (board.view?.names.join() !== game.cells.join()) throw new Error(`${address.pathname} shows another board`);
  return wholeBoard(board, game.spec);
}

/** @param {URL} address @returns {Promise<BoardData>} */
function read(address) {
  const coming = sent(address).then((answer) => answer.json());
  fetched.set(address.href, coming);
  coming.catch(() => fetched.delete(address.href));
  return coming;
}
