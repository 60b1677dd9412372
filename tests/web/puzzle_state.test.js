// A puzzle that somebody works at: what counts, what is taken back, and answers that come too late. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as model from '../../src/motu/web/js/puzzles/puzzle_state.js';

/** @typedef {import('../../src/motu/web/js/api.js').Puzzle} Puzzle */
/** @typedef {import('../../src/motu/web/js/api.js').Verdict} Verdict */
/** @typedef {import('../../src/motu/web/js/board/types.js').PositionView} PositionView */

const BOARD = /** @type {any} */ ({ kind: 'points', names: ['a1', 'b1', 'a2', 'b2'] });
/** @type {Puzzle} */
const PUZZLE = {
  id: 'p',
  game: 'hex',
  spec: 'hex',
  moves: [],
  goal: 'win',
  difficulty: 1,
  turns: 2,
};

/** @param {string} stones @returns {PositionView} */
const position = (stones) => ({ ply: 0, to_move: 0, player: 0, stones });
const START = position('....');

/** @param {Partial<Verdict>} more @returns {Verdict} */
const verdict = (more) => ({ is_right: true, is_over: false, replies: [], equities: [], counted: null, ...more });
const WRONG = verdict({ is_right: false, replies: ['b2'] });

/** @param {any} [board] */
function begun(board = BOARD) {
  const state = model.newPuzzle();
  model.openPuzzle(state, PUZZLE);
  model.begin(state, board, START);
  return state;
}

/** @param {model.PuzzleState} state @param {string} move */
function attempt(state, move) {
  const found = model.beginAttempt(state, move);
  assert.ok(found);
  return found;
}

/** A move with its answer. @param {model.PuzzleState} state @param {string} move @param {Verdict} told @param {string} [stones] */
function play(state, move, told, stones = '0...') {
  const tried = attempt(state, move);
  const progress = model.takeVerdict(state, tried, position(stones), told);
  if (told.replies.length) model.takeReplies(state, told.replies, position(`${stones.slice(0, 3)}1`));
  model.endAttempt(state, tried, told);
  return progress;
}

/** @param {model.PuzzleState} state @param {string[]} moves */
function hint(state, moves) {
  const asked = model.askHint(state);
  return asked !== null && model.takeHint(state, asked, moves);
}

test('a puzzle is solved with its first move, by whoever has found it', () => {
  assert.ok(play(begun(), 'a1', verdict({})));
  const failed = begun();
  assert.ok(!play(failed, 'b1', WRONG));
  model.tryAgain(failed);
  assert.ok(play(failed, 'a1', verdict({})));
  const shown = begun();
  model.askSolution(shown);
  assert.ok(!play(shown, 'a1', verdict({})));
});

test('a hint that comes after a move was played meanwhile helps nobody', () => {
  const state = begun();
  const asked = model.askHint(state);
  assert.ok(asked);
  play(state, 'a1', verdict({ replies: ['b2'] }));
  assert.ok(!model.takeHint(state, asked, ['a1', 'b1']));
  assert.equal(model.askHint(state), null);
});

test('later moves solve nothing', () => {
  const state = begun();
  play(state, 'a1', verdict({ replies: ['b2'] }));
  assert.deepEqual([state.line, state.phase, state.asked?.stones], [['a1', 'b2'], 'asked', '0..1']);
  assert.ok(!play(state, 'b1', verdict({ is_over: true }), '00.1'));
  assert.deepEqual([state.line, state.phase], [['a1', 'b2', 'b1'], 'over']);
  assert.equal(model.beginAttempt(state, 'a2'), null);
});

test('a wrong move and its answer stand on the board until one tries again', () => {
  const state = begun();
  play(state, 'b1', WRONG);
  assert.deepEqual([state.phase, state.line, state.shown?.stones], ['refuted', [], '0..1']);
  assert.equal(model.beginAttempt(state, 'a1'), null);
  assert.ok(model.tryAgain(state));
  assert.deepEqual([state.phase, state.shown], ['asked', START]);
  assert.ok(!model.tryAgain(state));
});

