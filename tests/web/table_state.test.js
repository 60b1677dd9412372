// What is seen of a game that is followed: whose turn it is, and from which side the board is looked at. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { personResigning } from '../../src/motu/web/js/views/table_offers.js';
import { isMyTurn, isTurned, nextAtScreen, seatBelow } from '../../src/motu/web/js/views/table_state.js';
import { PERSON, MACHINE, position, game, update, sit, hear, elsewhere } from './a_table.js';

test('the person who plays the machine sits below', () => {
  assert.equal(seatBelow(game([], {}, [MACHINE, PERSON])), 1);
  assert.equal(seatBelow(game([])), 0);
});

test('where two people share a screen it goes to whoever is next, and is turned for the second', () => {
  const state = sit([]);
  assert.deepEqual([isTurned(state, true), nextAtScreen(state)], [false, null]);
  hear(state, update(1, 0, [['a1', 0]]));
  assert.deepEqual([isTurned(state, true), nextAtScreen(state)], [true, 1]);
  hear(state, update(2, 1, [['b2', 1]], { result: { winner: 1, reason: 'line' }, position: position(-4) }));
  assert.deepEqual([isTurned(state, true), nextAtScreen(state)], [true, null], 'whoever won looks at it');
  const alone = sit([['a1', 0]], {}, [PERSON, MACHINE]);
  assert.deepEqual([isTurned(alone, true), nextAtScreen(alone)], [false, null]);
});

test('of two people at different screens each moves when it is their turn, and sees the board from their side', () => {
  assert.deepEqual(
    [0, 1, null].map((seat) => isMyTurn(elsewhere(seat))),
    [true, false, false],
  );
  assert.deepEqual(
    [0, 1, null].map((seat) => isTurned(elsewhere(seat), true)),
    [false, true, false],
  );
  assert.deepEqual(
    [0, 1, null].map((seat) => seatBelow(elsewhere(seat).game)),
    [0, 1, 0],
  );
  assert.equal(personResigning(elsewhere(1).game), 1);
  assert.equal(nextAtScreen(elsewhere(0)), null);
});
