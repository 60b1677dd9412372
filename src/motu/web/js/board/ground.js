// What lies over the ground and can be used: the cells' targets, the headers of lines, and the names of lines.

import { HEADER_OUT, boxAround, lineCells } from './geometry.js';
import { moveTo, pathOf, svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Place} Place */

const TILE = 0.45;
const PAD = 0.42;
const HEADER_WIDTH = 0.42;
const HEADER_HEIGHT = 0.38;
const HEADER_CORNER = 0.17;
const PIP_OUT = 0.31;
const PIP = 0.042;

/**
 * The shape of a cell.
 * @param {BoardView} board
 * @param {number} cell
 * @param {Place} [at] where its middle is
 */
export function cellShape(board, cell, [atX, atY] = board.centres[cell]) {
  const [x, y] = board.centres[cell];
  if (board.kind === 'squares') {
    const half = isInReach(board, cell) ? TILE : PAD;
    const size = { x: units(atX - half), y: units(atY - half), width: units(2 * half), height: units(2 * half) };
    return svg('rect', { class: 'tile', ...size, rx: half === TILE ? 10 : 30 });
  }
  const corners = board.polygons[cell].map(([px, py]) => /** @type {Place} */ ([px - x + atX, py - y + atY]));
  return svg('path', { class: board.kind === 'points' ? 'point' : 'hexagon', d: pathOf(corners, true) });
}

/** @param {BoardView} board @param {number} cell */
function isInReach(board, cell) {
  const [column, row] = board.coordinates[cell];
  return column < board.drop_columns && row < board.drop_rows;
}

/**
 * The headers of a board of squares: what one announces with.
 * @param {BoardView} board
 * @returns {{line: string, element: SVGElement}[]}
 */
export function drawHeaders(board) {
  if (board.kind !== 'squares') return [];
  const field = boxAround(board.centres);
  const columns = board.coordinates.flatMap(([column, row], cell) => (row === 0 ? [[column, cell]] : []));
  const rows = board.coordinates.flatMap(([column, row], cell) => (column === 0 ? [[row, cell]] : []));
  /** @type {[string, Place][]} */
  const places = [
    ...columns.map(([index, cell]) => header(`c${index + 1}`, board.centres[cell][0], field.top - HEADER_OUT)),
    ...rows.map(([index, cell]) => header(`r${index + 1}`, field.left - HEADER_OUT, board.centres[cell][1])),
  ];
  return places.map(([line, place]) => ({ line, element: drawHeader(board, line, place) }));
}

/** @param {string} line @param {number} x @param {number} y @returns {[string, Place]} */
function header(line, x, y) {
  return [line, [x, y]];
}

/** @param {BoardView} board @param {string} line @param {Place} place */
function drawHeader(board, line, place) {
  const isBeyond = Number(line.slice(1)) > (line[0] === 'r' ? board.drop_rows : board.drop_columns);
  return svg(
    'g',
    { class: isBeyond ? 'header far' : 'header', 'data-line': line, tabindex: -1, transform: moveTo(place) },
    svg('rect', {
      class: 'header-button',
      x: units(-HEADER_WIDTH),
      y: units(-HEADER_HEIGHT),
      width: units(2 * HEADER_WIDTH),
      height: units(2 * HEADER_HEIGHT),
      rx: units(HEADER_CORNER),
    }),
    svg('text', { class: 'header-text', y: -8 }, line.slice(1)),
    svg('g', { class: 'pips' }),
    svg('text', { class: 'rank', x: 19, y: -18 }),
    svg('text', { class: 'odds' }),
  );
}

/**
 * A pip for every face of the die: full where it finds a vacant square, hollow where it misses.
 * @param {BoardView} board
 * @param {string} stones
 * @param {string} line
 */
export function drawPips(board, stones, line) {
  const cells = lineCells(board, line);
  const step = (2 * PIP_OUT) / Math.max(1, cells.length - 1);
  return cells.map((cell, face) =>
    svg('circle', {
      class: stones[cell] === '.' ? 'lands' : 'misses',
      cx: units(face * step - PIP_OUT),
      cy: 21,
      r: units(Math.min(PIP, step / 2.6)),
    }),
  );
}

/**
 * The names of columns and rows.
 * @param {BoardView} board
 */
export function drawLabels(board) {
  const labels = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
  for (const { text, place } of board.labels)
    labels.append(svg('text', { x: units(place[0]), y: units(place[1]) }, text));
  return labels;
}
