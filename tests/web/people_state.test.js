// The page of a person and the ladders.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ladderAsked, lineOf, ratingFigure } from '../../src/motu/web/js/views/people_state.js';

test('a line goes from the first game to the last, higher ratings higher up', () => {
  const line = lineOf([
    [1, 1500],
    [2, 1600],
    [3, 1550],
  ]);
  assert.deepEqual([line.low, line.high], [1500, 1600]);
  assert.equal(line.path, 'M0 100L160 20L320 60');
});

test('one game is a point in the middle', () => {
  assert.deepEqual(lineOf([[1, 1662]]), { path: 'M0 60', low: 1662, high: 1662 });
});

test('a guess is marked', () => {
  assert.deepEqual([ratingFigure(1500, true), ratingFigure(1500, false)], ['1500?', '1500']);
});

test('an address that asks for what there is not shows the first ladder', () => {
  const games = ['atoll', 'atmalof'];
  const speeds = ['rapid', 'slow'];
  assert.deepEqual(ladderAsked('?game=atmalof&speed=slow', games, speeds), { game: 'atmalof', speed: 'slow' });
  assert.deepEqual(ladderAsked('?game=chess', games, speeds), { game: 'atoll', speed: 'rapid' });
});
