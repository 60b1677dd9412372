// From a cell to its coordinates. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { along, headersOf, labelsOf } from '../../src/motu/web/js/board/crosshair.js';

/** Three columns whose rows slant, as on a reef. */
const REEF = /** @type {any} */ ({
  kind: 'hexagons',
  names: ['a1', 'b1', 'c1', 'a2'],
  centres: [
    [0, 2],
    [1, 2.5],
    [2, 3],
    [0, 1],
  ],
  labels: [
    { text: 'a', place: [0, 4], is_column: true },
    { text: 'c', place: [2, 4], is_column: true },
    { text: '1', place: [-1, 2], is_column: false },
  ],
});

test('a cell has the names of its column and its row', () => {
  assert.deepEqual(labelsOf(REEF, 2), [1, 2]);
  assert.deepEqual(labelsOf(REEF, 3), [0]);
});

test('a guide follows a slanted row to the name beside it', () => {
  assert.deepEqual(along(REEF, 2, 2), [
    [2, 3],
    [1, 2.5],
    [0, 2],
    [-1, 2],
  ]);
});

test('a square has the headers of two lines', () => {
  const board = /** @type {any} */ ({
    kind: 'squares',
    coordinates: [
      [0, 0],
      [2, 1],
    ],
  });
  assert.deepEqual(headersOf(board, 1), ['r2', 'c3']);
  assert.deepEqual(headersOf(REEF, 1), []);
});
