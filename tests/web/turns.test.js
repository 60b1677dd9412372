// In which column moves stand. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { beginsRow, turnsOf } from '../../src/motu/web/js/views/turns.js';

/** The rows of a list, each with what stands in both columns. @param {[string, number][]} steps */
const rowsOf = (steps) => {
  /** @type {string[][][]} */
  const rows = [];
  /** @type {number|undefined} */
  let before;
  for (const { text, person } of turnsOf(/** @type {any} */ ({ steps }))) {
    if (beginsRow(before, person)) rows.push([[], []]);
    rows[rows.length - 1][person].push(text);
    before = person;
  }
  return rows;
};

test('a stone that is put back stands in the column of its owner, before the move', () => {
  const rows = rowsOf([
    ['f6', 0],
    ['d7', 1],
    ['xg5', 0],
    ['@a1', 1],
    ['b2', 1],
    ['c3', 0],
  ]);
  assert.deepEqual(rows, [
    [['f6'], ['d7']],
    [['xg5'], ['@a1', 'b2']],
    [['c3'], []],
  ]);
});

test('an announcement stands with its roll, and who begins second leaves the first column empty', () => {
  const rows = rowsOf([
    ['r4', 1],
    ['=3', -1],
    ['r4c6-r3c6', 0],
    ['swap', 1],
  ]);
  assert.deepEqual(rows, [
    [[], ['r4=3']],
    [['r4c6-r3c6'], ['swap']],
  ]);
});
