// What a clock shows, of every kind, while it runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faceOf, isShort } from '../../src/motu/web/js/games/clock_face.js';
import { becomesShort, runningHere } from '../../src/motu/web/js/views/table_time.js';
import { newTable } from '../../src/motu/web/js/views/table_state.js';

/** @typedef {import('../../src/motu/web/js/api.js').Clock} Clock */

/** @type {Clock} */
const BYO_YOMI = { kind: 'byo-yomi', initial_ms: 60_000, increment_ms: 30_000, periods: 3 };

/** @param {Clock|undefined} clock @param {number} left @param {object} [other] @returns {any} */
function game(clock, left, other = {}) {
  const created = { spec: 'hex(size=3)', seats: [{ kind: 'person' }, { kind: 'person' }], clock };
  return {
    created,
    clocks: clock ? { left: [left, 90_000], running: 0 } : null,
    steps: [],
    is_mine: true,
    position: { player: 0 },
    ...other,
  };
}

/** @param {Clock} clock @param {number} left @param {number} passed */
function shown(clock, left, passed) {
  const { ms, periods } = faceOf(game(clock, left), 0, passed) ?? {};
  return [ms, periods];
}

test('without a clock nothing is shown', () => {
  assert.equal(faceOf(game(undefined, 0), 0, 0), null);
});

test('a usual clock runs down, and only that of whoever is to move', () => {
  const clock = { initial_ms: 60_000, increment_ms: 0 };
  assert.deepEqual(shown(clock, 60_000, 1500), [58_500, null]);
  assert.deepEqual(shown(clock, 1000, 5000), [0, null]);
  assert.equal(faceOf(game(clock, 60_000), 1, 5000)?.ms, 90_000);
});

test('byo-yomi shows the main time, then each period from its beginning to the flag', () => {
  const told = [0, 59_999, 60_000, 89_999, 90_000, 120_000, 149_999, 150_000, 160_000];
  assert.deepEqual(
    told.map((passed) => shown(BYO_YOMI, 150_000, passed)),
    [
      [60_000, null],
      [1, null],
      [30_000, 3],
      [1, 3],
      [30_000, 2],
      [30_000, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  );
});

test('a delay stands before the clock runs', () => {
  const clock = { kind: /** @type {'delay'} */ ('delay'), initial_ms: 60_000, increment_ms: 5000 };
  const clocks = { left: [60_000, 60_000], running: 0, free: 3000 };
  const at = (/** @type {number} */ passed) => faceOf(game(clock, 0, { clocks }), 0, passed);
  assert.deepEqual([at(0)?.ms, at(0)?.standing, at(0)?.isFirst], [60_000, 3000, false]);
  assert.deepEqual([at(3000)?.ms, at(3000)?.standing], [60_000, 0]);
  assert.deepEqual([at(4000)?.ms, at(4000)?.standing], [59_000, 0]);
});

test('the time for a first move is shown as such, until it is made', () => {
  const clock = { initial_ms: 60_000 };
  const clocks = { left: [60_000, 60_000], running: 0, free: 30_000 };
  const created = { ...game(clock, 0).created, grace_ms: 30_000 };
  const face = faceOf(game(clock, 0, { clocks, created }), 0, 10_000);
  assert.deepEqual([face?.ms, face?.standing, face?.isFirst], [60_000, 20_000, true]);
  assert.equal(faceOf(game(clock, 0, { clocks, created, steps: [['a1', 0]] }), 0, 0)?.isFirst, false);
});

test('who hurries is told in every period anew, and not when the first one only begins', () => {
  const state = newTable(/** @type {any} */ ({}), game(BYO_YOMI, 150_000), 0);
  /** @type {number[]} */
  const called = [];
  let before = runningHere(state, 0);
  for (let now = 100; now <= 150_000; now += 100) {
    const running = runningHere(state, now);
    if (becomesShort(before, running)) called.push(now);
    before = running;
  }
  assert.deepEqual(called, [80_000, 110_000, 140_000]);
});

test('of a short period half is short', () => {
  const clock = { ...BYO_YOMI, increment_ms: 10_000 };
  const face = (/** @type {number} */ ms) => ({ ms, periods: 1, standing: 0, isFirst: false });
  assert.ok(!isShort(clock, face(5001)));
  assert.ok(isShort(clock, face(5000)));
  assert.ok(!isShort(clock, { ...face(1), standing: 1 }));
});
