// Help from the engine: for whom, for which position, and where it stands on the board. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as hints from '../../src/motu/web/js/views/hint_state.js';
import { lookAt } from '../../src/motu/web/js/views/table_looking_back.js';
import { mayHint } from '../../src/motu/web/js/views/table_offers.js';
import { newTable } from '../../src/motu/web/js/views/table_state.js';

/** @typedef {import('../../src/motu/web/js/api.js').Seat} Seat */
/** @typedef {import('../../src/motu/web/js/study/engine.js').MoveInfo} MoveInfo */

/** @type {Seat} */
const PERSON = { kind: 'person' };
/** @type {Seat} */
const MACHINE = { kind: 'level', level: 3 };
const CLOCK = { initial_ms: 60_000, increment_ms: 0 };
const BOARD = /** @type {any} */ ({ kind: 'points', names: ['a1', 'b1', 'x1'], colour_names: ['black', 'white'] });

/** @param {[Seat, Seat]} seats @param {object} [created] @param {object} [more] @returns {any} */
const game = (seats, created = {}, more = {}) => ({
  id: 'g',
  is_mine: true,
  created: { spec: 'hex', seats, ...created },
  seq: 1,
  steps: [],
  position: { ply: 0, to_move: 0, player: 0, stones: '...' },
  clocks: null,
  result: null,
  ...more,
});

/** @param {string} move @param {Partial<MoveInfo>} [more] @returns {MoveInfo} */
const info = (move, more = {}) => ({
  move,
  visits: 100,
  winrate: 0.5,
  value: 0,
  prior: 0.1,
  proof: null,
  pv: [],
  ...more,
});

/** @param {MoveInfo[]} moveInfos */
const best = (moveInfos) => hints.bestMoves({ rootInfo: /** @type {any} */ ({}), moveInfos });

test('nobody asks for hints against the clock of another person, nor in a game of others', () => {
  assert.ok(mayHint(game([PERSON, PERSON])));
  assert.ok(!mayHint(game([PERSON, PERSON], { clock: CLOCK })));
  assert.ok(mayHint(game([PERSON, MACHINE], { clock: CLOCK })));
  assert.ok(!mayHint(game([MACHINE, MACHINE])));
  assert.ok(!mayHint(game([PERSON, MACHINE], {}, { is_mine: false })));
  assert.ok(!mayHint(game([PERSON, MACHINE], {}, { result: { winner: 0, reason: 'resign' } })));
});

test('chances are shown between people only when they have played', () => {
  assert.ok(!hints.mayWeigh(game([PERSON, PERSON])));
  assert.ok(hints.mayWeigh(game([PERSON, PERSON], {}, { result: { winner: 0, reason: 'line' } })));
  assert.ok(hints.mayWeigh(game([PERSON, MACHINE])));
});

test('the best move is named, and those that are as good', () => {
  assert.deepEqual(best([]), []);
  assert.deepEqual(best([info('a1'), info('b1', { value: -0.01 }), info('x1', { value: -0.01, visits: 20 })]), [
    'a1',
    'b1',
  ]);
  const proved = [info('a1', { proof: 'win', value: 1 }), info('b1', { value: 0.99 }), info('x1', { proof: 'win' })];
  assert.deepEqual(best(proved), ['a1', 'x1']);
});

test('a hint stands where its move does', () => {
  const marks = hints.marksOf(BOARD, '.01', ['a1', 'xb1', 'x1', 'r4', 'a1-b1', '@a1']);
  assert.deepEqual(marks.hints, [0, 1, 2, 0], 'x1 is a cell here, xb1 a flip');
  assert.deepEqual([marks.hintLines, marks.arrows], [['r4'], [{ from: 0, to: 1 }]]);
  assert.deepEqual(hints.marksOf(BOARD, '.01', ['swap']).hints, [1, 2]);
});

test('a hint is for one position, and only where that is looked at', () => {
  const state = newTable(BOARD, game([PERSON, MACHINE], {}, { steps: [['a1', 0]] }), 0);
  state.hint = { seq: 1, moves: ['b1'] };
  assert.deepEqual(hints.hintOf(state)?.moves, ['b1']);
  lookAt(state, 0);
  assert.equal(hints.hintOf(state), null);
  lookAt(state, 1);
  state.game = { ...state.game, seq: 2 };
  assert.equal(hints.hintOf(state), null);
});

test('the engine is asked about the position that is looked at, what was agreed to stand there before included', () => {
  const steps = /** @type {[string, number][]} */ ([
    ['b1', 0],
    ['x1', 1],
  ]);
  const state = newTable(BOARD, game([PERSON, MACHINE], { opening: ['a1'] }, { steps }), 0);
  assert.deepEqual(hints.questionOf(state).position.moves, ['a1', 'b1', 'x1']);
  lookAt(state, 1);
  assert.equal(hints.questionOf(state).key, 'a1 b1');
});

test('a game that is over weighs what its result is, by colours', () => {
  const over = (/** @type {number|null} */ winner, /** @type {boolean} */ swapped) => {
    const position = { ply: 0, to_move: 0, player: -4, stones: '...', swapped };
    const ended = game([PERSON, PERSON], {}, { position, result: { winner, reason: 'resign' } });
    return hints.settledShare(newTable(BOARD, ended, 0));
  };
  assert.deepEqual([over(0, false), over(0, true), over(null, false)], [1, 0, 0.5]);
  assert.equal(hints.settledShare(newTable(BOARD, game([PERSON, MACHINE]), 0)), null);
});
