// Where things are: the box round a board, and which cell lies in the direction of an arrow key.

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

/** The unit vectors of the arrow keys. @type {Record<string, Place>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The cell that an arrow key leads to: of those that lie ahead the one that is nearest, what lies aside counting double,
 * so that a key held down keeps to its row or column on every kind of board. The cell itself at the board's edge.
 * @param {BoardView} board
 * @param {number} cell
 * @param {Place} way
 * @returns {number}
 */
export function stepFrom(board, cell, way) {
  const [x, y] = board.centres[cell];
  let best = cell;
  let least = Infinity;
  board.centres.forEach(([otherX, otherY], other) => {
    const ahead = (otherX - x) * way[0] + (otherY - y) * way[1];
    const aside = Math.abs((otherX - x) * way[1] - (otherY - y) * way[0]);
    if (ahead < 0.3 || aside > ahead * 1.8) return;
    const cost = ahead + 2 * aside;
    // Zigzag columns of hexagons: of two that cost the same the first in the board's order, always.
    if (cost < least - 1e-6) {
      least = cost;
      best = other;
    }
  });
  return best;
}

/**
 * The first or last cell of a cell's row, in reading direction.
 * @param {BoardView} board
 * @param {number} cell
 * @param {boolean} isLast
 */
export function endOfRow(board, cell, isLast) {
  const row = board.coordinates[cell][1];
  const cells = board.coordinates.map((at, index) => ({ at, index })).filter(({ at }) => at[1] === row);
  cells.sort((one, other) => board.centres[one.index][0] - board.centres[other.index][0]);
  return cells[isLast ? cells.length - 1 : 0].index;
}

/** @type {Record<string, string>} */
const OPPOSITE = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
  ArrowUp: 'ArrowDown',
  ArrowDown: 'ArrowUp',
  Home: 'End',
  End: 'Home',
};

/** What a key means on a board that is seen from the other side. @param {string} key */
export function turnedKey(key) {
  return OPPOSITE[key] ?? key;
}

/** The cell nearest to the middle of the board. @param {BoardView} board */
export function middleCell(board) {
  const { left, right, top, bottom } = boxAround(board.centres);
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  let best = 0;
  board.centres.forEach(([cx, cy], cell) => {
    const [bx, by] = board.centres[best];
    if (Math.hypot(cx - x, cy - y) < Math.hypot(bx - x, by - y) - 1e-6) best = cell;
  });
  return best;
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

/**
 * Where an arrow key leads from a cell: to a cell, or on a board of squares off its edge to the header of a line.
 * @param {BoardView} board
 * @param {number} cell
 * @param {string} key
 * @returns {number|string}
 */
export function fromCell(board, cell, key) {
  const [column, row] = board.coordinates[cell];
  if (board.kind === 'squares' && key === 'ArrowUp' && row === 0) return `c${column + 1}`;
  if (board.kind === 'squares' && key === 'ArrowLeft' && column === 0) return `r${row + 1}`;
  return stepFrom(board, cell, ARROWS[key]);
}

/**
 * Where an arrow key leads from a line's header: along the headers, or to the line's first square.
 * @param {BoardView} board
 * @param {string} line
 * @param {string} key
 * @returns {number|string}
 */
export function fromHeader(board, line, key) {
  const isRow = line[0] === 'r';
  const index = Number(line.slice(1)) - 1;
  const [way, along] = ARROWS[key];
  const next = index + (isRow ? along : way);
  const count = 1 + Math.max(...board.coordinates.map(([column, row]) => (isRow ? row : column)));
  if ((isRow ? way : along) > 0)
    return board.coordinates.findIndex(([column, row]) =>
      isRow ? column === 0 && row === index : row === 0 && column === index,
    );
  return next < 0 || next >= count ? line : `${line[0]}${next + 1}`;
}
