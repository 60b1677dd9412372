// What the core is told of a position set up by hand and of a board of one's own, and what is said of wrong ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersOf, wordsOf } from '../../src/motu/web/js/engine/line.js';

const COLOURS = ['black', 'white'];
const CELLS = ['a1', 'b1', 'c1'];

test('a setup becomes numbers: who is to move, flags, and one for each cell', () => {
  const setup = { stones: { black: [' A1'], white: ['c1'] }, to_move: 'white', flags: 1, note: 'kept by others' };
  assert.equal(numbersOf(setup, COLOURS, CELLS), '1 1 0 2 1');
  assert.equal(numbersOf({ stones: {}, to_move: 'black' }, COLOURS, CELLS), '0 0 2 2 2');
});

/** @type {[unknown, RegExp][]} */
const WRONG_SETUPS = [
  [5, /^setup: expected an object .*, read 5$/],
  [[], /^setup: expected an object .*, read \[\]$/],
  ['a1', /^setup: expected an object .*, read "a1"$/],
  [{ to_move: 'black' }, /^setup\.stones: expected an object .*, read nothing$/],
  [{ stones: ['a1'], to_move: 'black' }, /^setup\.stones: expected an object .*, read \["a1"\]$/],
  [{ stones: { green: ['a1'] }, to_move: 'black' }, /^setup\.stones: expected black or white, read "green"$/],
  [{ stones: { black: 'a1' }, to_move: 'black' }, /^setup\.stones\.black: expected a list of cells .*, read "a1"$/],
  [{ stones: { black: [5] }, to_move: 'black' }, /^setup\.stones\.black: expected a list of cells .*, read \[5\]$/],
  [{ stones: { black: ['z9'] }, to_move: 'black' }, /^setup\.stones\.black: no cell is called 'z9' here$/],
  [{ stones: { black: ['a1'], white: ['A1'] }, to_move: 'black' }, /^setup\.stones: a1 has two stones$/],
  [{ stones: { black: ['a1', 'a1'] }, to_move: 'black' }, /^setup\.stones: a1 has two stones$/],
  [{ stones: { black: ['a1'] } }, /^setup\.to_move: expected black or white, read nothing$/],
  [{ stones: {}, to_move: 'green' }, /^setup\.to_move: expected black or white, read "green"$/],
  [{ stones: {}, to_move: 'black', flags: 'x' }, /^setup\.flags: expected a whole number from 0 to 255, read "x"$/],
];

test('a wrong setup is refused with what was read and what would be right', () => {
  for (const [setup, said] of WRONG_SETUPS) {
    const error = thrown(() => numbersOf(/** @type {any} */ (setup), COLOURS, CELLS));
    assert.match(error.message, said);
    assert.equal(error.slug, 'engine/request');
  }
});

test('a board becomes words', () => {
  const board = { cells: ['A1', 'b1'], junctions: ['a1'], name: 'small' };
  assert.equal(wordsOf(board), '0 2 a1 b1 1 a1');
  assert.equal(wordsOf({ ...board, first: 'white' }), '1 2 a1 b1 1 a1');
});

/** @type {[unknown, RegExp][]} */
const WRONG_BOARDS = [
  [5, /^board: expected an object .*, read 5$/],
  [{}, /^board\.cells: expected a list of cells .*, read nothing$/],
  [{ cells: ['a1'] }, /^board\.junctions: expected a list of cells .*, read nothing$/],
  [{ cells: ['a1'], junctions: [1] }, /^board\.junctions: expected a list of cells .*, read \[1\]$/],
  [{ cells: ['a1'], junctions: ['a1'], first: 'red' }, /^board\.first: expected black or white, read "red"$/],
];

test('a wrong board is refused with what was read and what would be right', () => {
  for (const [board, said] of WRONG_BOARDS) {
    const error = thrown(() => wordsOf(/** @type {any} */ (board)));
    assert.match(error.message, said);
    assert.equal(error.slug, 'engine/request');
  }
});

test('what was read is shown in short', () => {
  const { message } = thrown(() => wordsOf(/** @type {any} */ ({ cells: 'x'.repeat(1000) })));
  assert.ok(message.length < 150, message);
});

/** @param {() => void} deed @returns {any} */
function thrown(deed) {
  try {
    deed();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was refused');
}
