// Which accounts are the computer's levels.

import assert from 'node:assert/strict';
import test from 'node:test';
import { levelOf, levelsAmong } from '../../src/motu/web/js/games/account_levels.js';

test("the computer's levels are known by their names, and nobody else is taken for one", () => {
  assert.deepEqual(['level-1', 'level-10'].map(levelOf), [1, 10]);
  for (const name of ['Ann', 'level-headed', 'my-level-3', 'level-', 'strongest', ''])
    assert.equal(levelOf(name), null);
});

test('levels are found among names, the weakest first', () => {
  assert.deepEqual(levelsAmong(['level-10', 'Ann', 'level-2', 'strongest']), { levels: [2, 10], strongest: true });
  assert.deepEqual(levelsAmong([]), { levels: [], strongest: false });
});
