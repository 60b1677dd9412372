// What is begun on a board and not confirmed when the position changes. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goOn } from '../../src/motu/web/js/board/begun.js';
import { Intents } from '../../src/motu/web/js/board/intent.js';

/** @typedef {import('../../src/motu/web/js/board/intent.js').Intent} Intent */

const BOARD = /** @type {any} */ ({ names: ['a1', 'b1', 'a2', 'b2'] });
const BEFORE = { ply: 3, to_move: 0, player: 0, stones: '01..', place: [2, 3], flip: [1] };
const AFTER = { ...BEFORE, ply: 4, stones: '011.', place: [3] };

/** @param {Partial<Intent>} [more] @returns {Intent} */
const place = (more = {}) => ({ move: 'b2', kind: 'place', cell: 3, to: null, ...more });

/** @param {Intent} intent @param {object} [more] @param {object} [earlier] */
function lives(intent, more = {}, earlier = {}) {
  const after = { ...AFTER, ...more };
  const begun = { intent, position: { ...BEFORE, ...earlier } };
  return goOn(begun, after, new Intents(BOARD, after)) !== null;
}

test('what waits to be confirmed outlives the opponent’s move where it can still be played', () => {
  assert.ok(lives(place()));
  assert.ok(!lives(place({ move: 'a2', cell: 2 })), 'that cell is taken');
  const flip = place({ move: 'xb1', kind: 'flip', cell: 1 });
  assert.ok(lives(flip));
  assert.ok(!lives(flip, { flip: [] }));
  assert.ok(!lives(place(), { place: [], put_back: [3] }), 'something else is done there now');
  const step = place({ move: 'a1-b2', kind: 'step', cell: 0, to: 3 });
  assert.ok(lives(step, { steps: [[0, 3]] }));
  assert.ok(!lives(step, { steps: [[0, 2]] }));
  const line = place({ move: 'r1', kind: 'announce', cell: -1 });
  assert.ok(lives(line, { announce: [{ line: 'r1', hits: 1, faces: 2 }] }));
  assert.ok(!lives(line));
  assert.ok(lives(line, { player: -1 }), 'a die is in the air');
});

test('it outlives neither a swap, nor moves that are taken back, nor a change of who plays', () => {
  assert.ok(!lives(place(), { to_move: 1, swapped: true }));
  assert.ok(!lives(place(), { ply: 2 }));
  assert.ok(!lives(place(), { ply: 3 }), 'what was tried of a line that has not been played');
  assert.ok(!lives(place(), {}, { player: 1 }));
});
