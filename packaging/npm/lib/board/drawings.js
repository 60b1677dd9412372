// What boards look like. That is drawn where motu is at home (motu.drawing) and comes as a file for each board; whoever
// has another board brings its file along.

import { sent } from '../../js/engine/sent.js';
import { fileOf, wholeBoard } from '../../js/site/boards.js';
import { addressOn } from './attributes.js';
import { BOARDS, INDEX } from './board_list.js';

/** @typedef {import('../../js/engine/core.js').Game} Game */
/** @typedef {import('../../js/site/chain_lines.js').BoardData} BoardData */

/** @type {Map<string, Promise<BoardData>>} */
const fetched = new Map();

/** How the board of a game looks. @param {Game} game @param {Element} element whose `drawing` may name a file @returns {Promise<BoardData>} */
export async function boardFor(game, element) {
  const address = addressOn(element, 'drawing') ?? BOARDS[fileOf(INDEX, game.spec)];
  if (!address) throw new Error(`no picture of the board of ${game.spec} comes along; name its file in drawing="…"`);
  const board = await (fetched.get(address.href) ?? read(address));
  if (board?.view?.names?.join() !== game.cells.join()) throw new Error(`${address.pathname} shows another board`);
  return wholeBoard(board, game.spec);
}

/** @param {URL} address @returns {Promise<BoardData>} */
function read(address) {
  const coming = sent(address).then((answer) => boardIn(answer, address));
  fetched.set(address.href, coming);
  coming.catch(() => fetched.delete(address.href));
  return coming;
}

/** @param {Response} answer @param {URL} address @returns {Promise<BoardData>} */
async function boardIn(answer, address) {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${address.pathname} is no drawing; motu show SPEC --drawing FILE makes one`);
  }
}
