// Where things are: the box round a board, its middle, and the squares of a line of the die.

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Place} Place */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export const HEADER_OUT = 1.32;

/**
 * The smallest box round places.
 * @param {Place[]} places
 * @param {number} [margin]
 * @returns {Box}
 */
export function boxAround(places, margin = 0) {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/**
 * Everything that is to be seen of a board lies in this box.
 * @param {BoardView} board
 * @param {boolean} hasCoordinates
 * @returns {Box}
 */
export function boxOf(board, hasCoordinates) {
  return hasCoordinates ? board.box : board.bare_box;
}

/** The cell nearest to the middle of the board. @param {BoardView} board */
export function middleCell({ centres }) {
  const { left, right, top, bottom } = boxAround(centres);
  const off = (/** @type {Place} */ [x, y]) => Math.hypot(2 * x - left - right, 2 * y - top - bottom);
  return centres.reduce((best, place, cell) => (off(place) < off(centres[best]) - 1e-6 ? cell : best), 0);
}

/**
 * The squares that the die can name in a line such as r4 or c2.
 * @param {BoardView} board
 * @param {string} line
 * @returns {number[]}
 */
export function lineCells(board, line) {
  const index = Number(line.slice(1)) - 1;
  const isRow = line[0] === 'r';
  return board.coordinates.flatMap(([column, row], cell) => {
    const isThere = isRow ? row === index && column < board.drop_columns : column === index && row < board.drop_rows;
    return isThere ? [cell] : [];
  });
}

/**
 * The squares on which a line's die can land.
 * @param {BoardView} board
 * @param {string} stones
 * @param {string} line
 */
export function landingCells(board, stones, line) {
  return lineCells(board, line).filter((cell) => stones[cell] === '.');
}
