// A study that somebody works at: nothing gets lost, and answers belong to what they answer. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { askEngine, isLookedAt, takeFindings } from '../../src/motu/web/js/study/engine_state.js';
import * as model from '../../src/motu/web/js/study/study_state.js';
import { Tree } from '../../src/motu/web/js/study/tree.js';

/** @typedef {import('../../src/motu/web/js/board/types.js').PositionView} PositionView */

const BOARD = /** @type {any} */ ({ colour_names: ['black', 'white'], drop_rows: 2, drop_columns: 3 });

/** @param {Partial<PositionView>} [more] @returns {PositionView} */
const position = (more = {}) => ({ ply: 0, to_move: 0, player: 0, stones: '', ...more });

/** @param {number} winrate @param {string|null} [currentPlayer] @returns {model.Known} */
const known = (winrate, currentPlayer = 'black') => ({
  found: { rootInfo: { currentPlayer, visits: 1, winrate, value: 0, proof: null }, moveInfos: [] },
  isFinal: false,
});

/** A study of a line, at its start, whose position is known. @param {string[]} moves */
function begun(...moves) {
  const tree = new Tree('hex');
  tree.addLine(moves);
  const state = model.newStudy(tree, BOARD);
  state.positions.set(tree.root, position());
  return state;
}

/** @param {Tree} tree */
const moves = (tree) => tree.mainLine().map(({ move }) => move);

test('what the engine finds belongs to the position it was asked about', () => {
  const state = begun('a1');
  const { key: before } = askEngine(state);
  state.isEngineOn = true;
  model.walk(state, 'ArrowRight');
  const { key } = askEngine(state);
  takeFindings(state, before, known(0.4));
  assert.deepEqual([isLookedAt(state, before), model.currentFindings(state)], [false, null]);
  takeFindings(state, key, known(0.6));
  assert.equal(model.currentFindings(state)?.found.rootInfo.winrate, 0.6);
  state.isEngineOn = false;
  assert.equal(model.currentFindings(state), null);
});

test('a search that begins anew hides nothing that was found before, until it has found more', () => {
  const state = begun('a1');
  state.isEngineOn = true;
  const found = (/** @type {number} */ visits, /** @type {string|null} */ proof = null) => {
    const told = known(visits / 1000);
    Object.assign(told.found.rootInfo, { visits, proof });
    takeFindings(state, askEngine(state).key, told);
    return model.currentFindings(state)?.found.rootInfo.visits;
  };
  assert.equal(found(500), 500);
  model.walk(state, 'ArrowRight');
  assert.equal(model.currentFindings(state), null);
  model.walk(state, 'ArrowLeft');
  assert.equal(model.currentFindings(state)?.found.rootInfo.visits, 500);
  assert.deepEqual([found(3), found(499), found(501)], [500, 500, 501]);
  assert.equal(found(7, 'win'), 7);
});

test('what the engine finds of a position that was deleted meanwhile is not kept', () => {
  const state = begun('a1', 'b2');
  model.walk(state, 'End');
  const { key } = askEngine(state);
  const { current } = state.tree;
  state.tree.remove(state.tree.mainLine()[0]);
  takeFindings(state, key, known(0.4));
  assert.ok(!state.findings.has(current));
  assert.ok(!isLookedAt(state, key));
  takeFindings(state, 'never asked', known(0.4));
  assert.equal(state.findings.size, 0);
});

test('a move that is played again after it was deleted hears its own answer', () => {
  const state = begun('a1');
  model.walk(state, 'End');
  const { key } = askEngine(state);
  state.tree.remove(state.tree.current);
  const again = state.tree.play('a1');
  assert.equal(askEngine(state).key, key);
  takeFindings(state, key, known(0.4));
  assert.ok(state.findings.has(again));
});

test('the engine is asked nothing where the game is over', () => {
  const state = begun();
  assert.deepEqual(askEngine(state).position, { spec: 'hex', moves: [], setup: null, board: null });
  state.positions.set(state.tree.root, position({ result: { winner: 0, colour: 0, reason: 'line' } }));
  assert.equal(askEngine(state).position, null);
});

test('a move that the rules forbid goes, with all that follows', () => {
  const state = begun('a1', 'a1', 'b2');
  const { root } = state.tree;
  const [first, forbidden] = state.tree.mainLine();
  state.tree.current = forbidden;
  assert.ok(model.missPosition(state, forbidden, true));
  assert.deepEqual([moves(state.tree), state.tree.current], [['a1'], first]);
  assert.notEqual(first, root);
});

