// Which move put each stone where it is: a flip leaves the stone its number, a step carries it along.

/** @typedef {import('../board/types.js').BoardView} BoardView */

/**
 * The numbers of the turns that put the stones there, by cell.
 * @param {BoardView} board
 * @param {string} stones as they stand
 * @param {string[]} moves that led there, rolls among them
 * @returns {Map<number, number>}
 */
export function moveNumbers(board, stones, moves) {
  /** @type {Map<number, number>} */
  const numbers = new Map();
  let turn = 0;
  let line = '';
  for (const text of moves) {
    if (!text.startsWith('=')) turn += 1;
    const [from, to] = placesOf(board, text, line);
    if (from >= 0) numbers.delete(from);
    if (to >= 0) numbers.set(to, turn);
    line = text;
  }
  for (const cell of [...numbers.keys()]) if (stones[cell] === '.') numbers.delete(cell);
  return numbers;
}

/**
 * The cell that a step empties and the one that it fills; -1: none. A roll names its cell with the line before it.
 * @param {BoardView} board
 * @param {string} text
 * @param {string} line
 * @returns {[number, number]}
 */
function placesOf({ names }, text, line) {
  const cell = (/** @type {string} */ name) => names.indexOf(name);
  if (text.includes('-')) return [cell(text.split('-')[0]), cell(text.split('-')[1])];
  const [announced, face] = text.startsWith('=') ? [line, text.slice(1)] : text.split('=');
  if (face) return [-1, cell(announced[0] === 'r' ? `${announced}c${face}` : `r${face}${announced}`)];
  return [-1, cell(text.startsWith('@') ? text.slice(1) : text)];
}
