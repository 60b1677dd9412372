// Which move put each stone where it is. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { moveNumbers } from '../../src/motu/web/js/views/move_numbers.js';

const POINTS = /** @type {any} */ ({ kind: 'points', names: ['a1', 'b1', 'x1', 'x2'] });
const SQUARES = /** @type {any} */ ({ kind: 'squares', names: ['r1c1', 'r1c2', 'r2c1', 'r2c2'] });

test('stones have the numbers of their moves; a flip leaves them, and a stone that is put back has a new one', () => {
  const steps = /** @type {[string, number][]} */ ([
    ['a1', 0],
    ['x1', 1],
    ['b1', 0],
    ['xb1', 1],
    ['@x2', 0],
  ]);
  assert.deepEqual(
    [...moveNumbers(POINTS, '0110', steps)],
    [
      [0, 1],
      [2, 2],
      [1, 3],
      [3, 5],
    ],
  );
  assert.deepEqual([...moveNumbers(POINTS, '0...', steps.slice(0, 1))], [[0, 1]]);
});

test('a roll fills the square that it names, a piece takes its new number along, and a miss leaves none', () => {
  const steps = /** @type {[string, number][]} */ ([
    ['r1', 0],
    ['=2', -1],
    ['c1', 1],
    ['=2', -1],
    ['r1c2-r1c1', 0],
    ['r2=2', 1],
  ]);
  assert.deepEqual(
    [...moveNumbers(SQUARES, '0.1.', steps)],
    [
      [2, 2],
      [0, 3],
    ],
  );
});
