// Which moves of a reviewed game may have missed a win. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { suspects } from '../../src/motu/web/js/study/suspects.js';

/** @param {number} person @param {number} error @param {'move'|'roll'} [kind] @returns {any} */
const step = (person, error, kind = 'move') => ({ person, error, kind });

test('the errors of one person are looked into, the worst first', () => {
  const steps = [step(0, 0.3), step(1, 1.2), step(0, 0.05), step(1, 0), step(0, 1.9), step(0, 2, 'roll')];
  assert.deepEqual([suspects(steps, 0), suspects(steps, 1)], [[4, 0], [1]]);
});

test('of many errors the worst are looked into', () => {
  const steps = Array.from({ length: 40 }, (_, place) => step(0, 0.1 + place / 100));
  assert.deepEqual(suspects(steps, 0), [39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28]);
});
