// How a series of games stands.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isDecided,
  leader,
  pointsText,
  secondsToNext,
  seriesNow,
  seriesOf,
  standingText,
} from '../../src/motu/web/js/series/series_state.js';

/** @param {any} score @param {any} [result] @returns {any} */
const game = (score, result = null) => ({ created: { score }, result });

test('what is left out is nothing yet', () => {
  assert.equal(seriesOf(null), null);
  assert.equal(seriesOf(undefined), null);
  assert.deepEqual(seriesOf({ best_of: 3 }), { bestOf: 3, games: 0, points: [0, 0] });
  assert.equal(seriesNow(game(undefined, { winner: 0, reason: 'resign' })), null);
});

test('a result counts, and a game without one does not', () => {
  const score = { best_of: 5, games: 2, points: [1.5, 0.5] };
  assert.deepEqual(seriesNow(game(score))?.points, [1.5, 0.5]);
  assert.deepEqual(seriesNow(game(score, { winner: 1, reason: 'time' })), { bestOf: 5, games: 3, points: [1.5, 1.5] });
  assert.deepEqual(seriesNow(game(score, { winner: null, reason: 'agreed' }))?.points, [2, 1]);
  assert.deepEqual(seriesNow(game(score, { winner: null, reason: 'unfinished' }))?.games, 2);
});

test('more than half decides, or the last game', () => {
  assert.equal(isDecided({ bestOf: 5, games: 3, points: [2.5, 0.5] }), false);
  assert.equal(isDecided({ bestOf: 5, games: 3, points: [3, 0] }), true);
  assert.equal(isDecided({ bestOf: 3, games: 3, points: [1.5, 1.5] }), true);
  assert.equal(isDecided({ bestOf: 0, games: 9, points: [9, 0] }), false);
  assert.equal(leader({ bestOf: 3, games: 3, points: [1.5, 1.5] }), null);
  assert.equal(leader({ bestOf: 3, games: 2, points: [0, 2] }), 1);
});

test('points have halves, and one’s own stand first', () => {
  assert.deepEqual([0, 0.5, 1, 2.5].map(pointsText), ['0', '½', '1', '2½']);
  const series = { bestOf: 0, games: 3, points: /** @type {[number, number]} */ ([2, 1]) };
  assert.equal(standingText(series, 0), '2 – 1');
  assert.equal(standingText(series, 1), '1 – 2');
  assert.equal(standingText(series, null), '2 – 1');
});

test('the next game is counted down, waits a minute, and then for a press', () => {
  const told = (/** @type {any} */ offer, /** @type {any} */ next_in_ms) => ({ offer, next_in_ms });
  const agreed = { person: -1, kind: 'rematch' };
  assert.equal(secondsToNext(told(agreed, 10_000), 0), 10);
  assert.equal(secondsToNext(told(agreed, 10_000), 9_100), 1);
  assert.equal(secondsToNext(told(agreed, 0), 0), 0);
  assert.equal(secondsToNext(told(agreed, 10_000), 40_000), -30);
  assert.equal(secondsToNext(told(agreed, 10_000), 90_000), null);
  for (const none of [
    told(agreed, null),
    told(agreed, undefined),
    told(null, 10_000),
    told({ ...agreed, person: 0 }, 10_000),
  ])
    assert.equal(secondsToNext(none, 0), null);
});
