// Whose time runs at a table, and when it becomes short. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { becomesShort, runningHere } from '../../src/motu/web/js/views/table_time.js';
import { MACHINE, PERSON, sit } from './a_table.js';

test('little time is told once, to whoever runs out of it here', () => {
  const clocks = { left: /** @type {[number, number]} */ ([12_000, 9_000]), running: 0 };
  const state = sit([], { clocks });
  const early = runningHere(state, 1000);
  const late = runningHere(state, 2500);
  assert.deepEqual(
    [early, late],
    [
      { person: 0, periods: null, isShort: false },
      { person: 0, periods: null, isShort: true },
    ],
  );
  assert.ok(becomesShort(early, late));
  assert.ok(!becomesShort(late, runningHere(state, 3000)));
  const others = { person: 1, periods: null, isShort: true };
  assert.ok(!becomesShort(early, others), 'the other one was told before');
  assert.ok(!becomesShort(null, late));
  assert.equal(runningHere(sit([], { clocks: { ...clocks, running: 1 } }, [PERSON, MACHINE]), 0), null);
  assert.equal(runningHere(sit([], { clocks, is_mine: false }), 0), null);
});