test('a wrong move after a right one goes back to the right one', () => {
  const state = begun();
  play(state, 'a1', verdict({ replies: ['b2'] }));
  const asked = state.asked;
  play(state, 'b1', WRONG);
  model.tryAgain(state);
  assert.deepEqual([state.line, state.shown], [['a1', 'b2'], asked]);
});

test('one move at a time is judged', () => {
  const state = begun();
  attempt(state, 'a1');
  assert.equal(model.beginAttempt(state, 'b1'), null);
  assert.equal(model.askHint(state), null);
  assert.equal(model.askSolution(state), null);
});

test('the same puzzle begun anew does not hear the answer to what was tried before', () => {
  const state = begun();
  play(state, 'b1', WRONG);
  model.tryAgain(state);
  const before = attempt(state, 'b1');
  model.openPuzzle(state, PUZZLE);
  assert.ok(!model.isSamePuzzle(state, before));
  model.begin(state, BOARD, START);
  assert.ok(!model.isSamePuzzle(state, before));
  assert.deepEqual([state.phase, state.line, state.hint], ['asked', [], []]);
});

test('a board that comes when another puzzle is wanted is not its board', () => {
  const state = model.newPuzzle();
  const first = model.openPuzzle(state, PUZZLE);
  const second = model.openPuzzle(state, { ...PUZZLE, id: 'q' });
  assert.deepEqual(
    [first, second].map((moment) => model.isSamePuzzle(state, moment)),
    [false, true],
  );
  model.openPuzzle(state, null);
  assert.ok(!model.isSamePuzzle(state, second));
});

test('a move whose answer is lost half-way has not been played', () => {
  const state = begun();
  play(state, 'a1', verdict({ replies: ['b2'] }));
  const { asked, line } = state;
  const lost = attempt(state, 'b1');
  model.takeVerdict(state, lost, position('00.1'), verdict({ replies: ['a2'] }));
  model.dropAttempt(state, lost);
  assert.deepEqual([state.line, state.asked, state.shown, state.phase], [line, asked, asked, 'asked']);
});

test('a solution that comes after a move was played meanwhile is not played', () => {
  const state = begun();
  const asked = model.askSolution(state);
  assert.ok(asked && model.isSameMoment(state, asked));
  play(state, 'a1', verdict({ replies: ['b2'] }));
  assert.ok(model.isSamePuzzle(state, asked));
  assert.ok(!model.isSameMoment(state, asked));
});

test('offers follow what has been done', () => {
  const state = begun();
  assert.deepEqual(model.offersOf(state), ['hint', 'solution', 'next']);
  hint(state, ['a1', 'b1']);
  assert.deepEqual(model.offersOf(state), ['solution', 'next']);
  play(state, 'b1', WRONG);
  assert.deepEqual(model.offersOf(state), ['again', 'solution', 'next']);
  model.tryAgain(state);
  play(state, 'a1', verdict({ is_over: true }));
  assert.deepEqual(model.offersOf(state), ['next']);
});

test('the hint is marked while the first move is asked for', () => {
  const state = begun();
  assert.equal(model.marksOf(state).labels, null);
  hint(state, ['a1', 'b1']);
  assert.deepEqual(
    [...(model.marksOf(state).labels ?? [])],
    [
      [0, '?'],
      [1, '?'],
    ],
  );
  play(state, 'a1', verdict({}));
  assert.equal(model.marksOf(state).labels, null);
});

test('the hint marks cells, lines and steps', () => {
  const points = begun();
  hint(points, ['xb1', '@a2']);
  assert.deepEqual(
    [...(model.marksOf(points).labels ?? [])],
    [
      [1, '?'],
      [2, '?'],
    ],
  );
  const squares = begun({ kind: 'squares', names: ['r1c1', 'r1c2'] });
  hint(squares, ['r1', 'r1c1-r1c2']);
  const { lineLabels, arrows } = model.marksOf(squares);
  assert.deepEqual([[...(lineLabels ?? [])], arrows], [[['r1', '?']], [{ from: 0, to: 1, weight: 0.5 }]]);
});
