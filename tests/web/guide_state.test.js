// What a guide tells at which moment of a first game, and that it tells nothing twice. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as model from '../../src/motu/web/js/guide/guide_state.js';

/** @typedef {import('../../src/motu/web/js/api.js').Game} Game */
/** @typedef {import('../../src/motu/web/js/api.js').Step} Step */
/** @typedef {import('../../src/motu/web/js/board/types.js').PositionView} PositionView */

/** Cells of a row of hexagons over another one, with four islands: a1 b1 c1 over a2 b2 c2. */
const HEXAGONS = /** @type {any} */ ({
  kind: 'hexagons',
  names: ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'],
  neighbours: [
    [1, 3],
    [0, 2, 3, 4],
    [1, 4, 5],
    [0, 1, 4],
    [1, 2, 3, 5],
    [2, 4],
  ],
  coordinates: [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ],
  islands: [0, 1, 0, 1].map((colour, number) => ({ colour, cells: number === 0 ? [0, 1, 2] : [], emblem: '' })),
});
const POINTS = { ...HEXAGONS, kind: 'points' };
const SQUARES = { ...HEXAGONS, kind: 'squares', names: ['r1c1', 'r1c2', 'r1c3', 'r2c1', 'r2c2', 'r2c3'], islands: [] };

/** @param {Step[]} steps @param {Partial<PositionView>} [more] @param {Partial<Game>} [also] @returns {Game} */
const game = (steps, more = {}, also = {}) => ({
  type: 'snapshot',
  id: 'g',
  is_mine: true,
  created_ms: 0,
  created: { spec: 'hex', seats: [{}, { kind: 'level', level: 1 }] },
  seq: steps.length,
  steps,
  position: { ply: 0, to_move: 0, player: steps.length % 2, stones: '......', ...more },
  clocks: null,
  result: null,
  secret: null,
  seeds: [],
  ...also,
});

/** @param {model.Guide} guide @param {any} board @param {Game} heard @param {model.Threats|null} [threats] */
function told(guide, board, heard, threats = null) {
  model.follow(guide, model.seenBy(board, heard, threats));
  return guide.hint?.kind ?? null;
}

/** What is told where all else has been told. @param {model.Kind[]} kinds that may be told @param {any} board @param {Game} heard */
function only(kinds, board, heard) {
  const others = [
    'goal',
    'end',
    'won-over',
    'taken-over',
    'may-swap',
    'stone',
    'touch',
    'chain',
    'bridge',
    'through',
    'diagonal',
    'own-weak',
    'enemy-weak',
    'own-flip',
    'enemy-flip',
    'ban',
    'landed',
    'missed',
    'step',
    'faces',
    'row',
  ].filter((kind) => !kinds.includes(/** @type {model.Kind} */ (kind)));
  const guide = model.newGuide(others);
  return told(guide, board, heard) && guide.hint;
}

test('the goal comes first, with two islands of one colour that lie opposite each other', () => {
  const guide = model.newGuide([]);
  assert.equal(told(guide, HEXAGONS, game([])), 'goal');
  assert.deepEqual(guide.hint?.islands, [0, 2]);
  assert.deepEqual(model.goalIslands(HEXAGONS, 1), [1, 3]);
});

test('a hint stays until one has moved, and none comes twice', () => {
  const guide = model.newGuide([]);
  told(guide, HEXAGONS, game([]));
  assert.equal(model.follow(guide, model.seenBy(HEXAGONS, game([]), null)), false);
  assert.equal(told(guide, HEXAGONS, game([['b2', 0]], { stones: '....0.' })), 'stone');
  const answered = game(
    [
      ['b2', 0],
      ['a1', 1],
    ],
    { stones: '1...0.' },
  );
  assert.equal(told(guide, HEXAGONS, answered), 'stone');
  const next = game(
    [
      ['b2', 0],
      ['a1', 1],
      ['c2', 0],
    ],
    { stones: '1...00' },
  );
  assert.equal(told(guide, HEXAGONS, next), 'chain');
  const later = game(
    [
      ['b2', 0],
      ['a1', 1],
      ['c2', 0],
      ['b1', 1],
      ['a2', 0],
    ],
    { stones: '11.000' },
  );
  assert.equal(told(guide, HEXAGONS, later), null);
});

test('what was told before the page was left is not told again', () => {
  const guide = model.newGuide(['goal']);
  assert.equal(told(guide, HEXAGONS, game([])), null);
});

test("a win and a threat are told at once, on one's own turn, with what the server says", () => {
  const guide = model.newGuide([]);
  told(guide, HEXAGONS, game([]));
  assert.equal(told(guide, HEXAGONS, game([]), { wins: [], threats: ['c2'] }), 'threat');
  assert.deepEqual(guide.hint?.cells, [5]);
  assert.equal(told(guide, HEXAGONS, game([]), { wins: ['a1'], threats: ['c2'] }), 'win');
  assert.deepEqual(guide.hint?.cells, []);
  const theirs = model.newGuide(['goal']);
  const after = game([['b2', 0]], { stones: '....0.' });
  assert.equal(told(theirs, HEXAGONS, after, { wins: ['a1'], threats: ['c2'] }), 'stone');
});

