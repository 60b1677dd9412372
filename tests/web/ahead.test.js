// Moves chosen before it is one's turn: one in a live game, a tree of answers by correspondence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plan from '../../src/motu/web/js/ahead/plan_state.js';
import {
  canPlay,
  isLiveClock,
  isMeant,
  mayPremove,
  premovePosition,
} from '../../src/motu/web/js/ahead/premove_state.js';

const BOARD = /** @type {any} */ ({ kind: 'points', game: 'atomorph', names: ['a1', 'b1', 'a2', 'b2'] });
const LIVE = { initial_ms: 60_000 };
const SLOW = { kind: 'correspondence', initial_ms: 86_400_000 };

/** @param {object} [other] @param {object} [position] @returns {any} */
function game(other = {}, position = {}) {
  return {
    is_remote: true,
    is_mine: true,
    seat: 0,
    result: null,
    created: { clock: LIVE },
    position: { player: 1, stones: '01..', place: [2, 3], can_swap: true, ...position },
    ...other,
  };
}

test('a premove is for whoever waits in a live game with somebody elsewhere', () => {
  assert.ok(mayPremove(game()));
  assert.ok(!mayPremove(game({ is_remote: false })));
  assert.ok(!mayPremove(game({ is_mine: false })));
  assert.ok(!mayPremove(game({ result: { winner: 0, reason: 'resign' } })));
  assert.ok(!mayPremove(game({}, { player: 0 })), 'it is his turn');
  assert.ok(!mayPremove(game({}, { player: -1 })), 'the die rolls');
  assert.ok(!mayPremove(game({ created: { clock: SLOW } })));
  assert.ok(!mayPremove(game({ created: {} })));
  assert.ok(!isLiveClock({ initial_ms: 3 * 86_400_000 }));
});

test('every empty cell and every stone of the opponent can be chosen, and nothing of what he may do', () => {
  const shown = premovePosition(BOARD, game());
  assert.deepEqual([shown.place, shown.flip, shown.can_swap], [[2, 3], [1], false]);
  const swapped = premovePosition(BOARD, game({}, { swapped: true }));
  assert.deepEqual(swapped.flip, [0]);
  const hex = premovePosition({ ...BOARD, kind: 'hexagons', game: 'atoll' }, game());
  assert.deepEqual(hex.flip, []);
  const lines = [{ line: 'r1', hits: 1, faces: 6 }];
  const squares = premovePosition({ ...BOARD, kind: 'squares' }, game({}, { announce: lines, steps: [[0, 2]] }));
  assert.deepEqual([squares.announce, squares.steps, squares.place], [lines, [], []]);
});

test('what is chosen beforehand is seen in one’s own colour, as one’s own move', () => {
  const colours = (/** @type {object} */ other, /** @type {object} */ position) => {
    const shown = premovePosition(BOARD, game(other, position));
    return [shown.to_move, shown.player];
  };
  assert.deepEqual(colours({}, { to_move: 1 }), [0, 0]);
  assert.deepEqual(colours({ seat: 1 }, { to_move: 0, player: 0 }), [1, 1]);
  assert.deepEqual(colours({}, { to_move: 0, swapped: true }), [1, 0]);
  const squares = { ...BOARD, kind: 'squares' };
  assert.equal(premovePosition(squares, game({}, { to_move: 1 })).to_move, 0);
});

test('what is chosen is not meant any more once colours are exchanged, or moves before it are taken back', () => {
  const chosenIn = /** @type {any} */ ({ ply: 3, player: 1 });
  const meant = (/** @type {object} */ position) => isMeant(chosenIn, { ...chosenIn, ...position });
  assert.ok(meant({}) && meant({ swapped: false }) && meant({ ply: 4, player: 0 }));
  assert.ok(!meant({ ply: 4, player: 0, swapped: true }));
  assert.ok(!meant({ ply: 2, player: 0 }) && !meant({ ply: 1 }));
});

test('what is chosen is played only where it can be', () => {
  const position = /** @type {any} */ ({ stones: '01..', place: [2], flip: [1], announce: [{ line: 'r1' }] });
  for (const move of ['a2', 'xb1', 'r1']) assert.ok(canPlay(BOARD, position, move), move);
  for (const move of ['b2', 'xa1', 'r2', 'swap']) assert.ok(!canPlay(BOARD, position, move), move);
});

test('answers are decided where a move takes days, without dice', () => {
  const created = { clock: SLOW };
  assert.ok(plan.mayPlan(game({ created })));
  assert.ok(plan.mayPlan(game({ created: {} })), 'or without a clock');
  assert.ok(!plan.mayPlan(game()));
  assert.ok(!plan.mayPlan(game({ created: { clock: SLOW, dice: 'abc' } })));
  assert.ok(!plan.mayPlan(game({ created }, { player: 0 })));
});

/** @param {string} text moves of person 1 and 0 in turns @returns {plan.Entered[]} */
const line = (text) => text.split(' ').map((each, index) => ({ text: each, person: 1 - (index % 2) }));

test('lines grow a tree', () => {
  let tree = plan.withLine([], line('a1 b1'), 0);
  tree = plan.withLine(tree, line('a1 b1 a2 b2'), 0);
  tree = plan.withLine(tree, line('a1 b1 b2 a2'), 0);
  tree = plan.withLine(tree, line('b1 a1'), 0);
  assert.deepEqual(plan.linesOf(tree), [
    [
      { move: 'a1', answers: ['b1'] },
      { move: 'a2', answers: ['b2'] },
    ],
    [
      { move: 'a1', answers: ['b1'] },
      { move: 'b2', answers: ['a2'] },
    ],
    [{ move: 'b1', answers: ['a1'] }],
  ]);
  const [, second] = plan.linesOf(tree);
  const less = plan.withoutLine(tree, second);
  assert.deepEqual(
    plan.linesOf(less).map((each) => each.length),
    [2, 1],
  );
  assert.deepEqual(plan.withoutLine(plan.withLine([], line('a1 b1'), 0), [{ move: 'a1' }]), []);
});

test('another answer to the same move takes the place of the first one and of what followed', () => {
  const tree = plan.withLine([], line('a1 b1 a2 b2'), 0);
  assert.deepEqual(plan.withLine(tree, line('a1 b2'), 0), [{ move: 'a1', answers: ['b2'], branches: [] }]);
});

test('a turn of several steps is one answer', () => {
  const steps = [
    { text: 'xa1', person: 1 },
    { text: '@b1', person: 0 },
    { text: 'a2', person: 0 },
    { text: 'b2', person: 1 },
  ];
  const [branch] = plan.withLine([], steps, 0);
  assert.deepEqual([branch.answers, branch.branches?.[0].move], [['@b1', 'a2'], 'b2']);
});

test('a line is whole when the opponent is to move again, or nobody is', () => {
  const state = plan.newPlan();
  const here = game({ created: { clock: SLOW } });
  plan.enter(state, here, 'a2');
  state.position = /** @type {any} */ ({ player: 0 });
  assert.deepEqual(state.line, [{ text: 'a2', person: 1 }]);
  assert.ok(!plan.isWhole(state, 0));
  plan.enter(state, here, 'b2');
  state.position = /** @type {any} */ ({ player: 1 });
  assert.ok(plan.isWhole(state, 0));
  state.position = /** @type {any} */ ({ player: -4 });
  assert.ok(plan.isWhole(state, 0));
});
