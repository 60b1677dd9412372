// Which puzzle comes next. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { chosenOf, nextOf, OWN, themesOf } from '../../src/motu/web/js/puzzles/choice.js';
import { NEAR } from '../../src/motu/web/js/puzzles/progress.js';

/** @param {string} id @param {string} game @param {number} difficulty @param {number} rating @param {string[]} themes */
const puzzle = (id, game, difficulty, rating, ...themes) => ({ id, game, difficulty, rating, themes });
const ALL = [
  puzzle('a', 'atoll', 1, 1100),
  puzzle('b', 'atoll', 2, 1310, 'bridge', 'link'),
  puzzle('c', 'atoll', 3, 1500),
  puzzle('d', 'atmalof', 2, 1300, 'roll'),
];
const RATINGS = { atoll: { rating: 1290, deviation: 60 }, atmalof: { rating: 1900, deviation: 350 } };

/** @param {number} difficulty @param {string[]} done @param {string} [after] */
const next = (difficulty, done, after) => nextOf(ALL, { difficulty }, new Set(done), RATINGS, after).id;

test('puzzles are chosen by game and difficulty', () => {
  const ids = (/** @type {string} */ game, /** @type {number} */ difficulty) =>
    chosenOf(ALL, { game, difficulty, theme: '' })
      .map(({ id }) => id)
      .join('');
  assert.deepEqual(
    [ids('', 0), ids('atoll', NEAR), ids('atoll', 2), ids('', 2), ids('atmalof', 5)],
    ['abcd', 'abc', 'b', 'bd', 'abcd'],
  );
});

test('in the order of the list the next one comes that is not done', () => {
  assert.deepEqual([next(0, []), next(0, ['a', 'b']), next(0, ['d'], 'c'), next(0, [], 'd')], ['a', 'c', 'a', 'a']);
});

test('near the own rating the nearest one comes that is not done', () => {
  assert.deepEqual(
    [next(NEAR, []), next(NEAR, [], 'b'), next(NEAR, ['b', 'a']), next(NEAR, ['b', 'a', 'c'])],
    ['b', 'a', 'c', 'd'],
  );
});

test('where all are done the one behind comes', () => {
  const all = ALL.map(({ id }) => id);
  assert.deepEqual([next(NEAR, all, 'b'), next(0, all, 'd')], ['c', 'a']);
});

test('a theme is chosen among those that a game has', () => {
  assert.deepEqual(chosenOf(ALL, { game: '', difficulty: 0, theme: 'link' }), [ALL[1]]);
  assert.deepEqual([...themesOf(ALL, 'atoll')], ['bridge', 'link']);
  assert.deepEqual([...themesOf(ALL, '')], ['bridge', 'link', 'roll']);
});

test('puzzles from own games are by themselves', () => {
  const own = { ...puzzle('e', 'atoll', 2, 1300, 'afar'), isOwn: true };
  const all = [...ALL, own];
  const choice = { difficulty: 0, theme: '' };
  assert.deepEqual(chosenOf(all, { ...choice, game: OWN }), [own]);
  assert.deepEqual(chosenOf(all, { ...choice, game: '' }), ALL);
  assert.deepEqual(chosenOf(ALL, { ...choice, game: OWN }), ALL);
  assert.deepEqual([...themesOf(all, OWN)], ['afar']);
  assert.ok(!themesOf(all, 'atoll').has('afar'));
});