test('a server that does not answer takes nothing away: the cursor returns to what is known', () => {
  const state = begun('a1', 'b2', 'c3');
  const [first, , third] = state.tree.mainLine();
  state.positions.set(first, position());
  state.tree.current = third;
  assert.ok(model.missPosition(state, third, false));
  assert.deepEqual([moves(state.tree), state.tree.current], [['a1', 'b2', 'c3'], first]);
});

test('whoever has gone elsewhere meanwhile stays there', () => {
  const state = begun('a1', 'b2');
  const [first, second] = state.tree.mainLine();
  state.tree.current = first;
  assert.ok(model.missPosition(state, second, false));
  assert.equal(state.tree.current, first);
});

test('where nothing is known there is nothing to show instead', () => {
  const state = begun('a1');
  state.positions.clear();
  for (const isIllegal of [true, false]) assert.ok(!model.missPosition(state, state.tree.root, isIllegal));
  const [first] = state.tree.mainLine();
  state.tree.current = first;
  assert.ok(!model.missPosition(state, first, false));
  assert.deepEqual([moves(state.tree), model.currentPosition(state)], [['a1'], null]);
});

test('a position is asked for once', () => {
  const state = begun('a1');
  assert.ok(!model.needsPosition(state));
  model.walk(state, 'ArrowRight');
  assert.ok(model.needsPosition(state));
});

test('keys lead through the tree, others nowhere', () => {
  const state = begun('a1', 'b2');
  state.tree.addLine(['c3']);
  const way = (/** @type {string} */ key) => model.walk(state, key) && (state.tree.current.move || 'start');
  const keys = ['ArrowRight', 'ArrowDown', 'ArrowUp', 'End', 'ArrowLeft', 'Home', 'Enter'];
  assert.deepEqual(keys.map(way), ['a1', 'c3', 'a1', 'b2', 'a1', 'start', false]);
});

test('another move is tried in place of one', () => {
  const state = begun('a1', 'b2');
  model.tryInstead(state, state.tree.mainLine()[1], 'c3');
  assert.deepEqual(state.tree.current.path(), ['a1', 'c3']);
});

test('what is no cell is a choice: the swap, or the faces of the die', () => {
  const state = begun();
  const choices = (/** @type {Partial<PositionView>} */ more) => {
    state.positions.set(state.tree.root, position(more));
    return model.choicesOf(state);
  };
  assert.deepEqual(choices({}), []);
  assert.deepEqual(choices({ can_swap: true }), ['swap']);
  assert.deepEqual(choices({ announced: 'r1' }), ['=1', '=2', '=3']);
  assert.deepEqual(choices({ announced: 'c1' }), ['=1', '=2']);
});

test('the course of a game is what a review says, else what was found', () => {
  const state = begun('a1', 'b2', 'c3');
  const [first, second, third] = state.tree.mainLine();
  state.tree.current = first;
  state.findings.set(first, known(0.25, 'white'));
  state.findings.set(second, known(0.5));
  state.findings.set(third, known(0.5, null));
  assert.deepEqual(model.courseOf(state, null).shares, [null, 0.75, 0.5, null]);
  const review = {
    share: (/** @type {any} */ node) => (node === first ? 0 : null),
    isError: (/** @type {any} */ node) => node === second,
  };
  const course = model.courseOf(state, review);
  assert.deepEqual([course.shares, course.marks, course.current], [[null, 0, 0.5, null], [2], 1]);
  state.findings.clear();
  assert.deepEqual([course.isUseful, model.courseOf(state, review).isUseful], [true, false]);
});

test('a line that is pointed at is numbered on its cells', () => {
  const names = ['a1', 'b1', 'r1c1', 'r1c2', 'xy'];
  const found = model.numberedCells(names, ['a1', 'xb1', 'r1c1-r1c2', 'r1', 'xy', '@a1']);
  assert.deepEqual(
    [...found],
    [
      [0, '6'],
      [1, '2'],
      [3, '3'],
      [4, '5'],
    ],
  );
});

test('pointing at the same line twice changes nothing', () => {
  const state = begun();
  const line = ['a1'];
  assert.deepEqual(
    [line, line, null, null].map((each) => model.preview(state, each)),
    [true, false, true, false],
  );
});
