// How good moves are beside the best one. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { gradeOf, letters, signOf, worthOf } from '../../src/motu/web/js/study/grades.js';

/** @param {string} move @param {number} value @param {object} [more] @returns {any} */
const info = (move, value, more = {}) => ({ move, value, visits: 100, proof: null, ...more });

test('what is proved is worth all or nothing, else the search is believed', () => {
  assert.equal(worthOf(info('a1', 0.2, { proof: 'win' })), 1);
  assert.equal(worthOf(info('a1', 0.2, { proof: 'loss' })), -1);
  assert.equal(worthOf(info('a1', 0.2, { proof: 'draw' })), 0);
  assert.equal(worthOf(info('a1', 0.2)), 0.2);
  assert.equal(worthOf(info('a1', 0.2, { equity: 0.3 })), 0.3);
});

test('the first moves have letters, in the order of the engine', () => {
  const infos = [info('c3', 0.5), info('a1', 0.4, { pruned: true }), info('b2', 0.3), info('d4', 0.2)];
  assert.deepEqual(
    [...letters(infos, 2)],
    [
      ['c3', 'A'],
      ['b2', 'B'],
    ],
  );
});

test('the results of a roll are nobody’s choice and have no letters', () => {
  assert.equal(letters([info('=3', 0.5, { shows: [3] })], 8).size, 0);
});

test('a grade says how much of the chance to win is given away', () => {
  const best = info('a1', 0.5);
  const grades = [0.5, 0.49, 0.45, 0.35, 0.25, -0.5].map((value) => gradeOf(info('b2', value), best));
  assert.deepEqual(grades, ['best', 'best', 'good', 'doubtful', 'mistake', 'blunder']);
});

test('a move that was hardly looked at has no grade unless something is proved of it', () => {
  const best = info('a1', 0.5);
  assert.equal(gradeOf(info('b2', 0.5, { visits: 3 }), best), null);
  assert.equal(gradeOf(info('b2', 0.5, { visits: 0, proof: 'loss' }), best), 'blunder');
});

test('where all is lost no move is a blunder', () => {
  const lost = info('a1', -0.9, { proof: 'loss' });
  assert.equal(gradeOf(lost, lost), 'best');
});

test('the signs are those of a review', () => {
  assert.deepEqual([0, 0.049, 0.05, 0.1, 0.2].map(signOf), ['', '', '?!', '?', '??']);
});
