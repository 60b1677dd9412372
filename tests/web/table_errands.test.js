// What the server is asked to do at a table. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  beginErrand,
  canStillResign,
  endErrand,
  isOnlyAnswered,
  newestKnown,
} from '../../src/motu/web/js/views/table_errands.js';
import { canMove } from '../../src/motu/web/js/views/table_state.js';
import { PERSON, MACHINE, game, update, sit, hear } from './a_table.js';

test('the server is asked for one thing at a time, and what it did is not waited for again', () => {
  const state = sit([]);
  const first = /** @type {number} */ (beginErrand(state));
  assert.equal(beginErrand(state), null);
  assert.ok(!canMove(state));
  hear(state, update(1, 0, [['a1', 0]])); // told over the socket before its own answer has come
  const second = beginErrand(state);
  assert.notEqual(second, null);
  endErrand(state, first);
  assert.equal(state.errand, second);
});

test('the newest that is known is what waits to be shown, in whatever order it has come', () => {
  const state = sit([], {}, [PERSON, MACHINE]);
  hear(state, update(1, 0, [['a1', 0]]));
  state.unheard.push(update(2, 1, [['b2', 1]]), update(1, 0, [['a1', 0]]));
  const known = newestKnown(state);
  assert.deepEqual([known.seq, known.steps.length, state.game.seq], [2, 2, 1]);
  assert.ok(isOnlyAnswered(state.game, known));
  const others = game([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  assert.ok(!isOnlyAnswered(state.game, others)); // somebody has moved in another window
  assert.ok(!isOnlyAnswered(state.game, game([['a2', 0]])));
});

test('giving up means the same after a move, but not when the game is over or a draw is offered', () => {
  const before = game([['a1', 0]]);
  assert.ok(
    canStillResign(
      before,
      game([
        ['a1', 0],
        ['b2', 1],
      ]),
    ),
  );
  assert.ok(!canStillResign(before, game([], { result: { winner: 0, reason: 'line' } })));
  assert.ok(!canStillResign(before, game([['a1', 0]], { offer: { person: 1, kind: 'draw' } })));
});
