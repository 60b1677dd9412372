// Which move put each stone where it is. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { moveNumbers } from '../../src/motu/web/js/views/move_numbers.js';

const POINTS = /** @type {any} */ ({ kind: 'points', names: ['a1', 'b1', 'x1', 'x2'] });
const SQUARES = /** @type {any} */ ({ kind: 'squares', names: ['r1c1', 'r1c2', 'r2c1', 'r2c2'] });

test('stones have the numbers of their moves; a flip leaves them, and a stone that is put back has a new one', () => {
  const steps = ['a1', 'x1', 'b1', 'xb1', '@x2'];
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
  const steps = ['r1', '=2', 'c1', '=2', 'r1c2-r1c1', 'r2=2'];
  assert.deepEqual(
    [...moveNumbers(SQUARES, '0.1.', steps)],
    [
      [2, 2],
      [0, 3],
    ],
  );
});
