// Where the arrow keys lead on a board, and Home and End.

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Place} Place */

/** The unit vectors of the arrow keys. @type {Record<string, Place>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Hexagons within 30 degrees of an arrow lie farther ahead than this, the next ones, at 60, less far. */
const AHEAD = 0.7;
/** From one row of hexagons to the next. */
const ROW = Math.sqrt(3) / 2;

/** The index in a Place of what an arrow key leaves as it is. @param {string} key */
function acrossOf(key) {
  return ARROWS[key][0] ? 1 : 0;
}

/**
 * The hexagon that an arrow key leads to, always a neighbour: the one straight ahead, or of the two that lie 30 degrees to
 * either side the one nearer to the walk's line. On that line both are as near: there every second row turns to the other
 * side, so that all walks have the same zigzags. The cell itself at the board's edge.
 * @param {BoardView} board
 * @param {number} cell
 * @param {string} key
 * @param {number} line the x of a walk up and down, the y of one to the left and right
 * @returns {number}
 */
function hexagonTowards({ centres, neighbours }, cell, key, line) {
  const across = acrossOf(key);
  const along = 1 - across;
  const way = ARROWS[key][along];
  const row = Math.round((centres[cell][along] - centres[0][along]) / ROW);
  // Half a hexagon is the least difference there is.
  const aim = line + (row % 2 ? -0.1 : 0.1);
  const aside = (/** @type {number} */ other) => Math.abs(centres[other][across] - aim);
  const ahead = neighbours[cell].filter((other) => (centres[other][along] - centres[cell][along]) * way > AHEAD);
  return ahead.sort((one, other) => aside(one) - aside(other))[0] ?? cell;
}

/**
 * The square or point that an arrow key leads to: of those that lie ahead the one that is nearest, what lies aside counting
 * double, so that a key held down keeps to its row or column. The cell itself at the board's edge.
 * @param {BoardView} board
 * @param {number} cell
 * @param {Place} way
 * @returns {number}
 */
function squareTowards(board, cell, way) {
  const [x, y] = board.centres[cell];
  let best = cell;
  let least = Infinity;
  board.centres.forEach(([otherX, otherY], other) => {
    const ahead = (otherX - x) * way[0] + (otherY - y) * way[1];
    const aside = Math.abs((otherX - x) * way[1] - (otherY - y) * way[0]);
    if (ahead < 0.3 || aside > ahead * 1.8) return;
    const cost = ahead + 2 * aside;
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

/**
 * Where an arrow key leads from a cell: to a cell, or on a board of squares off its edge to the header of a line.
 * @param {BoardView} board
 * @param {number} cell
 * @param {string} key
 * @param {number} [line] the walk's, see hexagonTowards; by default it sets out here
 * @returns {number|string}
 */
export function fromCell(board, cell, key, line = board.centres[cell][acrossOf(key)]) {
  const [column, row] = board.coordinates[cell];
  if (board.kind === 'squares' && key === 'ArrowUp' && row === 0) return `c${column + 1}`;
  if (board.kind === 'squares' && key === 'ArrowLeft' && column === 0) return `r${row + 1}`;
  if (board.kind === 'hexagons') return hexagonTowards(board, cell, key, line);
  return squareTowards(board, cell, ARROWS[key]);
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

/** The steps of arrow keys one after another: there and back again, and straight on as well as the cells lie. */
export class Walk {
  #across = -1;
  #line = 0;
  /** @type {number|string} */ #place = -1;

  /**
   * The next step, see fromCell; one that does not go on from the last one, or turns aside, sets out anew.
   * @param {BoardView} board
   * @param {number} cell
   * @param {string} key
   */
  step(board, cell, key) {
    const across = acrossOf(key);
    if (cell !== this.#place || across !== this.#across) this.#line = board.centres[cell][across];
    this.#across = across;
    this.#place = fromCell(board, cell, key, this.#line);
    return this.#place;
  }
}
