// The cells and headers as elements: a grid of rows for screen readers, and which of them something happened on.

import { cellShape } from './ground.js';
import { svg } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */

/**
 * A cell that takes the pointer and the keyboard. Its shape is drawn where it is: a group moved there would make whatever
 * changes on a large board take twice as long to draw, since browsers keep such groups apart.
 * @param {BoardView} board
 * @param {number} cell
 * @param {boolean} isFocused
 */
export function drawCell(board, cell, isFocused) {
  return svg(
    'g',
    { class: 'cell', role: 'gridcell', 'data-cell': cell, tabindex: isFocused ? 0 : -1 },
    cellShape(board, cell),
  );
}

/** The cells in rows, as a grid for screen readers has them. @param {BoardView} board @param {SVGElement[]} cells */
export function rowsOf(board, cells) {
  /** @type {Map<number, SVGElement[]>} */
  const rows = new Map();
  cells.forEach((element, cell) => {
    const row = board.coordinates[cell][1];
    rows.set(row, [...(rows.get(row) ?? []), element]);
  });
  return [...rows.values()].map((row) => svg('g', { role: 'row' }, ...row));
}

/** @param {SVGElement[]} headers */
export function headerRow(headers) {
  for (const header of headers) header.setAttribute('role', 'columnheader');
  return svg('g', { class: 'headers', role: 'row' }, ...headers);
}

/** @param {EventTarget|null} target @returns {number|null} */
export function cellOf(target) {
  const element = target instanceof Element ? target.closest('[data-cell]') : null;
  return element ? Number(element.getAttribute('data-cell')) : null;
}

/** @param {EventTarget|null} target @returns {string|null} */
export function lineOf(target) {
  const element = target instanceof Element ? target.closest('[data-line]') : null;
  return element ? element.getAttribute('data-line') : null;
}
