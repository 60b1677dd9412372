// Where the arrow keys lead on a board, and Home and End.

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Place} Place */

/** The unit vectors of the arrow keys. @type {Record<string, Place>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The keys that lead elsewhere on a board, each beside its opposite. */
export const STEPS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Neighbours that lie within 45 degrees of an arrow lie farther ahead than this; hexagons at 60 degrees do not. */
const AHEAD = 0.7;
/** From one row of hexagons to the next. */
const ROW = Math.sqrt(3) / 2;

/**
 * Where an arrow leads from a cell: to the neighbour straight ahead, or of two hexagons that lie 30 degrees to either side to
 * the one nearer to the walk's line. On that line both are as near: there every second row turns to the other side, so that
 * all walks have the same zigzags. At the edge it leads nowhere, and off squares to the header of a line.
 * @param {BoardView} board
 * @param {number} cell
 * @param {0|1} across the index in a Place of what the arrow leaves as it is
 * @param {number} way 1 or -1
 * @param {number} line the x of a walk up and down, the y of one to the left and right
 * @returns {number|string}
 */
function placeTowards({ kind, coordinates, centres, neighbours }, cell, across, way, line) {
  const along = 1 - across;
  if (kind === 'squares' && way < 0 && !coordinates[cell][along])
    return `${'cr'[across]}${coordinates[cell][across] + 1}`;
  const row = Math.round((centres[cell][along] - centres[0][along]) / ROW);
  // Half a cell is the least difference there is.
  const aim = line + (row % 2 ? -0.1 : 0.1);
  const aside = (/** @type {number} */ other) => Math.abs(centres[other][across] - aim);
  const ahead = neighbours[cell].filter((other) => (centres[other][along] - centres[cell][along]) * way > AHEAD);
  return ahead.sort((one, other) => aside(one) - aside(other))[0] ?? cell;
}

/**
 * Where an arrow key leads from a line's header: along the headers, or to the line's first square.
 * @param {BoardView} board
 * @param {string} line
 * @param {string} key
 * @returns {number|string}
 */
export function fromHeader({ coordinates }, line, key) {
  const axis = line[0] === 'r' ? 1 : 0;
  const index = Number(line.slice(1)) - 1;
  if (ARROWS[key][1 - axis] > 0) return coordinates.findIndex((at) => at[axis] === index && !at[1 - axis]);
  const next = index + ARROWS[key][axis];
  return coordinates.some((at) => at[axis] === next) ? `${line[0]}${next + 1}` : line;
}

/**
 * The first or last cell of a cell's row, in reading direction.
 * @param {BoardView} board
 * @param {number} cell
 * @param {boolean} isLast
 */
export function endOfRow({ coordinates, centres }, cell, isLast) {
  const cells = [...coordinates.keys()].filter((other) => coordinates[other][1] === coordinates[cell][1]);
  cells.sort((one, other) => centres[one][0] - centres[other][0]);
  return cells[isLast ? cells.length - 1 : 0];
}

/** What a key means on a board that is seen from the other side. @param {string} key */
export function turnedKey(key) {
  return STEPS[STEPS.indexOf(key) ^ 1] ?? key;
}

/** The steps of arrow keys one after another: there and back again, and straight on as well as the cells lie. */
export class Walk {
  #across = -1;
  #line = 0;
  /** @type {number|string} */ #place = -1;

  /**
   * Where an arrow key leads from a cell; what does not go on from the last step, or turns aside, sets out anew.
   * @param {BoardView} board
   * @param {number} cell
   * @param {string} key
   */
  step(board, cell, key) {
    const across = ARROWS[key][0] ? 1 : 0;
    if (cell !== this.#place || across !== this.#across) this.#line = board.centres[cell][across];
    this.#across = across;
    return (this.#place = placeTowards(board, cell, across, ARROWS[key][1 - across], this.#line));
  }
}