test("a swap is told to whom it happens and to whom may do it, in the colour that is one's own then", () => {
  const guide = model.newGuide([]);
  const swapped = game(
    [
      ['b2', 0],
      ['swap', 1],
    ],
    { stones: '....0.', swapped: true },
  );
  assert.equal(told(guide, HEXAGONS, swapped), 'won-over');
  assert.deepEqual(guide.hint?.islands, [1, 3]);
  const eight = { ...HEXAGONS, islands: [...HEXAGONS.islands, ...HEXAGONS.islands] };
  const round = model.newGuide([]);
  assert.equal(told(round, eight, swapped), 'won-over');
  assert.deepEqual(round.hint?.islands, [1, 3, 5, 7]); // all that are one's own, not only two of them
  const second = { created: { spec: 'hex', seats: [{ kind: 'level', level: 1 }, {}] } };
  const offered = game([['b2', 0]], { stones: '....0.', can_swap: true }, /** @type {any} */ (second));
  assert.equal(told(model.newGuide([]), HEXAGONS, offered), 'may-swap');
  const taken = game(
    [
      ['b2', 0],
      ['swap', 1],
    ],
    { swapped: true },
    /** @type {any} */ (second),
  );
  assert.equal(told(model.newGuide([]), HEXAGONS, taken), 'taken-over');
});

test("in Atoll one's own stone is told of by what it does", () => {
  assert.deepEqual(only(['touch'], HEXAGONS, game([['b1', 0]], { stones: '.0....' }))?.islands, [0]);
  assert.equal(only(['touch'], HEXAGONS, game([['b2', 0]], { stones: '....0.' })), null);
  const bridge = game(
    [
      ['a1', 0],
      ['c2', 1],
      ['b2', 0],
    ],
    { stones: '0...01' },
  );
  assert.deepEqual(only(['bridge'], HEXAGONS, bridge)?.cells, [1, 3]);
  assert.deepEqual(only(['bridge'], HEXAGONS, bridge)?.moves, ['a1', 'b2']);
  const cut = game(
    [
      ['a1', 0],
      ['a2', 1],
      ['b2', 0],
    ],
    { stones: '0..10.' },
  );
  assert.equal(only(['bridge'], HEXAGONS, cut), null);
});

test('in Atomorph weak stones, flips and the ban are told', () => {
  const weak = game(
    [
      ['b2', 0],
      ['a1', 1],
    ],
    { stones: '1...0.', weak: [4], flip: [] },
  );
  assert.deepEqual(only(['own-weak', 'enemy-weak'], POINTS, weak)?.kind, 'own-weak');
  const open = game(
    [
      ['b2', 0],
      ['a1', 1],
    ],
    { stones: '1...0.', weak: [0], flip: [0] },
  );
  assert.deepEqual(only(['own-weak', 'enemy-weak'], POINTS, open)?.kind, 'enemy-weak');
  assert.equal(only(['own-flip', 'enemy-flip'], POINTS, game([['xa1', 0]]))?.kind, 'own-flip');
  const flipped = game(
    [
      ['b2', 0],
      ['xb2', 1],
    ],
    { stones: '....1.' },
  );
  assert.deepEqual(only(['own-flip', 'enemy-flip'], POINTS, flipped)?.cells, [4]);
  assert.equal(only(['ban'], POINTS, game([], { banned: true }))?.kind, 'ban');
  const diagonal = game(
    [
      ['a1', 0],
      ['c1', 1],
      ['b2', 0],
    ],
    { stones: '0.1.0.' },
  );
  assert.deepEqual(only(['diagonal'], POINTS, diagonal)?.cells, [4, 0]);
});

test('in Atmalof the roll, the missed roll and the step are told', () => {
  const landed = game(
    [
      ['r1', 0],
      ['=2', -1],
    ],
    { stones: '.0....', last: [1], player: 1 },
  );
  assert.deepEqual(only(['landed', 'missed'], SQUARES, landed)?.moves, ['r1', '2']);
  const missed = game(
    [
      ['r1', 0],
      ['=2', -1],
    ],
    { missed: true, player: 1 },
  );
  assert.equal(only(['landed', 'missed'], SQUARES, missed)?.kind, 'missed');
  const theirs = game(
    [
      ['r1', 0],
      ['=2', -1],
      ['r2', 1],
      ['=1', -1],
    ],
    { missed: true, player: 0 },
  );
  assert.equal(only(['landed', 'missed'], SQUARES, theirs), null);
  /** @type {Step[]} */
  const two = [
    ['r1', 0],
    ['=2', -1],
    ['r2', 1],
    ['=1', -1],
    ['r1', 0],
    ['=1', -1],
    ['r2', 1],
    ['=2', -1],
  ];
  const steps = game(two, {
    stones: '00.11.',
    steps: [
      [0, 3],
      [1, 2],
    ],
  });
  assert.deepEqual(only(['step'], SQUARES, steps)?.cells, [0, 1]);
  assert.deepEqual(
    only(
      ['row'],
      SQUARES,
      game(two, {
        stones: '00.11.',
        rows: [
          [3, 4],
          [0, 1],
        ],
      }),
    )?.cells,
    [0, 1],
  );
});

test('the end is told, and only games of one person against a machine are guided', () => {
  const over = game([['b2', 0]], {}, { result: { winner: 0, reason: 'connected' } });
  assert.equal(told(model.newGuide([]), HEXAGONS, over), 'end');
  assert.equal(model.isAgainstMachine(over), true);
  assert.equal(model.isAgainstMachine({ ...over, is_mine: false }), false);
  assert.equal(model.isAgainstMachine({ ...over, created: { spec: 'hex', seats: [{}, {}] } }), false);
});

test('a move ends on a cell, however it is written', () => {
  assert.equal(model.targetOf(POINTS, 'b1'), 1);
  assert.equal(model.targetOf(POINTS, 'xb1'), 1);
  assert.equal(model.targetOf(SQUARES, 'r1c1-r2c3'), 5);
});
