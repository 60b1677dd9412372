// What is known of a collection, and when it is asked. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  asks,
  missMoves,
  newCollection,
  rowsOf,
  takeGames,
  takeMoves,
} from '../../src/motu/web/js/study/collection_state.js';
import { Tree } from '../../src/motu/web/js/study/tree.js';

const SPEC = 'atoll(board=rhombus,size=5,islands=4,swap=true)';

function opened() {
  const state = newCollection();
  takeGames(state, [{ spec: SPEC, games: 3 }], SPEC);
  state.isOpen = true;
  return state;
}

test('nothing is asked before it is open, nor where there are no such games', () => {
  const { root } = new Tree('hex(size=5)');
  const closed = opened();
  closed.isOpen = false;
  const other = opened();
  takeGames(other, [{ spec: 'atmalof', games: 3 }], SPEC);
  assert.deepEqual(
    [asks(newCollection(), root), asks(closed, root), asks(other, root), asks(opened(), root)],
    [false, false, false, true],
  );
});

test('a position is asked about once, and again where the server did not answer', () => {
  const { root } = new Tree('hex(size=5)');
  const state = opened();
  assert.deepEqual([asks(state, root), asks(state, root)], [true, false]);
  missMoves(state, root);
  assert.equal(asks(state, root), true);
  takeMoves(state, root, []);
  assert.equal(asks(state, root), false);
  assert.deepEqual(rowsOf(state, root), []);
});

test('rows tell what somebody scored with a move', () => {
  const { root } = new Tree('hex(size=5)');
  const state = opened();
  assert.equal(rowsOf(state, root), null);
  const images = ['a1', 'e5'];
  takeMoves(state, root, [
    { move: 'a1', images, games: 5, wins: 1, draws: 1, losses: 2, last: '2026-02-03T10:00:00Z' },
    { move: 'b2', images: ['b2'], games: 1, wins: 0, draws: 0, losses: 0, last: null },
  ]);
  assert.deepEqual(rowsOf(state, root), [
    { move: 'a1', images, games: 5, score: 0.375, last: '2026-02-03' },
    { move: 'b2', images: ['b2'], games: 1, score: null, last: '' },
  ]);
});
