// Clocks to choose, as texts that are kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIVE, NONE, SLOW, choiceOf, clockOf, textOf } from '../../src/motu/web/js/games/clock_choices.js';

test('every choice is kept as it was', () => {
  for (const text of [NONE, ...LIVE, ...SLOW, 'byo-yomi:0+1x5', 'bank:3+0', '7+0'])
    assert.equal(textOf(choiceOf(text)), text);
});

test('what a text means', () => {
  const hour = 3_600_000;
  assert.equal(clockOf(NONE), null);
  assert.deepEqual(clockOf('5+3'), { initial_ms: 300_000, increment_ms: 3000 });
  assert.deepEqual(clockOf('byo-yomi:10+5x30'), {
    kind: 'byo-yomi',
    initial_ms: 600_000,
    increment_ms: 30_000,
    periods: 5,
  });
  assert.deepEqual(clockOf('delay:10+10'), { kind: 'delay', initial_ms: 600_000, increment_ms: 10_000 });
  const days = { kind: 'correspondence', initial_ms: 72 * hour, increment_ms: 72 * hour, most_ms: 72 * hour };
  assert.deepEqual(clockOf('days:3'), days);
  const bank = { kind: 'correspondence', initial_ms: 240 * hour, increment_ms: 36 * hour, most_ms: 240 * hour };
  assert.deepEqual(clockOf('bank:10+36'), bank);
});

test('what is no choice is a usual clock', () => {
  assert.equal(textOf(choiceOf('whatever')), '20+10');
});
