// Days whose puzzle is solved: what is kept, and how many there are in a row. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { daysInARow, keepSolvedDay, solvedDays } from '../../src/motu/web/js/puzzles/days.js';

/** A browser's memory. @param {string|null} kept */
function remember(kept) {
  const store = { kept };
  const localStorage = {
    getItem: () => store.kept,
    setItem: (/** @type {string} */ _key, /** @type {string} */ text) => {
      store.kept = text;
    },
  };
  Object.assign(globalThis, { localStorage });
}

test('days are counted back from today, or from yesterday while today is open', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'];
  assert.equal(daysInARow(days, '2026-03-01'), 3);
  assert.equal(daysInARow(days, '2026-03-02'), 3);
  assert.equal(daysInARow(days, '2026-03-03'), 1);
  assert.equal(daysInARow(days, '2026-03-05'), 0);
});

test('a day is kept once, in its order', () => {
  remember(null);
  for (const day of ['2026-03-02', '2026-03-01', '2026-03-02']) keepSolvedDay(day);
  assert.deepEqual(solvedDays(), ['2026-03-01', '2026-03-02']);
});

test('what is no list of days counts as none', () => {
  for (const kept of ['{', '{"a": 1}', 'null']) {
    remember(kept);
    assert.deepEqual(solvedDays(), []);
  }
  remember('["2026-03-01", 7]');
  assert.deepEqual(solvedDays(), ['2026-03-01']);
});
