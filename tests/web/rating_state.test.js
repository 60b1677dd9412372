// What the two at a game are rated.

import assert from 'node:assert/strict';
import test from 'node:test';
import { hearRatings, mustAsk, newRatings, ratingText } from '../../src/motu/web/js/views/rating_state.js';

const before = { rating: 1532, deviation: 80, is_provisional: false };
const after = { rating: 1544, deviation: 78, is_provisional: false };
const seat = (more = {}) => ({ name: 'Ann', is_machine: false, before, after: null, ...more });
/** @param {any} first @param {any} second @returns {import('../../src/motu/web/js/api.js').GameRatings} */
const told = (first, second) => ({ rated: true, speed: 'rapid', persons: [first, second] });

test('it is asked at the beginning and once more at the end', () => {
  const state = newRatings(true);
  const asked = [false, false, true, true].map((isOver) => mustAsk(state, isOver));
  assert.deepEqual(asked, [true, false, true, false]);
  assert.equal(mustAsk(newRatings(false), false), false);
});

test('a rating stands with how sure it is, and with what it has become', () => {
  const state = newRatings(true);
  assert.equal(ratingText(state, 0), '');
  mustAsk(state, true);
  const guess = { rating: 1500, deviation: 350, is_provisional: true };
  hearRatings(state, told(seat({ after }), seat({ before: guess })), true);
  assert.equal(ratingText(state, 0), '1532\u00a0±\u00a080 → 1544');
  assert.equal(ratingText(state, 1), '1500?\u00a0±\u00a0350');
  hearRatings(state, told(null, seat()), true);
  assert.equal(ratingText(state, 0), '');
});

test('what comes late from before the end changes nothing', () => {
  const state = newRatings(true);
  mustAsk(state, false);
  mustAsk(state, true);
  hearRatings(state, told(seat({ after }), null), true);
  hearRatings(state, told(seat(), null), false);
  assert.equal(ratingText(state, 0), '1532\u00a0±\u00a080 → 1544');
});
