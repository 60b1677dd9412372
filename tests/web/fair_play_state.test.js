// What moderators are shown of somebody's games: rows of numbers, and whether others can be compared.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LEAST_MOVES, canCompare, canExamine, movesOf, rowsOf } from '../../src/motu/web/js/order/fair_play_state.js';

/** @param {number} count @returns {any} */
const figure = (count) => ({ value: 0.5, low: 0.4, high: 0.6, count });
/** @param {number} count @param {object} [more] @returns {any} */
const figures = (count, more = {}) => ({
  games: 1,
  people: 1,
  first_choices: count ? figure(count) : null,
  loss: count > 1 ? figure(count) : null,
  middle_ms: null,
  spread: null,
  by_openness: null,
  ...more,
});

test('what nobody knows has no row', () => {
  const game = { game: 'atoll', rating: 1500, his: figures(20), others: figures(LEAST_MOVES) };
  assert.deepEqual(
    rowsOf(game).map((row) => row.measure),
    ['first_choices', 'loss'],
  );
  const timed = { ...game, his: figures(20, { middle_ms: 5000, spread: figure(20) }) };
  assert.deepEqual(
    rowsOf(timed).map((row) => [row.measure, row.others === null]),
    [
      ['first_choices', false],
      ['loss', false],
      ['middle_ms', true],
      ['spread', true],
    ],
  );
  assert.deepEqual(rowsOf({ ...game, his: figures(0) }), []);
});

test('a few moves of others are nothing to compare with', () => {
  const few = figures(LEAST_MOVES - 1);
  assert.equal(canCompare(few), false);
  assert.equal(canCompare(figures(0)), false);
  assert.equal(canCompare(figures(LEAST_MOVES)), true);
  assert.ok(rowsOf({ game: 'atoll', rating: 1500, his: figures(20), others: few }).every((row) => row.others === null));
  assert.equal(movesOf(figures(0)), 0);
  assert.equal(movesOf(few), LEAST_MOVES - 1);
});

test('games are examined where there are any, one request at a time', () => {
  const found = { rated: 3, examined: 0, waiting: 0, failed: 0, games: [] };
  assert.equal(canExamine(found), true);
  assert.equal(canExamine({ ...found, waiting: 2 }), false);
  assert.equal(canExamine({ ...found, rated: 0 }), false);
});
