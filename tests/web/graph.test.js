// The graph of a game: plies without a value belong to nobody. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { runsOf } from '../../src/motu/web/js/study/graph.js';

test('values are joined where they follow one another, never over a gap', () => {
  assert.deepEqual(runsOf([null, 0.5, 0.6, null, null, 0.2]), [
    [
      [1, 0.5],
      [2, 0.6],
    ],
    [[5, 0.2]],
  ]);
  assert.deepEqual(runsOf([null, null]), []);
  assert.deepEqual(runsOf([0.1]), [[[0, 0.1]]]);
});
