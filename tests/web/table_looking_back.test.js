// Looking back at a game that goes on. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { hearSnapshot } from '../../src/motu/web/js/views/table_hearing.js';
import { lookAt, needsPositions, takePositions } from '../../src/motu/web/js/views/table_looking_back.js';
import { offersOf } from '../../src/motu/web/js/views/table_offers.js';
import { canMove, isAwaited, isLive, isMyTurn, viewedPosition } from '../../src/motu/web/js/views/table_state.js';
import { position, game, update, sit, hear } from './a_table.js';

/** @typedef {import('../../src/motu/web/js/api.js').Step} Step */
/** @typedef {import('../../src/motu/web/js/views/table_state.js').TableState} TableState */

test('whoever looks back stays there when the game goes on, and comes back when that is taken back', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  state.positions = [0, 1, 0, 1].map((player) => position(player));
  lookAt(state, 2);
  assert.equal(viewedPosition(state), state.positions[2]);
  hear(state, update(4, 3, [['d4', 1]]));
  assert.deepEqual([state.viewed, offersOf(state)], [2, ['back']]);
  hear(state, update(5, 1, []));
  assert.ok(isLive(state));
});

test('positions of a game that has moved on meanwhile are not looked at', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  assert.ok(needsPositions(state, 1));
  const { seq } = state.game;
  hear(state, update(4, 1, [])); // two steps are taken back while the positions are on their way
  takePositions(
    state,
    seq,
    [0, 1, 0, 1].map((player) => position(player)),
  );
  assert.ok(needsPositions(state, 0));
  takePositions(state, 4, [position(0), position(1)]);
  assert.ok(!needsPositions(state, 0));
});

test('whoever looks back sees the same position when the game goes on, and only what is new is asked for', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  const known = [0, 1, 0, 1].map((player) => position(player));
  takePositions(state, 3, known);
  lookAt(state, 2);
  hear(state, update(4, 3, [['d4', 1]]));
  assert.equal(viewedPosition(state), known[2]);
  assert.deepEqual(
    [0, 1, 3, 4].map((step) => needsPositions(state, step)),
    [false, false, false, false],
  );
  hear(state, update(5, 4, [['e5', 0]]));
  assert.ok(needsPositions(state, 4), 'the newest one of before has not been asked for');
  hearSnapshot(state, game([...state.game.steps, ['a2', 1]], { seq: 6 }), 8);
  assert.equal(viewedPosition(state), known[2], 'a lost connection changes nothing');
  assert.deepEqual(offersOf(state), ['back']);
});

test('whoever looks at what is taken back comes to the game, also where other moves have taken its place', () => {
  const steps = /** @type {Step[]} */ ([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  const known = [0, 1, 0, 1].map((player) => position(player));
  /** @param {number} step */
  const lookingAt = (step) => {
    const state = sit(steps);
    takePositions(state, 3, known);
    lookAt(state, step);
    return state;
  };
  /** @type {Step[]} */
  const others = [
    ['b3', 1],
    ['c4', 0],
    ['d5', 1],
  ];
  for (const tell of [
    (/** @type {TableState} */ state) => hear(state, update(8, 1, others)),
    (/** @type {TableState} */ state) => hearSnapshot(state, game([steps[0], ...others], { seq: 8 }), 8),
  ]) {
    const gone = lookingAt(2);
    tell(gone);
    assert.ok(isLive(gone));
    assert.ok(needsPositions(gone, 2), 'not the one that was after two steps');
    const stays = lookingAt(1);
    tell(stays);
    assert.deepEqual([stays.viewed, viewedPosition(stays)], [1, known[1]]);
  }
});

test('a game waits for whoever looks back at it', () => {
  const state = sit([['a1', 0]], { is_remote: true, seat: 0 });
  takePositions(state, 1, [position(0), position(1)]);
  lookAt(state, 0);
  assert.ok(!isAwaited(state));
  hear(state, update(2, 1, [['b2', 1]]));
  assert.deepEqual([isAwaited(state), isMyTurn(state), canMove(state)], [true, false, false]);
});

test('nobody looks past the end of a game that has become shorter', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
    ['c3', 0],
  ]);
  hear(state, update(4, 1, []));
  assert.deepEqual(lookAt(state, 2), ['a1', 0]);
  assert.ok(isLive(state));
  assert.equal(lookAt(state, -1), null);
  assert.equal(state.viewed, 0);
});

test('the same game once more, after a lost connection, changes nothing that is looked at', () => {
  const state = sit([
    ['a1', 0],
    ['b2', 1],
  ]);
  state.positions = [position(0), position(1), position(0)];
  lookAt(state, 1);
  assert.deepEqual(
    hearSnapshot(
      state,
      game([
        ['a1', 0],
        ['b2', 1],
      ]),
      5,
    ),
    [],
  );
  assert.deepEqual([state.viewed, state.positions.length, state.heardAt], [1, 3, 5]);
});
