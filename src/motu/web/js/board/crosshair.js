// From a cell to its coordinates: dotted guides along its lines, and the names that they lead to.

import { HEADER_OUT, boxAround } from './geometry.js';
import { pathOf, svg } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Place} Place */

/** A guide begins so far from the middle of its cell, and ends so far before its name. */
const START = 0.5;
const GAP = 0.42;

/** Column and row in a cell's name; none on a board of squares, whose lines have headers. @param {string} name */
function partsOf(name) {
  const [, column, row] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
  return { column, row };
}

/**
 * Which of the board's names of columns and rows are a cell's, as their numbers in the board's list.
 * @param {BoardView} board
 * @param {number} cell
 * @returns {number[]}
 */
export function labelsOf(board, cell) {
  const { column, row } = partsOf(board.names[cell]);
  return board.labels.flatMap(({ text, is_column: isColumn }, index) =>
    text === (isColumn ? column : row) ? [index] : [],
  );
}

/** The headers of the two lines through a square. @param {BoardView} board @param {number} cell @returns {string[]} */
export function headersOf(board, cell) {
  if (board.kind !== 'squares') return [];
  const [column, row] = board.coordinates[cell];
  return [`r${row + 1}`, `c${column + 1}`];
}

/** @param {BoardView} board @param {number} cell @returns {SVGElement[]} */
export function drawGuides(board, cell) {
  const ways =
    board.kind === 'squares' ? toHeaders(board, cell) : labelsOf(board, cell).map((index) => along(board, cell, index));
  return ways.map((way) => svg('path', { class: 'guide', d: pathOf(shortened(way)) }));
}

/** @param {BoardView} board @param {number} cell @returns {Place[][]} */
function toHeaders(board, cell) {
  const { left, top } = boxAround(board.centres);
  const [x, y] = board.centres[cell];
  return [
    [
      [x, y],
      [left - HEADER_OUT, y],
    ],
    [
      [x, y],
      [x, top - HEADER_OUT],
    ],
  ];
}

/**
 * The way from a cell to the name of its column or row: over the line's cells, since names stand beside slanted rows.
 * @param {BoardView} board
 * @param {number} cell
 * @param {number} index of the name
 * @returns {Place[]}
 */
export function along(board, cell, index) {
  const { text, place, is_column: isColumn } = board.labels[index];
  const away = (/** @type {number} */ each) =>
    Math.hypot(board.centres[each][0] - place[0], board.centres[each][1] - place[1]);
  const line = board.names.flatMap((name, each) => (partsOf(name)[isColumn ? 'column' : 'row'] === text ? [each] : []));
  const between = line.filter((each) => away(each) < away(cell)).sort((one, other) => away(other) - away(one));
  return [...[cell, ...between].map((each) => board.centres[each]), place];
}

/** @param {Place[]} way @returns {Place[]} */
function shortened(way) {
  const last = way.length - 1;
  return [from(way[0], way[1], START), ...way.slice(1, last), from(way[last], way[last - 1], GAP)];
}

/** The place so far from one towards another. @param {Place} start @param {Place} end @param {number} distance @returns {Place} */
function from([x, y], [toX, toY], distance) {
  const share = distance / (Math.hypot(toX - x, toY - y) || 1);
  return [x + share * (toX - x), y + share * (toY - y)];
}
