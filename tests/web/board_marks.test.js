// What the engine has found, on the board. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { onBoard } from '../../src/motu/web/js/study/board_marks.js';

/** @type {any} */
const HEXAGONS = { kind: 'hexagons', names: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] };
/** @type {any} */
const SQUARES = { kind: 'squares', names: ['r1c1', 'r1c2', 'r2c1', 'r2c2'] };
const LIKED = /** @type {const} */ ({ heat: 'visits', lines: 4 });

/** @param {string} move @param {number} visits @param {number} value @param {object} [more] @returns {any} */
const info = (move, visits, value, more = {}) => ({
  move,
  visits,
  value,
  winrate: (1 + value) / 2,
  prior: 0.1,
  proof: null,
  ...more,
});

/** @param {any[]} moveInfos @returns {any} */
const findings = (...moveInfos) => ({ rootInfo: {}, moveInfos });

const FOUND = findings(
  info('a1', 900, 0.4),
  info('a2', 500, 0.36),
  info('a3', 80, 0.1),
  info('a4', 60, -0.4),
  info('a5', 50, 0.39),
  info('a6', 40, -0.9),
);

test('letters, signs and grades stand on the cells of the moves that are listed', () => {
  const { heat, labels } = onBoard(HEXAGONS, /** @type {any} */ ({}), FOUND, LIKED);
  assert.deepEqual(
    [...(heat ?? [])].map(([cell, { rank, grade }]) => [cell, rank, grade]),
    [
      [0, 'A', 'best'],
      [1, 'B', 'good'],
      [2, 'C?', 'mistake'],
      [3, 'D??', 'blunder'],
      [4, '', 'best'],
      [5, '', null],
    ],
  );
  assert.deepEqual(
    [...(labels ?? [])],
    [
      [0, '70\u00a0%'],
      [1, '68\u00a0%'],
      [2, '55\u00a0%'],
      [3, '30\u00a0%'],
    ],
  );
});

test('who wants nothing on the board gets nothing', () => {
  const { heat, labels, arrows, lineLabels } = onBoard(HEXAGONS, /** @type {any} */ ({}), FOUND, {
    ...LIKED,
    heat: 'none',
  });
  assert.deepEqual([heat?.size, labels?.size, arrows.length, lineLabels?.size], [0, 0, 0, 0]);
});

test('a first impression is a share of thoughts, and nothing is said of what a move gives away', () => {
  const { heat, labels } = onBoard(HEXAGONS, /** @type {any} */ ({}), FOUND, { ...LIKED, heat: 'policy' });
  assert.deepEqual(heat?.get(3), { rank: 'D', grade: null, weight: 1 });
  assert.equal(labels?.get(3), '10\u00a0%');
});

test('a line’s header says the chance to win in per cent, an arrow has its letter', () => {
  const found = findings(info('r2', 500, -0.6), info('r1c1-r1c2', 300, -0.62), info('c1', 200, -0.7));
  const { lineLabels, lineHeat, arrows } = onBoard(SQUARES, /** @type {any} */ ({}), found, { ...LIKED, lines: 2 });
  assert.deepEqual(
    [...(lineLabels ?? [])],
    [
      ['r2', '20\u00a0%'],
      ['c1', '15\u00a0%'],
    ],
  );
  assert.deepEqual(
    [...(lineHeat ?? [])],
    [
      ['r2', { grade: 'best', rank: 'A', weight: 0 }],
      ['c1', { grade: null, rank: '', weight: 0 }],
    ],
  );
  assert.deepEqual(arrows, [{ from: 0, to: 1, grade: 'good', rank: 'B', weight: 0.6 }]);
});

test('where a die can land stands what it would bring', () => {
  const position = /** @type {any} */ ({ announced: 'r1', landing: [0] });
  const found = findings(info('=1', 500, 0.2, { shows: [1] }), info('=2', 300, 0.1, { shows: [2] }));
  const { labels, heat } = onBoard(SQUARES, position, found, LIKED);
  assert.deepEqual([[...(labels ?? [])], heat?.size], [[[0, '60\u00a0%']], 0]);
});
