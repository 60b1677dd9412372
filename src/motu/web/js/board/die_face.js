// The faces of a die: pips up to six, a number beyond.

import { svg } from './svg.js';

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** @param {number} value */
export function drawFace(value) {
  const pips = PIPS[/** @type {keyof typeof PIPS} */ (value)];
  if (!pips) return [svg('text', { y: 2 }, String(value))];
  return pips.map(([x, y]) => svg('circle', { class: 'pip', cx: x * 20, cy: y * 20, r: 7.5 }));
}
